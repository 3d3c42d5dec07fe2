//! Times and rates as they are printed.

use std::time::Duration;

/// A time in seconds, rounded down to microseconds.
pub(crate) fn in_microseconds(time: Duration) -> f64 {
    Duration::new(time.as_secs(), time.subsec_micros() * 1_000).as_secs_f64()
}

/// The nodes per second, rounded down. A time of zero counts as a nanosecond.
pub(crate) fn per_second(nodes: u128, time: Duration) -> u128 {
    nodes.saturating_mul(1_000_000_000) / time.as_nanos().max(1)
}

#[cfg(test)]
mod tests {
    use super::{Duration, in_microseconds, per_second};
    use crate::json::ToJson;

    #[test]
    fn times_and_rates() {
        let second = Duration::from_secs(1);
        assert_eq!(per_second(119_060_324, second), 119_060_324);
        assert_eq!(per_second(3, second / 2), 6);
        assert_eq!(per_second(20, Duration::ZERO), 20_000_000_000);
        assert_eq!(per_second(u128::MAX, second), u128::MAX / 1_000_000_000);
        assert_eq!(in_microseconds(Duration::from_nanos(1_234_567_999)).to_json().to_string(), "1.234567");
    }
}
