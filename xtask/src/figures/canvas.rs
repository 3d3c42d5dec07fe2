//! A drawing in scalable vector graphics: text, boxes and lines, in the style of `quadbit show --svg`.

use std::fmt::Write;

/// The grey of dark squares.
pub(super) const DARK: &str = "#ccc";
/// The grey of less important details.
pub(super) const FAINT: &str = "#555";
/// The dark grey of marks.
pub(super) const SET: &str = "#444";

const FONT: &str = "Helvetica, Arial, sans-serif";

/// A drawing in progress. Units are the pixels of its natural size; y grows downwards.
pub(super) struct Canvas {
    width: i32,
    height: i32,
    title: String,
    body: String,
}

impl Canvas {
    /// Makes an empty drawing. Screen readers read its title.
    pub(super) fn new(width: i32, height: i32, title: &str) -> Self {
        Self { width, height, title: title.to_owned(), body: String::new() }
    }

    /// Writes words, centred on `x`, on the base line `y`.
    pub(super) fn words(&mut self, x: i32, y: i32, size: i32, words: &str) {
        self.text((x, y), size, "middle", words);
    }

    /// Writes words from `x` on, on the base line `y`.
    pub(super) fn words_from(&mut self, x: i32, y: i32, size: i32, words: &str) {
        self.text((x, y), size, "start", words);
    }

    fn text(&mut self, (x, y): (i32, i32), size: i32, anchor: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        self.element(&format!(
            r##"<text x="{x}" y="{y}" font-family="{FONT}" font-size="{size}" text-anchor="{anchor}" fill="#000" xml:space="preserve">{text}</text>"##
        ));
    }

    /// Draws a filled box without a frame, its upper left corner at (x, y).
    pub(super) fn fill(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), fill: &str) {
        self.element(&format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// Draws a straight line from (x, y) to (`to_x`, `to_y`).
    pub(super) fn line(&mut self, (x, y): (i32, i32), (to_x, to_y): (i32, i32), stroke: f32, color: &str) {
        self.element(&format!(
            r#"<path d="M{x} {y}L{to_x} {to_y}" stroke="{color}" stroke-width="{stroke}"/>"#
        ));
    }

    /// Returns the finished document as text.
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
