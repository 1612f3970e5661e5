//! Points by which a player is ahead, as komi and results are written.

use std::fmt::{self, Display};

use zobrist_go::Color;

/// The lead of Black over White, in halves of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points {
    halves: i64,
}

impl Points {
    pub(crate) const fn of_halves(halves: i64) -> Points {
        Points { halves }
    }

    pub(crate) const fn halves(self) -> i64 {
        self.halves
    }

    /// Reads a number of points, such as `6.5`; `None` if it is not a number of halves below
    /// 65,536.
    pub(crate) fn read(text: &str) -> Option<Points> {
        let text = text.trim();
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let half = match decimals.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return None,
        };
        let whole = whole.parse::<u16>().ok().filter(|_| !whole.starts_with('+'))?;
        Some(Points::of_halves(sign * (2 * i64::from(whole) + half)))
    }

    /// These points as those by which a player is ahead.
    pub(crate) fn ahead(self, player: Color) -> Points {
        match player {
            Color::Black => self,
            Color::White => Points::of_halves(-self.halves),
        }
    }
}

impl Display for Points {
    /// As results are written: `B+3.5`, `W+12` or `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halves = self.halves.unsigned_abs();
        match self.halves {
            0 => return f.write_str("0"),
            1.. => f.write_str("B+")?,
            _ => f.write_str("W+")?,
        }
        write!(f, "{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_results() {
        for (halves, text) in [(7, "B+3.5"), (-25, "W+12.5"), (0, "0"), (-2, "W+1"), (1, "B+0.5")] {
            assert_eq!(Points::of_halves(halves).to_string(), text);
        }
    }
}
