//! Simulations by exchanges that stop and go on.

use proptest::prelude::*;
use zobrist::Fnv1a;
use zobrist_lattice::model::PairModel;
use zobrist_lattice::{
    Kmc, Lattice, Metropolis, MetropolisResumeError, RecallMode, Settings, Structure,
};

use crate::common::{MODES, eam, end, pairs, scattered};

fn settings(mode: RecallMode) -> Settings {
    let mut settings = Settings::new(600.0, 7);
    settings.recall = mode;
    settings
}

/// One run against one that is stopped every so often, counts and all.
#[test]
fn many_stops_change_nothing() {
    let lattice = Lattice::new(Structure::Hcp, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2));
    for mode in MODES {
        let mut whole = Metropolis::new(&model, start.clone(), settings(mode)).unwrap();
        let mut parts = Metropolis::new(&model, start.clone(), settings(mode)).unwrap();
        for steps in [0, 1, 2, 50, 100, 500] {
            whole.run(steps).unwrap();
            let mut table = Vec::new();
            parts.save_recall(&mut table).unwrap();
            let bytes = parts.checkpoint();
            assert_eq!(parts.try_checkpoint().as_ref(), Ok(&bytes));
            parts = Metropolis::resume(&model, settings(mode), &bytes).unwrap();
            parts.load_recall(&table[..]).unwrap();
            assert_eq!(parts.checkpoint(), bytes);
            parts.run(steps).unwrap();
            assert_eq!(parts.checkpoint(), whole.checkpoint(), "{mode}");
            assert_eq!(end(&parts), end(&whole));
            assert_eq!((parts.evaluations(), parts.hits()), (whole.evaluations(), whole.hits()));
        }
        assert!(whole.accepted() > 20);
    }
}

#[test]
fn another_recall_goes_on_with_the_same_chain() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (eam(lattice, 2.5), scattered(lattice, &[1, 9], 2));
    let mut first = Metropolis::new(&model, start, settings(RecallMode::Environment)).unwrap();
    first.run(100).unwrap();
    // The temperature is that with which it stopped.
    first.set_temperature(900.0).unwrap();
    let ends = MODES.map(|mode| {
        let mut settings = settings(mode);
        assert!(Metropolis::resume(&model, settings.clone(), &first.checkpoint()).is_err());
        settings.temperature = 900.0;
        let mut chain = Metropolis::resume(&model, settings, &first.checkpoint()).unwrap();
        chain.run(200).unwrap();
        end(&chain)
    });
    first.run(200).unwrap();
    assert_eq!(ends, [end(&first); 3]);
}

fn small() -> (PairModel, Metropolis<PairModel>) {
    let lattice = Lattice::new(Structure::Bcc, [2, 2, 3]).unwrap();
    let (model, start) = (pairs(lattice, 1), scattered(lattice, &[2, 3, 1], 1));
    let mut chain =
        Metropolis::new(model.clone(), start, settings(RecallMode::EnvironmentSymmetry)).unwrap();
    chain.run(40).unwrap();
    (model, chain)
}

