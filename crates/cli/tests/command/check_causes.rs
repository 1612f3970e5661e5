//! `zobrist hash --check`: a cause is named if it holds for all lines that it claims, and none is
//! else. The engine, its games and its mistakes are made for these tests.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::rookie::{Engine, folder};
use crate::tool::{Folder, Run};

/// Twenty plies of an opening, in which both sides castle.
const OPENING: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O a6 Bb3 O-O h3 Ba7 Re1 h6 Nbd2 Be6";

/// The positions of a game from the start, with the en passant square after every double step.
fn game(moves: &str) -> Vec<String> {
    let mut position = Chess::default();
    let mut fens = vec![fen(&position)];
    for word in moves.split(' ') {
        let m = word.parse::<San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
        fens.push(fen(&position));
    }
    fens
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

/// The lines of a log, each with the XOR of its hash and the right one.
fn log(engine: &Engine, fens: &[String], error: impl Fn(usize, &str) -> u64) -> String {
    let line = |(index, fen): (usize, &String)| {
        format!("{:016x}\t{fen}\n", engine.hash(fen) ^ error(index, fen))
    };
    fens.iter().enumerate().map(line).collect()
}

fn check_with(folder: &Folder, scheme: &str, text: &str) -> Run {
    folder.write("log.txt", text);
    folder.zobrist(["hash", "--check", "--scheme", scheme, "log.txt"])
}

/// The features of each row, and the messages.
#[track_caller]
fn check(folder: &Folder, scheme: &str, text: &str) -> (Vec<String>, String) {
    let (rows, messages) = check_with(folder, scheme, text).rejected();
    (rows.lines().map(|row| row.split('\t').nth(3).unwrap().to_owned()).collect(), messages)
}

#[test]
fn an_error_that_is_carried_on_is_no_constant() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let key = engine.piece('P', "e4");
    let text = log(&engine, &game(OPENING), |index, _| if index < 3 { 0 } else { key });
    let (rows, messages) = check(&folder, "rookie.toml", &text);
    // A key that is toggled once too often: the pawn stands on e4.
    assert_eq!(rows[0], "missing white pawn e4, by the move g1f3");
    assert_eq!(rows[1..], ["as in the line before"; 17]);
    assert!(messages.contains("\n  17 lines carry an error on from the line before\n"));
    assert!(messages.contains("but 3 are right, which no hash is by chance"), "{messages}");
    assert!(!messages.contains("constant"), "{messages}");
}

/// An error that ends again, and one that begins before the log and is joined by another.
#[test]
fn an_error_of_some_lines_is_no_constant_either() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let (one, other) = (engine.piece('n', "a3"), engine.piece('Q', "h5"));
    let ends = |index: usize| if (2..18).contains(&index) { one } else { 0 };
    let joined = |index: usize| if index < 5 { one } else { one ^ other };
    let (rows, messages) =
        check(&folder, "rookie.toml", &log(&engine, &game(OPENING), |index, _| ends(index)));
    assert_eq!((rows.len(), &*rows[0]), (16, "surplus black knight a3, by the move e7e5"));
    assert!(!messages.contains("constant"), "{messages}");
    let (rows, messages) =
        check(&folder, "rookie.toml", &log(&engine, &game(OPENING), |index, _| joined(index)));
    assert_eq!(rows[0], "surplus black knight a3");
    // No such move makes that mistake: all that is wrong is said.
    assert_eq!(rows[5], "surplus white queen h5 + surplus black knight a3");
    assert!(
        rows.iter()
            .enumerate()
            .all(|(index, row)| { matches!(index, 0 | 5) || row == "as in the line before" })
    );
    assert!(!messages.contains("constant"), "{messages}");
}

/// A program that takes the key of file h where there is no file.
#[test]
fn a_constant_of_some_positions_is_named_by_its_features() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let has_none = |fen: &str| fen.split(' ').nth(3) == Some("-");
    let error = |fen: &str| if has_none(fen) { engine.file('h') } else { 0 };
    let text = log(&engine, &game(OPENING)[1..], |_, fen| error(fen));
    let (_, messages) = check(&folder, "rookie.toml", &text);
    let hint = format!(
        "zobrist: most lines are wrong: every hash without a capture en passant that counts has the \
         constant 0x{:016x} besides, the key of en passant file h: \"no-en-passant\" in layout, with \
         this key; with it, the first 20 different lines are right\n",
        engine.file('h')
    );
    assert!(messages.ends_with(&hint), "{messages}");
    // The file of the first move, which may not have been removed.
    let key = engine.file('e');
    let text = log(&engine, &game(OPENING)[2..], |index, _| if index == 0 { 0 } else { key });
    let (rows, messages) = check(&folder, "rookie.toml", &text);
    assert_eq!(rows[0], "surplus en passant file e, by the move g1f3");
    assert!(!messages.contains("without a capture"), "{messages}");
    // A single line contradicts.
    let text = log(&engine, &game(OPENING)[1..], |index, fen| error(fen) ^ u64::from(index == 9));
    let (_, messages) = check(&folder, "rookie.toml", &text);
    assert!(!messages.contains("constant"), "{messages}");
}

