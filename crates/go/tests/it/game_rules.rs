//! Rules as servers and programs name them, in the terms of KataGo.

use zobrist_go::{
    Color, GameRules, Handicap, HandicapBonus, Move, Rule, Rules, Scoring, Suicide, Tax,
};

/// The terms of a name: ko, suicide, scoring, tax, button and White's points for a handicap.
type Terms = (Rule, bool, Scoring, Tax, bool, HandicapBonus);

fn terms(value: &str) -> Option<Terms> {
    let rules = GameRules::of_sgf(value)?;
    let is_legal = rules.rules.suicide != Suicide::Forbidden;
    let GameRules { rules: Rules { ko, .. }, scoring, tax, has_button, handicap_bonus, .. } = rules;
    Some((ko, is_legal, scoring, tax, has_button, handicap_bonus))
}

/// The table of "kata-set-rules" in KataGo's docs/GTP_Extensions.md; `chinese` alone has another
/// ko.
#[test]
fn names_are_those_of_katago() {
    use HandicapBonus::{All, AllButOne};
    use Rule::{Positional, SimpleKo, Situational};
    use Scoring::{Area, Territory};
    let none = HandicapBonus::None;
    for (name, expected) in [
        ("tromp-taylor", (Positional, true, Area, Tax::None, false, none)),
        ("chinese", (Positional, false, Area, Tax::None, false, All)),
        ("chinese-ogs", (Positional, false, Area, Tax::None, false, All)),
        ("chinese-kgs", (Positional, false, Area, Tax::None, false, All)),
        ("japanese", (SimpleKo, false, Territory, Tax::Seki, false, none)),
        ("korean", (SimpleKo, false, Territory, Tax::Seki, false, none)),
        ("stone-scoring", (SimpleKo, false, Area, Tax::All, false, none)),
        ("ancient-area", (SimpleKo, false, Area, Tax::All, false, none)),
        ("ancient-territory", (SimpleKo, false, Territory, Tax::All, false, none)),
        ("aga", (Situational, false, Area, Tax::None, false, AllButOne)),
        ("bga", (Situational, false, Area, Tax::None, false, AllButOne)),
        ("french", (Situational, false, Area, Tax::None, false, AllButOne)),
        ("new-zealand", (Situational, true, Area, Tax::None, false, none)),
        ("aga-button", (Situational, false, Area, Tax::None, true, AllButOne)),
        ("goe", (Positional, true, Area, Tax::None, false, none)),
        ("ing", (Positional, true, Area, Tax::None, false, none)),
    ] {
        let spellings = [
            name.to_owned(),
            name.replace('-', "_"),
            name.replace('-', " ").to_uppercase(),
            name.replace('-', ""),
            format!(" {name} rules"),
            format!("{name}, Pair Go"),
            format!("{name} (of the club)"),
        ];
        for spelling in spellings {
            assert_eq!(terms(&spelling), Some(expected), "{spelling}");
        }
    }
    for (name, as_) in [
        ("Korea", "korean"),
        ("KR", "korean"),
        ("\u{97e9}\u{56fd}", "korean"),
        ("\u{c77c}\u{bcf8}", ""),
        ("\u{65e5}\u{672c}\u{30eb}\u{30fc}\u{30eb}", "japanese"),
        ("\u{4e2d}\u{56fd}\u{89c4}\u{5219}", "chinese"),
        ("\u{5e94}\u{6c0f}\u{89c4}\u{5219}", "ing"),
        ("NZ", "new-zealand"),
        ("", ""),
        ("house", ""),
        ("korean-ish", ""),
        ("Old Chinese", ""),
    ] {
        assert_eq!(terms(name), terms(as_), "{name}");
    }
}

