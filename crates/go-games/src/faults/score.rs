//! The score of a board at the end, beside the result that was recorded.

use zobrist_go::sgf::Record;
use zobrist_go::{Area, Board, Color, HandicapBonus, Move, Scoring, Suicide, Tax};

use super::fault::Uncompared;
use super::header::{Header, Komi, NamedRules};
use super::points::Points;

/// The end of a game, as it is counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// Area with all stones on the board.
    pub plain: Area,
    /// The counts without dead stones; `None` if any point of the board is not decided by
    /// unconditional life.
    pub decided: Option<Decided>,
}

/// The counts of a board on which every point is decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    pub area: Area,
    /// The lead of Black over White by territory and prisoners, without komi.
    pub territory: i64,
}

/// A result beside the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Judgment {
    Agrees,
    /// It is not the score, which this is.
    Contradicts(Points),
    Impossible(Uncompared),
}

/// Compares a result with the score of a game that is over.
pub(crate) fn judge(
    record: &Record,
    suicide: Suicide,
    header: &Header,
    result: Points,
) -> Judgment {
    let end = End::of(record, suicide);
    end.map_or(Judgment::Impossible(Uncompared::Unplayable), |end| end.judge(header, result))
}

impl End {
    /// The end of the main line of a game; `None` if it cannot be played.
    pub(crate) fn of(record: &Record, suicide: Suicide) -> Option<End> {
        let mut board = Board::new(record.width, record.height).ok()?;
        let mut prisoners = [0; 2];
        for number in record.main_line() {
            let node = record.node(number);
            if !node.set_up.is_empty() {
                board.set_up(node.stones_after(&board)).ok()?;
            }
            for (color, played) in node.moves {
                if let Move::Play(point) = played {
                    let removed = board.place(*color, *point).ok()?;
                    prisoners[(!*color).index()] += i64::from(removed.captured);
                    prisoners[color.index()] += i64::from(removed.suicide);
                }
            }
        }
        let mut stones = [0; 2];
        board.stones().for_each(|(color, _)| stones[color.index()] += 1);
        let decided = board.settled_area(suicide).map(|area| {
            let territory = |color: Color, area: usize| {
                area as i64 - stones[color.index()] + prisoners[(!color).index()]
            };
            let black = territory(Color::Black, area.black);
            Decided { area, territory: black - territory(Color::White, area.white) }
        });
        Some(End { plain: board.area(), decided })
    }

    /// Compares a result with the score.
    ///
    /// By area, dead stones are taken off or not: under the rules of Tromp and Taylor they stay,
    /// and under others programs that know nothing of life leave them. White gets points for
    /// handicap stones by the rules; those that are not known may give as many as there are, one
    /// less, or none.
    fn judge(self, header: &Header, result: Points) -> Judgment {
        let komi = match header.komi {
            Komi::Points(komi) => komi.halves(),
            Komi::Unread => return Judgment::Impossible(Uncompared::Komi),
            Komi::Beyond => return Judgment::Impossible(Uncompared::KomiBeyond),
        };
        let End { plain, decided } = self;
        let rules = match header.rules {
            NamedRules::Known(rules) => Some(rules),
            _ => None,
        };
        if rules.is_some_and(|rules| rules.tax == Tax::All) {
            return Judgment::Impossible(Uncompared::GroupTax);
        }
        if rules.is_some_and(|rules| rules.has_button) {
            return Judgment::Impossible(Uncompared::Button);
        }
        let score = |difference: i64| Points::of_halves(2 * difference - komi);
        let bonuses = rules.map(|rules| rules.handicap_bonus);
        let bonuses = bonuses.as_ref().map_or(&HandicapBonus::ALL[..], std::slice::from_ref);
        let by_area = |area: Area, bonus: HandicapBonus| {
            score(area.difference() as i64 - bonus.points(header.handicap) as i64)
        };
        let is_area = |area: Area| bonuses.iter().any(|bonus| by_area(area, *bonus) == result);
        let is_territory = |decided: Decided| score(decided.territory) == result;
        let counts_all = rules.is_some_and(|rules| rules.counts_all_as_alive);
        let scoring = rules.map(|rules| rules.scoring);
        let (agrees, score) = match (scoring, decided) {
            (Some(Scoring::Area), _) if counts_all => (is_area(plain), by_area(plain, bonuses[0])),
            (Some(Scoring::Territory), Some(decided)) => {
                (is_territory(decided), score(decided.territory))
            }
            // Where a point is not decided, the dead are not known.
            (Some(Scoring::Territory), None) => {
                return Judgment::Impossible(Uncompared::Undecided);
            }
            (_, None) if is_area(plain) => return Judgment::Agrees,
            (_, None) => return Judgment::Impossible(Uncompared::Undecided),
            (_, Some(decided)) => {
                let other = header.rules == NamedRules::Unknown && is_territory(decided);
                let agrees = is_area(decided.area) || is_area(plain) || other;
                (agrees, by_area(decided.area, bonuses[0]))
            }
        };
        if agrees { Judgment::Agrees } else { Judgment::Contradicts(score) }
    }
}

#[cfg(test)]
mod tests {
    use zobrist_go::GameRules;
    use zobrist_go::sgf::read;

    use super::*;