/// A program that never updates the rights with which a game begins.
#[test]
fn rights_that_are_never_updated_are_named_in_each_line() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let rights = |fen: &str| engine.rights(fen.split(' ').nth(2).unwrap().trim_matches('-'));
    let error = |fen: &str| engine.rights("KQkq") ^ rights(fen);
    let moves = "e4 e5 Ke2 Ke7 Nf3 Nf6 Nc3 Nc6 d3 d6 Be3 Be6 h3 h6 a3 a6 g3 g6 Bg2 Bg7";
    let fens = game(moves);
    let (rows, messages) = check(&folder, "rookie.toml", &log(&engine, &fens, |_, fen| error(fen)));
    assert_eq!(
        rows[0],
        "missing castling rights kq + surplus castling rights KQkq, by the move e1e2"
    );
    assert_eq!(rows[1..], ["missing castling rights - + surplus castling rights KQkq"; 17]);
    assert!(!messages.contains("carr"), "{messages}");
    let hint = format!(
        "  castling is not keyed: [castling] keys = \"none\"\n  \
         every hash has the constant 0x{0:016x} besides: [start] key = \"0x{0:016x}\"\n  \
         the constant is the key of castling rights KQkq\n",
        engine.rights("KQkq")
    );
    assert!(messages.ends_with(&hint), "{messages}");
}

/// A program that carries an error, and forgets the key of one set of rights when White castles.
#[test]
fn a_set_of_rights_that_is_forgotten_is_ascribed_to_its_move() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let pawn = engine.piece('p', "e5");
    for (set, words) in
        [("KQkq", "surplus castling rights KQkq"), ("kq", "missing castling rights kq")]
    {
        let set = engine.rights(set);
        let error = |index: usize| match index {
            0..2 => 0,
            2..11 => pawn,
            _ => pawn ^ set,
        };
        let text = log(&engine, &game(OPENING), |index, _| error(index));
        let (rows, _) = check(&folder, "rookie.toml", &text);
        assert_eq!(rows[0], "missing black pawn e5, by the move e7e5");
        assert_eq!(rows[9], format!("{words}, by the move e1g1"));
        let others = rows.iter().enumerate().filter(|(index, _)| ![0, 9].contains(index));
        assert!(others.map(|(_, row)| row).all(|row| row == "as in the line before"), "{rows:?}");
    }
}

/// A program that computes each hash from scratch and keys no king, and one that forgets the king
/// when it castles.
#[test]
fn features_that_no_hash_has_are_no_errors_of_moves() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let white = |index: usize| engine.piece('K', if index < 11 { "e1" } else { "g1" });
    let black = |index: usize| engine.piece('k', if index < 14 { "e8" } else { "g8" });
    let text = log(&engine, &game(OPENING), |index, _| white(index) ^ black(index));
    let (rows, _) = check(&folder, "rookie.toml", &text);
    assert_eq!(rows.len(), 21);
    assert_eq!(rows[0], "missing white king e1 + missing black king e8");
    assert_eq!(rows[11], "missing white king g1 + missing black king e8");
    assert_eq!(rows[14], "missing white king g1 + missing black king g8");
    // An error that is carried, with which the mistake of the move has fewer features.
    let pawn = engine.piece('p', "e5");
    let text = log(&engine, &game(OPENING), |index, _| match index {
        0..2 => 0,
        2..11 => pawn,
        _ => pawn ^ white(0) ^ white(11),
    });
    let (rows, _) = check(&folder, "rookie.toml", &text);
    assert_eq!(rows[9], "surplus white king e1 + missing white king g1, by the move e1g1");
}

/// A game in which the kings move at once, by a program without a key of the empty set of rights.
#[test]
fn a_set_of_rights_without_a_key_is_no_convention() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let moves = "e4 e5 Ke2 Ke7 Nf3 Nf6 Nc3 Nc6 d3 d6 Be3 Be6 h3 h6 a3 a6 g3 g6 Bg2 Bg7";
    let fens = game(moves);
    // With the last position that has rights, and without.
    for first in [3, 4] {
        let right = 4 - first;
        let error = |index: usize| if index < right { 0 } else { engine.rights("-") };
        let text = log(&engine, &fens[first..], |index, _| error(index));
        let (rows, messages) = check(&folder, "rookie.toml", &text);
        assert_eq!(rows.len(), 17);
        assert!(rows[0].starts_with("missing castling rights -"), "{rows:?}");
        assert!(!messages.contains("castling is"), "{messages}");
        assert!(!messages.contains("most lines are wrong"), "{messages}");
    }
}

