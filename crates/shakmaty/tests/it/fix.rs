//! Mended games: what is mended, what is left, and that nothing else changes.

use proptest::prelude::*;
use proptest::sample::select;
use zobrist_shakmaty::check::{FixOptions, GameFixer, Mend};
use zobrist_shakmaty::pgn::{GameScanner, games, replay_game};
use zobrist_shakmaty::shakmaty::{Move, Outcome};
use zobrist_shakmaty::zobrist::Hasher;
use zobrist_shakmaty::{
    GameOptions, GameResultTag, GameVisitor, HashablePosition, Hashed, Zobrist,
};

/// The fixed game, and what was mended.
#[track_caller]
fn fixed(game: &str) -> (String, Vec<Mend>) {
    let fixed = GameFixer::new().fix(game.as_bytes()).unwrap();
    assert_eq!(fixed.unmended(), []);
    let text = String::from_utf8(fixed.text(game.as_bytes()).to_vec()).unwrap();
    (text, fixed.mends().to_vec())
}

#[track_caller]
fn check(cases: &[(&str, &str, &[Mend])]) {
    for (game, expected, mends) in cases {
        assert_eq!(fixed(game), ((*expected).to_owned(), mends.to_vec()), "{game}");
        assert_eq!(fixed(expected), ((*expected).to_owned(), Vec::new()), "again: {expected}");
    }
}

