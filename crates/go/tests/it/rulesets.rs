//! Rule sets: their names, the values of `RU`, and what distinguishes them on the board.

use zobrist_go::{Board, Color, Game, Move, OnRepetition, PlayError, Rules, Ruleset, Scoring};

#[test]
fn each_name_is_read_back() {
    for ruleset in Ruleset::ALL {
        assert_eq!(ruleset.to_string().parse(), Ok(ruleset));
        assert_eq!(Ruleset::of_sgf(ruleset.name), Some(ruleset));
        let spaced = ruleset.name.to_uppercase().replace('-', " ");
        assert_eq!(Ruleset::of_sgf(&spaced), Some(ruleset), "{spaced}");
        assert!(ruleset.source.url.starts_with("https://"), "{ruleset}");
    }
    let error = "ing".parse::<Ruleset>().unwrap_err();
    let names = "tromp-taylor, chinese, aga, new-zealand or japanese";
    assert_eq!(error.to_string(), format!("\"ing\": expected {names}"));
    // Names are exact; only values of SGF are read leniently.
    assert!("Japanese".parse::<Ruleset>().is_err());
}

#[test]
fn values_of_sgf_are_read_as_programs_write_them() {
    let read = |value: &str| Ruleset::of_sgf(value).map(|ruleset| ruleset.name);
    for (value, name) in [
        ("AGA", "aga"),
        ("NZ", "new-zealand"),
        ("New_Zealand", "new-zealand"),
        ("Japanese", "japanese"),
        ("japan", "japanese"),
        ("JP", "japanese"),
        ("日本ルール", "japanese"),
        ("Chinese", "chinese"),
        ("CN", "chinese"),
        ("中国规则", "chinese"),
        ("chinese-ogs", "chinese"),
        ("Tromp-Taylor rules", "tromp-taylor"),
    ] {
        assert_eq!(read(value), Some(name), "{value}");
    }
    for value in ["", "rules", "GOE", "Ing", "Korean", "KR", "Old Chinese", "japanesque", "AGA!1"] {
        assert_eq!(read(value), None, "{value}");
    }
}

#[test]
fn the_default_rules_are_those_of_tromp_and_taylor() {
    assert_eq!(Rules::default(), Ruleset::TROMP_TAYLOR.rules);
}

/// A play at A3 takes off two stones of Black's own.
#[test]
fn suicide_is_legal_under_two_of_them() {
    let board: Board = "
        . O .
        X O .
        O . .
    "
    .parse()
    .unwrap();
    for ruleset in Ruleset::ALL {
        let game = Game::of(board.clone(), Color::Black, ruleset.rules);
        let legal = game.check(Color::Black, "A3".parse().unwrap()).is_ok();
        assert_eq!(legal, ["tromp-taylor", "new-zealand"].contains(&ruleset.name), "{ruleset}");
    }
}

/// White sends two stones and takes one back: three plays lead to the same board with the other
/// player to move, which positional superko alone forbids.
#[test]
fn a_cycle_of_three_plays_is_illegal_under_positional_superko_only() {
    let board: Board = "
        . . . .
        X X O O
        . O . O
    "
    .parse()
    .unwrap();
    let play = |name: &str| Move::Play(name.parse().unwrap());
    for ruleset in Ruleset::ALL {
        let mut game = Game::of(board.clone(), Color::White, ruleset.rules);
        game.play(play("A1")).unwrap();
        assert_eq!(game.play(play("C1")).unwrap().captured, 2);
        let legal = game.play(play("B1"));
        if ["tromp-taylor", "chinese"].contains(&ruleset.name) {
            let repeats = matches!(legal, Err(PlayError::Repeats { repetition, .. })
                if (repetition.earlier, repetition.cycle) == (0, 3));
            assert!(repeats, "{ruleset}: {legal:?}");
        } else {
            assert_eq!(legal.unwrap().captured, 1, "{ruleset}");
            assert_eq!(game.board(), &board);
        }
    }
}

#[test]
fn a_repetition_ends_the_game_where_territory_counts() {
    for ruleset in Ruleset::ALL {
        let japanese = ruleset == Ruleset::JAPANESE;
        assert_eq!(ruleset.repetition == OnRepetition::NoResult, japanese);
        assert_eq!(ruleset.scoring == Scoring::Territory, japanese);
    }
}
