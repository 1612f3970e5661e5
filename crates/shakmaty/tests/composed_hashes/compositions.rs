//! Compositions that have every part, every convention, and sums of every width.

use zobrist::{Combine, Source};
use zobrist_chess::{
    Castling, ChessLayout, Clock, Color, ComposedScheme, Corner, EnPassant, EnPassantKeys, Part,
    Pieces, RightOrder, Run, Turn,
};

/// The parts of a scheme.
pub(crate) struct Composition {
    pub(crate) order: &'static str,
    pub(crate) first: Corner,
    pub(crate) run: Run,
    pub(crate) by_square: bool,
    pub(crate) en_passant: EnPassant,
    pub(crate) bits: u32,
    pub(crate) combine: Combine,
    pub(crate) parts: Vec<Part>,
    pub(crate) keys: Vec<u128>,
    pub(crate) scheme: ComposedScheme,
}

use Combine::{Sum, Xor};
use EnPassant::{Always, Legal, PseudoLegal};

type Squares = (&'static str, Corner, Run, bool);

const FEN_ORDER: Squares = ("PNBRQKpnbrqk", Corner::A1, Run::Rank, false);
const POLYGLOT: Squares = ("pPnNbBrRqQkK", Corner::A8, Run::Rank, false);
const KINGS_FIRST: Squares = ("KQRBNPkqrbnp", Corner::H1, Run::Rank, true);
const FROM_H8: Squares = ("pnbrqkPNBRQK", Corner::H8, Run::File, false);
const FILES: Squares = ("PpNnBbRrQqKk", Corner::A1, Run::File, true);
const FILES_A8: Squares = ("PNBRQKpnbrqk", Corner::A8, Run::File, true);
const FILES_H1: Squares = ("kKqQrRbBnNpP", Corner::H1, Run::File, false);
const RANKS_H8: Squares = ("PNBRQKpnbrqk", Corner::H8, Run::Rank, true);

fn rights(order: &str) -> RightOrder {
    RightOrder::parse(order).expect("the four rights")
}

/// The compositions. The pieces are where the list has `None`.
pub(crate) fn all() -> Vec<Composition> {
    use EnPassantKeys::{CapturedPawn, CapturingPawn, File, SideFiles, Slots, Square};
    use Part::{EmptySquares, NoEnPassant, NoPawns, Start};
    let turn = |color| Some(Part::Turn(Turn::Of(color)));
    let castling = |keys| Some(Part::Castling(keys));
    let pawns = |keys| Some(Part::EnPassant(keys));
    let clock = |from, step, count| Some(Part::Clock(Clock::new(from, step, count)));
    let both = Some(Part::Turn(Turn::Both));
    let slot = Some(Part::Turn(Turn::Slot));
    let sets = |order| castling(Castling::Sets(rights(order)));
    let by_right = |order| castling(Castling::Rights(rights(order)));
    let (files, squares) = (castling(Castling::RookFiles), castling(Castling::RookSquares));
    let (kings, on_slots) = (castling(Castling::Kings), castling(Castling::Slots));
    let variants = [Part::Promoted, Part::Pocket, Part::Checks, Part::Variant].map(Some);
    vec![
        of(FEN_ORDER, Always, (64, Xor), &[None]),
        of(
            POLYGLOT,
            PseudoLegal,
            (64, Xor),
            &[None, by_right("qkQK"), pawns(File), turn(Color::White)],
        ),
        of(
            FEN_ORDER,
            Legal,
            (32, Xor),
            &[turn(Color::Black), sets("KQkq"), pawns(Square), None, clock(0, 1, 101)],
        ),
        of(KINGS_FIRST, Legal, (128, Xor), &[both, kings, None, pawns(CapturedPawn)]),
        of(FROM_H8, PseudoLegal, (47, Sum(47)), &[kings, pawns(CapturingPawn), slot, None]),
        of(FILES, Always, (48, Sum(48)), &[None, squares, pawns(CapturingPawn), both]),
        of(
            FILES_A8,
            Legal,
            (64, Sum(64)),
            &[Some(Start), files, None, pawns(CapturingPawn), Some(NoEnPassant), slot],
        ),
        of(
            FILES_H1,
            Always,
            (64, Xor),
            &[Some(EmptySquares), on_slots, pawns(Slots), slot, None, Some(Start)],
        ),
        of(
            RANKS_H8,
            PseudoLegal,
            (64, Xor),
            &[
                Some(NoPawns),
                Some(EmptySquares),
                pawns(Square),
                Some(NoEnPassant),
                sets("qKkQ"),
                None,
                clock(14, 8, 18),
                both,
            ],
        ),
        of(FROM_H8, Always, (48, Sum(48)), &[pawns(CapturedPawn), None, squares, clock(3, 5, 2)]),
        of(
            FILES_H1,
            PseudoLegal,
            (64, Xor),
            &[&variants[..], &[None, kings, pawns(CapturedPawn), both]].concat(),
        ),
        of(
            RANKS_H8,
            Legal,
            (47, Sum(47)),
            &[&[None, files, pawns(File), Some(NoEnPassant), slot], &variants[..]].concat(),
        ),
        of(
            POLYGLOT,
            PseudoLegal,
            (16, Xor),
            &[
                castling(Castling::LostRights(rights("qKkQ"))),
                None,
                pawns(SideFiles(Color::White)),
                Some(Part::PocketCounts(17)),
                both,
            ],
        ),
        of(
            FROM_H8,
            Legal,
            (24, Sum(24)),
            &[None, castling(Castling::SideSets(rights("KqQk"), Color::White)), both],
        ),
        of(
            FILES,
            Always,
            (32, Sum(32)),
            &[
                Some(Part::PocketCounts(2)),
                castling(Castling::SideSets(rights("QkqK"), Color::Black)),
                None,
                pawns(SideFiles(Color::Black)),
                Some(NoEnPassant),
                turn(Color::Black),
            ],
        ),
        // Captures that are keyed only when there is none.
        of(KINGS_FIRST, Legal, (64, Sum(64)), &[Some(NoEnPassant), None, turn(Color::White)]),
    ]
}

fn of(
    (order, first, run, by_square): Squares,
    en_passant: EnPassant,
    (bits, combine): (u32, Combine),
    parts: &[Option<Part>],
) -> Composition {
    let pieces = Pieces::of(order).on(zobrist_chess::Squares { first, run });
    let pieces = if by_square { pieces.by_square() } else { pieces };
    let parts: Vec<Part> = parts.iter().map(|part| part.unwrap_or(Part::Pieces(pieces))).collect();
    let layout = ChessLayout::of(&parts);
    let keys = Source::splitmix64(u64::from(bits)).words(layout.layout(), bits);
    let scheme = ComposedScheme::new("composed", layout, en_passant, bits, combine, &keys);
    let scheme = scheme.expect("a key for each feature");
    Composition { order, first, run, by_square, en_passant, bits, combine, parts, keys, scheme }
}
