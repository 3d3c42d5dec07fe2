//! `quadbit units` with killed runs, full disks, and files that were changed.
//!
//! The merged counts are compared with known ones. A file that was changed, cut off or belongs to another plan must be
//! refused with its name, and a run that was killed must go on from its checkpoint.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::run::QUADBIT;

/// A position with castling, captures en passant and promotions near.
const KIWIPETE: [&str; 2] = ["--fen", "kiwipete"];

/// The output for perft 4 of kiwipete.
const NODES: &str = "nodes: 4085603\n";

fn units(arguments: &[&str]) -> Output {
    Command::new(QUADBIT).arg("units").args(arguments).output().unwrap()
}

#[track_caller]
fn succeed(arguments: &[&str]) -> String {
    let output = units(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to refuse its input, and returns its message.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = units(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// A plan for perft 4 of kiwipete.
struct Plan {
    // The folder around `dir`, which is removed when the plan is dropped.
    _temporary: TempDir,
    dir: PathBuf,
}

impl Plan {
    fn new(tasks: usize, more: &[&str]) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let dir = temporary.path().join("plan");
        let tasks = tasks.to_string();
        let mut arguments = vec!["make", "4", dir.to_str().unwrap(), "--ply", "2", "--tasks", &tasks];
        arguments.extend(KIWIPETE);
        arguments.extend(more);
        succeed(&arguments);
        Self { _temporary: temporary, dir }
    }

    fn dir(&self) -> &str {
        self.dir.to_str().unwrap()
    }

    fn run(&self, task: usize, more: &[&str]) -> String {
        let task = task.to_string();
        succeed(&[&["run", self.dir(), &task], more].concat())
    }

    fn done(tasks: usize) -> Self {
        let plan = Self::new(tasks, &[]);
        (1..=tasks).for_each(|task| drop(plan.run(task, &[])));
        plan
    }

    fn result(&self, task: usize) -> PathBuf {
        self.dir.join("results").join(format!("{task}.result"))
    }

    fn merge(&self) -> String {
        succeed(&["merge", self.dir()])
    }

    #[track_caller]
    fn assert_refused(&self, what: &str) {
        let error = refused(&["merge", self.dir()]);
        assert!(error.contains(what), "{error}");
    }
}

/// Computes FNV-1a with 128 bits, to forge the checksum of an edited file.
fn checksum(text: &str) -> String {
    let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("checksum {hash:032x}\n")
}

/// Changes the rows of a file and corrects the checksum.
fn edit(path: &Path, change: impl Fn(&mut Vec<String>)) {
    let text = fs::read_to_string(path).unwrap();
    let (header, rows) = text.split_once("\n\n").unwrap();
    let mut rows: Vec<String> = rows.lines().map(str::to_owned).collect();
    rows.pop();
    change(&mut rows);
    let mut text = format!("{header}\n\n");
    for row in rows {
        text += &(row + "\n");
    }
    let checksum = checksum(&text);
    fs::write(path, text + &checksum).unwrap();
}

#[test]
fn tasks_in_any_order_add_up() {
    let plan = Plan::new(5, &[]);
    plan.assert_refused("no result for 5 of 5 tasks: 1, 2, 3, 4, 5");
    for task in [4, 1, 5, 2] {
        plan.run(task, &["--threads", "2", "--hash", "2"]);
    }
    plan.assert_refused("results: no result for 1 of 5 tasks: 3");
    assert!(plan.run(3, &["--level", "fallback"]).contains(" units done, 0 of them before"));
    let merged = plan.merge();
    assert!(merged.starts_with(NODES) && merged.lines().count() == 2, "{merged}");
    // A quarter of the units, at least one, or all are recounted.
    let all: usize = merged.split(['\n', ' ']).nth(3).unwrap().parse().unwrap();
    for (share, counted) in [("0.25", all.div_ceil(4)), ("0", 1), ("1", all)] {
        let verified = succeed(&["merge", plan.dir(), "--verify", share]);
        assert_eq!(verified, format!("{merged}verified: {counted} units counted once more\n"));
    }
    // A task that is done is not counted again.
    let again = plan.run(3, &[]);
    let (units, before) = again.split_once(" units done, ").unwrap();
    assert_eq!(units.strip_prefix("task 3: ").unwrap(), before.split(' ').next().unwrap());
}

#[test]
fn statistics_add_up() {
    let plan = Plan::new(3, &["--stats"]);
    (1..=3).for_each(|task| drop(plan.run(task, &["--hash", "1"])));
    let json = succeed(&["merge", plan.dir(), "--format", "json", "--verify", "0.01"]);
    assert!(json.contains(
        r#""stats":{"nodes":4085603,"captures":757163,"en_passant":1929,"castles":128013,"promotions":15172,"checks":25523,"discovered_checks":42,"double_checks":6,"checkmates":43}"#
    ), "{json}");
}

#[test]
fn a_second_opinion_confirms_or_contradicts() {
    let plan = Plan::done(2);
    plan.run(1, &["--as", "other"]);
    assert!(plan.merge().contains("in 2 tasks, 3 results"));
    let other = plan.dir.join("results/1.other.result");
    edit(&other, |rows| {
        let last = rows[6].pop().unwrap();
        rows[6].push(if last == '1' { '2' } else { '1' });
    });
    plan.assert_refused("at unit 7");
    plan.assert_refused("1.result: it contradicts");
    plan.assert_refused("1.other.result at");
    // The edited result is now the only one of its task, so only a recount finds the change.
    fs::rename(&other, plan.result(1)).unwrap();
    let output = units(&["merge", plan.dir(), "--verify", "1"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("when counted once more"));
    // The last unit is verified too.
    fs::remove_file(plan.result(1)).unwrap();
    plan.run(1, &[]);
    edit(&plan.result(2), |rows| {
        let last = rows.last_mut().unwrap();
        let digit = if last.pop() == Some('1') { '2' } else { '1' };
        last.push(digit);
    });
    assert_eq!(units(&["merge", plan.dir(), "--verify", "1"]).status.code(), Some(1));
    for bad in ["2", "-0.1", "x"] {
        refused_usage(&["merge", plan.dir(), "--verify", bad]);
    }
    refused_usage(&["run", plan.dir(), "1", "--verify"]);
}

fn refused_usage(arguments: &[&str]) {
    assert_eq!(units(arguments).status.code(), Some(2), "{arguments:?}");
}

/// Kills a run at some moment, twenty times; each next run continues.
#[test]
fn killed_at_any_moment() {
    let plan = Plan::new(1, &[]);
    let mut resumed = 0;
    for n in 0..20_u64 {
        let mut run = Command::new(QUADBIT)
            .args(["units", "run", plan.dir(), "1", "--checkpoint", "0"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Pseudo-random moments, up to a quarter of a second.
        thread::sleep(Duration::from_millis(n * n * 7919 % 251));
        let _ = run.kill();
        run.wait().unwrap();
        let part = plan.dir.join("results/1.part");
        resumed += usize::from(part.exists());
        if plan.result(1).exists() {
            // The task was finished, so the next run has to begin again.
            fs::remove_file(plan.result(1)).unwrap();
        }
    }
    assert!(resumed > 0);
    plan.run(1, &["--level", "fallback", "--hash", "1"]);
    assert!(plan.merge().starts_with(NODES));
}

#[test]
fn every_region_of_a_result_is_guarded() {
    let plan = Plan::done(1);
    let path = plan.result(1);
    let good = fs::read(&path).unwrap();
    let regions = good.len() / 40;
    for region in 0..40 {
        let at = region * regions + region % 13;
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        fs::write(&path, &bytes).unwrap();
        plan.assert_refused("1.result: ");
        fs::write(&path, &good[..at]).unwrap();
        plan.assert_refused("1.result: ");
    }
    let last_row = good[..good.len() - 50].iter().rposition(|&byte| byte == b'\n').unwrap();
    for (cut, what) in [(good.len() - 1, "cut off"), (last_row + 1, "its last line is not a checksum")] {
        fs::write(&path, &good[..cut]).unwrap();
        plan.assert_refused(what);
    }
    fs::write(&path, &good).unwrap();
    assert!(plan.merge().starts_with(NODES));
}

/// A change of the rows of a file.
type Change = fn(&mut Vec<String>);

#[test]
fn rows_are_named() {
    let plan = Plan::done(2);
    let path = plan.result(2);
    let good = fs::read(&path).unwrap();
    let changes: [(&str, Change); 6] = [
        ("row 5 is unit 6: rows are missing or out of order", |rows| drop(rows.remove(4))),
        ("row 6 repeats unit 5", |rows| rows.insert(5, rows[4].clone())),
        ("row 3 is unit 8: rows are missing or out of order", |rows| rows.swap(2, 7)),
        ("units", |rows| rows.truncate(9)),
        ("row 2 is not a unit of the task", |rows| rows[1] = format!("9{}", rows[1])),
        ("row 1 has unreadable counts", |rows| rows[0].push_str(" 7")),
    ];
    for (what, change) in changes {
        edit(&path, change);
        plan.assert_refused(what);
        plan.assert_refused("2.result: ");
        fs::write(&path, &good).unwrap();
    }
    assert!(plan.merge().starts_with(NODES));
}

#[test]
fn results_of_other_plans_and_tasks() {
    let (plan, other) = (Plan::done(2), Plan::done(3));
    fs::copy(other.result(1), plan.result(1)).unwrap();
    plan.assert_refused("1.result: it belongs to another plan");
    fs::copy(plan.result(2), plan.result(1)).unwrap();
    plan.assert_refused("1.result: it is a result of task 2, not of task 1");
    plan.run(1, &["--as", "again"]);
    fs::remove_file(plan.result(1)).unwrap();
    assert!(plan.merge().starts_with(NODES));
    fs::copy(plan.result(2), plan.dir.join("results/7.result")).unwrap();
    plan.assert_refused("7.result: it is a result of task 7, but there are only 2 tasks");
}

#[test]
fn a_full_disk_leaves_the_last_checkpoint() {
    let plan = Plan::new(1, &[]);
    // Only a part of the result fits, whether the limit is in units of 512 bytes or of 1,024.
    let script = format!("ulimit -f 20; exec '{QUADBIT}' units run '{}' 1 --checkpoint 0", plan.dir());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("1.part: ") && error.lines().count() == 1, "{error}");
    assert!(plan.dir.join("results/1.part").exists());
    assert_eq!(fs::read_dir(plan.dir.join("results")).unwrap().count(), 1, "nothing is left aside");
    let resumed = plan.run(1, &[]);
    assert!(!resumed.contains(" 0 of them before"), "{resumed}");
    assert!(plan.merge().starts_with(NODES));
}

#[test]
fn folders_that_cannot_be_written() {
    let plan = Plan::new(1, &[]);
    // A file where the folder should be stops even the superuser.
    fs::remove_dir(plan.dir.join("results")).unwrap();
    fs::write(plan.dir.join("results"), "").unwrap();
    let error = refused(&["run", plan.dir(), "1"]);
    assert!(error.contains("1.result: "), "{error}");
    fs::remove_file(plan.dir.join("results")).unwrap();
    fs::create_dir(plan.dir.join("results")).unwrap();
    assert!(plan.run(1, &[]).starts_with("task 1: "));
    assert!(plan.merge().starts_with(NODES));
}

#[test]
fn damaged_plans_and_impossible_ones() {
    let plan = Plan::new(2, &[]);
    assert!(
        refused(&["run", plan.dir(), "3"]).contains("there is no task 3: tasks are numbered from 1 to 2")
    );
    assert!(refused(&["run", plan.dir(), "0"]).contains("there is no task 0"));
    assert!(refused(&["run", plan.dir(), "1", "--as", "a/b"]).contains("may contain only letters"));
    assert!(refused(&["run", plan.dir(), "1", "--board", "mailbox"]).contains("--board"));
    assert!(refused(&["make", "4", plan.dir(), "--ply", "1", "--tasks", "1"]).contains("not empty"));
    assert!(refused(&["make", "1", "/dev/null/x", "--ply", "2", "--tasks", "1"]).contains("deeper"));
    assert!(
        refused(&["make", "3", "/dev/null/x", "--ply", "1", "--tasks", "21"]).contains("only 20 positions")
    );
    assert!(
        refused(&["make", "3", "/dev/null/x", "--ply", "1", "--tasks", "0"]).contains("1 to 1000000 tasks")
    );
    let task = plan.dir.join("tasks/1.task");
    let text = fs::read_to_string(&task).unwrap();
    fs::write(&task, text.replacen('1', "2", 1)).unwrap();
    assert!(refused(&["run", plan.dir(), "1"]).contains("1.task: "));
    fs::write(plan.dir.join("manifest"), "quadbit-units 1\n").unwrap();
    assert!(refused(&["run", plan.dir(), "2"]).contains("manifest: "));
    fs::remove_file(plan.dir.join("manifest")).unwrap();
    assert!(refused(&["merge", plan.dir()]).contains("manifest: "));
}

#[test]
fn the_file_of_all_units_is_a_suite() {
    let plan = Plan::new(3, &["--stats"]);
    (1..=3).for_each(|task| drop(plan.run(task, &[])));
    let csv = plan.dir.join("units.csv");
    let csv = csv.to_str().unwrap();
    succeed(&["merge", plan.dir(), "--csv", csv]);
    let text = fs::read_to_string(csv).unwrap();
    assert!(text.starts_with("nodes,captures,enpassants,castles,promotions,total_checks,"), "{text}");
    let products = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        fields[0].parse::<u128>().unwrap() * fields[9].parse::<u128>().unwrap()
    });
    assert_eq!(products.sum::<u128>(), 4_085_603);
    let suite = |more: &[&str]| Command::new(QUADBIT).args(["suite", csv]).args(more).output().unwrap();
    let output = suite(&["--depth", "2"]);
    assert!(
        String::from_utf8_lossy(&output.stdout).ends_with(" passed, 0 failed, 0 skipped\n"),
        "{output:?}"
    );
    assert_eq!(suite(&[]).status.code(), Some(2));
    assert_eq!(suite(&["--depth", "3"]).status.code(), Some(1));
    // No file of the plan is overwritten, whatever it is called.
    let before = fs::read(plan.result(1)).unwrap();
    let link = plan.dir.join("link");
    std::os::unix::fs::symlink("results/1.result", &link).unwrap();
    for file in [link, plan.result(1), plan.dir.join("manifest"), plan.dir.join("tasks/2.task")] {
        let error = refused(&["merge", plan.dir(), "--csv", file.to_str().unwrap()]);
        let why = "it is the input as well; choose another file for the output";
        assert_eq!(error, format!("error: {}: {why}\n", file.display()));
    }
    assert_eq!(fs::read(plan.result(1)).unwrap(), before);
    // A merge that fails leaves the old file and nothing else.
    fs::remove_file(plan.result(2)).unwrap();
    assert!(refused(&["merge", plan.dir(), "--csv", csv]).contains("no result for 1 of 3 tasks: 2"));
    assert_eq!(fs::read_to_string(csv).unwrap(), text);
    assert_eq!(fs::read_dir(&plan.dir).unwrap().count(), 5);
    // Without statistics there are three columns.
    let plan = Plan::done(1);
    succeed(&["merge", plan.dir(), "--csv", csv]);
    assert!(fs::read_to_string(csv).unwrap().starts_with("nodes,occurrences,fen\n"));
}

#[test]
fn slurm_runs_all_tasks() {
    // SLURM's programs may be installed without a cluster.
    if !Command::new("sinfo").output().is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no SLURM cluster");
        return;
    }
    let plan = Plan::new(4, &[]);
    let script = plan.dir.join("task.sh");
    let text = format!("#!/bin/sh\n'{QUADBIT}' units run '{}' \"$SLURM_ARRAY_TASK_ID\"\n", plan.dir());
    fs::write(&script, text).unwrap();
    let status = Command::new("sbatch")
        .args(["--wait", "--array=1-4", script.to_str().unwrap()])
        .current_dir(&plan.dir)
        .status()
        .unwrap();
    assert!(status.success());
    assert!(plan.merge().starts_with(NODES));
}

/// GNU parallel, if it is installed, runs all tasks by a command as in the book.
#[test]
fn gnu_parallel_runs_all_tasks() {
    if Command::new("parallel").arg("--version").output().is_err() {
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let plan = Plan::new(4, &[]);
    let log = plan.dir.join("joblog");
    let status = Command::new("parallel")
        .args(["--will-cite", "--joblog", log.to_str().unwrap(), "--resume-failed", "-j2"])
        .args([QUADBIT, "units", "run", plan.dir(), "{}", ":::", "1", "2", "3", "4"])
        .status()
        .unwrap();
    assert!(status.success());
    assert!(plan.merge().starts_with(NODES));
}
