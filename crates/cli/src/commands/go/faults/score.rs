//! The score of a board on which every point is decided, beside the result that was recorded.

use zobrist_go::sgf::Record;
use zobrist_go::{Area, Board, Color, Move, Scoring, Suicide};

use super::header::Header;
use super::points::Points;

/// The end of a game, as it is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub area: Area,
    /// What Black has more than White by territory and prisoners, without komi.
    pub territory: i64,
}

impl End {
    /// The end of the main line of a game; `None` if it cannot be played, or if any point of the
    /// board is not decided by unconditional life.
    pub(super) fn of(record: &Record, suicide: Suicide) -> Option<End> {
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
        let area = board.settled_area(suicide)?;
        let territory = |color: Color, area: usize| {
            area as i64 - stones[color.index()] + prisoners[(!color).index()]
        };
        let territory = territory(Color::Black, area.black) - territory(Color::White, area.white);
        Some(End { area, territory })
    }

    /// The score, if the recorded result is a number and is not the score. Komi must be a number of
    /// halves.
    ///
    /// Rule sets differ in what White gets for n handicap stones when area counts: n points, n - 1 or
    /// none. Records do not say, so that each of them will do.
    pub(super) fn contradicts(self, header: &Header) -> Option<Points> {
        let (result, komi) = (header.result?, header.komi?.halves());
        let score = |difference: i64| Points::of_halves(2 * difference - komi);
        let (area, territory) = (score(self.area.difference() as i64), score(self.territory));
        let handicap = i64::from(header.handicap);
        let paid = [0, handicap, (handicap - 1).max(0)];
        let is_area =
            || paid.iter().any(|paid| Points::of_halves(area.halves() - 2 * paid) == result);
        let (agrees, score) = match header.scoring {
            Some(Scoring::Area) => (is_area(), area),
            Some(Scoring::Territory) => (territory == result, territory),
            None => (is_area() || territory == result, area),
        };
        (!agrees).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use zobrist_go::sgf::read;

    use super::*;

    #[test]
    fn prisoners_count_by_territory() {
        let end = |moves: &str| {
            // Nine stones each, beside an eye of one point and one of two.
            let set_up = "SZ[6:4]AB[ab][ba:cd]AW[da:ed][fb]";
            let record = read(format!("(;{set_up}{moves})").as_bytes()).unwrap();
            let end = End::of(&record, Suicide::Allowed);
            end.map(|end| (end.area.black, end.area.white, end.territory))
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

    #[test]
    fn a_result_that_is_not_the_score_contradicts_it() {
        let end = End { area: Area { black: 45, white: 36 }, territory: 8 };
        let score = |result: &str, komi: &str, handicap, scoring| {
            let (winner, margin) = result.split_once('+').unwrap();
            let winner = if winner == "B" { Color::Black } else { Color::White };
            let result = Points::read(margin).map(|points| points.ahead(winner));
            let header = Header { handicap, komi: Points::read(komi), result, scoring };
            end.contradicts(&header).map(|score| score.to_string())
        };
        let (area, territory) = (Some(Scoring::Area), Some(Scoring::Territory));
        assert_eq!(score("B+1.5", "7.5", 0, area), None);
        assert_eq!(score("W+1.5", "7.5", 0, area).unwrap(), "B+1.5");
        assert_eq!(score("B+1.5", "6.5", 0, territory), None);
        assert_eq!(score("B+2.5", "6.5", 0, territory).unwrap(), "B+1.5");
        assert_eq!(score("B+2.5", "6.5", 0, None), None);
        assert_eq!(score("B+1.5", "6.5", 0, None), None);
        assert_eq!(score("B+0.5", "6.5", 0, None).unwrap(), "B+2.5");
        // White may have been paid for four stones, or for three, or not.
        for result in ["B+8.5", "B+4.5", "B+5.5"] {
            assert_eq!(score(result, "0.5", 4, area), None, "{result}");
        }
        assert_eq!(score("B+6.5", "0.5", 4, area).unwrap(), "B+8.5");
        // Neither number is guessed.
        assert_eq!(score("B+R", "0.5", 0, area), None);
        assert_eq!(score("B+3", "3.75", 0, area), None);
    }
}
