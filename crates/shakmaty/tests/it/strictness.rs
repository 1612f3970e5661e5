//! Lines that are read strictly: what they must have, and what may follow.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Chess, Position};
use zobrist_shakmaty::fen::{Expected, FenError};
use zobrist_shakmaty::{
    ReadPositionError, Strictness, read_position_with, read_variant_position_with,
};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

fn read(line: &str, strictness: Strictness) -> Result<Chess, ReadPositionError> {
    read_position_with(line.as_bytes(), None, strictness)
}

#[track_caller]
fn fault(line: &str) -> FenError {
    match read(line, Strictness::Strict) {
        Err(ReadPositionError::NotFen(fault)) => fault,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn four_to_six_fields_and_operations_are_a_position() {
    for (rest, halfmoves, fullmoves) in [
        ("w - -", 0, 1),
        ("w - -  ", 0, 1),
        ("w - - 5", 5, 1),
        ("w - - 5 12", 5, 12),
        ("w - - 5 12 ", 5, 12),
        ("w - - bm Kd2;", 0, 1),
        ("w - -   bm Kd2 ;  ", 0, 1),
        ("w - - draw_offer;", 0, 1),
        ("w - - bm Kd2; id \"a; b\"; c-0 \"\";", 0, 1),
        ("w - - bm\tKd2;id \"é\";\t", 0, 1),
        ("w - - 5 bm Kd2;", 5, 1),
        ("w - - 5 12 D1 5;D2 25;", 5, 12),
        // As perft suites and engines write them.
        ("w - - 5 12 ;D1 5 ;D2 25", 5, 12),
        ("w - - ;D1 5;D2 25 ; D12 3 ", 0, 1),
        ("w - -; id \"a; b\";", 0, 1),
        ("w - -;", 0, 1),
        ("w - - 5 12; bm e4;", 5, 12),
        ("w - - 5; bm e4", 5, 1),
        ("w - - bm Kd2", 0, 1),
        ("w - - 5 12 bm Kd2; id \"a; b\"", 5, 12),
        ("w - - 5 12 ce 13 ", 5, 12),
    ] {
        let position = read(&format!("{KINGS} {rest}"), Strictness::Strict).expect(rest);
        assert_eq!((position.halfmoves(), position.fullmoves().get()), (halfmoves, fullmoves));
    }
}

#[test]
fn missing_fields_are_named() {
    for (rest, expected) in [
        ("", Expected::Turn),
        (" ", Expected::Turn),
        (" w", Expected::Castling),
        (" w  ", Expected::Castling),
        (" w -", Expected::EnPassant),
        (" w - ", Expected::EnPassant),
    ] {
        let line = format!("{KINGS}{rest}");
        let fault = fault(&line);
        assert_eq!((fault.column, fault.expected, fault.got), (line.len() + 1, expected, None));
        assert!(read(&line, Strictness::AllowMissing).is_ok(), "{line}");
        assert!(read(&line, Strictness::Lenient).is_ok(), "{line}");
    }
}

#[test]
fn what_follows_is_named_with_its_column() {
    for (rest, column, expected, got) in [
        ("hello", 27, Expected::Operation, "hello"),
        ("hello world", 27, Expected::Operation, "hello"),
        ("bm ", 27, Expected::Operation, "bm"),
        ("bm Kd2; xy \"a\"", 35, Expected::Operation, "xy"),
        ("bm Kd2; ?", 35, Expected::Operation, "?"),
        ("bm Kd2;; ", 34, Expected::Operation, ";"),
        (";D1 20 ;Dx 400", 35, Expected::Operation, "Dx"),
        ("0 1 ;;D1 20", 32, Expected::Operation, ";D1"),
        ("0 1 ; note", 33, Expected::Operation, "note"),
        ("0 1 and a note", 31, Expected::Operation, "and"),
        ("0 1_note", 31, Expected::Operation, "note"),
        ("0 x", 29, Expected::Operation, "x"),
        ("0 1 2", 31, Expected::EndOfLine, "2"),
        ("0 1 ?", 31, Expected::EndOfLine, "?"),
        ("0 1 (a note)", 31, Expected::EndOfLine, "(a"),
        ("? ", 27, Expected::Halfmoves, "?"),
        ("0 1x", 30, Expected::Fullmoves, "x"),
        ("0 1x; bm e4;", 30, Expected::Fullmoves, "x"),
        ("99999999999x 1", 38, Expected::Halfmoves, "x"),
        ("0 99999999999x", 40, Expected::Fullmoves, "x"),
        ("bm.1 Kd2;", 27, Expected::Opcode, "bm.1"),
        ("moves;", 27, Expected::Operation, "moves;"),
        ("id \"a; b", 30, Expected::ClosingQuote, "\"a; b"),
        ("id \"a\"; c0 \"b\" \"c;", 42, Expected::ClosingQuote, "\"c;"),
    ] {
        let fault = fault(&format!("{KINGS} w - - {rest}"));
        assert_eq!(fault.got.as_deref(), Some(got), "{rest}");
        assert_eq!((fault.column, fault.expected), (column, expected), "{rest}");
    }
    assert_eq!(
        fault(&format!("{KINGS} w - - 0 1 xy Kd2")).to_string(),
        "column 31: expected the end of the line, or an operation of EPD, which begins with a \
         letter and ends in a semicolon, got \"xy\""
    );
}

#[test]
fn moves_and_invalid_utf8_have_errors_of_their_own() {
    for rest in ["moves e1e2", "0 1 moves e1e2", "0 1 moves", "bm Kd2; moves e1e2"] {
        let line = format!("{KINGS} w - - {rest}");
        let error = read(&line, Strictness::Strict).unwrap_err();
        assert!(matches!(error, ReadPositionError::TrailingMoves { .. }), "{rest}: {error}");
        assert_eq!(error.column(), line.find("moves").map(|at| at + 1));
    }
    for rest in [&b"id \"\xff\";"[..], b"\xff", b"id \xff"] {
        let line = [KINGS.as_bytes(), b" w - - 0 1 ", rest].concat();
        let error = read_position_with::<Chess>(&line, None, Strictness::Strict).unwrap_err();
        assert!(matches!(error, ReadPositionError::NotUtf8 { .. }), "{error}");
        assert_eq!(error.column(), line.iter().position(|byte| *byte == 0xff).map(|at| at + 1));
    }
}

#[test]
fn missing_fields_do_not_excuse_what_follows() {
    for rest in ["w - - 0 1 note", "w x", "w note", "note", "w - - id"] {
        let line = format!("{KINGS} {rest}");
        assert!(read(&line, Strictness::AllowMissing).is_err(), "{line}");
    }
}

#[test]
fn three_check_has_a_field_of_its_own() {
    let read = |rest: &str| -> Result<VariantPosition, _> {
        let line = format!("{KINGS} w - - {rest}");
        read_variant_position_with(line.as_bytes(), Variant::ThreeCheck, None, Strictness::Strict)
    };
    for rest in ["1+2", "1+2 0", "1+2 0 1", "+2+1 0 1", "0 1 +2+1", "1+2 bm Kd2;", "0 1 +2+1 a;"] {
        let checks = read(rest).expect(rest).remaining_checks().copied().unwrap();
        assert_eq!(checks.map(u32::from).into_iter().collect::<Vec<_>>(), [1, 2], "{rest}");
    }
    for (rest, column, expected) in [
        ("4+0", 27, Expected::Checks),
        ("0 1 +0+-0", 31, Expected::Checks),
        ("0 1 +0++0", 31, Expected::Checks),
        ("0 1 +0+0 +0+0", 36, Expected::Operation),
        ("3+3 0 1 +0+0", 35, Expected::Operation),
        ("3+3 0 1 2", 35, Expected::Operation),
    ] {
        match read(rest) {
            Err(ReadPositionError::NotFen(fault)) => {
                assert_eq!((fault.column, fault.expected), (column, expected), "{rest}");
            }
            other => panic!("{rest}: {other:?}"),
        }
    }
    let error = read_position_with::<Chess>(
        format!("{KINGS} w - - 1+2 0 1 bm Kd2;").as_bytes(),
        None,
        Strictness::Strict,
    );
    assert!(matches!(error, Err(ReadPositionError::OtherVariant { column: 27, .. })));
}