#[test]
fn results() {
    for (value, plain) in [
        ("1:0", "1-0"),
        ("0\u{2013}1", "0-1"),
        ("+-", "1-0"),
        ("1-0 FF", "1-0"),
        (" 1-0 ", "1-0"),
        ("draw", "1/2-1/2"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
    ] {
        for end in [plain, "*", ""] {
            let of = |result| format!("[Event \"a\"]\n[Result \"{result}\"]\n\n1. e4 {end}\n");
            check(&[(&of(value), &of(plain), &[Mend::ResultSpelling])]);
        }
    }
    for value in ["*", "?", "", " * "] {
        let of = |result| format!("[Result \"{result}\"]\n\n1. e4 e5 1/2\u{2013}1/2\n");
        check(&[(&of(value), &of("1/2-1/2"), &[Mend::Result])]);
    }
    check(&[
        ("[Result \"?\"]\n\n1. e4 *", "[Result \"*\"]\n\n1. e4 *", &[Mend::Result]),
        ("[Result \"?\"]\n\n1. e4", "[Result \"?\"]\n\n1. e4", &[]),
        ("[Result \"won\"]\n\n1. e4 1-0", "[Result \"won\"]\n\n1. e4 1-0", &[]),
        // Without tags, a game could end elsewhere with one.
        ("1. e4 1-0", "1. e4 1-0", &[]),
        ("[Event \"a\"]\n\n1. e4", "[Event \"a\"]\n\n1. e4", &[]),
    ]);
}

#[test]
fn a_missing_result_stands_where_the_standard_has_it() {
    check(&[
        (
            "[Event \"a\"]\n[Black \"b\"]\n[ECO \"c\"]\n\n1. e4 1-0\n",
            "[Event \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[ECO \"c\"]\n\n1. e4 1-0\n",
            &[Mend::Result],
        ),
        (
            "[Event \"a\"]\r\n\r\n1. e4 * 1-0\r\n",
            "[Event \"a\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 * 1-0\r\n",
            &[Mend::Result],
        ),
        (
            "> [ECO \"a\"]\n> 1. e4 0-1",
            "> [ECO \"a\"]\n> [Result \"0-1\"]\n> 1. e4 0-1",
            &[Mend::Result],
        ),
        (
            "[Event \"a\"] [ECO \"b\"] 1. e4 *",
            "[Event \"a\"]\n[Result \"*\"] [ECO \"b\"] 1. e4 *",
            &[Mend::Result],
        ),
        (
            "\u{feff}[Event \"a\"\n\n1. e4 *",
            "\u{feff}[Event \"a\"\n[Result \"*\"]\n\n1. e4 *",
            &[Mend::Result],
        ),
    ]);
}

#[test]
fn games_that_share_a_line_stay() {
    let game = b"[Event \"a\"] 1. e4 1-0\n";
    let mut shared = FixOptions::default();
    shared.shares_line = true;
    let fixed = GameFixer::new().fix_with(game, shared).unwrap();
    assert_eq!((fixed.text(game), fixed.mends()), (&game[..], &[][..]));
    let detail = "a game that shares a line with another is not mended";
    assert_eq!((fixed.unmended()[0].offset, &*fixed.unmended()[0].detail), (0, detail));
    let game = b"[Event \"a\"] [Result \"1-0\"] 1. e4 1-0\n";
    assert_eq!(GameFixer::new().fix_with(game, shared).unwrap().unmended(), []);
}

#[test]
fn setup_names_and_quotes() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    check(&[
        (
            &format!("[Event \"a\"]\n[FEN \"{fen}\"]\n\n"),
            &format!("[Event \"a\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"),
            &[Mend::SetUp],
        ),
        (
            &format!("[setup \"0\"]\n[fen \"{fen}\"]\n\n"),
            &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"),
            &[Mend::TagName, Mend::SetUp, Mend::TagName],
        ),
        (
            &format!("[Event \"a\"] [fen \"{fen}\"]\n\n"),
            &format!("[Event \"a\"] [SetUp \"1\"] [FEN \"{fen}\"]\n\n"),
            &[Mend::TagName, Mend::SetUp],
        ),
        ("[FEN \"?\"]\n[SetUp \"0\"]\n\n", "[FEN \"?\"]\n[SetUp \"0\"]\n\n", &[]),
        (
            "[White \u{201c}A \"x\" \\ B\u{201d}]\n[Black \u{ab}C\u{bb}]\n[Site \u{201e}D\"]\n\n",
            "[White \"A \\\"x\\\" \\\\ B\"]\n[Black \"C\"]\n[Site \"D\"]\n\n",
            &[Mend::Quotes; 3],
        ),
        (
            "[ result \u{201c}1:0\u{201d}]\n\n1. e4 1-0",
            "[ Result \"1-0\"]\n\n1. e4 1-0",
            &[Mend::TagName, Mend::ResultSpelling, Mend::Quotes],
        ),
        ("[whiteteam \"a\"]\n\n", "[whiteteam \"a\"]\n\n", &[]),
        // It would begin another game.
        (
            "[event \"a\"]\n\n[event \"b\"]\n\n1. e4 *",
            "[event \"a\"]\n\n[event \"b\"]\n[Result \"*\"]\n\n1. e4 *",
            &[Mend::Result],
        ),
    ]);
}

#[test]
fn contradictions_are_left() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (tag, end, expected) in [
        ("1:0", "1. e4 0-1", &["the tag Result says 1-0, the moves end with 0-1"][..]),
        (
            "1-0",
            &format!("{mate} 0-1"),
            &[
                "the tag Result says 1-0, the moves end with 0-1",
                "result: expected 0-1 (checkmate), got 1-0",
            ],
        ),
        ("1-0", &format!("{mate} 1-0"), &["result: expected 0-1 (checkmate), got 1-0"]),
    ] {
        let game = format!("; c\n\n[Event \"a\"]\n[Result \"{tag}\"]\n\n{end}\n");
        let fixed = GameFixer::new().fix(game.as_bytes()).unwrap();
        assert_eq!((fixed.text(game.as_bytes()), fixed.mends()), (game.as_bytes(), &[][..]));
        let details: Vec<_> = fixed.unmended().iter().map(|c| c.detail.as_str()).collect();
        assert_eq!(details, expected);
        assert_eq!(fixed.unmended()[0].offset, game.find(tag).unwrap());
    }
    // Without a tag, at the result after the moves. A missing tag is filled in all the same.
    let game = format!("[event \"a\"]\n\n{mate} 1-0\n");
    let fixed = GameFixer::new().fix(game.as_bytes()).unwrap();
    assert_eq!(fixed.unmended()[0].offset, game.find("1-0").unwrap());
    assert_eq!(fixed.mends(), [Mend::TagName, Mend::Result]);
}

