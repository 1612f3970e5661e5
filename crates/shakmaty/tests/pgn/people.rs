//! Files of games as people have them: spellings, line ends and tags that other programs read, too.
//! The files are made up for these tests; each is an example of its kind.

use std::fs;
use std::path::Path;

use zobrist_shakmaty::GameResultTag;
use zobrist_shakmaty::pgn::{self, Language};

use crate::cutting::cut;
use crate::recorded::{ANY, changed, refused, replayed};
use crate::scanner;

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn/people");
    let text = fs::read(folder.join(name)).unwrap();
    scanner::law(&text);
    text
}

/// A game: who has White, the number of plies, the result, and the board at the end.
type Game = (String, usize, String, String);

fn games(name: &str) -> Vec<Result<Game, String>> {
    let text = file(name);
    let games = pgn::games(&text).map(|game| {
        let (plies, recorded) = replayed(game.text(), ANY);
        let plies = plies.map_err(|error| error.to_string())?.expect("a game");
        let white = game.tag("White").unwrap_or_default();
        let white = String::from_utf8(white.into_owned()).unwrap();
        let mut result = GameResultTag::default();
        recorded
            .tags
            .iter()
            .filter(|(name, _)| name == b"Result")
            .for_each(|(_, value)| result.tag(value));
        recorded.results.iter().for_each(|end| result.end(*end));
        let board = recorded.positions[plies].3.split(' ').next().unwrap().to_owned();
        Ok((white, plies, result.result().to_string(), board))
    });
    games.collect()
}

/// The names, plies and results of games that are all read.
#[track_caller]
fn read(name: &str) -> Vec<(String, usize, String)> {
    let games = games(name).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}")));
    games.map(|(white, plies, result, _)| (white, plies, result)).collect()
}

#[track_caller]
fn is_read(name: &str, expected: &[(&str, usize, &str)]) {
    let read = read(name);
    let read: Vec<(&str, usize, &str)> = read
        .iter()
        .map(|(white, plies, result)| (white.as_str(), *plies, result.as_str()))
        .collect();
    assert_eq!(read, expected, "{name}");
}

#[test]
fn empty_lines_divide_no_game() {
    is_read("comment-paragraph-before-moves.pgn", &[("Alder", 4, "0-1"), ("Cedar", 2, "1/2-1/2")]);
    is_read("blank-lines-in-moves.pgn", &[("Alder, P", 6, "0-1")]);
}

#[test]
fn line_ends_margins_and_ends_of_file() {
    let two = [("Alder, P", 4, "1-0"), ("Hrub\u{e1}, Kl\u{e1}ra", 2, "0-1")];
    for name in ["cr-only.pgn", "indented.pgn", "nul-tail.pgn"] {
        is_read(name, &two);
    }
    is_read(
        "glued-event.pgn",
        &[("Alder, P", 4, "1/2-1/2"), ("Cedar, R", 2, "0-1"), ("Elm, T", 1, "1-0")],
    );
}

#[test]
fn spellings_of_results() {
    let results: Vec<String> =
        read("result-tag-spellings.pgn").into_iter().map(|game| game.2).collect();
    let (draw, white) = ("1/2-1/2", "1-0");
    assert_eq!(results, [draw, draw, draw, draw, white, "0-1", white, white]);
}

