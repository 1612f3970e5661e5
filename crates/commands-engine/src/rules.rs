//! The rules of a position: standard chess, Chess960, and the variants that shakmaty has.

use std::collections::BTreeMap;

pub(crate) use shakmaty::variant::{Variant, VariantPosition as Game};
use shakmaty::{CastlingMode, Move, Position, Setup, fen::Fen};

/// The rules by which positions are played and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules {
    variant: Variant,
    castling: CastlingMode,
}

/// Positions in which much can happen within two moves, for rules other than those of chess.
const STARTS: [(&str, &[&str]); 8] = [
    (
        "chess960",
        &[
            "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
            "5rkr/8/8/8/8/8/8/5RKR b KQkq - 0 1",
            "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1",
            "2r1k2r/1P4P1/8/8/8/8/1p4p1/2R1K2R b KQkq - 0 1",
            "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
            "1r1k2r1/p5p1/8/1P5P/1p5p/8/P5P1/1R1K2R1 w KQkq - 12 30",
        ],
    ),
    (
        "atomic",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/pp4pp/8/8/8/8/PP4PP/R3K2R w KQkq - 0 1",
            "r1n1k1nr/1P4P1/8/8/8/8/1p4p1/R1N1K1NR w KQkq - 0 1",
            "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
        ],
    ),
    (
        "antichess",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "8/1P4P1/8/2n2n2/2N2N2/8/1p4p1/8 w - - 0 1",
            "8/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/8 w - - 0 1",
        ],
    ),
    (
        "kingofthehill",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
        ],
    ),
    (
        "3check",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
            "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 2+3 0 1",
            "3qk3/8/8/8/8/8/8/3QK3 w - - 3+2 0 1",
        ],
    ),
    (
        "crazyhouse",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R[Qn] w KQkq - 0 1",
            "k7/8/3Q~4/5n2/8/4q~3/8/5N1K[PPpp] w - - 0 1",
            "k7/8/3Q~4/5n2/8/4q~3/8/5N1K[RBrb] b - - 0 1",
        ],
    ),
    (
        "racingkings",
        &["8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "8/1k6/8/6K1/8/8/1b4N1/1n4B1 w - - 0 1"],
    ),
    (
        "horde",
        &[
            "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            "r3k2r/1P4P1/8/8/2p2p2/8/1P2P3/8 w kq - 0 1",
        ],
    ),
];

impl Rules {
    /// Those of chess, castling by the king's squares.
    pub(crate) const STANDARD: Rules =
        Rules { variant: Variant::Chess, castling: CastlingMode::Standard };

    /// Those of Chess960, castling by the squares of the king and the rook.
    pub(crate) const CHESS960: Rules =
        Rules { variant: Variant::Chess, castling: CastlingMode::Chess960 };

    /// The rules of a position.
    pub(crate) fn of(position: &Game) -> Rules {
        Rules { variant: position.variant(), castling: position.castles().mode() }
    }

    /// The rules, other than those of chess, that an engine has by its options.
    pub(crate) fn of_options(options: &BTreeMap<String, String>) -> Vec<Rules> {
        let mut all = Vec::new();
        if options.get("UCI_Chess960").is_some_and(|rest| rest.starts_with("check")) {
            all.push(Rules::CHESS960);
        }
        let variants = options.get("UCI_Variant").map_or("", String::as_str);
        let mut words = variants.split_whitespace();
        let mut names = Vec::new();
        while let Some(word) = words.next() {
            names.extend((word == "var").then(|| words.next()).flatten());
        }
        let of = |name: &str| Variant::from_uci(name).ok();
        let variants = names.into_iter().filter_map(of).filter(|of| *of != Variant::Chess);
        let castling = CastlingMode::Standard;
        all.extend(variants.map(|variant| Rules { variant, castling }));
        all
    }

    /// The name, as in the option of UCI: `chess960` or `crazyhouse`.
    pub(crate) fn name(self) -> &'static str {
        if self == Rules::CHESS960 { "chess960" } else { self.variant.uci() }
    }

    /// The option of UCI that sets these rules, and the value by which it is taken back.
    pub(crate) fn option(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Rules::CHESS960 => ("UCI_Chess960", "true", "false"),
            _ => ("UCI_Variant", self.name(), "chess"),
        }
    }

    /// True if words of pockets are asked for.
    pub(crate) fn has_pockets(self) -> bool {
        self.variant == Variant::Crazyhouse
    }

    /// True if checks are counted.
    pub(crate) fn counts_checks(self) -> bool {
        self.variant == Variant::ThreeCheck
    }

    /// The position of a setup, if it is legal.
    pub(crate) fn position(self, setup: Setup) -> Option<Game> {
        Game::from_setup(self.variant, setup, self.castling).ok()
    }

    /// The position of a FEN, if it is legal.
    pub(crate) fn parse(self, fen: &str) -> Option<Game> {
        self.position(fen.parse::<Fen>().ok()?.into_setup())
    }

    /// Positions from which lines begin.
    pub(crate) fn starts(self) -> Vec<Game> {
        let found = STARTS.iter().find(|(name, _)| *name == self.name());
        let fens = found.map_or(&[][..], |(_, fens)| fens).iter();
        let start = |fen: &&str| self.parse(fen).unwrap_or_else(|| panic!("{fen} is illegal"));
        fens.map(start).collect()
    }
}

/// The position after legal moves.
pub(crate) fn played(start: &Game, moves: &[Move]) -> Game {
    moves.iter().fold(start.clone(), |now, m| now.play(*m).expect("legal"))
}

/// The legal moves after which a variant's game goes on: an engine may print no key for a position
/// without a king.
pub(crate) fn moves(position: &Game) -> Vec<Move> {
    let legal = position.legal_moves();
    let goes_on = |m: &Move| {
        position.variant() == Variant::Chess
            || !position.clone().play(*m).expect("legal").is_variant_end()
    };
    legal.into_iter().filter(goes_on).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_legal_and_every_variant_has_some() {
        let mut all = vec![Rules::CHESS960];
        let castling = CastlingMode::Standard;
        all.extend(Variant::ALL[1..].iter().map(|variant| Rules { variant: *variant, castling }));
        for rules in all {
            let starts = rules.starts();
            assert!(starts.len() >= 2, "{}", rules.name());
            assert!(starts.iter().all(|start| Rules::of(start) == rules), "{}", rules.name());
        }
        assert_eq!(Rules::STANDARD.starts().len(), 0);
    }

    #[test]
    fn options_name_the_rules() {
        let options = [
            ("UCI_Chess960", "check default false"),
            ("UCI_Variant", "combo default chess var chess var 5check var crazyhouse var 3check"),
        ];
        let options = options.map(|(name, rest)| (name.to_owned(), rest.to_owned()));
        let rules = Rules::of_options(&options.into());
        let names: Vec<&str> = rules.iter().map(|rules| rules.name()).collect();
        assert_eq!(names, ["chess960", "crazyhouse", "3check"]);
        assert_eq!(Rules::of_options(&BTreeMap::new()), []);
    }
}
