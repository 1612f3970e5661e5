//! Emphasis on a terminal that shows it.

use std::env;

use terminal_size::{Width, terminal_size_of};

use crate::terminal::{self, Sink};
use crate::text_table::{Column, GAP, lines};

/// True if escape sequences may go to a stream with this escaping.
pub fn has_color(sink: Sink) -> bool {
    sink == Sink::Terminal && !terminal::is_dumb() && allows_color()
}

fn allows_color() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The style of a table for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Letters and digits in lines of any length: for pipes, and terminals that can do no more.
    Plain,
    /// Bars in lines of this width, with emphasis by escape sequences if `has_color` says so.
    Screen {
        /// Number of characters in a line.
        width: usize,
        /// True if emphasis is shown.
        has_color: bool,
    },
}

impl Style {
    /// The style of standard output. The variable NO_COLOR, if it is not empty, forbids escape
    /// sequences, and TERM=dumb also bars.
    pub fn of_stdout() -> Style {
        if terminal::stdout() == Sink::Exact || terminal::is_dumb() {
            return Style::Plain;
        }
        let width = terminal_size_of(std::io::stdout()).map(|(Width(width), _)| width);
        Style::Screen {
            width: width.filter(|width| *width > 0).map_or(80, usize::from),
            has_color: allows_color(),
        }
    }

    /// The width that is left in a line after some columns; `None` if lines may have any length.
    pub fn room_after(self, columns: &[Column]) -> Option<usize> {
        let Style::Screen { width, .. } = self else { return None };
        let taken: usize = columns.iter().map(|column| column.width() + GAP).sum();
        Some(width.saturating_sub(taken))
    }

    /// A table whose headings stand back.
    pub fn table(self, columns: &[Column]) -> String {
        let mut lines = lines(columns).into_iter();
        let headings = lines.next().map(|headings| self.dim(&headings));
        headings.into_iter().chain(lines).map(|line| line + "\n").collect()
    }

    /// A text that stands out.
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// A text that stands back.
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self {
            Style::Screen { has_color: true, .. } if !text.is_empty() => {
                format!("\u{1b}[{code}m{text}\u{1b}[0m")
            }
            _ => text.to_owned(),
        }
    }
}
