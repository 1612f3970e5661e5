//! Games in SGF that are served: read once, and answered one by one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::Serialize;
use zobrist_commands_input::terminal_listener::progress_with_few_rows;
use zobrist_console::ending::Ending;
use zobrist_go::{Board, sgf};
use zobrist_go_games::faults::{Fault, for_each_fault};
use zobrist_go_games::read::{Game, ReadOptions, Reading};
use zobrist_go_games::refusal::Refusal;
use zobrist_go_games::rules::RulesOptions;
use zobrist_go_index::{Found, GameFacts, GoIndex, GoQuestion, Line, Window, find, is_go_index};

use super::super::chosen::ChosenSources;
use super::header::Header;
use super::line::{GameLine, variations};

/// Largest number of findings of a game that are served; all are counted.
const MAX_FINDINGS: usize = 1000;

/// Largest number of games in one answer.
const MAX_GAMES: usize = 1000;

/// The games of all sources, numbered from 0.
#[derive(Debug, Default)]
pub(crate) struct GoGames {
    games: Vec<GoGame>,
    /// Those of the first source.
    indexes: Vec<ServedIndex>,
    /// The number of sources.
    sources: usize,
}

/// An index whose games are served.
#[derive(Debug)]
struct ServedIndex {
    index: GoIndex,
    /// The numbers of its games among all that are served, by their files and numbers there.
    numbers: HashMap<(String, u64), usize>,
}

/// A game: its row in the list, its text, from which its lines are read again, and its findings.
#[derive(Debug)]
struct GoGame {
    row: GameRow,
    text: Box<[u8]>,
    charset: sgf::Charset,
    findings: Vec<Finding>,
    /// The stored form of its main line; empty if it is a game of an index, which has it.
    line: Box<[u8]>,
}

/// A row of the list of games.
#[derive(Clone, Debug, Serialize)]
struct GameRow {
    /// The number of the game among all that are served, from 0.
    game_id: usize,
    /// The number of its source, from 0.
    source: usize,
    /// The name of the file without its folder.
    file: String,
    /// The number of the game within its file, from 1.
    game: u64,
    width: usize,
    height: usize,
    #[serde(flatten)]
    header: Header,
    /// The number of moves of the main line.
    moves: u64,
    variations: u64,
    findings: u64,
}

/// The answer to `GET /api/go`.
#[derive(Debug, Serialize)]
pub(crate) struct GoList<'a> {
    games: Vec<&'a GameRow>,
    kept: usize,
    from: usize,
}

/// The answer to `GET /api/go/N`.
#[derive(Debug, Serialize)]
pub(crate) struct GoAnswer<'a> {
    #[serde(flatten)]
    row: &'a GameRow,
    /// The rules of the findings, named as by `zobrist go check`.
    checked_by: CheckedBy,
    variation: u64,
    #[serde(flatten)]
    line: GameLine,
    found: &'a [Finding],
}

#[derive(Debug, Serialize)]
struct CheckedBy {
    rules: String,
    suicide: String,
}

