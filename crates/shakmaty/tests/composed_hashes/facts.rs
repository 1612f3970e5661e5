//! The definition of a hash: facts that are read from the text of a position, and the slots that
//! `docs/schemes.md` gives them. It asks neither the layout nor the position, but for which
//! captures en passant are legal.

use zobrist_chess::{
    Castling, Clock, Color, Corner, EnPassant, EnPassantKeys, Part, RightOrder, Run, Turn,
};

use crate::compositions::Composition;

/// The facts of a FEN.
struct Facts {
    /// The letter on each square, a1 first.
    board: [Option<char>; 64],
    promoted: Vec<usize>,
    black_to_move: bool,
    /// The files of the rooks that may castle, in the order K Q k q.
    rooks: [Option<usize>; 4],
    /// The file of the pawn that may be captured, if that counts.
    en_passant: Option<usize>,
    clock: u32,
    pocket: String,
    /// The checks that White and Black still have to give.
    checks: [usize; 2],
}

impl Facts {
    /// The facts of a FEN as shakmaty writes it. Its en passant square counts, by the rule `beside`
    /// only if a pawn stands there.
    fn of_fen(fen: &str, rule: EnPassant) -> Facts {
        let fields: Vec<&str> = fen.split(' ').collect();
        let (rows, pocket) = fields[0].split_once('[').unwrap_or((fields[0], "]"));
        let (mut board, mut promoted) = ([None; 64], Vec::new());
        for (rank, row) in rows.rsplit('/').enumerate() {
            let mut square = 8 * rank;
            for letter in row.chars() {
                match letter {
                    '~' => promoted.push(square - 1),
                    '1'..='8' => square += letter as usize - '0' as usize,
                    _ => {
                        board[square] = Some(letter);
                        square += 1;
                    }
                }
            }
        }
        let checks = fields[4].split_once('+');
        let clock = fields[if checks.is_some() { 5 } else { 4 }];
        let mut facts = Facts {
            board,
            promoted,
            black_to_move: fields[1] == "b",
            rooks: [None; 4],
            en_passant: "abcdefgh".find(&fields[3][..1]),
            clock: clock.parse().expect("a clock"),
            pocket: pocket.trim_end_matches(']').to_owned(),
            checks: checks
                .map_or([0; 2], |(white, black)| [white, black].map(|n| n.parse().unwrap())),
        };
        for letter in fields[2].chars().filter(|letter| *letter != '-') {
            let (right, file) = facts.castling_right(letter);
            facts.rooks[right] = Some(file);
        }
        if rule == EnPassant::PseudoLegal && facts.beside().is_empty() {
            facts.en_passant = None;
        }
        facts
    }

    /// The right that a letter means, and the file of its rook: KQkq are the outermost rooks, other
    /// letters are files.
    fn castling_right(&self, letter: char) -> (usize, usize) {
        let black = letter.is_ascii_lowercase();
        let home = if black { 56 } else { 0 };
        let (king, rook) = if black { ('k', 'r') } else { ('K', 'R') };
        let files_of = |piece| (0..8).filter(move |file| self.board[home + file] == Some(piece));
        let king = files_of(king).next().expect("a king on its first rank");
        let file = match letter.to_ascii_uppercase() {
            'K' => files_of(rook).max().expect("a rook"),
            'Q' => files_of(rook).min().expect("a rook"),
            file => file as usize - 'A' as usize,
        };
        (2 * usize::from(black) + usize::from(file < king), file)
    }

    /// The square of the pawn that may be captured.
    fn captured(&self) -> Option<usize> {
        self.en_passant.map(|file| if self.black_to_move { 24 + file } else { 32 + file })
    }

    /// The squares of the pawns that stand beside it.
    fn beside(&self) -> Vec<usize> {
        let Some(captured) = self.captured() else { return Vec::new() };
        let pawn = if self.black_to_move { 'p' } else { 'P' };
        let is_beside = |square: &usize| {
            square / 8 == captured / 8
                && square.abs_diff(captured) == 1
                && self.board[*square] == Some(pawn)
        };
        (0..64).filter(is_beside).collect()
    }
}

