//! Clocks, evaluations and glyphs behind moves, beside a slow definition.

use proptest::prelude::*;
use zobrist_shakmaty::pgn::{AnnotationKind, Evaluation, MoveAnnotations};

use crate::recorded::{ANY, replayed};

fn of_comment(comment: &str) -> MoveAnnotations {
    let mut annotations = MoveAnnotations::default();
    annotations.add_comment(comment.as_bytes());
    annotations
}

fn of_annotations(all: &[&str]) -> MoveAnnotations {
    let mut annotations = MoveAnnotations::default();
    all.iter().for_each(|one| annotations.add_annotation(one.as_bytes()));
    annotations
}

#[test]
fn annotations_of_the_main_line() {
    let text =
        b"[Event \"a\"]\n\n$7 1. e4! (1. d4? $1) e5 $1$2 $ 2. Nf3 N D !? Nc6 ?? e.p. 1-0 $9\n";
    let (result, recorded) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(4));
    let annotations: Vec<(usize, &str)> = recorded
        .annotations
        .iter()
        .map(|(positions, text)| (*positions, str::from_utf8(text).unwrap()))
        .collect();
    let expected = [
        (1, "7"),
        (2, "!"),
        (3, "1"),
        (3, "2"),
        (3, ""),
        (4, "N"),
        (4, "D"),
        (4, "!?"),
        (5, "??"),
        (5, "e.p."),
        (5, "9"),
    ];
    assert_eq!(annotations, expected);
}

#[test]
fn clocks() {
    for (value, milliseconds) in [
        ("0:05:03", 303_000),
        ("0:05:03.7", 303_700),
        ("0:05:03.70", 303_700),
        ("0:00:00.0005", 1),
        ("0:00:00.00049", 0),
        ("0:05:03,7", 303_700),
        ("0:05:03.", 303_000),
        ("00:05:03", 303_000),
        ("167:59:56", 604_796_000),
        ("0:75:99", 4_599_000),
        ("12", 12_000),
        ("1.748", 1748),
        ("  1:0:0 ", 3_600_000),
    ] {
        for (name, blank) in [("clk", " "), ("clk", "\n"), ("CLK", "\r\n\t")] {
            let annotations = of_comment(&format!("[%{name}{blank}{value}]"));
            assert_eq!(annotations.clock, Some(milliseconds), "{value:?}");
            assert!(!annotations.is_malformed(AnnotationKind::Clock), "{value:?}");
            assert_eq!((annotations.elapsed, annotations.evaluation), (None, None));
        }
        let annotations = of_comment(&format!("[%emt {value}]"));
        assert_eq!((annotations.elapsed, annotations.clock), (Some(milliseconds), None));
    }
    for value in [
        "",
        "soon",
        "-0:00:01",
        "5:03",
        "1:2:3:4",
        "0:05:",
        ":05:03",
        "0::03",
        "0:05:x",
        "0:05:03.7.1",
        "0:05:03 0:04:00",
        "0:05:03s",
        "1e3",
        "+5",
        ".",
        "9999999999:0:0",
        "0:0:03.\u{663}",
    ] {
        let annotations = of_comment(&format!("[%clk {value}] [%emt {value}]"));
        assert_eq!((annotations.clock, annotations.elapsed), (None, None), "{value:?}");
        assert!(annotations.is_malformed(AnnotationKind::Clock), "{value:?}");
        assert!(annotations.is_malformed(AnnotationKind::Elapsed), "{value:?}");
        assert!(!annotations.is_malformed(AnnotationKind::Evaluation), "{value:?}");
    }
}

#[test]
fn evaluations() {
    for (value, evaluation) in [
        ("0.31", Evaluation::Centipawns(31)),
        ("-0.31", Evaluation::Centipawns(-31)),
        ("+1.5", Evaluation::Centipawns(150)),
        ("\u{2212}1.5", Evaluation::Centipawns(-150)),
        (".5", Evaluation::Centipawns(50)),
        ("3.", Evaluation::Centipawns(300)),
        ("3", Evaluation::Centipawns(300)),
        ("-0.0", Evaluation::Centipawns(0)),
        ("0.315", Evaluation::Centipawns(32)),
        ("-0.3149", Evaluation::Centipawns(-31)),
        ("0.995", Evaluation::Centipawns(100)),
        ("2.35,18", Evaluation::Centipawns(235)),
        ("2.35, 18", Evaluation::Centipawns(235)),
        // As ChessBase writes it.
        ("23,14", Evaluation::Centipawns(23)),
        ("-17,27", Evaluation::Centipawns(-17)),
        ("#3", Evaluation::Mate(3)),
        ("#-3", Evaluation::Mate(-3)),
        ("#+3", Evaluation::Mate(3)),
        ("#\u{2013}3,20", Evaluation::Mate(-3)),
        ("#0", Evaluation::Mate(0)),
    ] {
        let annotations = of_comment(&format!("[%eval {value}]"));
        assert_eq!(annotations.evaluation, Some(evaluation), "{value:?}");
        assert!(!annotations.is_malformed(AnnotationKind::Evaluation), "{value:?}");
    }
    for value in [
        "",
        "#",
        "#-",
        "M3",
        "-",
        ".",
        "0.31/18",
        "0.31,",
        "0.31,x",
        "1,2,3",
        "0.3 1",
        "--1",
        "1e3",
        "inf",
        "nan",
        "0x1",
        "9999999999",
        "21474837.00",
        "#9999999999",
    ] {
        let annotations = of_comment(&format!("[%eval {value}]"));
        assert_eq!(annotations.evaluation, None, "{value:?}");
        assert!(annotations.is_malformed(AnnotationKind::Evaluation), "{value:?}");
    }
}

