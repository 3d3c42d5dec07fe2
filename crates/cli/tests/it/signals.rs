//! Signals that tests send, which a process may ignore.

#![cfg(unix)]

use std::fs;

/// Whether this process ignores the signal `number`, as under `nohup`. The processes that it starts inherit this.
/// Always `false` where there is no `/proc`, as outside Linux.
pub(crate) fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    number > 0 && ignored >> (number - 1) & 1 != 0
}
