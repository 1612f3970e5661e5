//! Simulations that stop and go on.

use zobrist::Fnv1a;
use zobrist_lattice::{
    Flicker, Kmc, Lattice, LoadError, RecallMode, ResumeError, Settings, Structure, Verification,
};

use crate::common::{end, pairs, scattered};

/// One that has everything: several vacancies, recall, flicker.
fn settings(mode: RecallMode) -> Settings {
    let mut settings = Settings::new(300.0, 7);
    settings.recall = mode;
    settings.flicker = Some(Flicker::new(8, 4));
    settings
}

#[test]
fn going_on_is_as_if_it_had_not_stopped() {
    for structure in [Structure::Bcc, Structure::Hcp] {
        let lattice = Lattice::new(structure, [5, 5, 6]).unwrap();
        let model = pairs(lattice, 2);
        for mode in RecallMode::ALL {
            let start = scattered(lattice, &[3, 9, 4], 2);
            let mut whole = Kmc::new(&model, start, settings(mode)).unwrap();
            // At every stage of flicker, and in the middle of nowhere.
            for steps in [0, 1, 7, 40, 500] {
                whole.run(steps).unwrap();
                let mut table = Vec::new();
                whole.save_recall(&mut table).unwrap();
                let mut resumed = Kmc::resume(&model, settings(mode), &whole.checkpoint()).unwrap();
                resumed.load_recall(&table[..]).unwrap();
                assert_eq!(end(&resumed), end(&whole));
                assert_eq!(resumed.checkpoint(), whole.checkpoint());
                let mut whole = Kmc::resume(&model, settings(mode), &whole.checkpoint()).unwrap();
                whole.load_recall(&table[..]).unwrap();
                resumed.run(300).unwrap();
                for _ in 0..300 {
                    whole.step().unwrap();
                }
                assert_eq!(resumed.checkpoint(), whole.checkpoint(), "{structure} {mode}");
            }
        }
    }
}

/// One run against one that is stopped every so often, counts and all.
#[test]
fn many_stops_change_nothing() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2));
    for mode in RecallMode::ALL {
        let mut whole = Kmc::new(&model, start.clone(), settings(mode)).unwrap();
        whole.run(1000).unwrap();
        let mut parts = Kmc::new(&model, start.clone(), settings(mode)).unwrap();
        for _ in 0..20 {
            parts.run(50).unwrap();
            let mut table = Vec::new();
            parts.save_recall(&mut table).unwrap();
            parts = Kmc::resume(&model, settings(mode), &parts.checkpoint()).unwrap();
            parts.load_recall(&table[..]).unwrap();
        }
        assert!(whole.exits() > 0);
        assert_eq!(parts.checkpoint(), whole.checkpoint(), "{mode}");
        assert_eq!((parts.evaluations(), parts.hits()), (whole.evaluations(), whole.hits()));
    }
}

#[test]
fn another_recall_goes_on_with_the_same_trajectory() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2));
    let mut first = Kmc::new(&model, start, settings(RecallMode::State)).unwrap();
    first.run(100).unwrap();
    let ends = RecallMode::ALL.map(|mode| {
        let mut kmc = Kmc::resume(&model, settings(mode), &first.checkpoint()).unwrap();
        kmc.run(200).unwrap();
        end(&kmc)
    });
    assert!(ends.iter().all(|other| *other == ends[0]));
}

#[test]
fn one_table_serves_every_temperature() {
    let lattice = Lattice::new(Structure::Bcc, [8, 8, 8]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[1, 9, 4], 2));
    let run = |temperature, table: Option<&[u8]>| {
        let mut settings = Settings::new(temperature, 9);
        settings.recall = RecallMode::JumpSymmetry;
        let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
        if let Some(table) = table {
            kmc.load_recall(table).unwrap();
        }
        kmc.run(3000).unwrap();
        kmc
    };
    let mut table = Vec::new();
    run(600.0, None).save_recall(&mut table).unwrap();
    let (with, without) = (run(800.0, Some(&table)), run(800.0, None));
    assert_eq!(end(&with), end(&without));
    assert!(with.evaluations() * 2 < without.evaluations());
}