impl GoGames {
    /// Reads the games of indexes and files, which are one source, and checks them, as
    /// `zobrist go check` does. A game that cannot be read is reported on standard error, and the
    /// ending says so.
    ///
    /// # Errors
    /// When a file is missing or an index is damaged, or no game could be read.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<(GoGames, Ending)> {
        let (indexes, files): (Vec<_>, Vec<_>) =
            paths.iter().cloned().partition(|path| is_go_index(path));
        let mut all = GoGames { sources: 1, ..GoGames::default() };
        for path in &indexes {
            all.add_index(GoIndex::open(path)?)?;
        }
        if files.is_empty() {
            return Ok((all, Ending::Done));
        }
        let (games, ending) = GoGames::read_files(&files)?;
        all.extend(games);
        Ok((all, ending))
    }

    /// Adds the games of an index. What it lacks of a game is as if its file did not have it.
    fn add_index(&mut self, index: GoIndex) -> Result<()> {
        let mut numbers = HashMap::new();
        index.for_each_game(|facts, line| {
            let text = line.to_sgf(&facts);
            let game = Game::of_text(&facts.file, facts.number, &text);
            let Some(Ok(game)) = game.map(|game| GoGame::of(&game)) else { return };
            let game_id = self.games.len();
            let mut game = game.with_id(game_id);
            game.line = Box::default();
            self.games.push(game);
            numbers.insert((facts.file, facts.number), game_id);
        })?;
        self.indexes.push(ServedIndex { index, numbers });
        Ok(())
    }

    fn read_files(paths: &[PathBuf]) -> Result<(Vec<GoGame>, Ending)> {
        let mut games = Vec::new();
        let reading = Reading::of(paths, ReadOptions::default(), progress_with_few_rows)?;
        let ending = reading.for_each_game(
            |game, _| match GoGame::of(game) {
                Ok(game) => (Some(game), Ok(())),
                Err(refusal) => (None, Err(refusal)),
            },
            |game, _| {
                games.extend(game);
                Ok(())
            },
        )?;
        if games.is_empty() {
            let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            bail!("{}: expected a game of Go in SGF, got none that can be read", names.join(", "));
        }
        Ok((games, ending))
    }

    /// Adds the games of a file, which has a name, as a source. Returns its number.
    pub(crate) fn add(&mut self, games: GoGames, name: &str) -> usize {
        let source = self.sources;
        let named = games.games.into_iter().map(|mut game| {
            game.row.file = name.to_owned();
            game.row.source = source;
            game
        });
        self.extend(named);
        self.sources += 1;
        source
    }

    fn extend(&mut self, games: impl IntoIterator<Item = GoGame>) {
        for game in games {
            let game = game.with_id(self.games.len());
            self.games.push(game);
        }
    }

    /// Hands every game of some sources that looks like a window to `each`, with its number, the
    /// first place and what came next there: those of indexes first. Returns the number of games
    /// that were looked at. Only games of a player with `player` in the name count.
    ///
    /// # Errors
    /// When an index cannot be read.
    pub(super) fn find(
        &self,
        sources: &ChosenSources,
        window: &Window,
        player: Option<&str>,
        mut each: impl FnMut(Option<usize>, GameFacts, Found),
    ) -> Result<u64> {
        let mut looked_at = 0;
        for ServedIndex { index, numbers } in self.indexes.iter().filter(|_| sources.has(0)) {
            let mut question = GoQuestion::default();
            (question.player, question.names) = (player, true);
            looked_at += index.explore(window, question, |facts, found| {
                let number = numbers.get(&(facts.file.clone(), facts.number)).copied();
                each(number, facts, found);
            })?;
        }
        let wanted = player.map(str::to_lowercase);
        for (number, game) in self.games.iter().enumerate() {
            let line = sources.has(game.row.source).then(|| Line::from_bytes(&game.line)).flatten();
            let Some(line) = line else { continue };
            let facts = game.row.facts();
            let has = |name: &Option<String>, wanted: &str| {
                name.as_deref().unwrap_or_default().to_lowercase().contains(wanted)
            };
            let is_wanted = wanted.as_deref().is_none_or(|wanted| {
                [&facts.black, &facts.white].iter().any(|name| has(name, wanted))
            });
            // A game that cannot be followed to its end does not count, as in `go explore`.
            let Some(found) = is_wanted.then(|| find(&line, window).ok()).flatten() else {
                continue;
            };
            looked_at += 1;
            if let Some(found) = found {
                each(Some(number), facts, found);
            }
        }
        Ok(looked_at)
    }

    /// The number of games.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// The number of sources.
    pub(crate) fn sources(&self) -> usize {
        self.sources
    }

    /// The rows of the games of some sources.
    fn of(&self, sources: &ChosenSources) -> impl Iterator<Item = &GameRow> {
        self.games.iter().map(|game| &game.row).filter(|row| sources.has(row.source))
    }

    /// The number of games of some sources.
    pub(super) fn count(&self, sources: &ChosenSources) -> usize {
        self.of(sources).count()
    }

    /// A part of the list of the games of some sources: at most `count` rows, and at most a
    /// thousand, from a place in the list on.
    pub(crate) fn list(&self, sources: &ChosenSources, from: usize, count: usize) -> GoList<'_> {
        let rows = self.of(sources).skip(from).take(count.min(MAX_GAMES));
        GoList { games: rows.collect(), kept: self.count(sources), from }
    }

    /// A line of a game, with its findings.
    ///
    /// # Errors
    /// When there is no such game or variation; the text says which there are.
    pub(crate) fn game(&self, number: usize, variation: u64) -> Result<GoAnswer<'_>, String> {
        let (game, line) = self.line(number, variation)?;
        let [rules, suicide] = RulesOptions::default().names();
        Ok(GoAnswer {
            row: &game.row,
            checked_by: CheckedBy { rules, suicide },
            variation,
            line,
            found: &game.findings,
        })
    }
}

impl GoGames {
    /// A game and a line of it.
    ///
    /// # Errors
    /// As [`game`](GoGames::game).
    fn line(&self, number: usize, variation: u64) -> Result<(&GoGame, GameLine), String> {
        let Some(game) = self.games.get(number) else {
            return Err(format!("expected a game from 0 to {}, got {number}", self.len() - 1));
        };
        let record = sgf::read_in(&game.text, game.charset).map_err(|error| error.to_string())?;
        let Some(line) = GameLine::of(&record, variation, RulesOptions::default().rules()) else {
            let last = game.row.variations;
            return Err(format!("expected a variation from 0 to {last}, got {variation}"));
        };
        Ok((game, line))
    }

    /// The position at a ply of a line.
    ///
    /// # Errors
    /// As [`game`](GoGames::game).
    pub(crate) fn board(&self, number: usize, variation: u64, ply: usize) -> Result<Board, String> {
        let (game, line) = self.line(number, variation)?;
        let board = line.board((game.row.width, game.row.height), ply);
        board.ok_or_else(|| format!("expected a ply of game {number}, got {ply}"))
    }

