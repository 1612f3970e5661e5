//! The examples at the end of a command's help. Tests run each of them.

/// The heading of the examples, with the escape sequences of the other headings
/// ([`HEADING`](crate::command_line::HEADING)). clap removes them where there is no color.
macro_rules! examples {
    ($first:literal, $second:literal) => {
        concat!("\u{1b}[1m\u{1b}[33mExamples:\u{1b}[0m\n  ", $first, "\n  ", $second)
    };
}