#[test]
fn encodings() {
    let mut options = FixOptions::default();
    options.decode = Some(&by_page);
    let game = b"; Gr\xfc\xdfe\n\n[white \"M\xfcller \\\"\xfc\\\"\"]\n[Black \"B\xc3\xbc\"]\n[Result \"*\"]\n\n\
        1.\xa0e4 {\xfc B\xc3\xbc} e5 (1... c5 {\xfc}) ; \xfc\n*";
    let expected = "; Gr\u{fc}\u{df}e\n\n[White \"M\u{fc}ller \\\"\u{fc}\\\"\"]\n[Black \"B\u{fc}\"]\n[Result \"*\"]\n\n\
        1.\u{a0}e4 {\u{fc} B\u{fc}} e5 (1... c5 {\u{fc}}) ; \u{fc}\n*";
    let fixed = GameFixer::new().fix_with(game, options).unwrap();
    assert_eq!(fixed.text(game), expected.as_bytes());
    assert_eq!(fixed.mends(), [Mend::Encoding, Mend::TagName]);
    let again = GameFixer::new().fix_with(expected.as_bytes(), options).unwrap();
    assert_eq!(again.mends(), []);
    let quoted = b"[White \xe2\x80\x9cM\xfcller \\\xe2\x80\x9d]\n[Result \"*\"]\n\n*";
    let fixed = GameFixer::new().fix_with(quoted, options).unwrap();
    assert_eq!(fixed.text(quoted), "[White \"M\u{fc}ller \\\\\"]\n[Result \"*\"]\n\n*".as_bytes());
    assert_eq!(fixed.mends(), [Mend::Encoding, Mend::Quotes]);
    // Without a decoder, such bytes stay.
    let fixed = GameFixer::new().fix(game).unwrap();
    assert_eq!(fixed.mends(), [Mend::TagName]);
    assert_eq!(fixed.text(game).len(), game.len());
}

/// A decoder for which a dash of the moves is a letter: the game would end otherwise.
#[test]
fn letters_that_would_change_the_moves_stay() {
    let decode = |text: &[u8]| String::from_utf8_lossy(text).replace('\u{2013}', "x");
    let mut options = FixOptions::default();
    options.decode = Some(&decode);
    let game = "[Result \"*\"]\n\n1. e4 1\u{2013}0".as_bytes();
    let fixed = GameFixer::new().fix_with(game, options).unwrap();
    assert_eq!((fixed.text(game), fixed.mends()), (game, &[][..]));
    let detail = "if it were mended, the game would be read otherwise";
    assert_eq!(fixed.unmended()[0].detail, detail);
}

#[test]
fn refused_starts() {
    let game = b"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w Qq - 0 1\"]\n\n";
    let mut fixer = GameFixer::new();
    assert_eq!(fixer.fix(game).unwrap().mends(), []);
    assert!(fixer.has_repaired_start());
    assert!(fixer.strict().fix(game).is_err());
}

/// The value would take in the tag after it.
#[test]
fn no_tag_is_put_after_one_that_is_open() {
    let open = "[White \"open]\r[Result \"0-1]\n\n";
    assert_eq!(fixed(open), (open.to_owned(), Vec::new()));
}

#[test]
fn games_that_cannot_be_read_are_refused() {
    for game in [
        "[fen \"8/8\"]\n\n*",
        "[result \"1:0\"]\n\n1. e4 e4 *",
        "[event \"a\"]\n\n1. e4 {",
        "[event \"a\"]\n\n1. e4 -- *",
    ] {
        assert!(GameFixer::new().fix(game.as_bytes()).is_err(), "{game}");
    }
    for nothing in ["", "\n\n", "; a comment\n"] {
        assert_eq!(fixed(nothing), (nothing.to_owned(), Vec::new()));
    }
}