/// The number of a square: its place in a list of all, from the first corner on.
fn number(composition: &Composition, square: usize) -> usize {
    let up: Vec<usize> = (0..8).collect();
    let down: Vec<usize> = (0..8).rev().collect();
    let (files, ranks) = match composition.first {
        Corner::A1 => (&up, &up),
        Corner::H1 => (&down, &up),
        Corner::A8 => (&up, &down),
        Corner::H8 => (&down, &down),
    };
    let mut list = Vec::new();
    match composition.run {
        Run::Rank => {
            for rank in ranks {
                list.extend(files.iter().map(|file| 8 * rank + file));
            }
        }
        Run::File => {
            for file in files {
                list.extend(ranks.iter().map(|rank| 8 * rank + file));
            }
        }
    }
    list.iter().position(|listed| *listed == square).expect("a square of the board")
}

/// The slot of a piece among those of the pieces.
fn piece(composition: &Composition, letter: char, square: usize) -> usize {
    let place = composition.order.find(letter).expect("a letter of the order");
    let number = number(composition, square);
    if composition.by_square { 12 * number + place } else { 64 * place + number }
}

fn place(order: RightOrder, right: usize) -> usize {
    order.rights().iter().position(|listed| usize::from(*listed) == right).expect("a right")
}

/// The number of slots of a part.
pub(crate) fn size(part: Part) -> usize {
    match part {
        Part::Pieces(_) => 768,
        Part::Turn(Turn::Of(_)) | Part::NoEnPassant | Part::Start | Part::NoPawns => 1,
        Part::Turn(Turn::Both) => 2,
        Part::Castling(Castling::Rights(_) | Castling::LostRights(_)) | Part::Checks => 4,
        Part::Castling(Castling::SideSets(..)) => 8,
        Part::EnPassant(EnPassantKeys::SideFiles(_)) => 16,
        Part::PocketCounts(count) => 10 * usize::from(count),
        Part::Castling(Castling::Sets(_) | Castling::RookFiles) => 16,
        Part::EnPassant(EnPassantKeys::File) | Part::Variant => 8,
        Part::Turn(Turn::Slot)
        | Part::Castling(Castling::Slots)
        | Part::EnPassant(EnPassantKeys::Slots) => 0,
        Part::Pocket => 70,
        Part::Clock(clock) => clock.count as usize,
        _ => 64,
    }
}

/// The slots of the features of a position, given as FEN, in no order. `variant` is the index of
/// the variant's feature.
pub(crate) fn slots(composition: &Composition, fen: &str, variant: Option<usize>) -> Vec<usize> {
    let facts = Facts::of_fen(fen, composition.en_passant);
    let mut slots = Vec::new();
    let mut first = 0;
    let mut first_piece = 0;
    for part in &composition.parts {
        if matches!(part, Part::Pieces(_)) {
            first_piece = first;
        }
        first += size(*part);
    }
    // Squares whose piece has a feature of another part.
    let mut elsewhere = Vec::new();
    first = 0;
    for part in &composition.parts {
        let (indices, squares) = of_part(composition, &facts, *part, variant);
        let base = if size(*part) == 0 { first_piece } else { first };
        slots.extend(indices.into_iter().map(|index| base + index));
        elsewhere.extend(squares);
        first += size(*part);
    }
    for (square, letter) in facts.board.iter().enumerate() {
        if let (Some(letter), false) = (letter, elsewhere.contains(&square)) {
            slots.push(first_piece + piece(composition, *letter, square));
        }
    }
    slots
}