/// The description of the engine with other keys.
fn with_keys(folder: &Folder, keys: &[u64]) {
    let keys: String = keys.iter().map(|key| format!("{key:016x}\n")).collect();
    folder.write("keys.hex", keys);
    folder.write("own.toml", crate::rookie::ROOKIE.replace("zobrist.h", "keys.hex"));
}

/// All keys, in the order of the description.
fn keys(engine: &Engine) -> Vec<u64> {
    let squares: Vec<String> =
        (1..=8).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}"))).collect();
    let mut keys = Vec::new();
    for piece in "PNBRQKpnbrqk".chars() {
        keys.extend(squares.iter().map(|square| engine.piece(piece, square)));
    }
    keys.push(engine.black_to_move);
    for set in 0..16 {
        let has = |(bit, right): (usize, char)| (set >> bit & 1 == 1).then_some(right);
        keys.push(engine.rights(&"KQkq".chars().enumerate().filter_map(has).collect::<String>()));
    }
    keys.extend(('a'..='h').map(|file| engine.file(file)));
    keys
}

const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
const KING_A3: usize = 5 * 64 + 16;
const FILE_E: usize = 785 + 4;

#[test]
fn of_features_with_equal_keys_the_one_that_the_position_can_have_is_named() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let mut own = keys(&engine);
    let file = own[FILE_E];
    own[KING_A3] = file;
    with_keys(&folder, &own);
    let line = |error: u64| format!("{:016x}\t{E4}\n", engine.hash(E4) ^ error);
    // The king stands on e1, and has all rights.
    let (rows, messages) = check(&folder, "own.toml", &line(file));
    assert_eq!(rows, ["missing en passant file e"]);
    let told = "  these features have the same key: white king a3, en passant file e\n";
    assert!(messages.contains(told), "{messages}");
    // Two features that the position has: both are said.
    own[KING_A3] = keys(&engine)[KING_A3];
    let (turn, pawn) = (768, 28);
    own[pawn] = own[turn];
    with_keys(&folder, &own);
    let hash = engine.hash(E4) ^ engine.piece('P', "e4") ^ own[turn];
    let (rows, messages) =
        check(&folder, "own.toml", &format!("{:016x}\t{E4}\n", hash ^ own[turn]));
    assert_eq!(rows, ["missing white pawn e4 or missing black to move"]);
    assert!(messages.contains("same key: white pawn e4, black to move\n"), "{messages}");
}

#[test]
fn a_key_that_two_others_make_is_told() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let mut own = keys(&engine);
    // A white king on a3 has the keys of a pawn that moved without its hash.
    let (e2, e4) = (12, 28);
    own[KING_A3] = own[e2] ^ own[e4];
    with_keys(&folder, &own);
    let line = format!("{:016x}\t{E4}\n", engine.hash(E4) ^ own[KING_A3]);
    let (rows, messages) = check(&folder, "own.toml", &line);
    assert_eq!(rows, ["surplus white pawn e2 + missing white pawn e4"]);
    assert!(
        messages
            .contains("  the keys of white pawn e4 and white king a3 make that of white pawn e2\n"),
        "{messages}"
    );
    // Alone, it is no cause, and its key is said.
    own[KING_A3] = 0x0123_4567_89ab_cdef;
    with_keys(&folder, &own);
    let line = format!("{:016x}\t{E4}\n", engine.hash(E4) ^ own[KING_A3]);
    let (rows, messages) = check(&folder, "own.toml", &line);
    let unknown =
        "unknown: the difference is the key of white king a3, which the position cannot have";
    assert_eq!(rows, [unknown]);
    assert!(messages.contains(&format!("  {unknown}: 1 line, at 1\n")), "{messages}");
}

#[test]
fn keys_that_are_zero_are_told() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let mut own = keys(&engine);
    own[11 * 64..12 * 64].fill(0);
    with_keys(&folder, &own);
    let hash = engine.hash(E4) ^ engine.piece('k', "e8");
    let line = format!("{:016x}\t{E4}\n", hash ^ engine.file('e'));
    let (rows, messages) = check(&folder, "own.toml", &line);
    assert_eq!(rows, ["missing en passant file e"]);
    let told =
        "  the keys of 64 features are zero, that of black king a1 first: no hash shows them\n";
    assert!(messages.contains(told), "{messages}");
}

