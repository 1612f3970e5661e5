//! Colors of help and of errors: on a terminal that shows them, if `NO_COLOR` is not set.

use crate::tool::{Folder, on_terminal, zobrist};

/// The screen after a command line.
fn screen(line: &str) -> Option<String> {
    let output = on_terminal(&Folder::new(), line)?;
    Some(String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n"))
}

/// A text without its colors.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

const LINES: [&str; 5] =
    ["-h", "explore -h", "explore --help", "explore --schem fide x.pgn", "hash --format jsn"];

#[test]
fn help_and_errors_have_colors_on_a_terminal() {
    for line in LINES {
        let Some(colored) = screen(&format!("COLUMNS=100 \"$ZOBRIST\" {line}")) else { return };
        assert!(colored.contains("\u{1b}["), "{line}: {colored:?}");
        for variable in ["NO_COLOR=1", "TERM=dumb"] {
            let plain = screen(&format!("COLUMNS=100 {variable} \"$ZOBRIST\" {line}")).unwrap();
            assert!(!plain.contains('\u{1b}'), "{line}: {plain:?}");
            assert_eq!(without_colors(&colored), plain);
        }
        let empty = screen(&format!("COLUMNS=100 NO_COLOR= \"$ZOBRIST\" {line}")).unwrap();
        assert_eq!(empty, colored);
    }
}

#[test]
fn the_headings_have_one_color() {
    let Some(help) = screen("\"$ZOBRIST\" explore -h") else { return };
    for heading in ["Position:", "Examples:"] {
        assert!(help.contains(&format!("\u{1b}[1m\u{1b}[33m{heading}\u{1b}[0m\n")), "{help:?}");
    }
    assert!(help.contains("\u{1b}[1m\u{1b}[33mUsage:\u{1b}[0m "), "{help:?}");
}

#[test]
fn pipes_get_no_colors() {
    for line in LINES {
        let run = zobrist(line.split(' '));
        assert!(!run.stdout.contains('\u{1b}') && !run.stderr.contains('\u{1b}'), "{line}");
        let output =
            on_terminal(&Folder::new(), &format!("\"$ZOBRIST\" {line} > out 2>&1; cat out"));
        let Some(output) = output else { return };
        assert!(!output.stdout.contains(&0x1b), "{line}");
    }
}