/// The features of one part, and the squares whose pieces they stand for.
fn of_part(
    composition: &Composition,
    facts: &Facts,
    part: Part,
    variant: Option<usize>,
) -> (Vec<usize>, Vec<usize>) {
    let at = |square| number(composition, square);
    let rights = || (0..4).filter(|right| facts.rooks[*right].is_some());
    let mut squares = Vec::new();
    let indices = match part {
        Part::Turn(Turn::Of(color)) => {
            vec![0; usize::from(facts.black_to_move == (color == Color::Black))]
        }
        Part::Turn(Turn::Both) => vec![usize::from(facts.black_to_move)],
        Part::Turn(Turn::Slot) if facts.black_to_move => vec![piece(composition, 'P', 60)],
        Part::Castling(Castling::Rights(order)) => {
            rights().map(|right| place(order, right)).collect()
        }
        Part::Castling(Castling::LostRights(order)) => {
            let lost = (0..4).filter(|right| facts.rooks[*right].is_none());
            lost.map(|right| place(order, right)).collect()
        }
        Part::Castling(Castling::SideSets(order, first)) => {
            // The rights of a side in the order of the letters, from the lowest bit on.
            let set = |of_black: bool| {
                let own = order.rights().into_iter().filter(|right| (*right >= 2) == of_black);
                let present =
                    own.zip([1, 2]).filter(|(right, _)| facts.rooks[*right as usize].is_some());
                present.map(|(_, bit)| bit).sum::<usize>()
            };
            let black_first = first == Color::Black;
            vec![set(black_first), 4 + set(!black_first)]
        }
        Part::Castling(Castling::Sets(order)) => {
            vec![rights().map(|right| 1 << place(order, right)).sum()]
        }
        Part::Castling(Castling::Slots) => {
            let slots = [('P', 7), ('P', 0), ('p', 63), ('p', 56)];
            rights().map(|right| piece(composition, slots[right].0, slots[right].1)).collect()
        }
        Part::Castling(Castling::RookFiles) => {
            rights().map(|right| 8 * (right / 2) + facts.rooks[right].unwrap()).collect()
        }
        Part::Castling(Castling::RookSquares) => {
            rights().map(|right| at(56 * (right / 2) + facts.rooks[right].unwrap())).collect()
        }
        Part::Castling(Castling::Kings) => {
            let mut indices = Vec::new();
            for (letter, first, home) in [('K', 0, 0), ('k', 2, 56)] {
                let has = [first, first + 1].map(|right| facts.rooks[right].is_some());
                if has == [false, false] {
                    continue;
                }
                let king = facts.board.iter().position(|on| *on == Some(letter)).expect("a king");
                squares.push(king);
                indices.push(at(match has {
                    [true, true] => king,
                    [true, false] => home + 6,
                    _ => home + 2,
                }));
            }
            indices
        }
        Part::EnPassant(EnPassantKeys::File) => facts.en_passant.into_iter().collect(),
        Part::EnPassant(EnPassantKeys::SideFiles(first)) => {
            // Whoever is to move captures a pawn of the other side.
            let is_first = facts.black_to_move == (first == Color::White);
            facts
                .en_passant
                .map(|file| if is_first { file } else { 8 + file })
                .into_iter()
                .collect()
        }
        Part::EnPassant(EnPassantKeys::Slots) => {
            facts.en_passant.iter().map(|file| piece(composition, 'p', *file)).collect()
        }
        Part::EnPassant(EnPassantKeys::Square) => {
            let behind = facts
                .captured()
                .map(|square| if facts.black_to_move { square - 8 } else { square + 8 });
            behind.into_iter().map(at).collect()
        }
        Part::EnPassant(EnPassantKeys::CapturedPawn) => {
            squares.extend(facts.captured());
            squares.iter().copied().map(at).collect()
        }
        Part::EnPassant(EnPassantKeys::CapturingPawn) => {
            squares = facts.beside();
            squares.iter().copied().map(at).collect()
        }
        Part::NoEnPassant => vec![0; usize::from(facts.en_passant.is_none())],
        Part::EmptySquares => {
            (0..64).filter(|square| facts.board[*square].is_none()).map(at).collect()
        }
        Part::Start => vec![0],
        Part::Clock(Clock { from, step, count, .. }) if facts.clock >= from => {
            vec![((facts.clock - from) / step).min(count - 1) as usize]
        }
        Part::Promoted => facts.promoted.clone(),
        Part::Pocket => {
            bits(7, "PNBRQpnbrq".chars().map(|letter| facts.pocket.matches(letter).count()))
        }
        Part::PocketCounts(counts) => {
            let counts = usize::from(counts);
            let numbers = "PNBRQpnbrq".chars().map(|letter| facts.pocket.matches(letter).count());
            numbers.enumerate().map(|(place, n)| counts * place + n.min(counts - 1)).collect()
        }
        Part::Checks => bits(2, facts.checks),
        Part::Variant => variant.into_iter().collect(),
        _ => Vec::new(),
    };
    (indices, squares)
}

/// The indices of the bits of numbers of `width` bits each.
fn bits(width: usize, numbers: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let numbers = numbers.into_iter().enumerate();
    numbers
        .flat_map(|(place, number)| {
            (0..width).filter(move |bit| number >> bit & 1 == 1).map(move |bit| width * place + bit)
        })
        .collect()
}
