//! `zobrist schemes check`: what a file that describes a scheme means.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use shakmaty::{Chess, Square};
use zobrist::gf2::Basis;
use zobrist::{Group, Key, Keys};
use zobrist_chess::{
    AnyScheme, Castling, ChessFeature, ChessLayout, Color, ComposedScheme, EnPassant,
    EnPassantKeys, Part, Run, Scheme, Turn,
};
use zobrist_shakmaty::for_each_feature;

use crate::counted::counted;
use crate::ending::Ending;
use crate::scheme_file;
use crate::stdout::print_lines;

/// Say in words what a file that describes a scheme means
///
/// Prints the size, rank and guarantee of the keys, what each of them stands for, in their order,
/// and the hash of the start position with its parts. A mistake in the file is reported by line and
/// column, and the exit status is 2.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
pub struct Args {
    /// The file
    file: PathBuf,
}

pub fn run(args: Args) -> Result<Ending> {
    let scheme = scheme_file::read(&args.file)?;
    print_lines(&meaning(&scheme))?;
    Ok(Ending::Done)
}

fn meaning(any: &AnyScheme) -> String {
    let scheme = &any.to_composed();
    let layout = scheme.chess_layout();
    let (keys, bits) = (layout.layout().len(), scheme.bits());
    let combine =
        if scheme.is_linear() { "XOR".to_owned() } else { format!("addition modulo 2^{bits}") };
    let mut text =
        format!("{}: {keys} keys of {bits} bits that combine by {combine}", scheme.name());
    if let Some(source) = scheme.source() {
        write!(text, ", from {source}").expect(TAKES_ALL);
    }
    if scheme.is_linear() {
        let mut basis = Basis::new();
        for key in scheme.keys() {
            basis.insert(key.to_word());
        }
        let full = bits.min(keys as u32);
        write!(text, "; rank {} of {full}", basis.rank()).expect(TAKES_ALL);
    }
    writeln!(text, "; guarantee: {}; fingerprint {}", scheme.guarantee(), any.fingerprint())
        .expect(TAKES_ALL);
    let parts: Vec<String> = layout.parts().map(|part| words(part, scheme.en_passant())).collect();
    writeln!(text, "Keys in order: {}.", parts.join("; ")).expect(TAKES_ALL);
    text += &secondary(scheme);
    text + &start(scheme)
}

const TAKES_ALL: &str = "a string takes all";

/// What a part of a layout stands for.
fn words(part: Part, rule: EnPassant) -> String {
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
            let counts = match rule {
                EnPassant::Always => "after every double step",
                EnPassant::PseudoLegal => "when a pawn stands beside, legal or not",
                EnPassant::Legal => "when a capture is legal",
            };
            format!("{what} (it counts {counts})")
        }
        Part::NoEnPassant => "1 when no capture en passant counts".to_owned(),
        Part::EmptySquares => "64 for the empty squares".to_owned(),
        Part::Start => "1 in every hash".to_owned(),
        Part::Clock(clock) => format!(
            "{} for the halfmove clock from {} on, in steps of {}",
            clock.count, clock.from, clock.step
        ),
        Part::NoPawns => "1 that only pawn hashes have".to_owned(),
        Part::Promoted => "64 for promoted pieces, in Crazyhouse".to_owned(),
        Part::Pocket => "70 for the pieces in the pockets, in binary".to_owned(),
        Part::Checks => "4 for the checks that the sides still have to give, in binary".to_owned(),
        Part::Variant => "8 for the variants".to_owned(),
        _ => "others".to_owned(),
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
        Castling::Sets(order) => {
            let bits = order.letters().into_iter().zip([1, 2, 4, 8]);
            let bits: Vec<String> = bits.map(|(right, bit)| format!("{right} {bit}")).collect();
            format!("16 for the sets of castling rights ({})", bits.join(", "))
        }
        Castling::RookSquares => "64 for the squares of rooks that may castle".to_owned(),
        Castling::RookFiles => {
            "16 for the files of rooks that may castle, White's first".to_owned()
        }
        Castling::Kings => "64 for kings that may castle, in place of the king".to_owned(),
        _ => "castling rights on the slots of pawns where the rooks stand".to_owned(),
    }
}

/// The secondary keys by name.
fn secondary(scheme: &ComposedScheme) -> String {
    let names: Vec<&str> = scheme.secondary_keys().iter().map(|key| key.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("Secondary keys: {}.\n", names.join(", "))
}

/// The hash of the start position, part by part.
fn start(scheme: &ComposedScheme) -> String {
    let layout: &ChessLayout = scheme.chess_layout();
    let (mut pieces, mut hash) = (scheme.hash_of(0), scheme.hash_of(0));
    let mut count = 0;
    let mut rows = Vec::new();
    for_each_feature(scheme, &Chess::default(), |feature| {
        let key = scheme.key(feature);
        hash = hash.plus(key);
        match layout.decode(feature) {
            Some(ChessFeature::Piece { .. } | ChessFeature::EmptySquare { .. }) => {
                pieces = pieces.plus(key);
                count += 1;
            }
            _ => rows.push((layout.describe(feature).to_string(), key)),
        }
    });
    rows.insert(0, (counted(count, "square", "squares"), pieces));
    rows.push(("hash".to_owned(), hash));
    let digits = scheme.bits().div_ceil(4) as usize;
    let mut text = "The start position:\n".to_owned();
    for (what, key) in rows {
        writeln!(text, "  {:0digits$x}  {what}", key.to_word()).expect(TAKES_ALL);
    }
    text
}
