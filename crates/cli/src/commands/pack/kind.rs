//! The formats by their names, and where their records end.

use clap::ValueEnum;
use quadbit_pack::{binaryfen, bulletformat, marlinformat, tgct, viriformat};

/// A format of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// A FEN a line
    Fen,
    /// Lines `FEN | cp | result`, both from white's view; results 1.0, 0.5, 0.0
    Text,
    /// 32 bytes: men, score and result, from the mover's view
    Bulletformat,
    /// 32 bytes: the whole position, score and result from white's view
    Marlinformat,
    /// Games from a position of marlinformat, with a score for each move
    Viriformat,
    /// Lichess's records, a byte with the length before each
    Binaryfen,
    /// 26 bytes: The Grand Chess Tree's position
    Tgct,
    /// Games (input only): the position before each move, with the result of the game
    Pgn,
}

impl Kind {
    /// Whether this is text, which never begins with the bytes of a compressed file.
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Self::Fen | Self::Text | Self::Pgn)
    }

    /// Whether a record has a result.
    pub(super) const fn has_result(self) -> bool {
        matches!(self, Self::Text | Self::Bulletformat | Self::Marlinformat | Self::Viriformat)
    }

    /// The lengths of the whole records at the beginning of some bytes. With `is_end` there are no more bytes, and a last line needs
    /// no line break.
    pub(super) fn lengths(self, bytes: &[u8], is_end: bool) -> Vec<usize> {
        match self {
            Self::Fen | Self::Text => {
                let lines = bytes.split_inclusive(|&byte| byte == b'\n');
                lines.filter(|line| is_end || line.ends_with(b"\n")).map(<[u8]>::len).collect()
            }
            Self::Bulletformat => fixed(bytes, size_of::<bulletformat::Board>()),
            Self::Marlinformat => fixed(bytes, size_of::<marlinformat::Board>()),
            Self::Tgct => fixed(bytes, size_of::<tgct::Board>()),
            Self::Viriformat => {
                viriformat::games(bytes).map_while(Result::ok).map(|game| game.len()).collect()
            }
            // Its games are found by the reader that plays them.
            Self::Pgn => Vec::new(),
            Self::Binaryfen => {
                binaryfen::framed(bytes).map_while(Result::ok).map(|record| 1 + record.len()).collect()
            }
        }
    }
}

fn fixed(bytes: &[u8], size: usize) -> Vec<usize> {
    vec![size; bytes.len() / size]
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn whole_records_and_no_halves() {
        for (kind, bytes, is_end, expected) in [
            (Kind::Fen, &b"one\ntwo\nthr"[..], false, &[4, 4][..]),
            (Kind::Fen, b"one\ntwo\nthr", true, &[4, 4, 3]),
            (Kind::Tgct, &[0; 60], true, &[26, 26]),
            (Kind::Marlinformat, &[0; 31], true, &[]),
            (Kind::Viriformat, &[0; 75], true, &[36, 36]),
            (Kind::Binaryfen, &[2, 9, 9, 0, 3, 9], true, &[3, 1]),
        ] {
            assert_eq!(kind.lengths(bytes, is_end), expected, "{kind:?}");
        }
    }
}