/// The forms that KataGo writes in RU, and those that it reads (`Rules::parseRules`).
#[test]
fn short_forms_are_read() {
    use Scoring::{Area, Territory};
    let none = HandicapBonus::None;
    for (text, expected) in [
        ("koSIMPLEscoreAREAtaxNONEsui0", (Rule::SimpleKo, false, Area, Tax::None, false, none)),
        (
            "koSIMPLEscoreAREAtaxNONEsui0whbN",
            (Rule::SimpleKo, false, Area, Tax::None, false, HandicapBonus::All),
        ),
        (
            "koSITUATIONALscoreAREAtaxSEKIsui1button1whbN-1komi6.5",
            (Rule::Situational, true, Area, Tax::Seki, true, HandicapBonus::AllButOne),
        ),
        ("koSIMPLEscoreTERRITORYsui0", (Rule::SimpleKo, false, Territory, Tax::Seki, false, none)),
        ("ko POSITIONAL scoring AREA", (Rule::Positional, true, Area, Tax::None, false, none)),
        ("koPOSITIONALfpok1komi-0.5", (Rule::Positional, true, Area, Tax::None, false, none)),
    ] {
        assert_eq!(terms(text), Some(expected), "{text}");
    }
    for text in
        ["ko", "koSPIGHTscoreAREA", "koSIMPLEx", "koSIMPLEsui2", "komi7.5x", "kosui", "score"]
    {
        assert_eq!(terms(text), None, "{text}");
    }
    let spelled = GameRules::of_sgf("koPOSITIONALscoreAREAtaxNONEsui1").unwrap();
    assert_eq!(spelled, GameRules::TROMP_TAYLOR);
    let agreed = GameRules::of_sgf("koPOSITIONALscoreAREAtaxNONEsui1fpok1").unwrap();
    assert!(!agreed.counts_all_as_alive && agreed.is_like(GameRules::TROMP_TAYLOR));
}

/// Only under the rules of Tromp and Taylor are the dead taken off by moves alone.
#[test]
fn all_stones_count_as_alive_under_one_name() {
    for (name, is_so) in [
        ("Tromp-Taylor", true),
        ("Chinese", false),
        ("AGA", false),
        ("NZ", false),
        ("Ing", false),
        ("Japanese", false),
        ("koSIMPLEscoreAREAtaxNONEsui0", false),
    ] {
        assert_eq!(GameRules::of_sgf(name).unwrap().counts_all_as_alive, is_so, "{name}");
    }
}

/// The cases of KataGo's `computeNumHandicapStones`.
#[test]
fn handicap_stones_are_set_up_or_played() {
    let count = |set_up: &str, moves: &str| {
        let mut handicap = Handicap::default();
        for stone in set_up.split_whitespace() {
            let (color, point) = stone.split_at(1);
            let stone = [("B", Some(Color::Black)), ("W", Some(Color::White)), ("-", None)];
            let color = stone.iter().find(|(letter, _)| *letter == color).unwrap().1;
            handicap.set_up(point.parse().unwrap(), color);
        }
        handicap.stones(moves.split_whitespace().map(|played| {
            let (color, point) = played.split_at(1);
            let color = if color == "B" { Color::Black } else { Color::White };
            (color, if point == "-" { Move::Pass } else { Move::Play(point.parse().unwrap()) })
        }))
    };
    for (set_up, moves, stones) in [
        ("", "", 0),
        ("", "BC3 WE5 BG7", 0),
        ("", "BC3 BG7 WE5", 2),
        ("", "BC3 W- BG7 W- BG3 WE5 BC7", 3),
        ("", "BC3 BG7 WE5 WE6", 0),
        ("", "BC3 BG7 W- W- BG3", 0),
        ("", "B- BC3 BG7 WE5", 2),
        ("", "WE5 BC3 BG7", 0),
        ("BC3", "WE5", 0),
        ("BC3 BG7", "WE5 BC7", 2),
        ("BC3", "BG7 WE5", 2),
        ("BC3 BG7 WE5", "BC7 BG3", 0),
        ("BC3 BG7 -G7", "WE5", 0),
        ("BC3 BG7", "", 2),
    ] {
        assert_eq!(count(set_up, moves), stones, "{set_up} then {moves}");
    }
    for (bonus, points) in [
        (HandicapBonus::None, [0; 4]),
        (HandicapBonus::AllButOne, [0, 0, 1, 8]),
        (HandicapBonus::All, [0, 0, 2, 9]),
    ] {
        assert_eq!([0, 1, 2, 9].map(|stones| bonus.points(stones)), points);
    }
}