#[test]
fn damage_is_found() {
    let (model, chain) = small();
    let bytes = chain.checkpoint();
    let resume = |bytes: &[u8]| Metropolis::resume(&model, settings(RecallMode::None), bytes);
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
    newer[8] = 2;
    let error = resume(&newer).unwrap_err();
    assert_eq!(error, MetropolisResumeError::Version { expected: 1, got: 2 });
    let message = resume(b"PNG\n").unwrap_err().to_string();
    assert!(message.contains(r#"begin with "zobmetr\x1a", got "PNG\n""#), "{message}");
    let error = |change: fn(&mut Settings)| {
        let mut other = settings(RecallMode::None);
        change(&mut other);
        Metropolis::resume(&model, other, &bytes).unwrap_err().to_string()
    };
    assert!(error(|settings| settings.seed = 8).contains("seed: expected 8, got 7"));
    assert!(error(|settings| settings.key_seed = 8).contains("keys: expected 8, got 2005"));
    let message = error(|settings| settings.temperature = 8.0);
    assert!(message.contains("temperature: expected 8 K, got 600 K"), "{message}");
    assert!(error(|settings| settings.recall = RecallMode::State).contains("recall mode state"));
    for other in [pairs(Lattice::new(Structure::Bcc, [2, 3, 2]).unwrap(), 1), {
        pairs(Lattice::new(Structure::Bcc, [2, 2, 3]).unwrap(), 2)
    }] {
        let error = Metropolis::resume(other, settings(RecallMode::None), &bytes).unwrap_err();
        assert!(matches!(error, MetropolisResumeError::Mismatch { .. }), "{error}");
    }
}

/// A checkpoint of jumps is not one of exchanges, nor the other way around.
#[test]
fn the_two_methods_do_not_mix() {
    let (model, chain) = small();
    let kmc = Kmc::new(&model, chain.configuration().clone(), settings(RecallMode::None)).unwrap();
    let error = Metropolis::resume(&model, settings(RecallMode::None), &kmc.checkpoint());
    assert!(matches!(error, Err(MetropolisResumeError::NotACheckpoint { .. })));
    assert!(Kmc::resume(&model, settings(RecallMode::None), &chain.checkpoint()).is_err());
}

#[test]
fn numbers_that_no_simulation_has_are_refused() {
    let (model, chain) = small();
    let bytes = chain.checkpoint();
    let body = &bytes[..bytes.len() - 8];
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut body = body.to_vec();
        change(&mut body);
        let checksum = Fnv1a::new().bytes(&body).finish();
        body.extend(checksum.to_le_bytes());
        Metropolis::resume(&model, settings(RecallMode::None), &body)
    };
    let put = |at: usize, number: &[u8]| {
        with(&|body| body[at..at + number.len()].copy_from_slice(number))
    };
    assert!(with(&|_| ()).is_ok());
    let (lists, generator, counts) = (84, body.len() - 72, body.len() - 40);
    assert_eq!(body[lists..lists + 4], 18_u32.to_le_bytes());
    let refused = [
        // A list longer than the bytes, one that takes from the next, a site twice, and one that
        // there is not.
        put(lists, &u32::MAX.to_le_bytes()),
        put(lists, &17_u32.to_le_bytes()),
        with(&|body| body.copy_within(lists + 4..lists + 8, lists + 8)),
        put(lists + 4, &24_u32.to_le_bytes()),
        put(generator, &[0; 32]),
        put(counts, &u64::MAX.to_le_bytes()),
        // More made than proposed.
        put(counts, &0_u64.to_le_bytes()),
        put(counts + 32, &(1_u64 << 63).to_le_bytes()),
        with(&|body| body.push(0)),
        with(&|body| body.truncate(body.len() - 1)),
    ];
    for (number, resumed) in refused.into_iter().enumerate() {
        let error = resumed.map(drop).unwrap_err();
        assert!(matches!(error, MetropolisResumeError::Truncated { .. }), "{number}: {error}");
        assert!(error.to_string().contains("contradicts itself"), "{error}");
    }
    // Two sites that change places in a list are another chain, but a good one.
    let mut other = with(&|body| {
        let (one, two) = body[lists + 4..lists + 12].split_at_mut(4);
        one.swap_with_slice(two);
    })
    .unwrap();
    assert_eq!(other.state().hash(), chain.state().hash());
    other.run(40).unwrap();
}

proptest! {
    /// Whatever stands in a checkpoint with a good checksum, it is refused, or goes on and can be
    /// stopped again.
    #[test]
    fn edited_bytes_are_refused_or_go_on(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..32_u8), 0..4),
    ) {
        let (model, chain) = small();
        let mut bytes = chain.checkpoint();
        bytes.truncate(bytes.len() - 8);
        for (place, byte) in edits {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let checksum = Fnv1a::new().bytes(&bytes).finish();
        bytes.extend(checksum.to_le_bytes());
        if let Ok(mut chain) = Metropolis::resume(&model, settings(RecallMode::None), &bytes) {
            chain.run(20).unwrap();
            let again =
                Metropolis::resume(&model, settings(RecallMode::None), &chain.checkpoint()).unwrap();
            prop_assert_eq!(end(&again), end(&chain));
        }
    }
}

/// A checkpoint as it was written when the version was new, in hex.
const STORED: &str = include_str!("../vectors/metropolis.hex");

#[test]
fn yesterdays_checkpoint_goes_on() {
    let digits = STORED.split_whitespace().collect::<String>();
    let bytes: Vec<u8> = (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    let (model, chain) = small();
    let settings = settings(RecallMode::EnvironmentSymmetry);
    let mut again = Metropolis::resume(model, settings, &bytes).unwrap();
    assert_eq!(again.steps(), 40);
    assert_eq!(end(&again), end(&chain));
    assert_eq!(again.checkpoint(), bytes);
    again.run(100).unwrap();
}

#[test]
#[ignore = "prints the file of a version when it is new"]
fn print_a_checkpoint() {
    for line in small().1.checkpoint().chunks(32) {
        println!("{}", line.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
}
