//! Ids of games as lichess has them: eight digits and letters.
//!
//! The first two are the number of the source and the last six the number of the game in it, both
//! in base 62 with the most significant digit first.

/// The digits, by their values.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The number of digits.
pub(crate) const LENGTH: usize = 8;
/// The number of games of a source that have an id: those of six digits.
const GAMES: u64 = 62_u64.pow(6);
/// The number of sources: those of two digits.
const SOURCES: u64 = 62_u64.pow(2);

/// The id of a game; `None` if its number or that of its source has too many digits.
pub(crate) fn of(source: usize, game: u64) -> Option<String> {
    let source = u64::try_from(source).ok().filter(|source| *source < SOURCES)?;
    let mut rest = source * GAMES + Some(game).filter(|game| *game < GAMES)?;
    let mut id = ['0'; LENGTH];
    for digit in id.iter_mut().rev() {
        *digit = char::from(DIGITS[(rest % 62) as usize]);
        rest /= 62;
    }
    Some(id.iter().collect())
}

/// The source and the game that an id names; `None` if it is no id.
pub(crate) fn read(id: &str) -> Option<(usize, u64)> {
    let value = |digit: u8| DIGITS.iter().position(|other| *other == digit);
    let digits: Option<Vec<usize>> = id.bytes().map(value).collect();
    let digits = digits.filter(|digits| digits.len() == LENGTH)?;
    let number = digits.iter().fold(0, |number, digit| number * 62 + *digit as u64);
    Some(((number / GAMES) as usize, number % GAMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_eight_digits_and_are_read_back() {
        for (source, game, expected) in [
            (0, 0, "00000000"),
            (0, 9, "00000009"),
            (0, 10, "0000000A"),
            (0, 36, "0000000a"),
            (0, 61, "0000000z"),
            (0, 62, "00000010"),
            (0, 1_000_000, "00004C92"),
            (1, 0, "01000000"),
            (62, 5, "10000005"),
            (3843, GAMES - 1, "zzzzzzzz"),
        ] {
            let id = of(source, game).unwrap();
            assert_eq!((id.as_str(), read(&id)), (expected, Some((source, game))));
        }
    }

    #[test]
    fn numbers_of_more_digits_have_no_id() {
        assert_eq!((of(0, GAMES), of(3844, 0), of(usize::MAX, u64::MAX)), (None, None, None));
    }

    #[test]
    fn other_texts_are_no_ids() {
        for text in ["", "0000000", "000000000", "0000000-", "0000000 ", "000000é", "0000%300"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
