//! Tables for people: columns that are as wide as they need to be, two blanks apart.

/// The side of a column to which its cells are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Cells begin below each other.
    Left,
    /// Cells end below each other.
    Right,
}

/// A column: its heading, the side to which its cells are set, and its cells.
#[derive(Clone, Debug)]
pub struct Column {
    /// The text above the cells.
    pub heading: String,
    /// The side to which the cells and the heading are set.
    pub align: Align,
    /// A cell for each row.
    pub cells: Vec<String>,
}

impl Column {
    /// A column of texts, without cells.
    pub fn left(heading: &str) -> Column {
        Column { heading: heading.to_owned(), align: Align::Left, cells: Vec::new() }
    }

    /// A column of numbers, without cells.
    pub fn right(heading: &str) -> Column {
        Column { heading: heading.to_owned(), align: Align::Right, cells: Vec::new() }
    }

    /// The width that it takes, in characters.
    pub fn width(&self) -> usize {
        let cells = self.cells.iter().map(String::as_str).chain([&*self.heading]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

/// The blanks between two columns.
pub const GAP: usize = 2;

/// The lines of a table: the headings and the rows. All columns have as many cells. Lines end
/// without blanks.
pub fn lines(columns: &[Column]) -> Vec<String> {
    let widths: Vec<usize> = columns.iter().map(Column::width).collect();
    let line = |cell: &dyn Fn(&Column) -> String| {
        let mut line = String::new();
        for (column, width) in columns.iter().zip(&widths) {
            if !line.is_empty() {
                line += &" ".repeat(GAP);
            }
            let cell = cell(column);
            line += &match column.align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            };
        }
        line.truncate(line.trim_end().len());
        line
    };
    let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    let heading = line(&|column| column.heading.clone());
    let rows = (0..rows).map(|row| line(&|column| column.cells[row].clone()));
    [heading].into_iter().chain(rows).collect()
}

/// A text of at most `width` characters, which ends in `…` if it was longer.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    if width == 0 { kept } else { kept.trim_end().to_owned() + "…" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut names = Column::left("move");
        names.cells = vec!["e4".into(), "Nbxd2".into()];
        let mut games = Column::right("games");
        games.cells = vec!["1234567".into(), "8".into()];
        let mut openings = Column::left("opening");
        openings.cells = vec![String::new(), "B20 Sicilian".into()];
        assert_eq!(
            lines(&[names, games, openings]),
            ["move     games  opening", "e4     1234567", "Nbxd2        8  B20 Sicilian"]
        );
    }

    #[test]
    fn a_long_text_is_cut() {
        for (width, expected) in
            [(12, "Grünfeld xyz"), (9, "Grünfeld…"), (3, "Gr…"), (1, "…"), (0, "")]
        {
            assert_eq!(cut("Grünfeld xyz", width), expected);
        }
    }
}
