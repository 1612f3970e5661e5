//! Forms of keys that engines have, each with the hash that its words say.

use zobrist_chess::{CastlingRights, Color, ComposedScheme, GivenKeys, PositionParts, Scheme};

use super::page::rookie_with;
use super::{ROOKIE, capture, composed, hash, parsed, positions, start, words};

/// The example of the page with these parts changed.
fn rookie(example: &str) -> ComposedScheme {
    composed(&rookie_with(example))
}

/// The hash without all parts but pieces.
fn pieces(position: &PositionParts) -> u128 {
    let scheme = rookie(
        "layout   = [\"pieces\"]\n[turn]\nkeys = \"slot\"\n[castling]\nkeys = \"none\"\n[en-passant]\n\
         keys = \"none\"\n",
    );
    let mut position = *position;
    position.turn = Color::White;
    hash(&scheme, &position)
}

#[test]
fn the_complement_for_black() {
    let scheme = rookie(
        "layout   = [\"pieces\"]\n[turn]\nkey-for = \"black\"\nvalues = [\"0xffffffffffffffff\"]\n\
         [castling]\nkeys = \"none\"\n[en-passant]\nkeys = \"none\"\n",
    );
    let mut position = start(u64::MAX);
    assert_eq!(hash(&scheme, &position), pieces(&position));
    position.turn = Color::Black;
    assert_eq!(hash(&scheme, &position), u128::from(!(pieces(&position) as u64)));
    // The key is given, and not drawn.
    assert_eq!(scheme.keys().len(), 769);
    assert_eq!(words(&scheme)[..768], words(&composed(ROOKIE))[..768]);
}

/// Numbers as keys: the rights from bit 6 on, and the square of the capture.
#[test]
fn numbers_are_keys() {
    let scheme = rookie(
        "layout   = [\"pieces\"]\n[turn]\nkeys = \"slot\"\n[castling]\nkeys = \"sets\"\norder = \"KkQq\"\n\
         values = \"lcg(64,0)\"\n[en-passant]\nkeys = \"square\"\nvalues = \"lcg(1,0)\"\n\
         counts = \"always\"\n",
    );
    let position = start(u64::MAX);
    assert_eq!(hash(&scheme, &position), pieces(&position) ^ 15 << 6);
    // White has both rights, Black that on the queen's side; d6 is square 43.
    let position = capture();
    let rights = 1 | 4 | 8;
    assert_eq!(hash(&scheme, &position), pieces(&position) ^ rights << 6 ^ 43);
    // They are found again in what is composed of them.
    let text = scheme.to_text();
    assert_eq!(composed(&text).to_text(), text);
    let description = zobrist_chess::SchemeDescription::of(&scheme.into());
    assert_eq!(description.castling, Some(GivenKeys::Linear { multiplier: 64, increment: 0 }));
    assert_eq!(
        description.en_passant_keys,
        Some(GivenKeys::Linear { multiplier: 1, increment: 0 })
    );
    assert_eq!(parsed(&description.to_string()).to_string(), description.to_string());
}

/// `[2][4]` and `[2][8]`: each side has keys of its own.
#[test]
fn each_side_has_keys() {
    for (sides, white, black) in [("wb", 0, 1), ("bw", 1, 0)] {
        let scheme = rookie(&format!(
            "[castling]\nkeys = \"sets\"\norder = \"QkqK\"\nsides = \"{sides}\"\n[en-passant]\n\
             keys = \"file\"\nsides = \"{sides}\"\ncounts = \"beside\"\n"
        ));
        let keys = words(&scheme);
        let (turn, castling, en_passant) = (768, 769, 777);
        assert_eq!(keys.len(), 793);
        // White has both rights, Black that on the queen's side, which is bit 1 of its own; a pawn
        // of Black on the d-file may be captured.
        let position = capture();
        let expected = pieces(&position)
            ^ keys[castling + 4 * white + 3]
            ^ keys[castling + 4 * black + 2]
            ^ keys[en_passant + 8 * black + 3];
        assert_eq!(hash(&scheme, &position), expected, "{sides}");
        let mut position = start(u64::MAX);
        position.turn = Color::Black;
        position.castling = CastlingRights { white: [Some(7), None], black: [None; 2] };
        let expected = pieces(&position)
            ^ keys[turn]
            ^ keys[castling + 4 * white + 2]
            ^ keys[castling + 4 * black];
        assert_eq!(hash(&scheme, &position), expected, "{sides}");
    }
}

