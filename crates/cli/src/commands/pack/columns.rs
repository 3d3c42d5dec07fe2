//! Lines of text in the user's own columns: `--columns fen,score --separator ,`.

use quadbit_movegen::{Color, GameResult, Move, Validity};
use quadbit_pack::{Labels, Sample, text};

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Column {
    Fen,
    /// Centipawns from White's view
    Score,
    /// Centipawns from the view of the side to move
    MoverScore,
    /// From White's view: 1.0, 0.5 or 0.0; or 1-0, 1/2-1/2 or 0-1
    Result,
    /// In the notation of UCI
    Move,
    /// Anything else, which is not read
    Other,
}

/// The columns of a line, and the character that separates them.
pub(super) struct Columns<'a> {
    pub(super) names: &'a [Column],
    pub(super) separator: char,
}

impl Columns<'_> {
    /// Reads a line. Quotation marks and blanks around a value are left out, and an empty value stands for none. Of two
    /// scores, the one from White's view counts.
    pub(super) fn read(&self, line: &[u8], validity: Validity) -> Result<Sample, String> {
        let line = str::from_utf8(line).map_err(|_| "it is not UTF-8")?.trim_end_matches(['\r', '\n']);
        let values: Vec<&str> =
            line.split(self.separator).map(|value| value.trim().trim_matches('"')).collect();
        let (asked, found) = (self.names.len(), values.len());
        if asked != found {
            return Err(format!("{found} columns where --columns names {asked}"));
        }
        let value = |name| {
            let mut cells = self.names.iter().zip(&values);
            cells.find_map(|(column, value)| (*column == name && !value.is_empty()).then_some(*value))
        };
        let fen = value(Column::Fen).ok_or("no FEN")?;
        let mut sample = text::read_fen(fen, validity).map_err(|error| error.to_string())?;
        let is_white = sample.position.side_to_move() == Color::White;
        let score = |name| {
            value(name)
                .map(|text| text.parse::<i16>().map_err(|_| format!("{text:?} is no number of centipawns")))
        };
        let of_mover = score(Column::MoverScore).transpose()?;
        let of_mover = of_mover.map(|score| if is_white { score } else { score.saturating_neg() });
        let result = value(Column::Result).filter(|text| *text != "*").map(result);
        let mv = value(Column::Move)
            .map(|text| Move::from_uci(text, &sample.position).map_err(|error| format!("{text:?}: {error}")));
        sample.labels = Labels {
            score: score(Column::Score).transpose()?.or(of_mover),
            result: result.transpose()?.unwrap_or(GameResult::Unknown),
            mv: mv.transpose()?,
            ..Labels::NONE
        };
        Ok(sample)
    }
}

/// Reads a result as people write it, from White's view.
pub(super) fn result(text: &str) -> Result<GameResult, &'static str> {
    match text {
        "1" | "1.0" | "1-0" | "white" => Ok(GameResult::Win(Color::White)),
        "0.5" | "1/2" | "1/2-1/2" | "draw" => Ok(GameResult::Draw),
        "0" | "0.0" | "0-1" | "black" => Ok(GameResult::Win(Color::Black)),
        _ => Err("a result is 1.0, 0.5 or 0.0, or white, draw or black"),
    }
}
