//! Asks an index what was played in a position, given by moves: a table as opening explorers show
//! it, and the strongest games. A file of games in place of an index is built into one first.
//!
//! ```sh
//! cargo run --release -p zobrist-index --example ask_index -- games.pgn e4 c5 Nf3
//! ```

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use zobrist_index::shakmaty::san::{San, SanPlus};
use zobrist_index::shakmaty::{Chess, Position};
use zobrist_index::{BuildOptions, FoundGame, GameOrder, Index, IndexBuilder, MoveCount, Question};

/// Plays moves in short algebraic notation from the start.
fn position_after(moves: &[String]) -> Result<Chess, Box<dyn Error>> {
    let mut position = Chess::default();
    for word in moves {
        let san: San = word.parse().map_err(|error| format!("{word}: {error}"))?;
        let m = san.to_move(&position).map_err(|error| format!("{word}: {error}"))?;
        position.play_unchecked(m);
    }
    Ok(position)
}

/// A line for each move: how often it was played, and with what result for White.
fn table(position: &Chess, moves: &[MoveCount]) -> Result<Vec<String>, Box<dyn Error>> {
    let all: u64 = moves.iter().map(MoveCount::games).sum();
    let line = |count: &MoveCount| {
        let m = count.to_move(position).ok_or("the index is damaged: no such move")?;
        let san = SanPlus::from_move(position.clone(), m);
        let (games, counts) = (count.games(), &count.counts);
        let known = (counts.white + counts.draws + counts.black).max(1);
        let percent = |part: u64, of: u64| 100.0 * part as f64 / of as f64;
        Ok(format!(
            "{:<8}{games:>8}{:>7.1} %   {:>4.0} % {:>4.0} % {:>4.0} %",
            san.to_string(),
            percent(games, all),
            percent(counts.white, known),
            percent(counts.draws, known),
            percent(counts.black, known),
        ))
    };
    moves.iter().map(line).collect()
}

fn title(found: &FoundGame) -> String {
    let text = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let game = &found.game;
    let (white, black) = (text(&game.white_name), text(&game.black_name));
    format!("{white} – {black} {}, from ply {}", game.result.as_str(), found.ply)
}

/// Opens an index, or builds one of a file of games in the folder `built`.
fn open(path: &Path, built: &Path) -> Result<Index, Box<dyn Error>> {
    if path.is_dir() {
        return Ok(Index::open(path)?);
    }
    let mut builder = IndexBuilder::create(built, BuildOptions::default())?;
    for game in builder.add_pgn(&path.to_string_lossy(), &fs::read(path)?)? {
        eprintln!("game {} is left out: {}", game.number + 1, game.error);
    }
    builder.finish()?;
    Ok(Index::open(built)?)
}

/// The report of a position.
fn ask(index: &Index, moves: &[String]) -> Result<Vec<String>, Box<dyn Error>> {
    let position = position_after(moves)?;
    let question = Question::new(&position).games(5).order(GameOrder::Strongest);
    let answer = index.answer(&question)?;
    let mut lines = vec![
        format!("{} of {} games reached the position", answer.kept, index.games()),
        format!(
            "{:<8}{:>8}{:>9}   {:>6} {:>6} {:>6}",
            "move", "games", "", "White", "draws", "Black"
        ),
    ];
    lines.extend(table(&position, &answer.moves)?);
    lines.extend(answer.games.iter().map(title));
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (path, moves) = arguments.split_first().ok_or("expected an index or a file of games")?;
    let built = env::temp_dir().join(format!("ask-index-{}", std::process::id()));
    let lines = open(path.as_ref(), &built).and_then(|index| ask(&index, moves));
    if built.exists() {
        fs::remove_dir_all(built)?;
    }
    lines?.iter().for_each(|line| println!("{line}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn the_sample_games_are_asked() {
        let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/club.pgn.gz");
        let mut text = Vec::new();
        let file = fs::File::open(sample).unwrap();
        flate2::read::GzDecoder::new(file).read_to_end(&mut text).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("club.pgn");
        fs::write(&games, &text).unwrap();

        let index = open(&games, &folder.path().join("index")).unwrap();
        let start = ask(&index, &[]).unwrap();
        let expected = format!("{0} of {0} games reached the position", index.games());
        assert_eq!(start[0], expected);
        // The games of a move are those that the position after it has.
        let first: Vec<&str> = start[2].split_whitespace().collect();
        let after = ask(&index, &[first[0].to_owned()]).unwrap();
        assert!(after[0].starts_with(&format!("{} of ", first[1])), "{first:?}, {}", after[0]);
        // An index that is there is opened.
        let again = open(&folder.path().join("index"), Path::new("")).unwrap();
        assert_eq!(ask(&again, &[]).unwrap(), start);
    }

    #[test]
    fn a_move_that_is_not_legal_is_named() {
        let moves = ["e4", "Ke6"].map(str::to_owned);
        let error = position_after(&moves).unwrap_err().to_string();
        assert!(error.starts_with("Ke6: "), "{error}");
    }
}
