//! Makes one script for the book of the WebAssembly module: `bind MODULE SCRIPT`.
//!
//! The script holds the glue that `wasm-bindgen` writes and the module itself as text, so that a page needs to fetch
//! nothing, and works from a folder too, where browsers let a page fetch no other file. It defines `quadbitLive`, with
//! `glue` (the glue's source, which the worker needs too) and `module` (base64).

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (module, script) = arguments.next().zip(arguments.next()).context("bind MODULE SCRIPT")?;
    let mut output = Bindgen::new()
        .input_path(&module)
        .no_modules(true)?
        .no_modules_global("quadbitGlue")?
        .typescript(false)
        .remove_name_section(true)
        .generate_output()
        .with_context(|| format!("binding {module}"))?;
    let bytes = output.wasm_mut().emit_wasm();
    let glue = quoted(output.js());
    let text =
        format!("globalThis.quadbitLive = {{\n  glue: {glue},\n  module: \"{}\",\n}};\n", base64(&bytes));
    fs::write(&script, &text).with_context(|| format!("writing {script}"))?;
    println!("bind: {} KiB of WebAssembly, {} KiB with all", bytes.len() / 1024, text.len() / 1024);
    Ok(())
}

/// A text as a string of JavaScript.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            // No `</script>` inside, and nothing that is not ASCII.
            '<' | '\0'..' ' | '\x7f'.. => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Base64 as in RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, i| word << 8 | u32::from(group.get(i).copied().unwrap_or(0)));
        for digit in 0..4 {
            let value = word >> (18 - 6 * digit) & 63;
            text.push(if digit > group.len() { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, quoted};

    #[test]
    fn base64_is_that_of_the_standard() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, expected) in cases {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn strings_are_quoted_for_scripts() {
        assert_eq!(
            quoted("a \"b\"\n\\ </script> é\u{1f600}"),
            "\"a \\\"b\\\"\\n\\\\ \\u003c/script> \\u00e9\\ud83d\\ude00\""
        );
    }
}
