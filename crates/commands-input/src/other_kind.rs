//! Files without games: the way out for each kind, and their refusal before anything is built of
//! them.

use std::error::Error;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::message::say;
use zobrist_game_text::{JUDGED_BYTES, OtherKind, judge};
use zobrist_input::Content;

use crate::terminal_listener::find_one;

/// The end of a message on a file that holds no game: what its user can do.
pub fn advice(kind: OtherKind, file: &str) -> String {
    match kind {
        OtherKind::Json => {
            "it may be the error of a site; where it holds games, ask the site for PGN".to_owned()
        }
        OtherKind::Html => {
            "a browser shows it: it may tell why no games came, or have a link to their PGN"
                .to_owned()
        }
        OtherKind::Sgf => format!(
            "`zobrist go check {file}` checks them, and `zobrist serve` shows those of a file that \
             ends in .sgf"
        ),
        OtherKind::Scid => {
            "Scid exports the games of a database to a PGN file (menu Tools)".to_owned()
        }
        OtherKind::ChessBase => {
            "ChessBase exports the games of a database to a PGN file".to_owned()
        }
        OtherKind::Parquet => {
            "`zobrist explore` and `zobrist serve` take the folder of an index".to_owned()
        }
        OtherKind::LfsPointer => "`git lfs pull` fetches the file that it stands for".to_owned(),
        OtherKind::Book => format!(
            "`zobrist book dump {file}` lists it, and `zobrist book check {file}` checks it"
        ),
        OtherKind::Simulation => format!(
            "`zobrist lattice run {file}` runs it, and `zobrist serve` shows the CSV that it writes"
        ),
        OtherKind::Configuration => format!(
            "`zobrist schemes check {file}` checks that of a scheme, which --scheme takes, and \
             `zobrist lattice run {file}` runs that of a simulation"
        ),
        OtherKind::Run => "`zobrist serve` shows that of a file that ends in .csv".to_owned(),
        OtherKind::Keys => format!("`zobrist keys audit {file}` audits them"),
        OtherKind::Positions => format!("`zobrist hash --input fen {file}` hashes them"),
        OtherKind::Potential => {
            "the configuration that `zobrist lattice run` takes names such a file".to_owned()
        }
        OtherKind::Zeros => "its contents are lost, as by a full or failing disk".to_owned(),
        OtherKind::Comments | OtherKind::Text => {
            "games are read in PGN, such as `1. e4 e5 2. Nf3 *`".to_owned()
        }
        _ => "the program that wrote it may export its games to a PGN file".to_owned(),
    }
}

/// The error of a command whose files hold no games. Unlike other errors, it is that of input that
/// was read: the exit status is 1.
#[derive(Debug)]
pub struct NoGames(String);

impl NoGames {
    /// Exit status of a command that ends with it.
    pub const EXIT_STATUS: u8 = 1;
}

impl Display for NoGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for NoGames {}

/// Refuses files of which none holds a game, by their first bytes, so that nothing is built of
/// them. Where one may have games, the others are rejected when they are read. Pipes and files that
/// cannot be read now are left to who reads them.
///
/// # Errors
/// When there are files, and none holds a game.
pub fn refuse_files_without_games(files: &[PathBuf]) -> Result<(), NoGames> {
    let kinds: Option<Vec<OtherKind>> = files.iter().map(|file| kind_of(file)).collect();
    let Some(kinds) = kinds.filter(|kinds| !kinds.is_empty()) else { return Ok(()) };
    let message = |(file, kind): (&PathBuf, &OtherKind)| {
        let name = file.display().to_string();
        format!("no game in {name}: it looks like {kind}; {}", advice(*kind, &name))
    };
    let mut messages = files.iter().zip(&kinds).map(message);
    if let (1, Some(only)) = (files.len(), messages.next()) {
        return Err(NoGames(only));
    }
    let mut errors = ErrorLimiter::default();
    for message in files.iter().zip(&kinds).map(message) {
        if errors.admit("", "files without games") {
            say(&format!("zobrist: {message}\n"));
        }
    }
    errors.say_rest("");
    Err(NoGames(format!("none of the {} files holds a game", files.len())))
}

fn kind_of(path: &Path) -> Option<OtherKind> {
    // Standard input can be read only once, whatever file is called so.
    if path == Path::new("-") || !path.is_file() {
        return None;
    }
    let mut found = find_one(path, Content::Text).ok()?;
    let begin = found.peek(|begin| begin.len() >= JUDGED_BYTES);
    judge(&path.to_string_lossy(), &begin, begin.len() < JUDGED_BYTES)
}
