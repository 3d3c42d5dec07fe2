//! What was found as text: games as they stand in the file, and rows of positions.

use std::borrow::Cow;
use std::ops::Range;

use quadbit_data::find::KnownGame;
use quadbit_movegen::CastlingStyle;
use quadbit_pgn::{StreamedGame, Token, Tokens};

use super::To;
use crate::json::{Json, ToJson};

/// The first line of CSV, without tags.
pub(super) const COLUMNS: &str = "file,game,begin_byte,end_byte,ply,fen,move,san";

/// The text of a row about the position at `ply`. A row of CSV or JSON begins with the file and the number of the game,
/// which are left out here and written later. `bytes` is the range of the game in its file, empty for records.
pub(super) fn row(
    to: To,
    game: &KnownGame<'_>,
    ply: usize,
    bytes: &Range<u64>,
    tags: &[(&str, Option<Cow<'_, str>>)],
) -> Vec<u8> {
    let position = &game.positions[ply];
    if to == To::Fen {
        return format!("{position}\n").into_bytes();
    }
    let mv = game.moves.get(ply).filter(|mv| mv.from() != mv.to());
    let uci = mv.map(|mv| mv.to_uci(position, CastlingStyle::Standard).to_string());
    let san = mv.map(|mv| mv.to_san(position).to_string());
    let Range { start, end } = *bytes;
    let has_bytes = end > start;
    if to == To::Csv {
        let bytes = if has_bytes { format!("{start},{end}") } else { ",".to_owned() };
        let texts = [Some(position.to_string().into()), uci.map(Cow::Owned), san.map(Cow::Owned)];
        let tags = tags.iter().map(|(_, value)| value.clone());
        let texts: Vec<String> =
            texts.into_iter().chain(tags).map(|text| field(&text.unwrap_or_default())).collect();
        return format!(",{bytes},{},{}\n", ply, texts.join(",")).into_bytes();
    }
    let text = |text: &str| Json::Text(text.to_owned());
    let mut object = Vec::new();
    if has_bytes {
        object.extend([("begin_byte", start.to_json()), ("end_byte", end.to_json())]);
    }
    object.extend([("ply", ply.to_json()), ("fen", text(&position.to_string()))]);
    object.extend(uci.map(|uci| ("move", text(&uci))));
    object.extend(san.map(|san| ("san", text(&san))));
    let mut line = Json::Object(object).to_string();
    if !tags.is_empty() {
        let member = |(name, value): &(&str, Option<Cow<'_, str>>)| {
            format!("{}:{}", text(name), value.as_ref().map_or(Json::None, |value| text(value)))
        };
        let members: Vec<String> = tags.iter().map(member).collect();
        line.truncate(line.len() - 1);
        line = format!("{line},\"tags\":{{{}}}}}", members.join(","));
    }
    // The members for the file and the number of the game are written before this.
    format!(",{}\n", &line[1..]).into_bytes()
}

/// A field of CSV: in quotation marks if it has a comma, a quotation mark or a line end.
pub(super) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A game as it is in the file, with a blank line after it. `marks` are plies, ascending, at which a comment is
/// added.
pub(super) fn game(game: &StreamedGame<'_>, marks: &[usize]) -> Vec<u8> {
    let (text, range) = (game.record().text(), trimmed(game));
    let (mut bytes, mut at) = (Vec::with_capacity(range.len() + 2), range.start);
    for place in places(text, marks) {
        game.copy(at..place, &mut bytes);
        bytes.extend(if bytes.ends_with(b" ") || bytes.ends_with(b"\n") {
            &b"{found} "[..]
        } else {
            b" {found}"
        });
        at = place;
    }
    game.copy(at..range.end, &mut bytes);
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    bytes.extend_from_slice(line_end.repeat(2).as_bytes());
    bytes
}

/// Returns the byte of `text` at which a comment for each ply of `marks` goes: after the move that leads to the ply, or
/// before the first move for ply 0.
fn places(text: &str, marks: &[usize]) -> Vec<usize> {
    let (mut places, mut marks) = (Vec::new(), marks.iter().peekable());
    let (mut tokens, mut plies, mut depth) = (Tokens::new(text), 0, 0);
    while marks.peek().is_some() {
        let Some(token) = tokens.next() else { break };
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::Move(word) | Token::NullMove(word) if depth == 0 => {
                if plies == 0 && marks.next_if_eq(&&0).is_some() {
                    places.push(tokens.offset() - word.len());
                }
                plies += 1;
                if marks.next_if_eq(&&plies).is_some() {
                    places.push(tokens.offset());
                }
            }
            _ => {}
        }
    }
    places
}

/// The range of a game within the text of its record, without the white space around it.
fn trimmed(game: &StreamedGame<'_>) -> Range<usize> {
    let text = game.record().text();
    let begin = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    begin..begin.max(text.trim_end().len())
}
