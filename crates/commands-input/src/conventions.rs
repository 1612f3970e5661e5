//! The conventions of a layout of chess in words: what its keys stand for, in their order.

use shakmaty::Square;
use zobrist_chess::{
    Also, Castling, Color, EnPassant, EnPassantKeys, Part, PieceSet, Role, Run, SecondaryKey, Turn,
};

/// The meaning of the keys of a part of a layout, in their order. `rule` says when a capture en
/// passant counts.
pub fn words(part: Part, rule: EnPassant) -> String {
    match part {
        Part::Pieces(pieces) => {
            let order = pieces.letters().map(String::from).join(" ");
            let squares = pieces.squares();
            let name = |index: usize| Square::new(squares.square(index) as u32).to_string();
            let (along, squares) = match squares.run {
                Run::Rank => ("rank by rank", [0, 1, 63].map(name)),
                Run::File => ("file by file", [0, 1, 63].map(name)),
            };
            let [first, second, last] = squares;
            let squares = format!("{first}, {second}, … to {last} ({along})");
            if pieces.is_by_square() {
                format!("768 for the squares {squares}, each with the pieces {order}")
            } else {
                format!("768 for the pieces {order}, each on the squares {squares}")
            }
        }
        Part::Turn(Turn::Of(color)) => format!("1 when {} is to move", name(color)),
        Part::Turn(Turn::Both) => "2 for the side to move, White first".to_owned(),
        Part::Turn(_) => "Black to move on the slot of a white pawn on e8".to_owned(),
        Part::Castling(castling) => rights(castling),
        Part::EnPassant(keys) => {
            let what = match keys {
                EnPassantKeys::File => "8 for the file of a capture en passant, a to h",
                EnPassantKeys::SideFiles(first) => {
                    return format!(
                        "16 for the file of a capture en passant, a to h, of a pawn of {} first (it \
                         counts {})",
                        name(first),
                        counting(rule)
                    );
                }
                EnPassantKeys::Square => "64 for the square behind a pawn that may be captured",
                EnPassantKeys::CapturedPawn => {
                    "64 for a pawn that may be captured en passant, in place of the pawn"
                }
                EnPassantKeys::CapturingPawn => {
                    "64 for each pawn that may capture en passant, in place of the pawn"
                }
                _ => {
                    "the file of a capture en passant on the slot of a black pawn on its first rank"
                }
            };
            format!("{what} (it counts {})", counting(rule))
        }
        Part::NoEnPassant => "1 when no capture en passant counts".to_owned(),
        Part::EmptySquares => "64 for the empty squares".to_owned(),
        Part::Start => "1 in every hash".to_owned(),
        Part::Clock(clock) => format!(
            "{} for the halfmove clock from {} on, in steps of {}; the last one also for later clocks",
            clock.count, clock.from, clock.step
        ),
        Part::NoPawns => "1 that only pawn hashes have".to_owned(),
        Part::Promoted => "64 for promoted pieces, in Crazyhouse, on a1, b1, … to h8".to_owned(),
        Part::Pocket => "70 for the pieces in the pockets, in binary".to_owned(),
        Part::PocketCounts(count) => format!(
            "{} for the numbers of P N B R Q p n b r q in the pockets, {count} numbers from 0 each",
            10 * u32::from(count)
        ),
        Part::Checks => "4 for the checks that the sides still have to give, in binary".to_owned(),
        Part::Variant => "8 for the variants; none for chess itself".to_owned(),
        _ => "others".to_owned(),
    }
}

fn counting(rule: EnPassant) -> &'static str {
    match rule {
        EnPassant::Always => "after every double step",
        EnPassant::PseudoLegal => "when a pawn stands beside, legal or not",
        EnPassant::Legal => "when a capture is legal",
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn rights(castling: Castling) -> String {
    match castling {
        Castling::Rights(order) => {
            format!("4 for the castling rights {}", order.letters().map(String::from).join(" "))
        }
        Castling::LostRights(order) => {
            format!("4 for the lost rights {}", order.letters().map(String::from).join(" "))
        }
        Castling::SideSets(order, first) => {
            let of = |color: Color| {
                let is_white = color == Color::White;
                let own =
                    order.letters().into_iter().filter(|right| right.is_uppercase() == is_white);
                let bits: Vec<String> =
                    own.zip([1, 2]).map(|(right, bit)| format!("{right} {bit}")).collect();
                format!("4 for the sets of rights of {} ({})", name(color), bits.join(", "))
            };
            format!("{}, then {}", of(first), of(!first))
        }
        Castling::Sets(order) => {
            let bits = order.letters().into_iter().zip([1, 2, 4, 8]);
            let bits: Vec<String> = bits.map(|(right, bit)| format!("{right} {bit}")).collect();
            format!("16 for the sets of castling rights ({})", bits.join(", "))
        }
        Castling::RookSquares => "64 for the squares of rooks that may castle".to_owned(),
        Castling::RookFiles => {
            "16 for the files of rooks that may castle, White's first".to_owned()
        }
        Castling::Kings => {
            "64 for kings that may castle, in place of the king: on its square with \
                            both rights, else on the one to which it castles"
                .to_owned()
        }
        _ => {
            "castling rights on the slots of pawns where the rooks stand: K and Q of a white pawn \
              on h1 and a1, k and q of a black one on h8 and a8"
                .to_owned()
        }
    }
}

/// The features that a secondary key hashes.
pub fn secondary_words(key: &SecondaryKey) -> String {
    let also = key.also.iter().map(|also| match also {
        Also::Start => "the start",
        Also::NoPawns => "no-pawns",
        Also::Turn => "the side to move",
        Also::Castling => "castling",
        Also::EnPassant => "en passant",
        _ => "other features",
    });
    let pieces = match (letters(key.pieces), key.by_count) {
        (letters, _) if letters.is_empty() => None,
        (letters, false) => Some(format!("the pieces {letters} on their squares")),
        (letters, true) => {
            let counts = key.counts;
            let which = match (counts.of_total, counts.offset) {
                (false, 0) => "its first n keys".to_owned(),
                (false, offset) => format!("n of its keys from number {offset} on"),
                (true, 0) => "its key number n, from 0".to_owned(),
                (true, offset) => format!("its key number n + {offset}, from 0"),
            };
            let apart = counts.stride.map_or(String::new(), |stride| {
                format!(", those of a piece being {stride} after those before it")
            });
            Some(format!("the numbers of {letters}: for n of a piece, {which}{apart}"))
        }
    };
    pieces.into_iter().chain(also.map(str::to_owned)).collect::<Vec<_>>().join(", also ")
}

/// The letters of the pieces of a set in FEN.
fn letters(pieces: PieceSet) -> String {
    let all = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    let chosen = all.filter(|(color, role)| pieces.contains(*color, *role));
    chosen.map(|(color, role)| role.letter(color).to_string()).collect::<Vec<_>>().join(" ")
}