/// Komi as servers write it. The values of hundredths are those of KataGo for foxwq and SGFC.
#[cfg(feature = "sgf")]
#[test]
fn komi_is_read_in_points() {
    use zobrist_go::sgf::{KomiUnit, read};
    let of_points = KomiUnit::HundredthsOfPoints;
    let of_stones = KomiUnit::HundredthsOfStones;
    for (text, expected) in [
        ("KM[6.5]", Some((6.5, KomiUnit::Points))),
        ("KM[ 7.5 ]", Some((7.5, KomiUnit::Points))),
        ("KM[+6.5]", Some((6.5, KomiUnit::Points))),
        ("KM[-5.5]", Some((-5.5, KomiUnit::Points))),
        ("KM[6,5]", Some((6.5, KomiUnit::Points))),
        ("KM[0.00]", Some((0.0, KomiUnit::Points))),
        ("KM[7.]", Some((7.0, KomiUnit::Points))),
        ("KM[.5]", Some((0.5, KomiUnit::Points))),
        ("KM[38]", Some((38.0, KomiUnit::Points))),
        ("KM[400]", Some((400.0, KomiUnit::Points))),
        ("KM[-375]", Some((-375.0, KomiUnit::Points))),
        ("KM[3.75]", Some((3.75, KomiUnit::Points))),
        ("RU[Japanese]KM[3.75]", Some((3.75, KomiUnit::Points))),
        ("RU[Chinese]KM[3.75]", Some((7.5, KomiUnit::Stones))),
        ("RU[Chinese, Pair Go]US[GoGoD95]KM[2.75]", Some((5.5, KomiUnit::Stones))),
        ("RU[Chinese]KM[3.5]", Some((3.5, KomiUnit::Points))),
        ("AP[foxwq]KM[0]", Some((0.0, KomiUnit::Points))),
        ("AP[foxwq]KM[550]", Some((5.5, of_points))),
        ("AP[foxwq]KM[650]", Some((6.5, of_points))),
        ("AP[foxwq]KM[700]", Some((7.0, of_points))),
        ("AP[foxwq]KM[750]", Some((7.5, of_points))),
        ("AP[foxwq]KM[275]", Some((5.5, of_stones))),
        ("AP[SGFC:2.0]KM[325]", Some((6.5, of_stones))),
        ("AP[GNU Go:3.8]KM[350]", Some((7.0, of_stones))),
        ("KM[375.00]", Some((7.5, of_stones))),
        ("", None),
        ("KM[]", None),
        ("KM[none]", None),
        ("KM[1e3]", None),
        ("KM[inf]", None),
        ("KM[--1]", None),
        ("KM[6.5.5]", None),
        ("KM[.]", None),
    ] {
        let record = read(format!("(;{text})").as_bytes()).unwrap();
        let komi = record.komi_points().map(|komi| (komi.points, komi.unit));
        assert_eq!(komi, expected, "{text}");
    }
}

/// The number that the record names counts before its stones.
#[cfg(feature = "sgf")]
#[test]
fn a_record_has_a_handicap() {
    use zobrist_go::sgf::read;
    for (text, stones) in [
        ("HA[2];B[cc];B[gg];W[ee]", 2),
        ("HA[ 4 ];W[ee]", 4),
        ("HA[0]AB[cc][gg];W[ee]", 0),
        ("HA[1];B[cc];B[gg]", 0),
        ("HA[two]AB[cc][gg];W[ee]", 2),
        ("AB[cc][gg];W[ee]", 2),
        (";AB[cc];AB[gg];W[ee]", 2),
        ("AB[cc];B[gg];W[ee]", 2),
        (";B[cc];B[gg];W[ee]", 2),
        (";B[cc];W[];B[gg];W[];B[cg];W[ee]", 3),
        (";B[cc];B[gg];W[ee];W[ef]", 0),
        ("AB[cc][gg]AW[ee];W[ef]", 0),
        ("AB[cc][gg]PL[B];B[ee]", 3),
        (";B[cc];W[ee]", 0),
        (";B[cc];AB[gg][cg];W[ee]", 0),
    ] {
        let record = read(format!("(;SZ[9]{text})").as_bytes()).unwrap();
        assert_eq!(record.handicap(), stones, "{text}");
    }
}
