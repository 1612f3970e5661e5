//! Runs, checkpoints and saved recalls pinned to the byte: stored files must open for ever, and a
//! seed must keep its trajectory. Only on 64-bit Linux on x86-64: bytes in memory depend on the size of
//! `usize`, and the clock in a checkpoint on the last bits of `exp` and `ln`, which are the platform's.

use zobrist::Fnv1a;
use zobrist_lattice::{
    Audit, Flicker, Kmc, Lattice, RecallMode, Settings, Structure, Verification,
};

use crate::common::{pairs, scattered};

#[derive(Debug, PartialEq)]
struct Pinned {
    mode: RecallMode,
    /// Evaluations, hits and misses.
    counts: [u64; 3],
    /// FNV-1a of the checkpoint as it was in version 1.
    checkpoint: u64,
    /// Entries, bytes in memory and FNV-1a of the saved recall: verified by 64 bits, by 128 bits,
    /// and by content with keys of both widths.
    recalls: [(usize, usize, u64); 4],
}

/// The bytes in version 1, which has neither the five parameters of version 2 nor what they stand
/// for: all are 0 here, and nothing else is stored.
fn as_version_1(checkpoint: &[u8]) -> Vec<u8> {
    assert_eq!(checkpoint[8..12], 2_u32.to_le_bytes());
    assert_eq!(checkpoint[108..148], [0; 40]);
    let body = &checkpoint[148..checkpoint.len() - 8];
    let whole = [&checkpoint[..8], &1_u32.to_le_bytes(), &checkpoint[12..108], body].concat();
    [&whole[..], &Fnv1a::new().bytes(&whole).finish().to_le_bytes()].concat()
}

#[test]
fn every_mode_writes_the_bytes_that_it_always_wrote() {
    let lattice = Lattice::new(Structure::Bcc, [6, 5, 7]).unwrap();
    let model = pairs(lattice, 2);
    let fnv = |bytes: &[u8]| Fnv1a::new().bytes(bytes).finish();
    for pinned in PINNED {
        let recalls = [
            (Verification::Hash, false),
            (Verification::Hash, true),
            (Verification::Content, false),
            (Verification::Content, true),
        ]
        .map(|(verification, wide_keys)| {
            let mut settings = Settings::new(500.0, 8);
            settings.audit = Some(Audit::one_in(7, 3));
            settings.flicker = Some(Flicker { window: 16, states: 4 });
            (settings.recall, settings.verification) = (pinned.mode, verification);
            settings.wide_keys = wide_keys;
            let mut kmc = Kmc::new(&model, scattered(lattice, &[3, 10, 5], 3), settings).unwrap();
            kmc.run(2000).unwrap();
            assert_eq!([kmc.evaluations(), kmc.hits(), kmc.misses()], pinned.counts);
            assert_eq!(fnv(&as_version_1(&kmc.checkpoint())), pinned.checkpoint, "{}", pinned.mode);
            let mut recall = Vec::new();
            kmc.save_recall(&mut recall).unwrap();
            let (entries, bytes) = kmc.recall_size().unwrap_or_default();
            (entries, bytes, fnv(&recall))
        });
        assert_eq!(recalls, pinned.recalls, "{}", pinned.mode);
    }
    assert!(PINNED.iter().map(|pinned| pinned.mode).eq(RecallMode::ALL));
}

const PINNED: [Pinned; 5] = [
    Pinned {
        mode: RecallMode::None,
        counts: [29268, 0, 0],
        checkpoint: 0xfbb2_8b4a_3d8a_0fa1,
        recalls: [
            (0, 0, 0xcbf2_9ce4_8422_2325),
            (0, 0, 0xcbf2_9ce4_8422_2325),
            (0, 0, 0xcbf2_9ce4_8422_2325),
            (0, 0, 0xcbf2_9ce4_8422_2325),
        ],
    },
    Pinned {
        mode: RecallMode::State,
        counts: [22503, 425, 1575],
        checkpoint: 0x76a2_29ae_3c4a_daa9,
        recalls: [
            (1575, 382656, 0x97d7_69b3_2ed3_ca97),
            (1575, 396992, 0x25c7_47eb_f517_1ebc),
            (1575, 1072828, 0xfd2f_44f5_7cee_a8ad),
            (1575, 1087164, 0xc456_e3f9_bdac_eff2),
        ],
    },
    Pinned {
        mode: RecallMode::Environment,
        counts: [16059, 1685, 2066],
        checkpoint: 0xccf1_44ae_f441_13e9,
        recalls: [
            (2066, 241344, 0x2ba2_0ffe_4980_922d),
            (2066, 259776, 0x658a_d8d7_bf7d_b13e),
            (2066, 398036, 0x0876_19aa_9994_2a37),
            (2066, 416468, 0x2050_0482_9adb_0363),
        ],
    },
    Pinned {
        mode: RecallMode::EnvironmentSymmetry,
        counts: [13901, 1959, 1792],
        checkpoint: 0xe722_b7d8_2173_3263,
        recalls: [
            (1792, 194944, 0x3cbc_a784_89de_f01c),
            (1792, 209280, 0xc406_7e6b_1dad_2ae7),
            (1792, 327552, 0x848d_02ae_f749_1262),
            (1792, 341888, 0xf896_b340_76e8_b2ea),
        ],
    },
    Pinned {
        mode: RecallMode::JumpSymmetry,
        counts: [3035, 26233, 3035],
        checkpoint: 0xa8f3_fcab_0825_0003,
        recalls: [
            (6044, 230672, 0xc4fd_cece_47ea_1776),
            (6044, 328976, 0xe231_6b18_b712_55b6),
            (6044, 455900, 0x4ed9_3c82_1d72_961d),
            (6044, 554204, 0x8582_5c43_7860_d7c2),
        ],
    },
];
