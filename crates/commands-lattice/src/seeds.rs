//! Lists of seeds, as `1-4,9`.

use std::ops::RangeInclusive;

/// Upper bound on the number of seeds.
const MOST: u64 = 1_000_000;

/// The seeds of several runs: each once, in the order in which they were given.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seeds(Vec<u64>);

impl Seeds {
    /// Parses a list of seeds and ranges of seeds, both ends included.
    ///
    /// # Errors
    /// When it is none, has a seed twice, or has more than a million.
    pub(super) fn parse(text: &str) -> Result<Seeds, String> {
        let expected = |got: &str| {
            format!("expected seeds such as 3, 1-8 or 1-4,9, whole numbers from 0, got {got:?}")
        };
        let number = |part: &str| part.trim().parse::<u64>().map_err(|_| expected(part));
        let mut seeds = Vec::new();
        for part in text.split(',') {
            let range: RangeInclusive<u64> = match part.split_once('-') {
                Some((first, last)) => number(first)?..=number(last)?,
                None => number(part).map(|seed| seed..=seed)?,
            };
            if range.is_empty() {
                return Err(format!(
                    "expected a range from its lower to its higher end, got {part:?}"
                ));
            }
            if range.end() - range.start() >= MOST - seeds.len() as u64 {
                return Err(format!("expected up to {MOST} seeds, got more with {part:?}"));
            }
            seeds.extend(range);
        }
        let mut sorted = seeds.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("expected each seed once, got {} twice", pair[0])),
            None => Ok(Seeds(seeds)),
        }
    }

    /// The seeds.
    pub(super) fn all(&self) -> &[u64] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges() {
        let seeds = |text: &str| Seeds::parse(text).map(|seeds| seeds.0);
        assert_eq!(seeds("3"), Ok(vec![3]));
        assert_eq!(seeds("1-8"), Ok((1..=8).collect()));
        assert_eq!(seeds("1-4,9"), Ok(vec![1, 2, 3, 4, 9]));
        assert_eq!(seeds("7, 0-1"), Ok(vec![7, 0, 1]));
        assert_eq!(seeds("18446744073709551615"), Ok(vec![u64::MAX]));
        assert_eq!(seeds("18446744073709551614-18446744073709551615").unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for (text, told) in [
            ("", "got \"\""),
            ("1,", "got \"\""),
            ("-1", "got \"\""),
            ("a", "got \"a\""),
            ("1-2-3", "got \"2-3\""),
            ("1..8", "got \"1..8\""),
            ("4-1", "from its lower to its higher end, got \"4-1\""),
            ("1-4,3", "got 3 twice"),
            ("0-18446744073709551615", "up to 1000000 seeds"),
            ("1-999999,2000000-2000002", "up to 1000000 seeds"),
        ] {
            let message = Seeds::parse(text).unwrap_err();
            assert!(message.ends_with(told) || message.contains(told), "{text}: {message}");
        }
    }
}
