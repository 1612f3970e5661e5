//! The moves of a position as a table for people.

use zobrist_index::{GameCounts, PlayerScore};
use zobrist_input::counted;

use super::bar::bar;
use crate::explorer::{Explored, ExploredMove};
use crate::openings;
use crate::style::Style;
use crate::text_table::{Column, cut};

/// A row: a move, indented in a tree, or the totals.
struct Row<'a> {
    name: String,
    counts: &'a GameCounts,
    /// Of how many games its share is.
    of: u64,
    other_orders: Option<u64>,
    /// The score of the player; empty for the totals, and if nobody was asked for.
    score: String,
    opening: String,
}

/// The rows of a table, which are drawn together, since they share the widths of their columns.
#[derive(Default)]
pub struct Table<'a> {
    rows: Vec<Row<'a>>,
    has_score: bool,
}

impl<'a> Table<'a> {
    /// An empty table. With `has_score`, it has the score of a player.
    pub fn new(has_score: bool) -> Table<'a> {
        Table { rows: Vec::new(), has_score }
    }

    /// Adds the row of a move, indented by its depth in a tree.
    pub fn add(&mut self, explored: &'a Explored, m: &'a ExploredMove, depth: usize) {
        let opening = openings::text(m.opening);
        self.rows.push(Row {
            name: "  ".repeat(depth) + &m.san,
            counts: &m.count.counts,
            of: explored.answer.kept,
            other_orders: m.other_orders,
            score: if self.has_score { score(m.count.player) } else { String::new() },
            opening,
        });
    }

    /// Adds the row of the totals.
    pub fn add_totals(&mut self, explored: &'a Explored) {
        let answer = &explored.answer;
        self.rows.push(Row {
            name: "total".to_owned(),
            counts: &answer.counts,
            of: answer.kept,
            other_orders: None,
            score: String::new(),
            opening: String::new(),
        });
    }

    /// The columns of the table.
    pub fn columns(&self, style: Style) -> Vec<Column> {
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
                let room = style.room_after(&columns).unwrap_or(usize::MAX);
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
        let [mut last, mut others, mut score] = ["last", "others", "score"].map(Column::right);
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
        }
        vec![name, games, share, elo, last, others, score]
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
            0..72 => (10, false),
            72..110 => (8, true),
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
        let only_code = room < 12;
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

/// The score of a player in percent, or `-` without a known result.
fn score(player: Option<PlayerScore>) -> String {
    let score = player.and_then(|player| player.score());
    score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score))
}

/// `12.5%`, or `-` of nothing.
fn percent(games: u64, of: u64) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * games as f64 / of as f64) }
}

/// Notes on moves and games that the table does not show, each in a line.
pub fn notes(explored: &Explored) -> String {
    let answer = &explored.answer;
    let mut notes = String::new();
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