#[test]
fn glyphs() {
    let all = of_annotations(&["!", "?", "!!", "??", "!?", "?!", "0", "255", "013", "1", "!"]);
    assert_eq!(all.nags, [1, 2, 3, 4, 5, 6, 0, 255, 13]);
    assert!(!all.is_malformed(AnnotationKind::Nag));
    for malformed in ["", "!!?", "???", "256", "99999999999"] {
        let annotations = of_annotations(&[malformed, "7"]);
        assert_eq!(annotations.nags, [7], "{malformed:?}");
        assert!(annotations.is_malformed(AnnotationKind::Nag), "{malformed:?}");
    }
    for word in ["N", "D", "mate", "e.p.", "ep"] {
        assert_eq!(of_annotations(&[word]), MoveAnnotations::default(), "{word:?}");
    }
}

#[test]
fn commands_among_others() {
    let comment =
        "[%csl Gd4][%clk 0:01:00]\nwell [sic] played [%eval\n0.5] [ %emt 1] [%emt 2] [%clkx 9]";
    let annotations = of_comment(comment);
    assert_eq!(annotations.clock, Some(60_000));
    assert_eq!(annotations.elapsed, Some(2000));
    assert_eq!(annotations.evaluation, Some(Evaluation::Centipawns(50)));
    // The first that can be read counts, in whichever comment.
    let mut annotations = of_comment("[%clk x] [%clk 0:00:01] [%clk 0:00:02]");
    annotations.add_comment(b"[%clk 0:00:03] [%eval #1]");
    assert_eq!(annotations.clock, Some(1000));
    assert_eq!(annotations.evaluation, Some(Evaluation::Mate(1)));
    assert!(annotations.is_malformed(AnnotationKind::Clock));
    annotations.clear();
    assert_eq!(annotations, MoveAnnotations::default());
    // Without its bracket, or with what belongs to no command.
    for comment in ["[%clk 0:00:01", "[%clk 0:00:01 [%eval 1.0]", "[%clk:0:00:01]", "[%clk]"] {
        let annotations = of_comment(comment);
        assert_eq!(annotations.clock, None, "{comment}");
        assert!(annotations.is_malformed(AnnotationKind::Clock), "{comment}");
    }
    // Comments of cutechess and others are prose.
    for comment in ["+0.31/18 2.3s", "book", "clk 0:00:01", "%clk 0:00:01]", "[%evp 0,1,2]"] {
        assert_eq!(of_comment(comment), MoveAnnotations::default(), "{comment}");
    }
}

/// The slow definition: every command by itself, its value as a floating-point number.
fn slow(comment: &str) -> (Option<f64>, Option<f64>) {
    let (mut clock, mut centipawns) = (None, None);
    for (at, _) in comment.match_indices("[%") {
        let rest = &comment[at + 2..];
        let Some(end) = rest.find(['[', ']']).filter(|end| rest[*end..].starts_with(']')) else {
            continue;
        };
        let words: Vec<&str> = rest[..end].split_ascii_whitespace().collect();
        let &[name, value] = &words[..] else { continue };
        // A float may be written in ways in which a clock is not.
        let number = |text: &str| {
            let is_plain = text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
            text.parse::<f64>().ok().filter(|_| is_plain && !text.starts_with('.'))
        };
        if name == "clk" && clock.is_none() {
            let parts: Vec<&str> = value.split(':').collect();
            clock = match parts[..] {
                [seconds] => number(seconds),
                [hours, minutes, seconds] => hours.parse::<u32>().ok().and_then(|hours| {
                    let minutes = minutes.parse::<u32>().ok()?;
                    Some(f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + number(seconds)?)
                }),
                _ => None,
            };
        }
        if name == "eval" && centipawns.is_none() {
            let (score, depth) = value.split_once(',').unwrap_or((value, "1"));
            let unit = if value.contains(',') && !score.contains('.') { 1.0 } else { 100.0 };
            let is_depth = !depth.is_empty() && depth.chars().all(|letter| letter.is_ascii_digit());
            let plain = score.strip_prefix('-').unwrap_or(score);
            let is_plain = plain.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
            let score = score.parse::<f64>().ok().filter(|_| is_plain && is_depth);
            centipawns = score.map(|score| score * unit);
        }
    }
    (clock, centipawns)
}

proptest! {
    #[test]
    fn commands_are_read_as_by_the_slow_definition(
        parts in prop::collection::vec(
            prop::sample::select(&[
                "[%clk ", "[%eval ", "]", "[", "0", "7", "12", ":", ".", ",", "-", " ", "0:05:03", "x",
            ][..]),
            0..12,
        ),
    ) {
        let comment = parts.concat();
        // A comma may stand before a fraction of a second, where floats have none.
        prop_assume!(!comment.contains("clk") || !comment.contains(','));
        let annotations = of_comment(&comment);
        let (clock, centipawns) = slow(&comment);
        let is_near = |read: Option<f64>, expected: Option<f64>| match (read, expected) {
            (Some(read), Some(expected)) => (read - expected).abs() < 0.501,
            (read, expected) => read.is_none() && expected.is_none(),
        };
        let read = annotations.clock.map(|clock| clock as f64);
        prop_assert!(is_near(read, clock.map(|clock| clock * 1000.0)), "{comment} {annotations:?}");
        let read = annotations.evaluation.map(|evaluation| match evaluation {
            Evaluation::Centipawns(centipawns) => f64::from(centipawns),
            Evaluation::Mate(_) => unreachable!("no # in the comment"),
        });
        prop_assert!(is_near(read, centipawns), "{comment} {annotations:?}");
    }

    #[test]
    fn any_bytes_are_read(comment in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut annotations = MoveAnnotations::default();
        annotations.add_comment(&[b"[%clk ", &comment[..]].concat());
        annotations.add_annotation(&comment);
    }
}
