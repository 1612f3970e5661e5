//! Forms of differences, which do not depend on where a move was: lines of one form are one fault.
//!
//! A difference has several readings where pieces of one role meet: when a queen takes a queen, a
//! queen too many on the square is the captured one or the one that moved. Two lines show one fault
//! if they have a reading in common, and the fault keeps those that all of its lines have.

use std::collections::BTreeSet;

use shakmaty::{Color, File, Move, Piece, Position, Rank, Role, Square};

use crate::calibration::CORNERS;
use crate::fact::{EnPassantRule, RIGHTS, castling_set, role_name};
use crate::naming::{Played, Term};
use crate::rules::Game;

/// The readings of a difference.
pub(crate) type Form = BTreeSet<String>;

/// The readings of terms.
pub(crate) fn form(terms: &[Term], played: &Played, counts: EnPassantRule) -> Form {
    let mut readings = vec![BTreeSet::new()];
    for labels in terms.iter().flat_map(|term| labels(*term, played, counts)) {
        let with = |reading: &BTreeSet<String>| {
            let of = |label: &String| reading.iter().chain([label]).cloned().collect();
            labels.iter().map(of).collect::<Vec<BTreeSet<String>>>()
        };
        readings = readings.iter().flat_map(with).collect();
    }
    let text = |reading: BTreeSet<String>| reading.into_iter().collect::<Vec<_>>().join(", ");
    readings.into_iter().map(text).collect()
}

/// Terms that are faults of their own: castling rights that a move ends for different reasons. All
/// other terms are one fault together.
pub(crate) fn parts(terms: &[Term], played: &Played) -> Vec<Vec<Term>> {
    let mut parts: Vec<(String, u8)> = Vec::new();
    for term in terms {
        let Term::Rights(delta) = term else { return vec![terms.to_vec()] };
        for bit in (0..4).filter(|bit| delta >> bit & 1 == 1) {
            let label = right(bit, played);
            match parts.iter_mut().find(|(of, _)| *of == label) {
                Some((_, bits)) => *bits |= 1 << bit,
                None => parts.push((label, 1 << bit)),
            }
        }
    }
    parts.into_iter().map(|(_, bits)| vec![Term::Rights(bits)]).collect()
}

/// The castling rights among terms, if they are nothing else.
pub(crate) fn rights(terms: &[Term]) -> Option<u8> {
    terms.iter().try_fold(0, |all, term| match term {
        Term::Rights(bits) => Some(all | bits),
        _ => None,
    })
}

/// True if the rights are of a king or a rook that does not stand where it does in standard chess.
pub(crate) fn is_off_home(bits: u8, before: &Game) -> bool {
    let is_off = |bit: usize| {
        let (color, side, _) = RIGHTS[bit];
        let home = Square::from_coords(File::E, color.fold_wb(Rank::First, Rank::Eighth));
        let rook = before.castles().rook(color, side);
        before.board().king_of(color) != Some(home) || rook.is_some_and(|at| at != CORNERS[bit])
    };
    (0..4).filter(|bit| bits >> bit & 1 == 1).all(is_off)
}

fn whose(color: Color, played: &Played) -> &'static str {
    if color == played.before.turn() { "own" } else { "enemy" }
}

/// The label of a castling right: whose it is, and the reason for which a move ends it.
fn right(bit: usize, played: &Played) -> String {
    let Played { before, m, after } = played;
    let (color, side, _) = RIGHTS[bit];
    let corner = before.castles().rook(color, side).unwrap_or(CORNERS[bit]);
    let cause = if m.to() == corner && m.is_capture() {
        "a capture of the rook"
    } else if m.from() == Some(corner) {
        "a move of the rook"
    } else if m.is_castle() {
        "castling"
    } else if m.role() == Role::King && color == before.turn() {
        "a move of the king"
    } else {
        "another move"
    };
    let sign = if castling_set(after) >> bit & 1 == 1 { "missing" } else { "surplus" };
    format!("{sign} {} right after {cause}", whose(color, played))
}

/// For each fact of a term, its readings.
fn labels(term: Term, played: &Played, counts: EnPassantRule) -> Vec<Vec<String>> {
    let Played { before, after, .. } = played;
    let one = |label: String| vec![vec![label]];
    match term {
        Term::Piece(piece, square) => vec![piece_labels(piece, square, played)],
        Term::King(color, ..) => one(format!("{} king", whose(color, played))),
        Term::Rights(delta) => {
            let bits = (0..4).filter(|bit| delta >> bit & 1 == 1);
            bits.map(|bit| vec![right(bit, played)]).collect()
        }
        Term::EnPassant(square) => {
            let has = |position: &Game| {
                counts.square(position).is_some_and(|at| at.file() == square.file())
            };
            // Where both squares are on one file, their words cancel out.
            let mut labels = Vec::new();
            labels.extend(has(after).then(|| "missing new en passant".to_owned()));
            labels.extend(has(before).then(|| "surplus old en passant".to_owned()));
            // The word of another file may be the old one by accident.
            labels.extend((!has(after)).then(|| "surplus other en passant".to_owned()));
            vec![labels]
        }
        Term::Turn => one("turn".to_owned()),
        Term::Clock(..) => one("clock".to_owned()),
        Term::Pocket(piece, ..) => one(format!("{} pocket", whose(piece.color, played))),
        Term::Checks(color, ..) => one(format!("{} checks", whose(color, played))),
        Term::Promoted(_) => one("promoted".to_owned()),
    }
}

/// The readings of a piece on a square: the place, and the roles that the piece can have there.
fn piece_labels(piece: Piece, square: Square, played: &Played) -> Vec<String> {
    let m = played.m;
    let whose = whose(piece.color, played);
    if m.is_castle() {
        return vec![format!("{whose} {} in castling", role_name(piece.role))];
    }
    let victim = match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    };
    let place = if square == m.to() {
        "to"
    } else if Some(square) == m.from() {
        "from"
    } else if Some(square) == victim {
        "captured en passant"
    } else {
        // Such as around an explosion, where pieces of all roles are.
        return vec!["a piece elsewhere".to_owned()];
    };
    let roles = [
        ("captured", m.capture() == Some(piece.role)),
        ("promoted", m.promotion() == Some(piece.role)),
        ("moved", m.role() == piece.role),
    ];
    let mut labels: Vec<String> = roles
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(role, _)| format!("{whose} {role} {place}"))
        .collect();
    // An underpromotion keyed as a queen, say, has the role of the victim by accident.
    labels.push(format!("{whose} piece {place}"));
    if square != m.to() {
        labels.push("a piece elsewhere".to_owned());
    }
    labels
}
