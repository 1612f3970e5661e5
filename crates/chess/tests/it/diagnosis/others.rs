//! Parts that are left out, keys that are taken otherwise, and constants.

use zobrist_chess::{
    Castling, Color, EnPassant, EnPassantKeys, Fide, Part, Polyglot, RightOrder, Scheme, Turn,
    Zobrist,
};

use super::positions::{ALL_PARTS, PARTS, hashed, keys, positions, scheme, sentences, with};

/// Makes hashes with some of the keys of `parts`, and says which sentences are found.
#[track_caller]
fn found(parts: &[Part], others: &[Part], pick: impl Fn(&[u128]) -> Vec<u128>) -> Vec<String> {
    let keys = keys(parts, 64);
    let other = scheme(others, EnPassant::Always, 64, &pick(&keys));
    let samples = hashed(&other, &positions(200, 4));
    sentences(&scheme(parts, EnPassant::Always, 64, &keys), &samples)
}

/// The parts without some, whose keys go.
#[track_caller]
fn found_without(left_out: fn(&Part) -> bool) -> Vec<String> {
    let keys = keys(&ALL_PARTS, 64);
    let kinds = zobrist_chess::ChessLayout::of(&ALL_PARTS).layout();
    let mut kept = Vec::new();
    for (kind, part) in kinds.kinds().zip(&ALL_PARTS) {
        if !left_out(part) {
            kept.extend_from_slice(&keys[kind.start()..kind.end()]);
        }
    }
    let others: Vec<Part> = ALL_PARTS.into_iter().filter(|part| !left_out(part)).collect();
    found(&ALL_PARTS, &others, |_| kept.clone())
}

#[test]
fn parts_that_are_left_out_are_found() {
    assert_eq!(found_without(|_| false), [""; 0]);
    assert_eq!(
        found_without(|part| matches!(part, Part::Clock(_))),
        ["the halfmove clock is not keyed: no section [clock]"]
    );
    assert_eq!(
        found_without(|part| matches!(part, Part::EmptySquares)),
        ["the empty squares are not keyed: no \"empty\" in layout"]
    );
    assert_eq!(
        found_without(|part| {
            matches!(part, Part::Promoted | Part::Pocket | Part::Checks | Part::Variant)
        }),
        ["what variants add is not keyed: \
          no \"promoted\", \"pocket\", \"checks\" and \"variant\" in layout"]
    );
    assert_eq!(
        found_without(|part| matches!(part, Part::Turn(_))),
        ["the turn is not keyed: no \"turn\" in layout, and no section [turn]"]
    );
    assert_eq!(
        found_without(|part| matches!(part, Part::Castling(_))),
        ["castling is not keyed: [castling] keys = \"none\""]
    );
    assert_eq!(
        found_without(|part| matches!(part, Part::EnPassant(_) | Part::NoEnPassant)),
        ["en passant is not keyed: [en-passant] keys = \"none\""]
    );
    assert_eq!(
        found_without(|part| matches!(part, Part::Start)),
        ["the hashes do not begin with the key of the start: no \"start\""]
    );
    assert_eq!(
        found_without(|part| matches!(part, Part::Clock(_) | Part::Turn(_) | Part::Start)),
        [
            "the turn is not keyed: no \"turn\" in layout, and no section [turn]",
            "the halfmove clock is not keyed: no section [clock]",
            "the hashes do not begin with the key of the start: no \"start\"",
        ]
    );
}

#[test]
fn castling_by_rights_is_found_among_the_keys_of_sets() {
    let sets = with(&PARTS, Part::Castling(Castling::Sets(RightOrder::STANDARD)));
    let order = RightOrder::parse("QKqk").unwrap();
    let others = with(&PARTS, Part::Castling(Castling::Rights(order)));
    let pick = |numbers: [usize; 4]| {
        move |keys: &[u128]| {
            let mut picked = keys[..768].to_vec();
            picked.extend(numbers.map(|number| keys[768 + number]));
            picked.extend(&keys[768 + 16..]);
            picked
        }
    };
    assert_eq!(
        found(&sets, &others, pick([1, 2, 4, 8])),
        ["castling is keyed by rights, with the keys 1, 2, 4 and 8 of the sets (from 0): \
          keys = \"rights\", order = \"QKqk\""]
    );
    assert_eq!(
        found(&sets, &others, pick([0, 1, 2, 3])),
        ["castling is keyed by rights, with the keys 0, 1, 2 and 3 of the sets (from 0): \
          keys = \"rights\", order = \"QKqk\""]
    );
}

#[test]
fn the_two_keys_of_the_turn_are_told_apart() {
    let both = with(&PARTS, Part::Turn(Turn::Both));
    for color in Color::ALL {
        for (key, name) in ["first", "second"].into_iter().enumerate() {
            let others = with(&PARTS, Part::Turn(Turn::Of(color)));
            let pick = |keys: &[u128]| [&keys[..780], &[keys[780 + key]]].concat();
            assert_eq!(
                found(&both, &others, pick),
                [format!(
                    "the turn is keyed for {color} alone, with the {name} of the two keys: \
                     key-for = \"{color}\""
                )]
            );
        }
    }
    let swap = |keys: &[u128]| [&keys[..780], &[keys[781], keys[780]]].concat();
    assert_eq!(
        found(&both, &both, swap),
        ["the two keys of the turn are the other way round: Black's is the first"]
    );
}