#[test]
fn spellings_of_moves() {
    for (name, count) in [
        ("capture-without-x.pgn", 4),
        ("check-and-sign-suffixes.pgn", 7),
        ("ep-suffix.pgn", 7),
        ("castling-spellings.pgn", 6),
        ("promotions.pgn", 4),
        ("web-copy.pgn", 5),
    ] {
        assert_eq!(read(name).len(), count, "{name}");
    }
    let boards = |name: &str| -> Vec<String> {
        games(name).into_iter().map(|game| game.unwrap().3).collect()
    };
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR";
    assert_eq!(boards("check-and-sign-suffixes.pgn"), [mate; 7]);
    let queen = "Q7/7k/8/8/8/8/p6K/8";
    assert_eq!(boards("promotions.pgn"), [queen; 4]);
    let [king_side, queen_side] = ["r3k2r/8/8/8/8/8/8/R4RK1", "r3k2r/8/8/8/8/8/8/2KR3R"];
    assert_eq!(
        boards("castling-spellings.pgn"),
        [king_side, king_side, queen_side, king_side, queen_side, king_side]
    );
    assert_eq!(
        boards("capture-without-x.pgn")[0],
        "rnbqkb1r/ppp1pppp/5n2/3N4/4P3/8/PPPP1PPP/R1BQKBNR"
    );
    assert!(
        boards("ep-suffix.pgn")
            .iter()
            .all(|board| !board.contains("Pp") && board.contains("PPPP1PPP"))
    );
    is_read(
        "web-copy.pgn",
        &[
            ("nbsp", 3, "1-0"),
            ("ellipsis", 4, "1-0"),
            ("figurine", 4, "1-0"),
            ("colon", 4, "1-0"),
            ("zero width", 2, "1-0"),
        ],
    );
}

#[test]
fn letters_apart_from_their_squares() {
    let games = games("split-moves.pgn");
    let plies: Vec<_> = games.iter().map(|game| game.as_ref().map(|game| game.1)).collect();
    assert_eq!(plies[..3], [Ok(4), Ok(3), Ok(2)]);
    let error = plies[3].as_ref().unwrap_err();
    assert!(error.contains("Pf3"), "{error}");
}

#[test]
fn tags_of_the_start() {
    let games = games("start-tags.pgn");
    let (read, rejected): (Vec<_>, Vec<_>) = games.into_iter().partition(Result::is_ok);
    assert_eq!((read.len(), rejected.len()), (8, 1));
    let error = rejected[0].as_ref().unwrap_err();
    assert!(error.contains("missing king"), "{error}");
    let lower_case = read.iter().flatten().find(|game| game.0 == "lower-case fen tag").unwrap();
    assert_eq!(lower_case.3, "4k3/8/8/8/4P3/8/8/4K3");
    // Rights that cannot be are refused if that is asked for.
    let strict = changed(ANY, |options| options.strict_start = true);
    let text = file("start-tags.pgn");
    let refused: Vec<String> = cut(&text)
        .into_iter()
        .filter_map(|game| replayed(game, strict).0.err().map(|error| error.to_string()))
        .collect();
    assert_eq!(refused.len(), 3, "{refused:?}");
}

