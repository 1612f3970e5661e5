//! Runs, checkpoints and saved recalls pinned to the byte: stored files must open for ever, and a
//! seed must keep its trajectory. Only on 64-bit Linux on x86-64: bytes in memory depend on the
//! size of `usize`, and the clock in a checkpoint on the last bits of `exp` and `ln`, which are the
//! platform's.

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
    /// FNV-1a of the checkpoint.
    checkpoint: u64,
    /// Entries, bytes in memory and FNV-1a of the saved recall: verified by 64 bits, by 128 bits,
    /// and by content with keys of both widths.
    recalls: [(usize, usize, u64); 4],
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
            settings.flicker = Some(Flicker::new(16, 4));
            (settings.recall, settings.verification) = (pinned.mode, verification);
            settings.wide_keys = wide_keys;
            let mut kmc = Kmc::new(&model, scattered(lattice, &[3, 10, 5], 3), settings).unwrap();
            kmc.run(2000).unwrap();
            assert_eq!([kmc.evaluations(), kmc.hits(), kmc.misses()], pinned.counts);
            assert_eq!(fnv(&kmc.checkpoint()), pinned.checkpoint, "{}", pinned.mode);
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
        checkpoint: 0x6a5d_c861_814d_cd6e,
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
        checkpoint: 0x1a13_0b0b_773a_728c,
        recalls: [
            (1575, 382656, 0x7eee_de00_145c_ca91),
            (1575, 396992, 0x41ba_c85a_da57_c2d3),
            (1575, 1072828, 0x0fcb_a600_7396_997b),
            (1575, 1087164, 0x21f6_2a9d_a986_ded9),
        ],
    },
    Pinned {
        mode: RecallMode::Environment,
        counts: [16059, 1685, 2066],
        checkpoint: 0x890f_7cb3_6437_2a52,
        recalls: [
            (2066, 241344, 0xa371_438f_1561_f6bf),
            (2066, 259776, 0x8a57_1e86_cc4f_f88e),
            (2066, 398036, 0xe59d_ad60_d2c5_2a86),
            (2066, 416468, 0x52b0_68e9_11be_34f9),
        ],
    },
    Pinned {
        mode: RecallMode::EnvironmentSymmetry,
        counts: [13901, 1959, 1792],
        checkpoint: 0x926f_6085_2bf6_fccb,
        recalls: [
            (1792, 194944, 0xb552_23b7_120b_7c25),
            (1792, 209280, 0x4bee_58e1_f638_c4d7),
            (1792, 327552, 0x05eb_9680_91e1_c396),
            (1792, 341888, 0x3f94_a1ff_2ab9_0dad),
        ],
    },
    Pinned {
        mode: RecallMode::JumpSymmetry,
        counts: [3035, 26233, 3035],
        checkpoint: 0x0189_dbe7_3caf_57b5,
        recalls: [
            (6044, 230672, 0x9d0f_9388_055d_6d1f),
            (6044, 328976, 0x7dd3_4929_5099_615d),
            (6044, 455900, 0xf321_11d9_39b3_c701),
            (6044, 554204, 0x32ab_678b_0524_915c),
        ],
    },
];
