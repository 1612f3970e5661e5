//! Kinds of moves, as far as a hash can be wrong about them.

use std::collections::HashMap;

use shakmaty::{CastlingSide, Color, File, Move, Position, Role, Square};

use crate::fact::{RIGHTS, castling_set, color_name, role_name};
use crate::rules::Game;

/// A move by what it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Event {
    pub(crate) color: Color,
    pub(crate) kind: Kind,
    /// Castling rights that the move ends.
    pub(crate) ended: u8,
    /// A rook that is captured on its corner, or moves from there, without a right.
    pub(crate) without_right: bool,
    /// A double step on the a-file or the h-file, and an enemy pawn on the square whose number is
    /// next to that of the pawn, which is across the edge: it does not stand beside.
    pub(crate) across_edge: bool,
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Quiet(Role),
    /// A double step, and if a pawn stands beside, and if it may capture.
    DoubleStep(File, bool, bool),
    Capture(Role, Role),
    EnPassant(File),
    Castling(CastlingSide),
    /// A promotion, and the piece that it captures.
    Promotion(Role, Option<Role>),
    /// A piece from the pocket, in crazyhouse.
    Drop(Role),
}

impl Event {
    pub(crate) fn of(before: &Game, m: Move, after: &Game) -> Event {
        let color = before.turn();
        let kind = match m {
            Move::Castle { .. } => Kind::Castling(m.castling_side().expect("castling")),
            Move::EnPassant { to, .. } => Kind::EnPassant(to.file()),
            Move::Put { role, .. } => Kind::Drop(role),
            _ => match (m.promotion(), m.capture()) {
                (Some(role), victim) => Kind::Promotion(role, victim),
                (None, Some(victim)) => Kind::Capture(m.role(), victim),
                (None, None) => match after.maybe_ep_square() {
                    Some(square) => Kind::DoubleStep(
                        square.file(),
                        after.pseudo_legal_ep_square().is_some(),
                        after.legal_ep_square().is_some(),
                    ),
                    None => Kind::Quiet(m.role()),
                },
            },
        };
        let (old, new) = (castling_set(before), castling_set(after));
        let corner = |at: Square| {
            let bit = crate::calibration::CORNERS.iter().position(|corner| *corner == at);
            bit.is_some_and(|bit| old >> bit & 1 == 0)
        };
        let moved = m.role() == Role::Rook && m.from().is_some_and(corner);
        let captured = m.capture() == Some(Role::Rook) && corner(m.to());
        let across_edge = matches!(kind, Kind::DoubleStep(..)) && is_across_edge(m.to(), after);
        Event { color, kind, ended: old & !new, without_right: moved || captured, across_edge }
    }

    /// The kind of the move in a sentence: `a white knight takes a rook`.
    pub(crate) fn name(&self) -> String {
        let color = color_name(self.color);
        match self.kind {
            Kind::Quiet(role) => format!("a {color} {} moves", role_name(role)),
            Kind::DoubleStep(..) => format!("a {color} pawn moves two squares"),
            Kind::Capture(role, victim) => {
                format!("a {color} {} takes a {}", role_name(role), role_name(victim))
            }
            Kind::EnPassant(_) => format!("a {color} pawn takes en passant"),
            Kind::Castling(CastlingSide::KingSide) => format!("{color} castles O-O"),
            Kind::Castling(CastlingSide::QueenSide) => format!("{color} castles O-O-O"),
            Kind::Promotion(role, None) => {
                format!("a {color} pawn promotes to a {}", role_name(role))
            }
            Kind::Promotion(role, Some(victim)) => format!(
                "a {color} pawn takes a {} and promotes to a {}",
                role_name(victim),
                role_name(role)
            ),
            Kind::Drop(role) => format!("a {color} {} is dropped", role_name(role)),
        }
    }

    /// True for moves that random walks prefer.
    pub(crate) fn is_rare(&self) -> bool {
        !matches!(self.kind, Kind::Quiet(_)) || self.ended != 0
    }

    /// The kind without the file and the roles that no hash treats apart, for pairs.
    fn coarse(self) -> (Color, u8, u8, bool) {
        let kind = match self.kind {
            Kind::Quiet(Role::King) => 0,
            Kind::Quiet(Role::Pawn) => 1,
            Kind::Quiet(_) => 2,
            Kind::DoubleStep(_, beside, legal) => 3 + u8::from(beside) + u8::from(legal),
            Kind::Capture(Role::King, _) => 6,
            Kind::Capture(Role::Pawn, _) => 7,
            Kind::Capture(..) => 8,
            Kind::EnPassant(_) => 9,
            Kind::Castling(CastlingSide::KingSide) => 10,
            Kind::Castling(CastlingSide::QueenSide) => 11,
            Kind::Promotion(_, None) => 12,
            Kind::Promotion(_, Some(_)) => 13,
            Kind::Drop(Role::Pawn) => 14,
            Kind::Drop(_) => 15,
        };
        (self.color, kind, self.ended, self.without_right)
    }
}