#[test]
fn a_folder_in_a_tag_ends_with_a_backslash() {
    is_read("backslash-before-quote.pgn", &[("Alder", 1, "1-0")]);
    let text = file("backslash-before-quote.pgn");
    let game = pgn::games(&text).next().unwrap();
    assert_eq!(game.tag("Site").as_deref(), Some(&br"C:\chess\"[..]));
}

#[test]
fn typographic_quotes_of_tags() {
    let text = "[Event \u{201c}a\u{201d}]\n[White \u{201e}Alder\u{201c}]\n[Black \u{ab}Birch\u{bb}]\n\n1. e4 *\n\n\
                [Event \u{201c}b\u{201d}]\n\n1. d4 *\n";
    let games: Vec<_> = pgn::games(text.as_bytes()).collect();
    assert_eq!(games.len(), 2);
    let tag = |name| games[0].tag(name).map(|value| String::from_utf8(value.into_owned()).unwrap());
    assert_eq!(tag("Event").as_deref(), Some("a"));
    assert_eq!(tag("White").as_deref(), Some("Alder"));
    assert_eq!(tag("Black").as_deref(), Some("Birch"));
}

/// Brackets without a value have none of the value that follows.
#[test]
fn brackets_before_a_tag_in_typographic_quotes() {
    let text = "[Site] [White \u{201c}Alder\u{201d}]\n\n1. e4 *\n";
    let game = pgn::games(text.as_bytes()).next().unwrap();
    let tags: Vec<_> = game.tags().map(Result::unwrap).collect();
    assert_eq!(tags.len(), 1);
    assert_eq!((tags[0].name, tags[0].raw), (&b"White"[..], &b"Alder"[..]));
}

#[test]
fn a_backslash_before_the_quote_of_a_line_that_ends_with_a_carriage_return() {
    let text = b"[Site \"C:\\chess\\\"]\r[White \"Alder\"]\r\r1. e4 *\r";
    let game = pgn::games(text).next().unwrap();
    assert_eq!(game.tag("Site").as_deref(), Some(&br"C:\chess\"[..]));
    assert_eq!(game.tag("White").as_deref(), Some(&b"Alder"[..]));
}

/// A tag ends with its bracket or, without one, before the next line.
#[test]
fn tags_have_an_end() {
    for (text, expected) in [
        ("[Event \"a\" ] [Site \"b\"]", "[Event \"a\" ]"),
        ("[Event \"a\"]\n[Site \"b\"]", "[Event \"a\"]"),
        ("[Event \u{201c}a\u{201d}]\n[Site \"b\"]", "[Event \u{201c}a\u{201d}]"),
        ("[Event \"a\n[Site \"b\"]", "[Event \"a"),
    ] {
        let game = pgn::games(text.as_bytes()).next().unwrap();
        let tag = game.tags().next().unwrap().unwrap();
        assert_eq!(&text[tag.offset..tag.end], expected, "{text}");
    }
}

#[test]
fn null_moves_are_named() {
    for (word, name) in [("--", "--"), ("Z0", "Z0"), ("null", "null")] {
        let (message, ..) = refused(&format!("1. e4 {word} 2. d4 *\n"), ANY);
        assert_eq!(message, format!("null move {name} at ply 2"));
    }
}

#[test]
fn letters_of_other_languages() {
    let dutch = changed(ANY, |options| options.language = Language::Dutch);
    let text = file("split-moves.pgn");
    let games = cut(&text);
    // The other games are English.
    let read: Vec<_> = games.iter().map(|game| replayed(game, dutch).0.unwrap()).collect();
    assert_eq!(read, [Some(4), Some(3), Some(2), Some(4)]);
    let board = |game: &[u8]| replayed(game, dutch).1.positions.pop().unwrap().3;
    let knights = "5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(board(games[0]), format!("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/{knights}"));
    assert_eq!(board(games[3]), format!("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/{knights}"));
    let error = replayed(games[3], ANY).0.unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a move, got \"Pf3\"; the whole game is legal with the letters of Dutch"
    );
}

/// A game with all pieces, a promotion, captures and castling: in every language it has the
/// positions of English, and its fault names the languages with its letters.
#[test]
fn every_language_reads_its_letters() {
    let english = "1. e4 d5 2. exd5 c6 3. dxc6 Bd7 4. cxb7 N f6 5. bxa8=Q Qb6 6. Nf3 e6 7. Bb5 Bc5 8. Rf1 Kd8 \
                   9. Ke2 Nxa8 1-0";
    let english = english
        .replace("9. Ke2 Nxa8", "9. Ke2 Rg8 10. Qxb8+ Qxb8 11. Bxd7 a5 12. b4 a4 13. Ba3 Bxb4");
    let expected = replayed(english.as_bytes(), ANY);
    assert_eq!(expected.0.unwrap(), Some(26));
    for language in Language::ALL {
        let letters = language.letters().as_bytes();
        let own = |letter: char| match "PNBRQK".find(letter) {
            Some(piece) => char::from(letters[piece]),
            None => letter,
        };
        let text: String = english.chars().map(own).collect();
        let options = changed(ANY, |options| options.language = language);
        let (plies, recorded) = replayed(text.as_bytes(), options);
        assert_eq!(plies.unwrap(), Some(26), "{text}");
        assert_eq!(recorded.positions, expected.1.positions, "{language}");
        // English is read, too.
        assert_eq!(replayed(english.as_bytes(), options).0.unwrap(), Some(26), "{language}");
        if language == Language::English {
            continue;
        }
        let fault = replayed(text.as_bytes(), ANY).0.unwrap_err();
        let same = |other: &Language| other.letters()[1..] == language.letters()[1..];
        let expected: Vec<Language> = Language::ALL.into_iter().filter(same).collect();
        assert_eq!(fault.languages.iter().collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn words_by_the_letters_of_a_language() {
    for (language, moves, plies) in [
        // A letter apart, a diagram that is no queen, and a queen apart.
        (Language::German, "1. S f3 S f6 *", 2),
        (Language::German, "1. e4 D e5 *", 2),
        (Language::German, "1. e4 e5 2. D h5 *", 3),
        (Language::German, "1. e4 e5 2. Sf3 N Sc6 *", 4),
        (Language::French, "1. e4 e5 2. R e2 *", 3),
        // Figurines and the notation of UCI have no language.
        (Language::German, "1. e2e4 e7e5 2. \u{2658}f3 Sc6 *", 4),
        // No game may begin with what both read differently: English is not tried.
        (Language::Spanish, "1. e4 e5 2. Re2 Re7 *", 4),
    ] {
        let options = changed(ANY, |options| options.language = language);
        let read = replayed(moves.as_bytes(), options).0.map_err(|error| error.to_string());
        assert_eq!(read, Ok(Some(plies)), "{moves}");
    }
    let promotes = |word: &str| {
        let text = format!("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. {word} *\n");
        let options = changed(ANY, |options| options.language = Language::German);
        replayed(text.as_bytes(), options).1.positions.pop().unwrap().3
    };
    for word in ["a8=D", "a8D", "a8(D)", "a8/D", "a8=d", "a8 =D", "a7-a8D", "a7a8q", "a8=\u{2655}"]
    {
        assert!(promotes(word).starts_with("Q7/7k/"), "{word}");
    }
    assert!(promotes("a8=S").starts_with("N7/7k/"));
    for (language, moves, error) in [
        (Language::German, "1. e4 e5 2. N f3 Sc6 *", "expected a move, got \"Sc6\""),
        (Language::German, "1. e4 e5 2. Bf3 *", "expected a move, got \"Bf3\""),
        (Language::German, "1. S f4 *", "illegal move S f4 at ply 1"),
        (
            Language::Dutch,
            "1. Sf3 *",
            "expected a move, got \"Sf3\"; the whole game is legal with the letters of \
          Danish, German, Norwegian, Polish or Swedish",
        ),
    ] {
        let options = changed(ANY, |options| options.language = language);
        let read = replayed(moves.as_bytes(), options).0.map_err(|error| error.to_string());
        assert_eq!(read.unwrap_err(), error, "{moves}");
    }
    // No language reads all of it.
    let (message, ..) = refused("1. Pf3 Pc6 2. Lc4 *\n", ANY);
    assert_eq!(message, "expected a move, got \"Pf3\"");
    // In Hungarian, B is a rook: no letter shows that the game is not in English.
    let (message, ..) = refused("1. Ba6 *\n", ANY);
    assert_eq!(message, "illegal move Ba6 at ply 1");
}

#[test]
fn the_last_move_is_known() {
    for (moves, is_last) in [
        ("1. e4 e5 2. Ke3 1-0", true),
        ("1. e4 e5 2. Ke3 {Nf3} (2. Nf3) $1 White resigns 1-0", true),
        ("1. e4 e5 2. Ke3 Ke7 1-0", false),
        ("1. e4 e5 2. resigns", true),
    ] {
        let fault = replayed(moves.as_bytes(), ANY).0.unwrap_err();
        assert_eq!(fault.is_last_move, is_last, "{moves}");
    }
}
