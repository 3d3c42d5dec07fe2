//! Finds the date, the CPU and the compiler for the title of a record.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::workspace;

/// Returns the date of the last commit, which is the one that is measured, as year, month and day.
pub(crate) fn date() -> Result<String> {
    let git = ["log", "-1", "--format=%cs"];
    let text = workspace::output(Command::new("git").args(git).current_dir(workspace::root()))?;
    Ok(text.trim().to_owned())
}

/// Returns the system's name of the CPU. Virtual machines hide the model number, so the family is added.
pub(crate) fn cpu() -> String {
    if let Ok(text) = fs::read_to_string("/proc/cpuinfo") {
        let field = |name: &str| {
            let line = text.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
            line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned())
        };
        if let (Some(name), Some(family)) = (field("model name"), field("cpu family")) {
            return format!("{name} family {family}");
        }
    }
    workspace::output(Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]))
        .map(|name| name.trim().to_owned())
        .or_else(|_| std::env::var("PROCESSOR_IDENTIFIER"))
        .unwrap_or_else(|_| std::env::consts::ARCH.to_owned())
}

/// Returns the version of the compiler, as `rustc --version` prints it.
pub(crate) fn compiler() -> Result<String> {
    let text = workspace::output(Command::new("rustc").arg("--version").current_dir(workspace::root()))?;
    Ok(text.trim().to_owned())
}
