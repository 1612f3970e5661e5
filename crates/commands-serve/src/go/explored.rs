//! Positions on the board, their corners and their sides, in all games that are served: what came
//! next, with what result.

use clap::ValueEnum;
use serde::Serialize;
use zobrist_go::{Board, Color};
use zobrist_go_games::tally::{Facts, Tally};
use zobrist_go_index::{Part, Window};

use super::super::chosen::ChosenSources;
use super::games::GoGames;

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Region {
    Board,
    UpperLeft,
    UpperRight,
    LowerLeft,
    LowerRight,
    Left,
    Right,
    Top,
    Bottom,
}

/// The answer to `GET /api/go/explore`.
#[derive(Debug, Serialize)]
pub(crate) struct Explored {
    /// The number of games that have the position, and of those that were looked at.
    found: u64,
    of: u64,
    moves: Vec<NextMove>,
    games: Vec<FoundGame>,
}

/// A move that came next, as a row of `zobrist go explore`.
#[derive(Debug, Serialize)]
struct NextMove {
    /// The name of a point, `pass`, or `None` if no more was played there.
    #[serde(rename = "move")]
    played: Option<String>,
    player: Option<String>,
    games: u64,
    black_wins: u64,
    white_wins: u64,
    tenuki: u64,
    first_year: Option<u64>,
    last_year: Option<u64>,
}

/// A game that has the position, as a row of `zobrist go explore --games`.
#[derive(Debug, Serialize)]
struct FoundGame {
    /// The number of the game among all that are served, if it is.
    game_id: Option<usize>,
    /// The ply of its main line that has the position.
    ply: usize,
    file: String,
    game: u64,
    at: u64,
    symmetry: &'static str,
    colors_swapped: bool,
    #[serde(rename = "move")]
    played: Option<String>,
    player: Option<String>,
    tenuki: u64,
    black: Option<String>,
    white: Option<String>,
    result: Option<String>,
    date: Option<String>,
}

impl Explored {
    /// Looks for a region of a position in all games of some sources. The first `most` games are listed. A region
    /// without a stone is found nowhere.
    ///
    /// # Errors
    /// When the board has no such region, or an index cannot be read.
    pub(crate) fn of(
        games: &GoGames,
        sources: &ChosenSources,
        board: &Board,
        region: Region,
        player: Option<&str>,
        most: usize,
    ) -> anyhow::Result<Result<Explored, String>> {
        let window = match region.window(board) {
            Ok(Some(window)) => window,
            Ok(None) => {
                let of = games.count(sources) as u64;
                return Ok(Ok(Explored { found: 0, of, moves: Vec::new(), games: Vec::new() }));
            }
            Err(error) => return Ok(Err(error)),
        };
        let mut tally = Tally::default();
        let mut listed = Vec::new();
        let of = games.find(sources, &window, player, |game_id, facts, found| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            let swaps = found.symmetry.swaps_colors();
            tally.add(found, Facts::of(&text(&facts.result), &text(&facts.date), swaps));
            if listed.len() < most {
                listed.push(FoundGame {
                    game_id,
                    ply: game_id.map_or(0, |game| games.ply_after(game, found.moves)),
                    file: facts.file,
                    game: facts.number,
                    at: found.moves,
                    symmetry: found.symmetry.turn(),
                    colors_swapped: swaps,
                    played: found.next.map(|(_, played)| played.to_string()),
                    player: found.next.map(|(color, _)| color.to_string()),
                    tenuki: found.elsewhere,
                    black: facts.black,
                    white: facts.white,
                    result: facts.result,
                    date: facts.date,
                });
            }
        })?;
        let found = tally.games();
        let moves = tally.sorted().into_iter().map(|next| NextMove {
            played: next.next.map(|(_, played)| played.to_string()),
            player: next.next.map(|(color, _)| color.to_string()),
            games: next.games,
            black_wins: next.wins[Color::Black.index()],
            white_wins: next.wins[Color::White.index()],
            tenuki: next.tenuki,
            first_year: next.years.map(|(first, _)| first),
            last_year: next.years.map(|(_, last)| last),
        });
        Ok(Ok(Explored { found, of, moves: moves.collect(), games: listed }))
    }
}

impl Region {
    /// The window of a board; `None` if it has no stone.
    ///
    /// # Errors
    /// When the board is too small for it.
    fn window(self, board: &Board) -> Result<Option<Window>, String> {
        let part = match self {
            Region::Board => Part::Board,
            Region::UpperLeft => Part::UpperLeft,
            Region::UpperRight => Part::UpperRight,
            Region::LowerLeft => Part::LowerLeft,
            Region::LowerRight => Part::LowerRight,
            Region::Left => Part::Left,
            Region::Right => Part::Right,
            Region::Top => Part::Top,
            Region::Bottom => Part::Bottom,
        };
        let window = Window::part(board, part, true, true).map_err(|error| error.to_string())?;
        // An index has keys of every part that has a stone.
        Ok(window.key().is_some().then_some(window))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn games_of_files_and_of_an_index_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let text = "(;SZ[19]PB[Ada]RE[B+R]DT[2016]AB[dd];W[pd];B[dq];AW[aa];W[qq])\n\
                    (;SZ[19]PB[Bob]RE[W+2]DT[1999]AB[dd];W[pd];W[pp])\n(;SZ[9];B[gc])";
        fs::write(&path, text).unwrap();
        let index = folder.path().join("index");
        let builder = zobrist_go_index::GoIndexBuilder::new(&index, Default::default()).unwrap();
        let files = [path.clone()];
        zobrist_go_games::build_index::build_index(builder, &files, true, Default::default())
            .unwrap();
        for source in [path, index] {
            let (games, _) = GoGames::read(&[source]).unwrap();
            let ask = |game: usize, ply: usize, region: Region, player: Option<&str>| -> Value {
                let board = games.board(game, 0, ply).unwrap();
                let explored =
                    Explored::of(&games, &ChosenSources::default(), &board, region, player, 1)
                        .unwrap();
                serde_json::to_value(explored.unwrap()).unwrap()
            };
            let asked = ask(0, 1, Region::Board, None);
            assert_eq!((&asked["found"], &asked["of"]), (&json!(2), &json!(3)));
            assert_eq!(asked["moves"].as_array().unwrap().len(), 2);
            let listed = asked["games"].as_array().unwrap();
            assert_eq!(listed.len(), 1);
            let of = |name: &str| &listed[0][name];
            assert_eq!((of("game_id"), of("ply"), of("at")), (&json!(0), &json!(1), &json!(1)));
            assert_eq!((of("black"), of("date")), (&json!("Ada"), &json!("2016")));
            let asked = ask(1, 2, Region::Board, Some("BOB"));
            assert_eq!((&asked["found"], &asked["of"]), (&json!(1), &json!(1)));
            assert_eq!(asked["games"][0]["game_id"], 1);
            // The ply after stones that were set up has another number than the move.
            let asked = ask(0, 4, Region::LowerRight, None);
            let game = &asked["games"][0];
            assert_eq!(
                (&asked["found"], &game["at"], &game["ply"]),
                (&json!(1), &json!(3), &json!(4))
            );
            assert_eq!(ask(0, 0, Region::Bottom, None)["found"], 0);
            let board = games.board(2, 0, 1).unwrap();
            let refused =
                Explored::of(&games, &ChosenSources::default(), &board, Region::Top, None, 1)
                    .unwrap()
                    .unwrap_err();
            assert!(refused.contains("at least 11 points each way"), "{refused}");
            assert!(games.board(0, 0, 9).unwrap_err().contains("expected a ply"));
        }
    }
}