#[test]
fn lost_rights_have_keys() {
    let form =
        |when| format!("[castling]\nkeys = \"rights\"\norder = \"KQkq\"\nwhen = \"{when}\"\n");
    let [present, lost] = ["present", "lost"].map(|when| rookie(&form(when)));
    let all = words(&lost)[769..773].iter().fold(0, |all, key| all ^ key);
    for position in positions() {
        assert_eq!(hash(&lost, &position) ^ hash(&present, &position), all);
    }
    let position = start(u64::MAX);
    assert_eq!(hash(&lost, &position), pieces(&position));
    assert_eq!(
        lost.describe(lost.chess_layout().layout().kind_named("castling").unwrap().at(2)),
        "no castling right black O-O"
    );
}

/// The hash of a secondary key by count of the start position.
fn material(form: &str) -> (ComposedScheme, u128) {
    let scheme = rookie(&format!("[secondary.material]\npieces = \"PNq\"\n{form}"));
    let material = scheme.secondary("material").unwrap();
    let hash = hash(&material, &start(u64::MAX));
    (material, hash)
}

/// Eight pawns, two knights and a queen, at 0, 1 and 10 of the order.
#[test]
fn counts_have_keys_at_an_offset() {
    let sum = |scheme: &ComposedScheme, slots: &[usize]| {
        slots.iter().fold(0, |sum, slot| sum ^ words(scheme)[*slot])
    };
    let (scheme, hash) = material("by = \"count\"\noffset = 8\n");
    let slots: Vec<usize> = (8..16).chain([64 + 8, 64 + 9, 640 + 8]).collect();
    assert_eq!(hash, sum(&scheme, &slots));
    let second = scheme.chess_layout().layout().kind_named("piece").unwrap().at(64 + 9);
    assert_eq!(scheme.describe(second), "white knight number 2");
    let (scheme, hash) = material("by = \"total\"\nstride = 16\n");
    assert_eq!(hash, sum(&scheme, &[8, 16 + 2, 160 + 1]));
    let knights = scheme.chess_layout().layout().kind_named("piece").unwrap().at(16 + 2);
    assert_eq!(scheme.describe(knights), "2 white knights");
    let (scheme, hash) = material("by = \"count\"\nstride = 16\noffset = 1\n");
    let slots: Vec<usize> = (1..9).chain([17, 18, 161]).collect();
    assert_eq!(hash, sum(&scheme, &slots));
    // No piece has the key of the number 0, and numbers past the last begin again.
    let (scheme, hash) = material("by = \"total\"\noffset = 60\n");
    assert_eq!(hash, sum(&scheme, &[4, 64 + 62, 640 + 61]));
    let empty = super::hash(&scheme, &start(0));
    assert_eq!(empty, sum(&scheme, &[60, 64 + 60, 640 + 60]));
}

#[test]
fn hands_have_keys_by_count() {
    let scheme = rookie(
        "layout   = [\"pieces\", \"turn\", \"castling\", \"en-passant\", \"pocket\"]\n[pocket]\n\
         keys = \"counts\"\ncount = 3\n",
    );
    let keys = words(&scheme);
    assert_eq!(keys.len(), 793 + 30);
    let mut position = start(u64::MAX);
    position.pockets[Color::White as usize][1] = 2;
    position.pockets[Color::Black as usize][4] = 7;
    let of_pocket = |place: usize, number: usize| keys[793 + 3 * place + number];
    let others = (0..9).filter(|place| *place != 1).fold(0, |sum, place| sum ^ of_pocket(place, 0));
    let without = hash(&composed(ROOKIE), &position);
    assert_eq!(hash(&scheme, &position), without ^ others ^ of_pocket(1, 2) ^ of_pocket(9, 2));
    let last = scheme.chess_layout().layout().kind_named("pocket").unwrap().at(29);
    assert_eq!(scheme.describe(last), "2 black queens in the pocket");
}

/// Narrow keys are the high bits of the draws, and sums are modulo their power of two.
#[test]
fn narrow_keys_and_sums() {
    let wide = words(&composed(ROOKIE));
    for (bits, combine) in [(16, "xor"), (24, "xor"), (16, "sum16"), (24, "sum24"), (32, "sum32")] {
        let scheme = rookie(&format!("bits     = {bits}\ncombine  = \"{combine}\"\n"));
        let keys = words(&scheme);
        assert!(keys.iter().zip(&wide).all(|(key, wide)| *key == wide >> (64 - bits)));
        for position in positions() {
            let mut sum = 0_u128;
            scheme.for_each_feature(&position, |feature| {
                let key = keys[feature.slot()];
                sum = if combine == "xor" { sum ^ key } else { (sum + key) % (1 << bits) };
            });
            assert_eq!(hash(&scheme, &position), sum, "{combine} {bits}");
        }
    }
}
