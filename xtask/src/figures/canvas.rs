//! A drawing in scalable vector graphics: text, boxes and boards, in the style of `quadbit show --svg`.

use std::fmt::Write;

/// The grey of dark squares.
pub(super) const DARK: &str = "#ccc";
/// The grey of less important details.
pub(super) const FAINT: &str = "#777";
/// The black of a bit that is set.
pub(super) const SET: &str = "#444";

const PROSE: &str = "Helvetica, Arial, sans-serif";
const CODE: &str = "monospace";

/// A drawing in progress. Units are the pixels of its natural size; y grows downwards.
pub(super) struct Canvas {
    width: i32,
    height: i32,
    title: String,
    body: String,
}

/// The alignment of a text at its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
}

impl Canvas {
    /// An empty drawing. Screen readers read the title.
    pub(super) fn new(width: i32, height: i32, title: &str) -> Self {
        Self { width, height, title: title.to_owned(), body: String::new() }
    }

    /// Words, centred on `x`, on the base line `y`.
    pub(super) fn words(&mut self, x: i32, y: i32, size: i32, words: &str) {
        self.text((x, y), size, Anchor::Middle, PROSE, "#000", words);
    }

    /// Words from `x` on.
    pub(super) fn words_from(&mut self, x: i32, y: i32, size: i32, words: &str) {
        self.text((x, y), size, Anchor::Start, PROSE, "#000", words);
    }

    /// Digits or code, centred on `x`.
    pub(super) fn code(&mut self, x: i32, y: i32, size: i32, fill: &str, code: &str) {
        self.text((x, y), size, Anchor::Middle, CODE, fill, code);
    }

    /// Digits or code from `x` on.
    pub(super) fn code_from(&mut self, x: i32, y: i32, size: i32, fill: &str, code: &str) {
        self.text((x, y), size, Anchor::Start, CODE, fill, code);
    }

    fn text(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, font: &str, fill: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        self.element(&format!(
            r#"<text x="{x}" y="{y}" font-family="{font}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" xml:space="preserve">{text}</text>"#
        ));
    }

    /// A filled box without a frame.
    pub(super) fn fill(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), fill: &str) {
        self.element(&format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// A frame, empty inside.
    pub(super) fn frame(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), stroke: f32) {
        self.element(&format!(
            r##"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="#000" stroke-width="{stroke}"/>"##
        ));
    }

    /// A straight line.
    pub(super) fn line(&mut self, (x, y): (i32, i32), (to_x, to_y): (i32, i32), stroke: f32, color: &str) {
        self.element(&format!(
            r#"<path d="M{x} {y}L{to_x} {to_y}" stroke="{color}" stroke-width="{stroke}"/>"#
        ));
    }

    /// A grid of cells with thin lines and a frame.
    pub(super) fn grid(
        &mut self,
        (x, y): (i32, i32),
        (columns, rows): (i32, i32),
        (width, height): (i32, i32),
    ) {
        for row in 1..rows {
            self.line((x, y + row * height), (x + columns * width, y + row * height), 0.5, FAINT);
        }
        for column in 1..columns {
            self.line((x + column * width, y), (x + column * width, y + rows * height), 0.5, FAINT);
        }
        self.frame((x, y), (columns * width, rows * height), 1.5);
    }

    /// A set of squares as a small board: bit 0 is a1, at the lower left.
    pub(super) fn set(&mut self, (x, y): (i32, i32), cell: i32, set: u64) {
        for square in (0..64).filter(|square| set >> square & 1 == 1) {
            self.fill((x + square % 8 * cell, y + (7 - square / 8) * cell), (cell, cell), SET);
        }
        self.grid((x, y), (8, 8), (cell, cell));
    }

    /// The finished document.
    pub(super) fn finish(self) -> String {
        let Self { width, height, title, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             {body}</svg>\n"
        )
    }

    fn element(&mut self, element: &str) {
        writeln!(self.body, "{element}").expect("a String takes everything");
    }
}
