//! The date, the CPU and the compiler of a record.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::workspace;

/// Today in UTC, as year, month and day.
pub(crate) fn today() -> Result<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).context("a clock before 1970")?.as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    Ok(format!("{year:04}-{month:02}-{day:02}"))
}

/// The date, a number of days after 1 January 1970: counted in years that begin in March, so that the leap
/// day is their last day.
fn civil(days: u64) -> (u64, u64, u64) {
    // 1 March of the year 0 is 719,468 days before 1970.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // March to July and August to December have 153 days.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    (400 * era + year_of_era + u64::from(month <= 2), month, day)
}

/// The system's name of the CPU. Virtual machines hide the model number, so the family is added.
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

/// The version of the compiler, as it prints it.
pub(crate) fn compiler() -> Result<String> {
    let text = workspace::output(Command::new("rustc").arg("--version").current_dir(workspace::root()))?;
    Ok(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn every_day_follows_the_one_before() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(20_779), (2026, 11, 22));
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..200_000 {
            assert_eq!(civil(days), (year, month, day));
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            day += 1;
            if day > length[usize::try_from(month).unwrap() - 1] {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }
}