/// True if a pawn of the side to move is on the square whose number is next, across the edge.
fn is_across_edge(at: Square, after: &Game) -> bool {
    let step = match at.file() {
        File::A => -1,
        File::H => 1,
        _ => return false,
    };
    let pawn = Role::Pawn.of(after.turn());
    at.offset(step).is_some_and(|next| after.board().piece_at(next) == Some(pawn))
}

/// A move that ends a line, with the position before it.
pub(crate) fn sentence(before: &Game, m: Move) -> String {
    let after = before.clone().play(m).expect("legal");
    let event = Event::of(before, m, &after);
    let name = event.name();
    match event.kind {
        Kind::Castling(_) => name,
        Kind::Capture(..) | Kind::EnPassant(_) | Kind::Promotion(..) | Kind::Drop(_) => {
            format!("{name} on {}", m.to())
        }
        Kind::Quiet(_) | Kind::DoubleStep(..) => {
            let from = m.from().map_or(String::new(), |from| format!(" from {from}"));
            format!("{name}{from} to {}", m.to())
        }
    }
}

/// The condition of a class of moves.
type IsOfClass = fn(&Event) -> bool;

/// A coarse kind of a move.
type Coarse = (Color, u8, u8, bool);

/// Pairs of moves that were compared, by kind.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    events: HashMap<Event, u64>,
    pairs: HashMap<(Option<Coarse>, Event), u64>,
    possible: usize,
}

impl Coverage {
    /// Notes a move after another. Returns true if the pair is new.
    pub(crate) fn note(&mut self, earlier: Option<Event>, event: Event) -> bool {
        *self.events.entry(event).or_default() += 1;
        let count = self.pairs.entry((earlier.map(Event::coarse), event)).or_default();
        *count += 1;
        *count == 1
    }

    /// Sets the number of pairs that the enumerated lines have.
    pub(crate) fn set_possible(&mut self, pairs: usize) {
        self.possible = pairs;
    }

    /// The kinds of moves and the pairs, and the pairs of the enumeration.
    pub(crate) fn counts(&self) -> (usize, usize, usize) {
        (self.events.len(), self.pairs.len(), self.possible)
    }

    /// Pairs so far.
    pub(crate) fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The moves of each class and color that were compared.
    pub(crate) fn classes(&self) -> Vec<(&'static str, u64, u64)> {
        const CLASSES: [(&str, IsOfClass); 13] = [
            ("quiet moves", |event| matches!(event.kind, Kind::Quiet(_))),
            ("double steps, no pawn beside", |event| {
                matches!(event.kind, Kind::DoubleStep(_, false, _))
            }),
            ("double steps, capture illegal", |event| {
                matches!(event.kind, Kind::DoubleStep(_, true, false))
            }),
            ("double steps, capture legal", |event| {
                matches!(event.kind, Kind::DoubleStep(_, _, true))
            }),
            ("double steps, a pawn across the edge", |event| event.across_edge),
            ("captures", |event| matches!(event.kind, Kind::Capture(..))),
            ("captures en passant", |event| matches!(event.kind, Kind::EnPassant(_))),
            ("O-O", |event| event.kind == Kind::Castling(CastlingSide::KingSide)),
            ("O-O-O", |event| event.kind == Kind::Castling(CastlingSide::QueenSide)),
            ("promotions", |event| matches!(event.kind, Kind::Promotion(_, None))),
            ("captures that promote", |event| matches!(event.kind, Kind::Promotion(_, Some(_)))),
            ("a castling right ended by capture", |event| {
                let captures = matches!(event.kind, Kind::Capture(..) | Kind::Promotion(..));
                let enemy = RIGHTS.iter().enumerate().any(|(bit, (color, _, _))| {
                    *color != event.color && event.ended >> bit & 1 == 1
                });
                captures && enemy
            }),
            ("rooks of corners without a right", |event| event.without_right),
        ];
        let count = |color: Color, is: IsOfClass| {
            let of = |event: &&Event| event.color == color && is(event);
            self.events.keys().filter(of).map(|event| self.events[event]).sum()
        };
        CLASSES
            .into_iter()
            .map(|(name, is)| (name, count(Color::White, is), count(Color::Black, is)))
            .collect()
    }
}