    /// The ply of the main line of a game that has the position after some moves.
    pub(super) fn ply_after(&self, number: usize, moves: u64) -> usize {
        self.line(number, 0).map_or(0, |(_, line)| line.ply_after(moves))
    }
}

impl GameRow {
    fn facts(&self) -> GameFacts {
        let mut facts = GameFacts::default();
        (facts.file, facts.number) = (self.file.clone(), self.game);
        let Header { black, white, result, date, .. } = self.header.clone();
        (facts.black, facts.white, facts.result, facts.date) = (black, white, result, date);
        facts
    }
}

impl GoGame {
    /// Reads a game and checks it.
    fn of(game: &Game<'_>) -> Result<GoGame, Refusal> {
        let record = &game.entry.record;
        let (mut findings, mut count) = (Vec::new(), 0);
        for_each_fault(game, RulesOptions::default().rules().into(), |fault| {
            count += 1;
            if findings.len() < MAX_FINDINGS {
                findings.push(Finding::from(fault));
            }
        })?;
        let name = Path::new(game.file).file_name().unwrap_or_default();
        let moves = record.main_line().map(|node| record.node(node).moves.len() as u64).sum();
        let row = GameRow {
            game_id: 0,
            source: 0,
            file: name.to_string_lossy().into_owned(),
            game: game.number,
            width: record.width,
            height: record.height,
            header: Header::of(game),
            moves,
            variations: variations(record),
            findings: count,
        };
        // A game that was repaired would be refused.
        let text = match record.repairs() {
            [] => game.entry.text.into(),
            _ => sgf::write(record).into(),
        };
        let charset = record.charset();
        let line = Line::of(record).to_bytes().into();
        Ok(GoGame { row, text, charset, findings, line })
    }

    fn with_id(mut self, game_id: usize) -> GoGame {
        self.row.game_id = game_id;
        self
    }
}

/// A row of `zobrist go check`, and its plies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Finding {
    /// The columns of the row.
    pub(crate) variation: u64,
    #[serde(rename = "move")]
    pub(crate) number: u64,
    pub(crate) player: Option<String>,
    pub(crate) point: Option<String>,
    pub(crate) fault: String,
    pub(crate) earlier: Option<u64>,
    pub(crate) cycle: Option<u64>,
    /// The ply after the move, or the last one before it if it could not be played.
    pub(crate) ply: usize,
    /// The ply whose position is repeated.
    pub(crate) earlier_ply: Option<usize>,
    /// False if the line ends there, since the move could not be played.
    pub(crate) played: bool,
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Finding {
        Finding {
            variation: fault.variation,
            number: fault.number,
            player: fault.player.map(|player| player.to_string()),
            point: fault.point.map(|point| point.to_string()),
            fault: fault.what,
            earlier: fault.repetition.map(|repeated| repeated.earlier),
            cycle: fault.repetition.map(|repeated| repeated.cycle),
            ply: fault.ply,
            earlier_ply: fault.repetition.map(|repeated| repeated.earlier_ply),
            played: fault.is_played,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn games_are_numbered_and_bad_ones_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.sgf");
        let text = "(;SZ[5]PB[Ada]RE[B+R];B[aa])\n(;SZ[99];B[aa])\n(;SZ[2:1];B[aa];W[];B[ba])";
        fs::write(&path, text).unwrap();
        let (games, ending) = GoGames::read(&[path]).unwrap();
        assert!(matches!(ending, Ending::Rejected));
        assert_eq!(games.len(), 2);
        let list = serde_json::to_value(games.list(&ChosenSources::default(), 1, 10)).unwrap();
        assert_eq!((&list["kept"], &list["from"]), (&2.into(), &1.into()));
        let row = &list["games"][0];
        assert_eq!((&row["game_id"], &row["game"]), (&1.into(), &3.into()));
        assert_eq!(
            (&row["width"], &row["height"], &row["findings"]),
            (&2.into(), &1.into(), &1.into())
        );
        assert_eq!(row["file"], "two.sgf");
        let first = serde_json::to_value(games.game(0, 0).unwrap()).unwrap();
        assert_eq!((&first["black"], &first["result"]), (&"Ada".into(), &"B+R".into()));
        assert_eq!(first["checked_by"]["rules"], "positional");
        let second = serde_json::to_value(games.game(1, 0).unwrap()).unwrap();
        let found = &second["found"][0];
        assert_eq!(
            (&found["ply"], &found["earlier_ply"], &found["cycle"]),
            (&3.into(), &0.into(), &3.into())
        );
        assert_eq!(games.game(2, 0).unwrap_err(), "expected a game from 0 to 1, got 2");
        assert_eq!(games.game(0, 1).unwrap_err(), "expected a variation from 0 to 0, got 1");
    }

    #[test]
    fn files_without_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none.sgf");
        fs::write(&path, "[Event \"chess\"]\n\n1. e4 *\n").unwrap();
        let error = GoGames::read(&[path]).err().unwrap().to_string();
        assert!(
            error.ends_with("expected a game of Go in SGF, got none that can be read"),
            "{error}"
        );
    }
}
