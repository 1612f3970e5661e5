//! `zobrist book make` from the games that meet what is asked for.

use std::fs;
use std::io::Read;

use crate::tool::{Folder, SAMPLE};

/// A game of the sample: its text and its tags.
struct Game(String);

impl Game {
    fn tag(&self, name: &str) -> Option<&str> {
        let line = self.0.lines().find(|line| line.starts_with(&format!("[{name} \"")))?;
        line.split('"').nth(1)
    }

    fn has_elos(&self, least: i32) -> bool {
        let elos = ["WhiteElo", "BlackElo"].map(|name| self.tag(name)?.parse::<i32>().ok());
        elos.iter().all(|elo| elo.is_some_and(|elo| elo >= least))
    }
}

fn sample() -> Vec<Game> {
    let mut text = String::new();
    let file = fs::File::open(SAMPLE).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text.split("[Event ").skip(1).map(|game| Game(format!("[Event {game}"))).collect()
}

/// The book of some sources, and the message.
#[track_caller]
fn book(folder: &Folder, source: &str, filter: &str) -> (Vec<u8>, String) {
    let args = ["book", "make", "--force", "-o", "book.bin", source].into_iter();
    let run = folder.zobrist(args.chain(filter.split(' ').filter(|arg| !arg.is_empty())));
    assert_eq!(run.code, 0, "{}", run.stderr);
    (fs::read(folder.path("book.bin")).unwrap(), run.stderr)
}

type Kept = fn(&Game) -> bool;

/// Filters, with which games they keep by an obvious definition.
const FILTERS: [(&str, &str, Kept); 8] = [
    ("--player stockfish", "stockfish", |game| {
        ["White", "Black"].iter().any(|side| game.tag(side).unwrap().contains("Stockfish"))
    }),
    ("--player 1572 --as black", "1572 as Black", |game| {
        game.tag("Black").unwrap().contains("1572")
    }),
    ("--player 1572 --player 2611", "1572 or 2611", |game| {
        ["White", "Black"]
            .iter()
            .any(|side| ["1572", "2611"].iter().any(|part| game.tag(side).unwrap().contains(part)))
    }),
    ("--since 2025.02", "since 2025.02", |game| game.tag("Date").unwrap() >= "2025.02"),
    ("--until 2025.01", "until 2025.01", |game| game.tag("Date").unwrap() < "2025.02"),
    ("--min-elo 2200", "both Elos 2200 or more", |game| game.has_elos(2200)),
    ("--result 1/2-1/2", "result 1/2-1/2", |game| game.tag("Result") == Some("1/2-1/2")),
    (
        "--min-elo 2000 --result 1-0 --since 2025",
        "since 2025; both Elos 2000 or more; result 1-0",
        |game| {
            let (result, date) = (game.tag("Result"), game.tag("Date").unwrap());
            game.has_elos(2000) && result == Some("1-0") && date >= "2025"
        },
    ),
];

#[test]
fn a_book_of_some_games_is_that_of_a_file_of_these() {
    let folder = Folder::new();
    let games = sample();
    folder.zobrist(["index", "build", "idx", SAMPLE]).done();
    for (filter, words, kept) in FILTERS {
        let kept: Vec<&str> =
            games.iter().filter(|game| kept(game)).map(|game| game.0.as_str()).collect();
        assert!(!kept.is_empty(), "{filter}");
        folder.write("kept.pgn", kept.concat());
        let (expected, _) = book(&folder, "kept.pgn", "");
        let message = format!("zobrist: took {} of 2000 games: {words}\n", kept.len());
        for source in [SAMPLE, "idx"] {
            let (made, said) = book(&folder, source, filter);
            assert!(made == expected, "{filter} of {source}");
            assert!(said.starts_with(&message), "{said}");
        }
    }
    // Without a filter, nothing is said.
    assert_eq!(book(&folder, SAMPLE, "").1, "");
}

/// The result after the moves counts for the filter, too, and a game cut off at a bad move is kept
/// or not like any other.
#[test]
fn results_without_a_tag_and_shortened_games_are_filtered() {
    let folder = Folder::with(
        "a.pgn",
        "1. e4 1-0\n\n[White \"Müller\"]\n\n1. e4 e5 2. Ke3 1-0\n\n1. d4 0-1\n\n[Result \"*\"]\n\n\
         1. c4 *\n",
    );
    let made = |filter: &str| {
        let line = format!("book make --force -o b.bin --min-games 1 a.pgn {filter}");
        let (rows, messages) = folder.zobrist(line.split(' ')).rejected();
        assert_eq!(rows, "");
        (fs::read(folder.path("b.bin")).unwrap().len() / 16, messages)
    };
    let (entries, messages) = made("--result 1-0");
    assert_eq!(entries, 1);
    assert!(messages.contains("rejected 1 of 4 games"), "{messages}");
    assert!(messages.ends_with("zobrist: took 1 of 3 games: result 1-0\n"), "{messages}");
    let (entries, messages) = made("--player muller --keep-valid");
    // Without a result after its moves, the game has none.
    assert_eq!(entries, 0);
    assert!(messages.contains("zobrist: took 1 of 4 games: muller\n"), "{messages}");
    let (entries, _) = made("--player muller --keep-valid --unknown 1");
    assert_eq!(entries, 2);
}

#[test]
fn an_empty_book_says_which_condition_left_nothing() {
    let folder = Folder::with("a.pgn", "[White \"Carlsen\"]\n[Date \"2023.??.??\"]\n\n1. e4 1-0\n");
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    for source in ["a.pgn", "idx"] {
        let (made, said) = book(&folder, source, "--player carlsen --since 2024");
        assert_eq!(made, b"");
        assert_eq!(
            said,
            "zobrist: took 0 of 1 game: carlsen; since 2024\n\
             zobrist: the book is empty: no game meets all that is asked for; by itself, since 2024 \
             leaves 0 games, carlsen leaves 1 game\n"
        );
        let (_, said) = book(&folder, source, "--result 1-0");
        assert!(said.contains("no move was played often enough"), "{said}");
    }
    let args = ["book", "make", "-o", "new.bin", "a.pgn", "--since", "2024", "--until", "2023"];
    let message = folder.zobrist(args).refused();
    assert!(message.contains("no date is in the range"), "{message}");
    assert!(!folder.path("new.bin").exists());
}