/// The parts of a game that a reader takes: positions, with the moves before them, tags, comments
/// and the result.
#[derive(Debug, Default, PartialEq)]
struct Read {
    positions: Vec<(u128, Option<Move>)>,
    result: GameResult,
    comments: Vec<Vec<u8>>,
    tags: Vec<(Vec<u8>, Vec<u8>)>,
}

#[derive(Debug, Default)]
struct GameResult(GameResultTag);

impl PartialEq for GameResult {
    fn eq(&self, other: &GameResult) -> bool {
        self.0.result() == other.0.result()
    }
}

impl GameVisitor<Zobrist<u128>, Hasher<Zobrist<u128>>> for Read {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"Result" => self.result.0.tag(value),
            b"SetUp" => {}
            _ => self.tags.push((in_utf8(name), by_page(value).into_bytes())),
        }
    }

    fn position<P: HashablePosition>(
        &mut self,
        _: usize,
        played: Option<Move>,
        position: &Hashed<Zobrist<u128>, P>,
    ) {
        self.positions.push((position.hash(), played));
    }

    fn comment(&mut self, comment: &[u8]) {
        self.comments.push(in_utf8(comment));
    }

    fn result(&mut self, result: Outcome) {
        self.result.0.end(result);
    }
}

/// All games of a text, as they are read.
fn read(text: &[u8]) -> Vec<(Read, bool)> {
    games(text)
        .map(|game| {
            let scheme = Zobrist::<u128>::new();
            let mut options = GameOptions::default();
            options.allow_variants = true;
            let mut read = Read::default();
            let hasher = Hasher::new(scheme);
            let replayed = replay_game(&scheme, game.text(), options, hasher, &mut read);
            (read, replayed.is_ok())
        })
        .collect()
}

/// Reads text that is not UTF-8 as Latin-1.
fn by_page(text: &[u8]) -> String {
    match str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => text.iter().map(|byte| char::from(*byte)).collect(),
    }
}

fn in_utf8(text: &[u8]) -> Vec<u8> {
    text.split_inclusive(u8::is_ascii_whitespace).map(by_page).collect::<String>().into_bytes()
}

/// All games of a text, mended if they can be read.
fn fix(text: &[u8]) -> (Vec<u8>, usize) {
    let (mut fixed, mut mends) = (Vec::new(), 0);
    let (mut scanner, mut rest) = (GameScanner::new(), text);
    let mut fixer = GameFixer::new();
    while let Some(end) = scanner.end_of_game(rest, true) {
        let (game, after) = rest.split_at(end);
        let ends_line = |text: &[u8]| matches!(text.last(), None | Some(b'\n' | b'\r'));
        let before = &text[..text.len() - rest.len()];
        let shares_line = !ends_line(before) || !after.is_empty() && !ends_line(game);
        let mut options = FixOptions::default();
        options.shares_line = shares_line;
        options.decode = Some(&by_page);
        match fixer.fix_with(game, options) {
            Ok(game_fixed) => {
                fixed.extend_from_slice(game_fixed.text(game));
                mends += game_fixed.mends().len();
            }
            Err(_) => fixed.extend_from_slice(game),
        }
        rest = after;
    }
    (fixed, mends)
}

/// The text without tags, blanks and margins, which stand around tags that are inserted.
fn without_tags(text: &[u8]) -> Vec<u8> {
    let mut rest = Vec::new();
    let mut at = 0;
    for game in games(text) {
        for tag in game.tags().map_while(Result::ok) {
            let start = game.offset() as usize;
            rest.extend_from_slice(&text[at..start + tag.offset]);
            at = start + tag.end;
        }
    }
    rest.extend_from_slice(&text[at..]);
    let letters = rest.utf8_chunks().flat_map(|chunk| {
        [chunk.valid().to_owned(), chunk.invalid().iter().map(|byte| char::from(*byte)).collect()]
    });
    let mut rest = letters.collect::<String>().into_bytes();
    rest.retain(|byte| !byte.is_ascii_whitespace() && *byte != b'>');
    rest
}

