//! Komi as a number of points, and handicap stones.

use core::fmt::{self, Display};

use super::record::Record;
use crate::game_rules::GameRules;
use crate::handicap::{Handicap, HandicapBonus};

/// Komi of a record in points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Komi {
    /// White's points.
    pub points: f64,
    /// The unit in which the record has it.
    pub unit: KomiUnit,
}

/// Unit in which servers and programs write komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KomiUnit {
    /// Points, as the format says.
    Points,
    /// Hundredths of a point, such as 750 for 7.5.
    HundredthsOfPoints,
    /// Hundredths of a stone; a stone is two points: 375 for 7.5.
    HundredthsOfStones,
    /// Stones; a stone is two points: 3.75 for 7.5.
    Stones,
}

impl Display for KomiUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KomiUnit::Points => "points",
            KomiUnit::HundredthsOfPoints => "hundredths of a point",
            KomiUnit::HundredthsOfStones => "hundredths of a stone, which is two points",
            KomiUnit::Stones => "stones, which are two points each",
        })
    }
}

/// Numbers of hundredths that are read as points, as KataGo reads them.
const HUNDREDTHS: [f64; 4] = [550.0, 650.0, 700.0, 750.0];

impl Record {
    /// Returns [`komi`](Record::komi) as a number of points; `None` if the record has none, or if
    /// it is not a decimal number. A comma may stand for the decimal point.
    ///
    /// The server Fox (foxwq) and the program SGFC write hundredths of a point (550, 650, 700, 750)
    /// or of a stone, which is two points (275, 325, 350, 375). These are read so whatever program
    /// the record names: no game has had such a komi in points. A number of quarters under Chinese
    /// rules, such as 2.75 or 3.75, is one of stones.
    ///
    /// Source: KataGo, which reads records of Fox, SGFC and GoGoD so. Any other number is taken as
    /// it is, even if it is more than the board has points.
    ///
    /// ```
    /// use zobrist_go::sgf::{KomiUnit, read};
    ///
    /// let komi = |text: &[u8]| read(text).unwrap().komi_points().map(|komi| komi.points);
    /// assert_eq!(komi(b"(;KM[6.5])"), Some(6.5));
    /// assert_eq!(komi(b"(;KM[375]AP[foxwq])"), Some(7.5));
    /// assert_eq!(komi(b"(;RU[Chinese]KM[2.75])"), Some(5.5));
    /// assert_eq!(komi(b"(;KM[none])"), None);
    /// let fox = read(b"(;KM[650])")?.komi_points().unwrap();
    /// assert_eq!((fox.points, fox.unit), (6.5, KomiUnit::HundredthsOfPoints));
    /// # Ok::<(), zobrist_go::sgf::SgfError>(())
    /// ```
    #[must_use]
    pub fn komi_points(&self) -> Option<Komi> {
        let number = number(self.komi.as_deref()?)?;
        let komi = |points, unit| Some(Komi { points, unit });
        if HUNDREDTHS.contains(&number) {
            return komi(number / 100.0, KomiUnit::HundredthsOfPoints);
        }
        if HUNDREDTHS.contains(&(2.0 * number)) {
            return komi(number / 50.0, KomiUnit::HundredthsOfStones);
        }
        let is_quarter = (2.0 * number).fract() != 0.0 && (4.0 * number).fract() == 0.0;
        if is_quarter && self.is_chinese() {
            return komi(2.0 * number, KomiUnit::Stones);
        }
        komi(number, KomiUnit::Points)
    }

    /// True if the rules that the record names are Chinese.
    fn is_chinese(&self) -> bool {
        let rules = self.text("RU").and_then(|name| GameRules::of_sgf(&name));
        rules.is_some_and(|rules| rules.handicap_bonus == HandicapBonus::All)
    }

    /// Returns the number of handicap stones: that of the property `HA`, or, if the first node does not have
    /// it, the black stones that are set up or played before White plays, as
    /// [`Handicap::stones`] counts them on the main line. One stone is no handicap, and counts as 0.
    ///
    /// ```
    /// use zobrist_go::sgf::read;
    ///
    /// let stones = |text: &[u8]| read(text).unwrap().handicap();
    /// assert_eq!(stones(b"(;SZ[9]HA[3];B[cc];B[gg])"), 3);
    /// assert_eq!(stones(b"(;SZ[9]AB[cc][gg];W[ee])"), 2);
    /// assert_eq!(stones(b"(;SZ[9];B[cc];B[gg];W[ee])"), 2);
    /// assert_eq!(stones(b"(;SZ[9]HA[0]AB[cc][gg];W[ee])"), 0);
    /// ```
    pub fn handicap(&self) -> usize {
        if let Some(named) = self.named_handicap() {
            return if named > 1 { named } else { 0 };
        }
        let mut handicap = Handicap::default();
        let begin = self.main_line().map(|number| self.node(number));
        let begin = begin.take_while(|node| {
            node.set_up.iter().for_each(|(point, stone)| handicap.set_up(*point, *stone));
            node.moves.is_empty()
        });
        begin.for_each(drop);
        let moves = self.main_line().flat_map(|number| self.node(number).moves.iter().copied());
        handicap.stones(moves)
    }

    /// Returns the number in the property `HA` of the first node; `None` if it has none.
    pub fn named_handicap(&self) -> Option<usize> {
        self.text("HA")?.parse::<u16>().ok().map(usize::from)
    }

    /// The text of a property of the first node, without the space around it.
    fn text(&self, name: &str) -> Option<String> {
        let value = self.nodes().next()?.property(name)?.text();
        Some(String::from_utf8_lossy(&value).trim().to_owned())
    }
}

/// Reads a decimal number, with a point or a comma; maybe without digits on one side of it.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".");
    let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|number: &f64| is_decimal && number.is_finite())
}
