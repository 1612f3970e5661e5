//! The moves of a position as a table for people.

use zobrist_commands_input::openings;
use zobrist_console::style::Style;
use zobrist_console::text_table::{Column, cut};
use zobrist_explorer::{ExploreAnswer, ExploredMove};
use zobrist_index::{GameCounts, PlayerScore};
use zobrist_input::counted;

/// The headings of columns that may be left out.
const PERFORMANCE: &str = "perf";
const SCORE: &str = "score";

/// The characters of a code of the Encyclopaedia of Chess Openings.
const ECO: usize = 3;

/// The room in characters below which an opening has its code and no name.
const NAME: usize = 12;

/// The width in characters below which a screen has no room for all columns.
const NARROW: usize = 72;

/// A row: a move, indented in a tree, or the totals.
struct Row<'a> {
    name: String,
    counts: &'a GameCounts,
    /// Of how many games its share is.
    of: u64,
    other_orders: Option<u64>,
    /// The score of the player, or White's if nobody was asked for.
    score: String,
    /// The performance rating of the player; empty if nobody was asked for.
    performance: String,
    opening: String,
}

/// The rows of a table, which are drawn together, since they share the widths of their columns.
#[derive(Default)]
pub(crate) struct Table<'a> {
    rows: Vec<Row<'a>>,
    of_player: bool,
}

impl<'a> Table<'a> {
    /// An empty table, with the score of a player or with White's.
    pub(crate) fn new(of_player: bool) -> Table<'a> {
        Table { rows: Vec::new(), of_player }
    }

    /// Adds the row of a move, indented by its depth in a tree.
    pub(crate) fn add(&mut self, explored: &'a ExploreAnswer, m: &'a ExploredMove, depth: usize) {
        let opening = openings::text(m.opening);
        self.rows.push(Row {
            name: "  ".repeat(depth) + &m.san,
            counts: &m.count.counts,
            of: explored.answer.kept,
            other_orders: m.other_orders,
            score: self.score(&m.count.counts, m.count.player),
            performance: self.performance(m.count.player),
            opening,
        });
    }

    /// Adds the row of the totals.
    pub(crate) fn add_totals(&mut self, explored: &'a ExploreAnswer) {
        let answer = &explored.answer;
        self.rows.push(Row {
            name: "total".to_owned(),
            counts: &answer.counts,
            of: answer.kept,
            other_orders: None,
            score: self.score(&answer.counts, answer.player),
            performance: self.performance(answer.player),
            opening: String::new(),
        });
    }

    /// The score of the player, or White's, in percent, or `-` without a known result.
    fn score(&self, counts: &GameCounts, player: Option<PlayerScore>) -> String {
        let score = match self.of_player {
            true => player.and_then(|player| player.score()),
            false => counts.white_score(),
        };
        score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score))
    }

    /// The performance rating of the player by FIDE's table, `-` without a rated opponent, or
    /// nothing if nobody was asked for.
    fn performance(&self, player: Option<PlayerScore>) -> String {
        let rating = player.and_then(|player| player.performance());
        match self.of_player {
            true => rating.map_or("-".to_owned(), |rating| rating.to_string()),
            false => String::new(),
        }
    }

    /// The columns of the table.
    pub(crate) fn columns(&self, style: Style) -> Vec<Column> {
        // A column that says nothing is left out, and takes no room.
        let says_something = |column: &Column| column.cells.iter().any(|cell| !cell.is_empty());
        let mut columns = self.numbers();
        columns.retain(says_something);
        match style {
            Style::Plain => {
                columns.splice(3..3, self.percentages());
                columns.push(self.openings(usize::MAX));
            }
            Style::Screen { width, .. } => {
                columns.insert(3, self.bars(width));
                let mut room = style.room_after(&columns).unwrap_or(usize::MAX);
                let mut leave_out = |heading: &str| {
                    columns.retain(|column| column.heading != heading);
                    style.room_after(&columns).unwrap_or(usize::MAX)
                };
                // The code of an opening is worth more than a rating, and its name more than White's
                // score, which the results tell, too.
                if width < NARROW || room < ECO {
                    room = leave_out(PERFORMANCE);
                }
                if !self.of_player && room < NAME {
                    room = leave_out(SCORE);
                }
                columns.push(self.openings(room));
            }
        }
        columns.retain(says_something);
        columns
    }

    /// The columns of numbers, without the results.
    fn numbers(&self) -> Vec<Column> {
        let mut name = Column::left("move");
        let [mut games, mut share, mut elo] = ["games", "share", "elo"].map(Column::right);
        let [mut last, mut others, mut score] = ["last", "others", SCORE].map(Column::right);
        let mut performance = Column::right(PERFORMANCE);
        for row in &self.rows {
            name.cells.push(row.name.clone());
            games.cells.push(row.counts.games().to_string());
            share.cells.push(percent(row.counts.games(), row.of));
            let average = row.counts.average_elo();
            elo.cells.push(average.map_or("-".to_owned(), |elo| format!("{elo:.0}")));
            last.cells.push(row.counts.last_year().map_or("-".to_owned(), |y| y.to_string()));
            others.cells.push(match row.other_orders {
                None | Some(0) => String::new(),
                Some(games) => format!("+{games}"),
            });
            score.cells.push(row.score.clone());
            performance.cells.push(row.performance.clone());
        }
        vec![name, games, share, elo, last, others, score, performance]
    }

    /// The results in percent of the games whose result is known.
    fn percentages(&self) -> [Column; 3] {
        let [mut white, mut draws, mut black] = ["white", "draws", "black"].map(Column::right);
        for Row { counts, .. } in &self.rows {
            let known = counts.games() - counts.unknown;
            white.cells.push(percent(counts.white, known));
            draws.cells.push(percent(counts.draws, known));
            black.cells.push(percent(counts.black, known));
        }
        [white, draws, black]
    }

    /// The results as bars, for a line of this width.
    fn bars(&self, width: usize) -> Column {
        let (bar_width, has_numbers) = match width {
            0..NARROW => (10, false),
            NARROW..110 => (8, true),
            110.. => (20, true),
        };
        let heading = match has_numbers {
            true => format!("white{:^width$}black", "draw", width = bar_width),
            false => "results".to_owned(),
        };
        let mut bars = Column::left(&heading);
        for Row { counts, .. } in &self.rows {
            let known = counts.games() - counts.unknown;
            if known == 0 {
                bars.cells.push("-".to_owned());
                continue;
            }
            let bar = bar([counts.white, counts.draws, counts.black], bar_width);
            let whole = |games: u64| format!("{:.0}%", 100.0 * games as f64 / known as f64);
            bars.cells.push(if has_numbers {
                format!("{:>4} {bar} {:>4}", whole(counts.white), whole(counts.black))
            } else {
                bar
            });
        }
        bars
    }

    /// The names of the openings that moves enter, as far as there is room.
    fn openings(&self, room: usize) -> Column {
        let mut openings = Column::left("opening");
        let only_code = room < NAME;
        let name = |row: &Row| match row.opening.split_once(' ') {
            Some((eco, _)) if only_code => cut(eco, room),
            _ => cut(&row.opening, room),
        };
        openings.cells = self.rows.iter().map(name).collect();
        if only_code {
            openings.heading = "eco".to_owned();
        }
        openings
    }
}

