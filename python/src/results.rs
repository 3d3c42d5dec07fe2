//! Converts the results of games to white's points, and back.

use quadbit_movegen::{Color, GameResult};

/// Converts a result to white's points: 1, 0.5 or 0; NaN if it is unknown.
pub(crate) const fn points(result: GameResult) -> f32 {
    match result {
        GameResult::Win(Color::White) => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Win(Color::Black) => 0.0,
        GameResult::Unknown => f32::NAN,
    }
}

/// Converts white's points to a result: unknown for NaN; `None` for numbers other than 1, 0.5 and 0.
pub(crate) fn result(points: f64) -> Option<GameResult> {
    match points {
        1.0 => Some(GameResult::Win(Color::White)),
        0.5 => Some(GameResult::Draw),
        0.0 => Some(GameResult::Win(Color::Black)),
        _ => points.is_nan().then_some(GameResult::Unknown),
    }
}
