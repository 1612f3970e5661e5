//! Classes of time controls.

/// The class of a time control, by the time that a game of 40 moves takes: `base + 40 increments`
/// for one player, as lichess divides games (scalachess, `Speed.scala`).
///
/// ```
/// use zobrist_index::Speed;
///
/// assert_eq!(Speed::of(b"180+2"), Some(Speed::Blitz));
/// assert_eq!(Speed::of(b"40/7200:3600"), Some(Speed::Classical));
/// assert_eq!(Speed::of(b"?"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Speed {
    /// Below 30 seconds.
    UltraBullet,
    /// From 30 seconds.
    Bullet,
    /// From 3 minutes.
    Blitz,
    /// From 8 minutes.
    Rapid,
    /// From 25 minutes.
    Classical,
    /// No time control, `-`, or hours for a move.
    Correspondence,
}

/// Seconds for a move from which a game is played by correspondence: six hours.
const SECONDS_OF_CORRESPONDENCE: u64 = 6 * 3600;

impl Speed {
    /// All classes, the fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::UltraBullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// Returns the name of the class as lichess writes it, such as `ultraBullet`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// Returns the class of the value of the tag `TimeControl`: seconds, `300`, with an increment,
    /// `180+2`, for a number of moves, `40/9000`, as a sandclock, `*180`, or several of these with
    /// colons between them, whose seconds are added; `-` is no time control. `None` for `?` and for
    /// any other text.
    #[must_use]
    pub fn of(time_control: &[u8]) -> Option<Speed> {
        let text = str::from_utf8(time_control).ok()?.trim();
        if text == "-" {
            return Some(Speed::Correspondence);
        }
        let (mut seconds, mut increment) = (0u64, None);
        for period in text.split(':') {
            let (period, added) = match period.split_once('+') {
                Some((period, added)) => (period, number(added)?),
                None => (period, 0),
            };
            let (moves, base) = match period.split_once('/') {
                Some((moves, base)) => (number(moves)?, number(base)?),
                None => (0, number(period.strip_prefix('*').unwrap_or(period))?),
            };
            if moves > 0 && base / moves >= SECONDS_OF_CORRESPONDENCE {
                return Some(Speed::Correspondence);
            }
            seconds += base;
            increment = increment.or(Some(added));
        }
        Some(match seconds + 40 * increment.unwrap_or_default() {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            _ => Speed::Classical,
        })
    }
}

/// A number of up to nine digits.
fn number(text: &str) -> Option<u64> {
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_have_their_class() {
        for (text, expected) in [
            ("15", Some("ultraBullet")),
            ("15+0", Some("ultraBullet")),
            ("0+1", Some("bullet")),
            ("29", Some("ultraBullet")),
            ("30", Some("bullet")),
            ("60+0", Some("bullet")),
            ("120+1", Some("bullet")),
            ("139+1", Some("bullet")),
            ("140+1", Some("blitz")),
            ("180+0", Some("blitz")),
            (" 300+3 ", Some("blitz")),
            ("480", Some("rapid")),
            ("900+10", Some("rapid")),
            ("1499", Some("rapid")),
            ("1500", Some("classical")),
            ("5400+30", Some("classical")),
            ("40/9000", Some("classical")),
            ("40/7200:20/3600:900+30", Some("classical")),
            ("*180", Some("blitz")),
            ("-", Some("correspondence")),
            ("1/86400", Some("correspondence")),
            ("10/2592000", Some("correspondence")),
            ("0/60", Some("bullet")),
            ("?", None),
            ("", None),
            ("3 min", None),
            ("180+", None),
            ("+2", None),
            ("180+2+1", None),
            ("9999999999", None),
            ("180:", None),
        ] {
            assert_eq!(Speed::of(text.as_bytes()).map(Speed::as_str), expected, "{text:?}");
        }
        assert_eq!(Speed::of(b"\xff"), None);
    }
}
