//! The performance rating of a player.

use zobrist_index::PlayerScore;

/// The difference of ratings for a score of 50, 51, … 100 percent: FIDE Handbook B.02, 8.1.1, the table of
/// conversion from fractional score into rating differences. Scores below have the same with a minus.
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The mean Elo of the opponents and the difference for the score, of the games in which the opponent's Elo is
/// known; between two percents on a straight line, as lichess has it. `None` without such games.
pub fn performance(score: &PlayerScore) -> Option<i64> {
    let average = score.average_opponent_elo()?;
    let percent = 100.0 * score.rated_score()?;
    let above = (percent - 50.0).abs();
    let whole = (above.floor() as usize).min(50);
    let at = |index: usize| f64::from(DIFFERENCES[index.min(50)]);
    let difference = at(whole) + (at(whole + 1) - at(whole)) * (above - whole as f64);
    Some((average + difference.copysign(percent - 50.0)).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(elos: u64, rated: u64, half_points: u64) -> PlayerScore {
        let mut score = PlayerScore::default();
        (score.rated, score.opponent_elo_sum, score.rated_half_points) = (rated, elos, half_points);
        score
    }

    /// The first four are examples of the tests of lichess's own explorer; the others are by hand.
    #[test]
    fn the_table_of_fide_is_read_between_its_percents() {
        for (elos, rated, half_points, expected) in [
            (1500, 1, 2, Some(2300)),
            (1500, 1, 0, Some(700)),
            (0, 20, 2, Some(-470)),
            (0, 20, 38, Some(470)),
            (3000, 2, 2, Some(1500)),
            (6000, 4, 6, Some(1693)),
            // Two thirds: 66.67 percent, between 117 and 125.
            (4500, 3, 4, Some(1622)),
            (0, 0, 0, None),
        ] {
            let got = performance(&score(elos, rated, half_points));
            assert_eq!(got, expected, "{half_points} half points of {rated}");
        }
    }
}
