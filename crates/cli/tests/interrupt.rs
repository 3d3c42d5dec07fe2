//! A long count that is interrupted.

#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

#[test]
fn what_is_known_is_printed() {
    let child = Command::new(env!("CARGO_BIN_EXE_quadbit"))
        .args(["perft", "14", "--hash", "1", "--threads", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(500));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let known = errors.lines().last().unwrap();
    assert!(known.starts_with("interrupted: 0 of 20 first moves done, "), "{errors}");
    assert!(!known.contains(" 0 nodes counted"), "{errors}");
    assert_eq!(output.stdout, b"");
    assert_eq!(output.status.code(), Some(130));
}
