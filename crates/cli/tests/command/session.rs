//! The session in docs/session.md, on a terminal of 80 columns and 40 rows without color.

use crate::page::{checkout, commands, matches, text};
use crate::tool::on_terminal;

const TERMINAL: &str =
    "stty cols 80 rows 40; export NO_COLOR=1 PATH=\"$(dirname \"$ZOBRIST\"):$PATH\"";

#[test]
fn a_session_on_a_terminal_is_as_recorded() {
    let page = text("docs/session.md");
    let folder = checkout(&page);
    let commands = commands(&page);
    assert!(commands.len() >= 10);
    for (command, expected) in commands {
        let Some(output) = on_terminal(&folder, &format!("{TERMINAL}; {command}")) else { return };
        let shown = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            matches(&expected, &lines),
            "$ {command}\nexpected\n{}\ngot\n{shown}",
            expected.join("\n")
        );
        assert_eq!(output.status.code(), Some(0), "$ {command}");
    }
}