#[test]
fn a_table_of_another_model_or_lattice_is_refused() {
    let lattice = Lattice::new(Structure::Bcc, [6, 6, 6]).unwrap();
    let start = scattered(lattice, &[1, 9, 4], 2);
    let with = |shells, mode| {
        let mut settings = Settings::new(600.0, 9);
        settings.recall = mode;
        Kmc::new(pairs(lattice, shells), start.clone(), settings).unwrap()
    };
    let mut first = with(2, RecallMode::JumpSymmetry);
    first.run(10).unwrap();
    let mut table = Vec::new();
    first.save_recall(&mut table).unwrap();
    let error = with(1, RecallMode::JumpSymmetry).load_recall(&table[..]);
    assert!(matches!(error, Err(LoadError::Potential { .. } | LoadError::Lattice { .. })));
    assert!(with(2, RecallMode::EnvironmentSymmetry).load_recall(&table[..]).is_err());
    assert!(with(2, RecallMode::JumpSymmetry).load_recall(&table[..]).is_ok());
}

/// All modes end alike whatever proves the names; that it is what was asked for, the table shows.
#[test]
fn a_table_has_the_names_that_were_asked_for() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let start = scattered(lattice, &[1, 9, 4], 2);
    let forms = [
        (Verification::Hash, false, 64, 0),
        (Verification::Hash, true, 128, 0),
        (Verification::Content, false, 64, 1),
        (Verification::Content, true, 128, 1),
    ];
    for mode in RecallMode::ALL.into_iter().filter(|mode| *mode != RecallMode::None) {
        let kmc = |(verification, wide_keys, ..): (Verification, bool, u8, u8)| {
            let mut settings = Settings::new(600.0, 9);
            (settings.recall, settings.verification) = (mode, verification);
            settings.wide_keys = wide_keys;
            Kmc::new(pairs(lattice, 2), start.clone(), settings).unwrap()
        };
        for form @ (.., bits, contents) in forms {
            let mut table = Vec::new();
            let mut first = kmc(form);
            first.run(10).unwrap();
            first.save_recall(&mut table).unwrap();
            assert_eq!(table[12..20], [bits, 0, 0, 0, contents, 0, 0, 0], "{mode}");
            for other in forms {
                let loaded = kmc(other).load_recall(&table[..]);
                assert_eq!(loaded.is_ok(), other == form, "{mode} {other:?}");
            }
        }
    }
}