    #[test]
    fn prisoners_count_by_territory() {
        let end = |moves: &str| {
            // Nine stones each, beside an eye of one point and one of two.
            let set_up = "SZ[6:4]AB[ab][ba:cd]AW[da:ed][fb]";
            let record = read(format!("(;{set_up}{moves})").as_bytes()).unwrap();
            let end = End::of(&record, Suicide::Allowed)?;
            let decided = end.decided?;
            Some((decided.area.black, decided.area.white, decided.territory))
        };
        assert_eq!(end(";B[];W[]"), Some((12, 12, 0)));
        // A white stone that is dead is a point for Black, unless Black spends a stone to take it.
        assert_eq!(end(";W[ad];B[];W[]"), Some((12, 12, 1)));
        assert_eq!(end(";W[ad];B[ac];W[];B[]"), Some((12, 12, 0)));
        // A stone in the eye of one point is gone at once.
        assert_eq!(end(";W[aa];B[];W[]"), Some((12, 12, 1)));
        assert_eq!(end(";B[aa];B[ac];W[];B[]"), None);
        assert_eq!(end(";B[aa];W[aa]"), None);
    }

    /// An end of 45 points to 36, with two dead stones of Black's.
    const END: End = End {
        plain: Area { black: 40, white: 36 },
        decided: Some(Decided { area: Area { black: 45, white: 36 }, territory: 8 }),
    };

    fn header(komi: &str, handicap: usize, rules: NamedRules) -> Header {
        let komi = Points::read(komi).map_or(Komi::Unread, Komi::Points);
        let result = None;
        Header { named_handicap: handicap, handicap, komi, result, is_void: false, rules }
    }

    /// The score that contradicts a result, if one does.
    fn score(end: End, result: &str, header: Header) -> Option<String> {
        let (winner, margin) = result.split_once('+').unwrap();
        let winner = if winner == "B" { Color::Black } else { Color::White };
        match end.judge(&header, Points::read(margin).unwrap().ahead(winner)) {
            Judgment::Agrees => None,
            Judgment::Contradicts(score) => Some(score.to_string()),
            Judgment::Impossible(reason) => Some(format!("{reason:?}")),
        }
    }

    #[test]
    fn a_result_that_is_not_the_score_contradicts_it() {
        let known = |name: &str| NamedRules::Known(GameRules::of_sgf(name).unwrap());
        let (missing, unknown) = (NamedRules::Missing, NamedRules::Unknown);
        for (result, komi, rules, expected) in [
            ("B+1.5", "7.5", known("Chinese"), None),
            ("W+1.5", "7.5", known("Chinese"), Some("B+1.5")),
            // With all stones on the board, as programs count.
            ("W+3.5", "7.5", known("Chinese"), None),
            ("W+3.5", "7.5", known("AGA"), None),
            ("W+3.5", "7.5", missing, None),
            ("W+3.5", "7.5", unknown, None),
            ("W+3.5", "7.5", known("Tromp-Taylor"), None),
            ("B+1.5", "7.5", known("Tromp-Taylor"), Some("W+3.5")),
            ("B+1.5", "6.5", known("Japanese"), None),
            ("B+1.5", "6.5", known("Korean"), None),
            ("B+2.5", "6.5", known("Japanese"), Some("B+1.5")),
            ("W+2.5", "6.5", known("Japanese"), Some("B+1.5")),
            ("B+2.5", "6.5", unknown, None),
            ("B+1.5", "6.5", unknown, None),
            ("B+1.5", "6.5", missing, Some("B+2.5")),
            ("B+0.5", "6.5", unknown, Some("B+2.5")),
            ("B+2.5", "6.5", known("Stone scoring"), Some("GroupTax")),
            ("B+2.5", "6.5", known("AGA-button"), Some("Button")),
            ("B+3", "3.75", known("Chinese"), Some("Komi")),
        ] {
            let found = score(END, result, header(komi, 0, rules));
            assert_eq!(found.as_deref(), expected, "{result} by {rules:?}");
        }
        let beyond = Header { komi: Komi::Beyond, ..header("0", 0, missing) };
        assert_eq!(score(END, "B+9", beyond).unwrap(), "KomiBeyond");
    }

    #[test]
    fn white_is_paid_for_the_handicap_by_the_rules() {
        let known = |name: &str| NamedRules::Known(GameRules::of_sgf(name).unwrap());
        // Four stones: White has as many points, three, or none.
        for (rules, paid) in [
            (known("Chinese"), &["B+4.5"][..]),
            (known("AGA"), &["B+5.5"]),
            (known("NZ"), &["B+8.5"]),
            (known("Ing"), &["B+8.5"]),
            (NamedRules::Missing, &["B+8.5", "B+4.5", "B+5.5"]),
            (NamedRules::Unknown, &["B+8.5", "B+4.5", "B+5.5"]),
        ] {
            for result in ["B+8.5", "B+4.5", "B+5.5", "B+6.5"] {
                let agrees = score(END, result, header("0.5", 4, rules)).is_none();
                assert_eq!(agrees, paid.contains(&result), "{result} by {rules:?}");
            }
        }
        // One stone is no handicap.
        assert_eq!(score(END, "B+8.5", header("0.5", 1, known("Chinese"))), None);
    }

    /// Where points are not decided, only the count of all stones is known.
    #[test]
    fn a_board_that_is_not_decided_is_judged_where_no_stone_is_dead() {
        let open = End { decided: None, ..END };
        let known = |name: &str| NamedRules::Known(GameRules::of_sgf(name).unwrap());
        for (rules, plain, other) in [
            (known("Tromp-Taylor"), None, Some("B+4")),
            (known("Chinese"), None, Some("Undecided")),
            (NamedRules::Unknown, None, Some("Undecided")),
            (known("Japanese"), Some("Undecided"), Some("Undecided")),
        ] {
            let found = |result| score(open, result, header("0", 0, rules));
            assert_eq!((found("B+4").as_deref(), found("B+9").as_deref()), (plain, other));
        }
    }
}
