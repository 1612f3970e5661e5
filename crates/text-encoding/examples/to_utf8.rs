//! Converts a file to UTF-8, from an encoding that is guessed from its words unless it is given. A
//! line that is UTF-8 already stays as it is, so that a file of mixed origin comes out whole.
//!
//! ```sh
//! cargo run --release -p zobrist-text-encoding --example to_utf8 -- old.pgn >new.pgn
//! cargo run --release -p zobrist-text-encoding --example to_utf8 -- old.pgn windows-1250 >new.pgn
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};

use zobrist_text_encoding::{TextEncoding, encoding_of_texts};

/// The text in UTF-8, the encoding by which it was read, and the number of lines that are not as
/// they were. Without an encoding all was UTF-8.
struct Converted {
    text: String,
    encoding: Option<TextEncoding>,
    lines: usize,
}

fn convert(bytes: &[u8], given: Option<TextEncoding>) -> Converted {
    let lines = || bytes.split_inclusive(|byte| *byte == b'\n');
    let odd = || lines().filter(|line| str::from_utf8(line).is_err());
    let encoding = match odd().next() {
        Some(_) => given.or_else(|| encoding_of_texts(odd())),
        None => None,
    };
    // A line in no encoding that is known is of the default one.
    let by = encoding.unwrap_or_default();
    let text = lines().map(|line| by.decode(line)).collect();
    Converted { text, encoding, lines: odd().count() }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (file, given) = match &arguments[..] {
        [file] => (file, None),
        [file, name] => (file, Some(name.parse::<TextEncoding>()?)),
        _ => return Err("expected a file, and its encoding if it is known".into()),
    };
    let converted = convert(&fs::read(file)?, given);
    io::stdout().write_all(converted.text.as_bytes())?;
    match converted.encoding {
        Some(by) => eprintln!("{file}: {} lines converted from {}", converted.lines, by.name()),
        None => eprintln!("{file}: all is UTF-8"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_guessed_from_the_words() {
        let mixed = b"[White \"Dvo\xf8\xe1k, Ji\xf8\xed\"]\n[Black \"M\xc3\xbcller\"]\n1. e4 *\n";
        let converted = convert(mixed, None);
        assert_eq!(converted.encoding.unwrap().name(), "windows-1250");
        assert_eq!(converted.text, "[White \"Dvořák, Jiří\"]\n[Black \"Müller\"]\n1. e4 *\n");
        assert_eq!(converted.lines, 1);
    }

    #[test]
    fn a_given_encoding_is_taken() {
        let converted = convert(b"\xcf\xf0\xe8\xe2\xe5\xf2\n", Some("cp1251".parse().unwrap()));
        assert_eq!(converted.text, "Привет\n");
        assert!("cp99999".parse::<TextEncoding>().is_err());
    }

    #[test]
    fn utf8_stays_as_it_is() {
        let converted = convert("Jiří\r\n\nMüller".as_bytes(), Some("latin2".parse().unwrap()));
        assert_eq!((&*converted.text, converted.lines), ("Jiří\r\n\nMüller", 0));
        assert!(converted.encoding.is_none());
    }
}
