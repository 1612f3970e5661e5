//! Games in PGN: cut as `pgn-reader` would cut them, replayed, and refused with the
//! right words at the right line.

#[path = "laws/pgn_text.rs"]
mod pgn_text;
#[path = "laws/scanner.rs"]
mod scanner;

use std::iter;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use memchr::memmem;
use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, EnPassantMode, Move, Outcome};
use zobrist_chess::Zobrist;
use zobrist_shakmaty::{
    GameError, GameOptions, GameScanner, HashablePosition, Hashed, Positions, ReadPositionError,
    fault_offset, replay_game,
};

fn cut(text: &[u8]) -> Vec<&[u8]> {
    scanner::pieces(text, iter::repeat(text.len()))
}

/// Everything that `pgn-reader` finds in a game.
#[derive(Clone, Debug, Default, PartialEq)]
struct Game {
    /// The name of each, its value as it stands there, and without the escapes.
    tags: Vec<[Vec<u8>; 3]>,
    moves: Vec<String>,
}

impl Game {
    fn has_event_and_no_moves(&self) -> bool {
        self.moves.is_empty() && self.tags.iter().any(|[name, ..]| name == b"Event")
    }
}

/// Reads games, with their variations or without.
struct Collect {
    skip: Skip,
}

impl Visitor for Collect {
    type Tags = Game;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        game.tags.push([name.to_vec(), value.as_bytes().to_vec(), value.decode().into_owned()]);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        game.moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Game, nag: Nag) -> ControlFlow<Game> {
        game.moves.push(nag.to_string());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        game.moves.push(format!("{comment:?}"));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Game) -> ControlFlow<Game, Skip> {
        game.moves.push("(".to_owned());
        ControlFlow::Continue(self.skip)
    }

    fn end_variation(&mut self, game: &mut Game) -> ControlFlow<Game> {
        game.moves.push(")".to_owned());
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Game> {
        game.moves.push(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

fn games(text: &[u8], skip: bool) -> Vec<Result<Game, String>> {
    let mut reader = Reader::new(text);
    let mut collect = Collect { skip: Skip(skip) };
    let games = reader.read_games(&mut collect);
    games.map(|game| game.map_err(|error| error.to_string())).collect()
}

/// The pieces as `pgn-reader` would have them: it takes tags behind a game without
/// moves for more tags of that game.
fn merged(text: &[u8], skip: bool) -> Vec<&[u8]> {
    let mut merged: Vec<&[u8]> = Vec::new();
    let mut end = 0;
    for piece in cut(text) {
        let before = merged.pop().unwrap_or_default();
        let both = &text[end - before.len()..end + piece.len()];
        end += piece.len();
        let parted = piece.starts_with(b"[Event ")
            && (before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n"))
            && games(before, skip).iter().flatten().any(Game::has_event_and_no_moves)
            && games(both, skip).len() == 1;
        if parted {
            merged.push(both);
        } else {
            merged.extend([before, piece].iter().filter(|piece| !piece.is_empty()));
        }
    }
    merged
}

proptest! {
    #[test]
    fn games_are_cut_as_they_are_read(text in pgn_text::text(), skip in any::<bool>()) {
        let one_by_one = cut(&text).into_iter().map(|piece| games(piece, skip).len());
        prop_assert!(one_by_one.into_iter().all(|count| count <= 1));
        let found: Vec<_> =
            merged(&text, skip).into_iter().flat_map(|piece| games(piece, skip)).collect();
        prop_assert_eq!(found, games(&text, skip));
    }
}

#[test]
fn where_the_cut_is_better_than_reading_on() {
    // A comment that is not terminated takes only its own game with it.
    let text = b"[Event \"a\"]\n\n1. e4 {oops\n\n[Event \"b\"]\n\n1. d4 *\n";
    assert_eq!(games(text, true).len(), 1);
    scanner::law(text);
    assert_eq!(cut(text)[1], b"[Event \"b\"]\n\n1. d4 *\n");

    // A game without moves, not even a result.
    let text = b"[Event \"a\"]\n[Site \"b\"]\n\n[Event \"c\"]\n\n1. d4 *\n";
    assert_eq!(games(text, true).len(), 1);
    assert_eq!(cut(text)[1], b"[Event \"c\"]\n\n1. d4 *\n");

    // More tags of the same game.
    for text in ["[Site \"a\"]\n\n[Event \"b\"]\n\n*\n", "[Event \"a\"]\n\n[Site \"b\"]\n*\n"] {
        assert_eq!(cut(text.as_bytes()), [text.as_bytes()]);
    }

    // Files with byte order marks, one behind the other.
    for between in ["", "\n"] {
        let one = "\u{feff}[Event \"a\"]\n[Site \"b\"]\n\n1. d4 *\n".to_owned() + between;
        let text = one.repeat(3);
        assert_eq!(cut(text.as_bytes()), [one.as_bytes(); 3]);
        let game = games(one.as_bytes(), true);
        assert_eq!(game[0].as_ref().unwrap().tags.len(), 2);
        assert_eq!(cut(text.as_bytes()).len(), 3);
    }
}

#[test]
fn tags_in_a_comment_do_not_end_it() {
    for text in [
        "1. e4 {\n[Event \"b\"]\n} e5 *\n",
        "1. e4 {\n\n[%clk 1:00]\n\n[Event]\n} e5 *\n",
        "1. e4 {\r\n\r\nb [Event \"b\"]\r\n} e5 *\r\n",
    ] {
        assert_eq!(cut(text.as_bytes()), [text.as_bytes()]);
    }
}

/// With 2^17 questions, a scanner that begins anew at each would look at 2^39 bytes.
#[test]
fn a_long_line_in_small_parts_takes_linear_time() {
    let text = vec![b'x'; 1 << 23];
    let begin = Instant::now();
    assert_eq!(scanner::pieces(&text, iter::repeat(64)), [&text]);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

/// The same for a long game of short lines, and for many games.
#[test]
fn many_lines_in_small_parts_take_linear_time() {
    let game = "[Event \"a\"]\n\n1. e4 {\n\n\n} e5\n2. d4 *\n\n".repeat(1000);
    let lines = "{\n\n1. e4 e5 x\n}\n".repeat(1 << 19);
    for (text, count) in [(game, 1000), (lines, 1)] {
        let begin = Instant::now();
        assert_eq!(scanner::pieces(text.as_bytes(), iter::repeat(64)).len(), count);
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
}

/// Collects the tags and the positions of a game.
#[derive(Debug, Default)]
struct Seen {
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    positions: Vec<(usize, Variant, CastlingMode, String)>,
}

impl Positions<Zobrist<u64>, ()> for Seen {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.tags.push((name.to_vec(), value.to_vec()));
    }

    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<Zobrist<u64>, P, ()>,
    ) {
        let position = position.position();
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        self.positions.push((ply, position.variant(), position.castles().mode(), fen));
    }
}

const ANY: GameOptions = GameOptions { variant: None, chess960: false, variants: true };

fn replayed(text: &[u8], options: GameOptions) -> (Result<Option<usize>, GameError>, Seen) {
    let mut seen = Seen::default();
    let result = replay_game(text, options, (), &mut seen);
    assert!(seen.positions.iter().map(|position| position.0).eq(0..seen.positions.len()));
    (result, seen)
}

/// The message and the line (from 1) of a game that is refused, and how many positions
/// it had before.
fn refused(text: &str, options: GameOptions) -> (String, usize, usize) {
    let (result, seen) = replayed(text.as_bytes(), options);
    let error = result.unwrap_err();
    let offset = fault_offset(text.as_bytes(), options, &error);
    match &error {
        GameError::Word { word, .. } => assert!(text[offset..].starts_with(word)),
        GameError::Variation { .. } => assert!(text[offset..].starts_with('(')),
        _ => assert!(offset == 0 || text.as_bytes()[offset - 1] == b'\n'),
    }
    (error.to_string(), text[..offset].matches('\n').count() + 1, seen.positions.len())
}

/// A value that goes on behind an escaped line break: a tag to `pgn-reader`.
fn broken_value() -> impl Strategy<Value = Vec<u8>> {
    (200..260_usize, 16_000..17_000_usize).prop_map(|(line, spaces)| {
        let (line, spaces) = ("x".repeat(line), " ".repeat(spaces));
        format!("[Event \"one\"]\n[A \"{line}\\\n{spaces}\"] 1. e4 *\n").into_bytes()
    })
}

/// The text with another event.
fn lengthened(text: &[u8], event: &str) -> Vec<u8> {
    match memmem::find(text, b"one\"]") {
        Some(at) => [&text[..at], event.as_bytes(), &text[at + b"one".len()..]].concat(),
        None => text.to_vec(),
    }
}

proptest! {
    /// One thread reads game after game with one buffer; a thread that begins has its own.
    #[test]
    fn a_game_is_replayed_alike_whatever_was_read_before(
        text in prop_oneof![pgn_text::text(), broken_value()],
        long in prop_oneof![Just(3_usize), 230..260_usize, 16_000..16_400_usize, Just(60_000)],
    ) {
        let event = "e".repeat(long);
        for game in cut(&text) {
            let game = lengthened(game, &event);
            let alone = thread::scope(|scope| scope.spawn(|| replayed(&game, ANY)).join().unwrap());
            prop_assert_eq!(format!("{:?}", replayed(&game, ANY)), format!("{alone:?}"));
            // The tags are those that the largest of buffers finds.
            let reader = Reader::build(&game[..]).set_supported_tag_line_length(1 << 20);
            let found = reader.finish().read_game(&mut Collect { skip: Skip(true) });
            if let Ok(Some(found)) = found {
                match alone.0 {
                    Ok(_) => {
                        let found: Vec<_> =
                            found.tags.into_iter().map(|[name, _, value]| (name, value)).collect();
                        prop_assert_eq!(alone.1.tags, found);
                    }
                    Err(error) => prop_assert_ne!(error.to_string(), UNTERMINATED_TAG),
                }
            }
        }
    }
}

#[test]
fn positions_of_a_game() {
    let text = b"[Event \"a\"]\n\n1. e4 {c} (1. d4 d5) e5 $1 2. Nf3 * ; c\n";
    let (result, seen) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(3));
    let fens: Vec<&str> = seen.positions.iter().map(|position| position.3.as_str()).collect();
    assert_eq!(fens[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(fens[3], "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(fens.len(), 4);
}

#[test]
fn games_without_moves_and_no_games() {
    for text in ["", "\n\n", "  \r\n", "% escaped\n", "\u{feff}", "{c}", "e.p.", "; end of file"] {
        let (result, seen) = replayed(text.as_bytes(), ANY);
        assert_eq!((result.unwrap(), seen.positions.len()), (None, 0), "{text:?}");
    }
    for text in ["*", "[Event \"a\"]\n", "[Event \"a\"]\n\n1-0\n", "\u{feff}[A \"\"]"] {
        let (result, seen) = replayed(text.as_bytes(), ANY);
        assert_eq!((result.unwrap(), seen.positions.len()), (Some(0), 1), "{text:?}");
    }
    let mut scanner = GameScanner::new();
    assert_eq!(scanner.end_of_game(b"", false), None);
    assert_eq!(scanner.end_of_game(b"", true), None);
}

#[test]
fn names_need_not_be_utf8() {
    let text = b"[White \"M\xfcller\"]\n[Bl\xe4ck \"\xff\"]\n\n1. e4 {\xfc} e5 \xff *\n";
    assert_eq!(replayed(text, ANY).0.unwrap(), Some(2));
    let text = b"[Variant \"\xff\"]\n\n*\n";
    assert_eq!(replayed(text, ANY).0.unwrap_err().to_string(), "unknown variant \"\u{fffd}\"");
    let text = b"[FEN \"\xff\"]\n\n*\n";
    let error = replayed(text, ANY).0.unwrap_err();
    assert!(matches!(error, GameError::Fen(ReadPositionError::NotUtf8(_))), "{error}");
}

#[test]
fn long_lines() {
    let name = "x".repeat(60_000);
    let text =
        format!("[White \"{name}\"]\n\n1. e4 {{{name}{name}}} e5 ({name}) ;{name}\n2. d4 *\n");
    assert_eq!(replayed(text.as_bytes(), ANY).0.unwrap(), Some(3));
    // Beyond reason: refused, and not read as moves.
    let text = format!("[Site \"\"]\n[White \"{name}{name}{name}\"]\n\n1. e4 *\n");
    let (message, line, positions) = refused(&text, ANY);
    assert_eq!((message.as_str(), line, positions), (UNTERMINATED_TAG, 2, 0));
}

const UNTERMINATED_TAG: &str = "expected PGN, got an unterminated tag";
const UNTERMINATED_COMMENT: &str = "expected PGN, got an unterminated comment";

/// A game of ten lines and five plies.
const GAME: &str = "[Event \"one\"]
[Site \"?\"]

1. e4 {first
comment [x]

with a blank line} e5 (1... c5
2. Nf3) 2. Nf3
(2. f4 exf4) Nc6 ; {not a comment
3. Bb5 *

";

#[test]
fn one_bad_game_does_not_take_others_with_it() {
    assert_eq!(replayed(GAME.as_bytes(), ANY).0.unwrap(), Some(5));
    // What is replaced by what; then the message, the line, and how many positions
    // come out before.
    for (good, bad, message, line, positions) in [
        ("{first", "{first {", "", 0, 6),
        ("with a blank line}", "with a blank line", UNTERMINATED_COMMENT, 4, 2),
        ("3. Bb5 *", "3. Bb5 {* ;", UNTERMINATED_COMMENT, 10, 6),
        ("exf4)", "{exf4) ()", UNTERMINATED_COMMENT, 9, 4),
        ("(1... c5\n", "(1... c5 {\n{ { ;", UNTERMINATED_COMMENT, 7, 3),
        ("(1... c5\n", "(1... {c} c5\n", "", 0, 6),
        ("[Site \"?\"]", "[Site \"?", "", 0, 6),
        ("3. Bb5", "3. Bb6", "illegal move Bb6 at ply 5", 10, 5),
        ("e4 {first", "e4 Nf3 {first", "illegal move Nf3 at ply 2", 4, 2),
        ("} e5", "} e5 2. Nd5", "illegal move Nd5 at ply 3", 7, 3),
        ("} e5", "} e5 2. Rook Nd5", "expected a move, got \"Rook\"", 7, 3),
        ("} e5", "} e5 ~e5", "expected a move, got \"~e5\"", 7, 6),
        ("} e5", "} e5 ( 2. d4", "expected PGN, got an unterminated variation", 7, 3),
        ("} e5", "} e5 1-0", "expected one game, got more text behind it", 8, 3),
        ("one\"]\n[Site \"?\"]", "one\n[White \"Carlsen\"]", "", 0, 6),
        ("[Site \"?\"]", "  % words", "", 0, 6),
        ("?\"]\n\n1. e4", "?\n\n1. e4 Rook", "expected a move, got \"Rook\"", 4, 6),
        ("2. Nf3)", "2. Nc6) Qh4+", "illegal move Qh4+ at ply 3", 8, 3),
        ("1. e4", "1. O-O", "illegal move O-O at ply 1", 4, 1),
        ("1. e4", "1. --", "illegal move -- at ply 1", 4, 1),
        ("[Event \"one\"]", "[Variant \"Bughouse\"]", "unknown variant \"Bughouse\"", 1, 0),
        ("[Site \"?\"]", "[Variant \"4p\"]", "unknown variant \"4p\"", 2, 0),
        ("[Site", "[FEN", "FEN tag: expected FEN or EPD, got invalid board part in fen", 2, 0),
    ] {
        let spoiled = GAME.replace(good, bad);
        assert_ne!(spoiled, GAME);
        for ends in ["\n", "\r\n"] {
            let (game, spoiled) = (GAME.replace('\n', ends), spoiled.replace('\n', ends));
            for (before, behind) in [(0, 0), (0, 2), (1, 1), (3, 0)] {
                let text = game.repeat(before) + &spoiled + &game.repeat(behind);
                let pieces = cut(text.as_bytes());
                assert_eq!(pieces.len(), before + 1 + behind, "{text}");
                for (index, piece) in pieces.into_iter().enumerate() {
                    let text = str::from_utf8(piece).unwrap();
                    assert_eq!(text, if index == before { &spoiled } else { &game });
                }
            }
            if message.is_empty() {
                let (result, seen) = replayed(spoiled.as_bytes(), ANY);
                assert_eq!((result.unwrap(), seen.positions.len()), (Some(5), positions));
            } else {
                let expected = (message.to_owned(), line, positions);
                assert_eq!(refused(&spoiled, ANY), expected, "{spoiled}");
                // Without the blank line at the end, and without any line end there.
                let expected = (message.to_owned(), line, positions);
                assert_eq!(refused(spoiled.trim_end(), ANY), expected, "{spoiled}");
            }
        }
    }
}

#[test]
fn a_tag_that_ends_with_the_text() {
    for tag in ["[Site \"x", "[Site", "[", "[Site \"x\\"] {
        let text = format!("{GAME}[Event \"b\"]\n{tag}");
        let pieces = cut(text.as_bytes());
        assert_eq!(pieces[0], GAME.as_bytes());
        let (message, line, positions) = refused(str::from_utf8(pieces[1]).unwrap(), ANY);
        assert_eq!((message.as_str(), line, positions), (UNTERMINATED_TAG, 2, 0), "{tag}");
    }
}

#[test]
fn ambiguous_moves() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]

1. Rh2 Kd7
2. Ra3 Kc7
3. Ra2 Kb7
";
    assert_eq!(refused(text, ANY), ("ambiguous move Ra2 at ply 5".to_owned(), 5, 5));
    let longer = text.replace("Ra2 ", "{\n\n} (3. Raa2) Ra2+ $1 ");
    assert_eq!(refused(&longer, ANY), ("ambiguous move Ra2+ at ply 5".to_owned(), 7, 5));
    assert_eq!(replayed(text.replace("Ra2", "Rha2").as_bytes(), ANY).0.unwrap(), Some(6));
    let Err(GameError::Move { ply, san, ambiguous }) = replayed(text.as_bytes(), ANY).0 else {
        panic!("a move could be two");
    };
    assert_eq!((ply, san.as_str(), ambiguous), (5, "Ra2", true));
}

#[test]
fn text_behind_the_game() {
    let text = GAME.repeat(2);
    let (message, line, positions) = refused(&text, ANY);
    assert_eq!(message, "expected one game, got more text behind it");
    assert_eq!((line, positions), (12, 6));
}

/// The first position of a game with these tags.
fn start(tags: &[(&str, &str)], options: GameOptions) -> (Variant, CastlingMode, String) {
    let mut text: String =
        tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    text += "\n*\n";
    let (result, mut seen) = replayed(text.as_bytes(), options);
    assert_eq!(result.unwrap(), Some(0));
    let (_, variant, mode, fen) = seen.positions.remove(0);
    (variant, mode, fen)
}

#[test]
fn games_start_from_the_fen_tag() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 40";
    let inner = "1r1k1r2/8/8/8/8/8/8/1R1K1R2 b KQ - 5 40";
    let standard = (Variant::Chess, CastlingMode::Standard);
    let chess960 = (Variant::Chess, CastlingMode::Chess960);
    let with = |tags: &[(&str, &str)], options| {
        let (variant, mode, fen) = start(tags, options);
        ((variant, mode), fen)
    };
    assert_eq!(with(&[("SetUp", "1"), ("FEN", fen)], ANY), (standard, fen.to_owned()));
    // Whether or not a tag says so, rooks elsewhere are those of Chess960.
    assert_eq!(with(&[("FEN", inner)], ANY), (chess960, inner.to_owned()));
    assert_eq!(with(&[("FEN", &inner.replace("KQ", "FB"))], ANY), (chess960, inner.to_owned()));
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "FRC"] {
        let expected = (chess960, fen.to_owned());
        assert_eq!(with(&[("Variant", name), ("FEN", fen)], ANY), expected);
        assert_eq!(with(&[("FEN", fen), ("Variant", name)], ANY), expected);
    }
    let options = GameOptions { chess960: true, ..ANY };
    assert_eq!(with(&[("FEN", fen)], options), (chess960, fen.to_owned()));
    assert_eq!(with(&[("Variant", "Standard"), ("FEN", fen)], options), (chess960, fen.to_owned()));
    // The last of two tags counts.
    assert_eq!(with(&[("FEN", "nonsense"), ("FEN", fen)], ANY), (standard, fen.to_owned()));
    // Castling follows the rooks.
    let text = format!("[FEN \"{inner}\"]\n\n1... Kc7 2. O-O-O *\n");
    let (_, seen) = replayed(text.as_bytes(), ANY);
    assert_eq!(seen.positions[2].3, "1r3r2/2k5/8/8/8/8/8/2KR1R2 b - - 7 41");

    let message = refused("[Site \"\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*\n", ANY);
    assert!(message.0.starts_with("FEN tag: expected a legal position"), "{message:?}");
    assert_eq!((message.1, message.2), (2, 0));
}

#[test]
fn variants_by_their_tags() {
    for (variant, names) in [
        (Variant::Chess, ["Standard", "Chess", "normal", "From Position"]),
        (Variant::Atomic, ["Atomic", "atomic", "ATOMIC", " atomic "]),
        (Variant::Antichess, ["Antichess", "antichess", "Anti-Chess", "anti chess"]),
        (Variant::KingOfTheHill, ["King of the Hill", "kingOfTheHill", "koth", "KOTH"]),
        (Variant::ThreeCheck, ["Three-check", "threeCheck", "3check", "3-Check"]),
        (Variant::Crazyhouse, ["Crazyhouse", "crazyhouse", "CrazyHouse", "crazy house"]),
        (Variant::RacingKings, ["Racing Kings", "racingKings", "racingkings", "RACING KINGS"]),
        (Variant::Horde, ["Horde", "horde", "HORDE", "Horde."]),
    ] {
        for name in names {
            let tags = [("Variant", name)];
            assert_eq!(start(&tags, ANY).0, variant, "{name}");
            let asked = GameOptions { variant: Some(variant), ..ANY };
            assert_eq!(start(&tags, asked).0, variant, "{name}");
            assert_eq!(start(&[], asked).0, variant);

            let text = format!("[Event \"\"]\n[Variant \"{name}\"]\n\n*\n");
            let other = if variant == Variant::Horde { Variant::Atomic } else { Variant::Horde };
            let asked = GameOptions { variant: Some(other), ..ANY };
            let message = format!("expected a game of {other}, got one of {variant}");
            assert_eq!(refused(&text, asked), (message, 2, 0));

            if variant != Variant::Chess {
                let message = format!("the scheme has no variants, got a game of {variant}");
                let none = GameOptions { variants: false, ..ANY };
                assert_eq!(refused(&text, none), (message.clone(), 2, 0));
                let none = GameOptions { variants: false, variant: Some(variant), ..ANY };
                assert_eq!(refused("\n*\n", none), (message, 2, 0));
            }
        }
    }
    // A game of another variant is refused as such, whether it could be read or not.
    let none = GameOptions { variant: Some(Variant::Chess), ..GameOptions::default() };
    let message = refused("[Variant \"Atomic\"]\n\n*\n", none).0;
    assert_eq!(message, "expected a game of chess, got one of atomic");
    for name in ["", "?", "Bughouse", "Chess 961", "xboard", "9\\\"60"] {
        let text = format!("\n[Variant \"{name}\"]\n\n*\n");
        let name = name.replace('\\', "");
        assert_eq!(refused(&text, ANY), (format!("unknown variant {name:?}"), 2, 0));
    }
}

#[test]
fn variants_by_their_rules() {
    let text = b"[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 *\n";
    let (result, seen) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(3));
    assert_eq!(seen.positions[3].3, "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    let text = b"[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    let (result, seen) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(5));
    assert_eq!(
        seen.positions[5].3,
        "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"
    );
    // A position that only the rules of the tag allow.
    let text =
        "[FEN \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\"]\n[Variant \"Racing Kings\"]\n\n*\n";
    assert_eq!(replayed(text.as_bytes(), ANY).0.unwrap(), Some(0));
    let pawns = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
    assert_eq!(start(&[("Variant", "Horde")], ANY).2, pawns);
}