/// Any hash is a sum of a few of such keys, or of none.
#[test]
fn keys_that_are_all_equal_show_no_cause() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let unknown = "unknown: the keys differ in too few bits to tell a cause from chance";
    for key in [0, 0x9e37_79b9_7f4a_7c15] {
        with_keys(&folder, &[key; 793]);
        // The hash is the key: there are 35 features.
        let text = format!("{:016x}\t{E4}\n{:016x}\t{E4}\n", !key, key ^ 0xabc);
        let (rows, messages) = check(&folder, "own.toml", &text);
        assert_eq!(rows, [unknown; 2]);
        assert!(messages.contains(&format!("  {unknown}: 2 lines, first at 1\n")), "{messages}");
        assert!(!messages.contains("no sum of"), "{messages}");
    }
}

/// A list of positions, of which one follows from the other by chance: the start, and all positions
/// after one move.
#[test]
fn hashes_of_a_list_are_explained_one_by_one() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let mut fens = vec![fen(&Chess::default())];
    let start = Chess::default();
    fens.extend(start.legal_moves().into_iter().map(|m| {
        let mut after = start.clone();
        after.play_unchecked(m);
        fen(&after)
    }));
    let text = log(&engine, &fens, |_, _| engine.rights("KQkq"));
    let (rows, messages) = check(&folder, "rookie.toml", &text);
    assert_eq!(rows, ["missing castling rights KQkq"; 21]);
    assert!(!messages.contains("carr"), "{messages}");
    // Of a game, too, where what is missing changes with the position.
    let rights = |fen: &str| engine.rights(fen.split(' ').nth(2).unwrap().trim_matches('-'));
    let text = log(&engine, &game(OPENING), |_, fen| rights(fen));
    let (rows, messages) = check(&folder, "rookie.toml", &text);
    assert_eq!(rows[0], "missing castling rights KQkq");
    assert_eq!(rows[11], "missing castling rights kq");
    assert!(messages.contains("castling is not keyed"), "{messages}");
    assert!(!messages.contains("constant"), "{messages}");
}

#[test]
fn hashes_may_be_decimal() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let fens = game(OPENING);
    let unsigned: String =
        fens.iter().map(|fen| format!("{}\t{fen}\n", engine.hash(fen))).collect();
    let signed: String =
        fens.iter().map(|fen| format!("{}\t{fen}\n", engine.hash(fen) as i64)).collect();
    assert!(signed.contains('-'));
    // Two signed integers, as programs without integers of 64 bits print them.
    let halves = |hash: u64| format!("{} {}", (hash >> 32) as i32, hash as i32);
    let halves: String =
        fens.iter().map(|fen| format!("{}\t{fen}\n", halves(engine.hash(fen)))).collect();
    for text in [&unsigned, &signed, &halves] {
        let run = check_with(&folder, "rookie.toml", text);
        assert_eq!((run.code, run.stderr.as_str()), (0, "zobrist: 21 lines, 0 wrong\n"));
    }
    // A short one among them is decimal, too, and a larger one than 64 bits no hash.
    let (rows, _) = check(&folder, "rookie.toml", &format!("{unsigned}16\t{}\n", fens[0]));
    assert_eq!(rows.len(), 1);
    let row = check_with(&folder, "rookie.toml", &format!("{unsigned}16\t{}\n", fens[0])).stdout;
    assert!(row.starts_with("22\t0000000000000010\t"), "{row}");
    let run =
        check_with(&folder, "rookie.toml", &format!("{unsigned}18446744073709551616\t{E4}\n"));
    assert!(
        run.stderr.contains("expected a hash in decimal, below 2^64, got \"18446744073709551616\""),
        "{}",
        run.stderr
    );
}

/// Hashes that are right but for the form in which they are written.
#[test]
fn another_form_of_all_hashes_is_said() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let fens = game(OPENING);
    for (form, words) in [
        ((|hash| hash.swap_bytes()) as fn(u64) -> u64, "have their bytes in reverse order"),
        (|hash| hash.rotate_left(32), "have their halves the other way round"),
        (|hash| hash & 0xffff_ffff, "are the low halves"),
        (|hash| hash >> 32, "are the high halves"),
    ] {
        let text = log(&engine, &fens, |_, fen| engine.hash(fen) ^ form(engine.hash(fen)));
        let (rows, messages) = check(&folder, "rookie.toml", &text);
        assert!(rows.iter().all(|row| row.starts_with("no sum of")), "{rows:?}");
        assert!(messages.contains(words), "{messages}");
        let text = log(&engine, &fens, |index, fen| {
            engine.hash(fen) ^ form(engine.hash(fen)) ^ u64::from(index == 7)
        });
        let (_, messages) = check(&folder, "rookie.toml", &text);
        assert!(!messages.contains(words), "{messages}");
    }
}