#[test]
fn files_that_run_from_h_to_a_are_found() {
    let reverse = |keys: &[u128]| {
        let files: Vec<u128> = keys[772..780].iter().rev().copied().collect();
        [&keys[..772], &files, &keys[780..]].concat()
    };
    assert_eq!(
        found(&PARTS, &PARTS, reverse),
        ["the keys of the en passant files run from the h-file to the a-file: reverse them"]
    );
}

#[test]
fn a_constant_is_found() {
    let with_start = [&PARTS[..], &[Part::Start]].concat();
    assert_eq!(
        found(&PARTS, &with_start, |keys| [keys, &[0xfeed]].concat()),
        ["every hash has the constant 0x000000000000feed besides: \
          [start] key = \"0x000000000000feed\""]
    );
    assert_eq!(
        found(&with_start, &with_start, |keys| [&keys[..781], &[0xfeed]].concat()),
        ["the hashes begin with another key: [start] key = \"0x000000000000feed\""]
    );
}

#[test]
fn constants_are_not_stated_where_something_else_explains_them() {
    // All samples are positions of White with all rights, and kings on one square each: their keys
    // are a constant.
    let pieces = zobrist_chess::Pieces::of("PNBRQkpnbrqK");
    let others = with(&with(&PARTS, Part::Pieces(pieces)), Part::Turn(Turn::Of(Color::White)));
    let keys = keys(&PARTS, 64);
    let mut samples = positions(200, 5);
    for sample in &mut samples {
        sample.position.turn = Color::White;
        sample.position.castling = zobrist_chess::CastlingRights::STANDARD;
        for set in sample.position.pieces.as_flattened_mut() {
            *set &= !(1 << 4 | 1 << 60);
        }
        sample.position.pieces[Color::White as usize][5] = 1 << 4;
        sample.position.pieces[Color::Black as usize][5] = 1 << 60;
    }
    let samples = hashed(&scheme(&others, EnPassant::Always, 64, &keys), &samples);
    assert_eq!(
        sentences(&scheme(&PARTS, EnPassant::Always, 64, &keys), &samples),
        [
            "the pieces are keyed in another order: order = \"PNBRQkpnbrqK\"",
            "the turn is keyed for white: key-for = \"white\"",
        ]
    );
}

#[test]
fn pieces_and_files_that_never_occur_are_as_the_scheme_has_them() {
    let keys = keys(&PARTS, 64);
    let mut samples = positions(200, 6);
    for sample in &mut samples {
        sample.position.pieces[0][4] = 0;
        (sample.always, sample.beside, sample.legal) = (None, None, None);
    }
    let others = with(&PARTS, Part::Pieces(zobrist_chess::Pieces::of("NPBRQKpnbrqk")));
    let samples = hashed(&scheme(&others, EnPassant::Legal, 64, &keys), &samples);
    assert_eq!(
        sentences(&scheme(&PARTS, EnPassant::Always, 64, &keys), &samples),
        ["the pieces are keyed in another order: order = \"NPBRQKpnbrqk\""]
    );
}

#[test]
fn rooks_kings_and_slots_keep_their_keys() {
    let castlings = [Castling::RookFiles, Castling::RookSquares, Castling::Kings, Castling::Slots];
    for castling in castlings {
        let given = with(&PARTS, Part::Castling(castling));
        let pieces = zobrist_chess::Pieces::of("pPnNbBrRqQkK").by_square();
        let others = with(&given, Part::Pieces(pieces));
        assert_eq!(
            found(&given, &others, <[u128]>::to_vec),
            [
                "the pieces are keyed in another order: order = \"pPnNbBrRqQkK\"",
                "the keys of the pieces on one square follow one another: index = \"square-piece\"",
            ],
            "{castling:?}"
        );
    }
    let slots = [
        PARTS[0],
        Part::Castling(Castling::Slots),
        Part::EnPassant(EnPassantKeys::Slots),
        Part::Turn(Turn::Slot),
    ];
    let others = with(&slots, Part::Pieces(zobrist_chess::Pieces::of("kqrbnpKQRBNP")));
    assert_eq!(
        found(&slots, &others, <[u128]>::to_vec),
        ["the pieces are keyed in another order: order = \"kqrbnpKQRBNP\""]
    );
}

#[test]
fn built_in_schemes_are_diagnosed() {
    let beside = "en passant counts where a pawn stands beside: counts = \"beside\"";
    let legal = "en passant counts where the capture is legal: counts = \"legal\"";
    let samples = positions(200, 8);
    assert_eq!(sentences(&Fide, &hashed(&Polyglot, &samples)), [beside]);
    assert_eq!(sentences(&Polyglot, &hashed(&Fide, &samples)), [legal]);
    fn itself(scheme: impl Scheme) {
        let samples = hashed(&scheme, &positions(200, 8));
        assert_eq!(sentences(&scheme, &samples), [""; 0]);
    }
    itself(Zobrist::<u32>::new());
    itself(Zobrist::<u64>::new());
    itself(Zobrist::<u128>::new());
}
