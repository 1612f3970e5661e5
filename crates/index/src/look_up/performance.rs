//! Performance ratings by FIDE's table.

use super::move_count::PlayerScore;

/// Difference of ratings for a score of 50, 51, … 100 percent: FIDE Handbook B.02, FIDE Rating
/// Regulations, 8.1.1, the table of conversion from fractional score, p, into rating differences,
/// dp. Scores below 50 percent have the same with a minus.
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// Returns the performance rating of a score against opponents of a mean Elo: the Elo and the
/// difference that FIDE's table has for the score (Handbook B.02, 8.1.1), from -800 to 800. The
/// table has whole percents; between two of them the difference is on a straight line. FIDE itself
/// rounds the score to a percent.
///
/// ```
/// use zobrist_index::fide_performance;
///
/// assert_eq!(fide_performance(2500.0, 0.5), 2500.0);
/// assert_eq!(fide_performance(2500.0, 0.75), 2693.0);
/// assert_eq!(fide_performance(1500.0, 1.0), 2300.0);
/// ```
///
/// # Panics
/// If the score is not from 0 to 1.
#[must_use]
pub fn fide_performance(average_opponent_elo: f64, score: f64) -> f64 {
    assert!((0.0..=1.0).contains(&score), "expected a score from 0 to 1, got {score}");
    let percent = 100.0 * score;
    let above = (percent - 50.0).abs();
    let whole = (above.floor() as usize).min(50);
    let at = |index: usize| f64::from(DIFFERENCES[index.min(50)]);
    let difference = at(whole) + (at(whole + 1) - at(whole)) * (above - whole as f64);
    average_opponent_elo + difference.copysign(percent - 50.0)
}

impl PlayerScore {
    /// Returns the performance rating in the rated games, rounded: [`fide_performance`] of their
    /// score and of the mean Elo of the opponents; `None` without such games.
    #[must_use]
    pub fn performance(&self) -> Option<i64> {
        let average = self.average_opponent_elo()?;
        Some(fide_performance(average, self.rated_score()?).round() as i64)
    }
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
            let got = score(elos, rated, half_points).performance();
            assert_eq!(got, expected, "{half_points} half points of {rated}");
        }
    }

    #[test]
    fn the_table_rises_and_is_symmetric() {
        let at = |percent: u32| fide_performance(2000.0, f64::from(percent) / 100.0);
        for percent in 0..100 {
            assert!(at(percent) < at(percent + 1), "{percent}");
            assert!((at(percent) + at(100 - percent) - 4000.0).abs() < 1e-6, "{percent}");
        }
    }
}
