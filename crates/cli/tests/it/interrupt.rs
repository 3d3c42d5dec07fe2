//! A long count that is interrupted.

#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::run::QUADBIT;

#[test]
fn what_is_known_is_printed() {
    let child = Command::new(QUADBIT)
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

/// A count on a terminal draws a bar, and is interrupted by Ctrl-C typed there.
#[cfg(target_os = "linux")]
#[test]
fn a_bar_is_drawn_on_a_terminal() {
    use std::io::Write;

    let count = format!("'{QUADBIT}' perft 14");
    let script = Command::new("script")
        .args(["-q", "-e", "-c", &count, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = script else {
        println!("skipped: `script` is not installed");
        return;
    };
    thread::sleep(Duration::from_secs(2));
    let mut terminal = child.stdin.take().unwrap();
    terminal.write_all(b"\x03").unwrap();
    let output = child.wait_with_output().unwrap();
    drop(terminal);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("  0%  ") && text.contains(" nodes, ") && text.contains(" left"), "{text}");
    assert!(text.contains("interrupted: 0 of 20 first moves done, "), "{text}");
    assert_eq!(output.status.code(), Some(130), "{text}");
}