/// `12.5%`, or `-` of nothing.
fn percent(games: u64, of: u64) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * games as f64 / of as f64) }
}

/// Notes on what the table with these columns does not show, each in a line.
pub(crate) fn notes(explored: &ExploreAnswer, columns: &[Column]) -> String {
    let answer = &explored.answer;
    let mut notes = String::new();
    let has_score = columns.iter().any(|column| column.heading == SCORE);
    if let Some(score) = answer.counts.white_score().filter(|_| !has_score) {
        notes += &format!("White scores {:.1}%\n", 100.0 * score);
    }
    let (moves, games) = explored.hidden;
    if moves > 0 {
        let moves = counted(moves, "more move", "more moves");
        notes += &format!("{moves} of {} not shown\n", counted(games, "game", "games"));
    }
    if answer.ended > 0 && !explored.moves.is_empty() {
        notes += &format!("{} here\n", counted(answer.ended, "game ends", "games end"));
    }
    if answer.counts.unknown > 0 {
        let games = counted(answer.counts.unknown, "game", "games");
        notes += &format!("{games} without a known result\n");
    }
    notes
}

/// Characters for wins of White, draws and wins of Black.
const PARTS: [char; 3] = ['█', '▒', '·'];

/// A bar of `width` characters, divided in proportion to three numbers that are not all 0: a part
/// that is not 0 has a character at least, if there is room.
pub(crate) fn bar(numbers: [u64; 3], width: usize) -> String {
    let sum: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
    let share = |number: u64| u128::from(number) * width as u128;
    let mut parts = numbers.map(|number| (share(number) / sum) as usize);
    for (part, number) in parts.iter_mut().zip(numbers) {
        *part = (*part).max(usize::from(number > 0));
    }
    // A remainder goes to the parts that lack most, an excess comes from the longest.
    let lacks = |parts: &[usize; 3], at: usize| {
        share(numbers[at]) as i128 - (parts[at] as i128 * sum as i128)
    };
    while parts.iter().sum::<usize>() < width {
        let most = (0..3).max_by_key(|at| lacks(&parts, *at)).expect("three parts");
        parts[most] += 1;
    }
    while parts.iter().sum::<usize>() > width {
        let longest = (0..3).rev().max_by_key(|at| parts[*at]).expect("three parts");
        parts[longest] -= 1;
    }
    PARTS.iter().zip(parts).map(|(part, length)| part.to_string().repeat(length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_proportion() {
        for (numbers, expected) in [
            ([1, 0, 0], "████████"),
            ([0, 0, 7], "········"),
            ([1, 1, 2], "██▒▒····"),
            ([49, 13, 38], "████▒···"),
            ([1000, 1, 1000], "███▒····"),
            ([1, 0, 1000], "█·······"),
            ([u64::MAX, u64::MAX, u64::MAX], "██▒▒▒···"),
        ] {
            assert_eq!(bar(numbers, 8), expected, "{numbers:?}");
        }
    }

    #[test]
    fn bars_have_their_width() {
        for width in 0..40 {
            for numbers in [[1, 2, 3], [0, 5, 0], [9, 0, 1], [1, 1000, 1], [100, 1, 1]] {
                assert_eq!(bar(numbers, width).chars().count(), width);
            }
        }
    }
}