#[test]
fn damage_is_found() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 3, 4], 2));
    let mut kmc = Kmc::new(&model, start, settings(RecallMode::None)).unwrap();
    kmc.run(20).unwrap();
    let bytes = kmc.checkpoint();
    let resume = |bytes: &[u8]| Kmc::resume(&model, settings(RecallMode::None), bytes);
    assert!(resume(&bytes).is_ok());
    for cut in 0..bytes.len() {
        assert!(resume(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(resume(&damaged).is_err(), "byte {at}");
    }
    let mut newer = bytes.clone();
    for got in [0, 2] {
        newer[8] = got;
        let error = ResumeError::Version { expected: 1, got: got.into() };
        assert_eq!(resume(&newer).unwrap_err(), error);
        assert!(error.to_string().contains("expected 1, got"));
    }
    assert!(matches!(resume(b"PNG"), Err(ResumeError::NotACheckpoint { .. })));
    let message = resume(b"PNG\n").unwrap_err().to_string();
    assert!(message.contains(r#"begin with "zobkine\x1a", got "PNG\n";"#), "{message}");
    // The first bytes of checkpoints before the first release.
    let earlier = [b"zobkmc \x1a", &bytes[8..]].concat();
    assert_eq!(
        resume(&earlier).unwrap_err().to_string(),
        "not a checkpoint: expected bytes that begin with \"zobkine\\x1a\", got \"zobkmc \\x1a\"; \
         give one that this version wrote, or begin the simulation again"
    );
    let mut other = settings(RecallMode::None);
    other.seed = 8;
    let error = Kmc::resume(&model, other, &bytes).unwrap_err();
    assert!(error.to_string().contains("seed: expected 8, got 7"), "{error}");
    let error = Kmc::resume(pairs(lattice, 1), settings(RecallMode::None), &bytes).unwrap_err();
    assert!(error.to_string().contains("fingerprint of the model"), "{error}");
}

/// Bytes followed by their checksum.
fn summed(bytes: &[u8]) -> Vec<u8> {
    [bytes, &Fnv1a::new().bytes(bytes).finish().to_le_bytes()].concat()
}

/// No simulation gets to them, and going on from them would overflow or lose all time.
#[test]
fn numbers_that_no_simulation_has_are_refused() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[1, 3, 4], 2));
    let mut plain = settings(RecallMode::None);
    plain.flicker = None;
    let mut kmc = Kmc::new(&model, start, plain.clone()).unwrap();
    kmc.run(20).unwrap();
    let bytes = kmc.checkpoint();
    let body = &bytes[..bytes.len() - 8];
    assert_eq!(summed(body), bytes);
    let (displacement, counts) = (148 + lattice.len() + 8, body.len() - 48);
    let (clock, nan) = (counts - 16, f64::NAN.to_bits());
    for (place, number, is_good) in [
        (displacement, i64::MAX as u64, false),
        (displacement + 16, i64::MIN as u64, false),
        (clock, nan, false),
        (clock + 8, f64::INFINITY.to_bits(), false),
        (counts, u64::MAX, false),
        (counts + 8, u64::MAX, false),
        // The jumps that were not done one by one are counted as far as they can be.
        (counts + 40, u64::MAX, true),
    ] {
        let mut changed = body.to_vec();
        changed[place..place + 8].copy_from_slice(&number.to_le_bytes());
        match Kmc::resume(&model, plain.clone(), &summed(&changed)) {
            Ok(mut kmc) => kmc.run(20).map(|()| assert!(is_good, "{place}")).unwrap(),
            Err(error) => {
                assert!(!is_good && error == ResumeError::Truncated { got: bytes.len() });
                // Its length is right.
                assert!(error.to_string().contains("contradicts itself"), "{error}");
            }
        }
    }
}

/// A table whose values have so many numbers, with good checksums.
fn with_numbers(table: &[u8], numbers: usize) -> Vec<u8> {
    let (header, mut entries) = (&table[..64], &table[64..table.len() - 8]);
    let mut changed = Vec::new();
    while let Some((name, rest)) = entries.split_at_checked(8) {
        let (length, rest) = rest.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
        changed.extend_from_slice(name);
        changed.extend_from_slice(&(numbers as u32).to_le_bytes());
        changed.extend(std::iter::repeat_n(0.5_f64.to_le_bytes(), numbers).flatten());
        entries = &rest[8 * length..];
    }
    [header, &summed(&changed)].concat()
}

#[test]
fn values_that_have_too_many_numbers_or_too_few_are_not_used() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2));
    for mode in [RecallMode::State, RecallMode::Environment, RecallMode::EnvironmentSymmetry] {
        let begun = || Kmc::new(&model, start.clone(), settings(mode)).unwrap();
        let mut kmc = begun();
        kmc.run(200).unwrap();
        let mut table = Vec::new();
        kmc.save_recall(&mut table).unwrap();
        for numbers in [0, 1, 8, 16, 24] {
            let mut again = begun();
            let loaded = again.load_recall(&with_numbers(&table, numbers)[..]);
            if mode == RecallMode::State {
                // States with other numbers of vacancies may stand in one table.
                loaded.unwrap();
                if numbers != 16 {
                    again.run(200).unwrap();
                    assert_eq!(end(&again), end(&kmc), "{numbers}");
                }
            } else if numbers != 8 {
                let error = loaded.unwrap_err().to_string();
                assert!(error.contains(&format!("of a value 8, got {numbers};")), "{error}");
            } else {
                loaded.unwrap();
            }
        }
    }
}