/// Letters that stand for bytes of Latin-1.
const BYTES: [(&str, u8); 2] = [("\u{e000}", 0xfc), ("\u{e001}", 0xa0)];

const TAGS: &[&str] = &[
    "[Event \"a\"]",
    "[event \"b\"]",
    "[EVENT \u{201c}c\u{201d}]",
    "[Event\u{201c}d\u{201d}]",
    "[ site \"e\"]",
    "[Site \u{ab}f \"g\" \\ \u{bb}]",
    "[White \"Sean O\"Neil\"]",
    "[black \"h\\\\\"]",
    "[Black \"C:\\chess\\\"]",
    "[White \"open]",
    "[White \"open",
    "[Site]",
    "[Result \"1:0\"]",
    "[result \"*\"]",
    "[Result \"?\"]",
    "[Result \"draw\"]",
    "[Result \u{201c}0\u{2013}1\u{201d}]",
    "[Result \"0-1]",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
    "[fen \u{201c}4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\u{201d}]",
    "[Fen \"?\"]",
    "[White \"M\u{e000}ller \\\" \u{e000}\"]",
    "[\u{e000} \"\u{e001}\"]",
    "[SetUp \"0\"]",
    "[setup \"1\"]",
    "[variant \"Chess960\"]",
];

const MOVES: &[&str] = &[
    "1. e4 ",
    "e4 ",
    "1... e5",
    "e5",
    "2. Nf3",
    "1-0",
    "0-1",
    "1/2\u{2013}1/2",
    "*",
    "{c}",
    "{ \u{e000} \u{fc} \u{e001} }",
    "1.\u{e001}d4",
    "\u{e001}",
    "(1. d4 { \u{e000} })",
    "{open",
    "; c\n",
    "(1. d4)",
    " resigns ",
];

const BETWEEN: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r\n\r\n",
    "\r",
    " ",
    "",
    "\n> ",
    "\n  ",
    "\n% x\n",
    "\nsome words\n",
    "\nwords \n> ",
];

/// Some texts are Latin-1, and the others UTF-8: pieces with both are decoded as a whole.
fn bytes(text: String, is_latin: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    for letter in text.split_inclusive(|_| true) {
        match BYTES.iter().find(|(known, _)| *known == letter) {
            Some((_, byte)) if is_latin => bytes.push(*byte),
            Some((_, byte)) => bytes.extend(char::from(*byte).to_string().bytes()),
            None if is_latin && !letter.is_ascii() => bytes.push(b'"'),
            None => bytes.extend(letter.bytes()),
        }
    }
    bytes
}

fn messy() -> impl Strategy<Value = Vec<u8>> {
    let tags = prop::collection::vec((select(TAGS), select(BETWEEN)), 0..6);
    let moves = prop::collection::vec((select(MOVES), select(BETWEEN)), 0..5);
    let game = (tags, select(BETWEEN), moves).prop_map(|(tags, between, moves)| {
        let join = |parts: Vec<(&str, &str)>| -> String {
            parts.into_iter().flat_map(|(part, end)| [part, end]).collect()
        };
        join(tags) + between + &join(moves)
    });
    let games = prop::collection::vec((game, select(BETWEEN)), 0..4);
    (games, any::<bool>()).prop_map(|(games, is_latin)| {
        bytes(games.into_iter().map(|(game, end)| game + end).collect(), is_latin)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn mended_games_are_the_same_games(text in messy()) {
        let (fixed, mends) = fix(&text);
        let shown = String::from_utf8_lossy(&fixed);
        prop_assert_eq!(read(&text), read(&fixed), "{}", shown);
        prop_assert_eq!(fix(&fixed), (fixed.clone(), 0), "again: {}", shown);
        prop_assert_eq!(without_tags(&text), without_tags(&fixed), "{}", shown);
        prop_assert_eq!(mends == 0, fixed == text);
    }
}
