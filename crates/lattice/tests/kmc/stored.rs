//! A checkpoint that was stored when the version of its format was new.

use zobrist::Fnv1a;
use zobrist_lattice::model::PairModel;
use zobrist_lattice::{
    Flicker, Kmc, Lattice, RecallMode, ResumeError, Settings, Species, Stage, Structure, Tracking,
};

use crate::common::{Prefactored, end, pairs, scattered};

/// The checkpoint in hex.
const STORED: &str = include_str!("../vectors/checkpoint.hex");

fn bytes() -> Vec<u8> {
    let digits = STORED.split_whitespace().collect::<String>();
    let pair = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap();
    (0..digits.len() / 2).map(pair).collect()
}

fn model() -> PairModel {
    pairs(lattice(), 1)
}

/// Settings of which a checkpoint holds something.
fn settings() -> Settings {
    let mut settings = Settings::new(300.0, 7);
    settings.recall = RecallMode::JumpSymmetry;
    settings.flicker = Some(Flicker::new(8, 4));
    settings.prefactors.insert(Species(2), 2e12);
    settings.ramp = vec![Stage::new(1e-6, 340.0), Stage::new(1.0, 320.0)];
    settings.tracking = Tracking::All;
    settings.track_free_time = true;
    settings
}

fn lattice() -> Lattice {
    Lattice::new(Structure::Bcc, [2, 2, 3]).unwrap()
}

/// The simulation after 40 steps, while the next has been drawn.
fn stopped<'a>(model: &'a Prefactored<'a>) -> Kmc<&'a Prefactored<'a>> {
    let start = scattered(lattice(), &[2, 3, 1], 1);
    let mut kmc = Kmc::new(model, start, settings()).unwrap();
    kmc.run(40).unwrap();
    assert_eq!(kmc.step_until(kmc.time()).unwrap(), None);
    kmc
}

#[test]
fn a_stored_checkpoint_goes_on() {
    let (model, bytes) = (model(), bytes());
    let prefactored = Prefactored(&model);
    let mut kmc = stopped(&prefactored);
    let mut again = Kmc::resume(&prefactored, settings(), &bytes).unwrap();
    assert_eq!(again.checkpoint(), bytes);
    let is_same = |again: &Kmc<&Prefactored<'_>>, kmc: &Kmc<&Prefactored<'_>>| {
        assert_eq!(end(again), end(kmc));
        assert_eq!(again.others(), kmc.others());
        for species in (0..4).map(Species) {
            assert!(again.displacement_of(species).eq(kmc.displacement_of(species)));
        }
        for temperature in [300.0, 320.0, 340.0] {
            let only = |at| f64::from(u8::from(at == temperature));
            assert_eq!(again.free_time_per_site_over(only), kmc.free_time_per_site_over(only));
        }
    };
    is_same(&again, &kmc);
    again.run(100).unwrap();
    kmc.run(100).unwrap();
    is_same(&again, &kmc);
    for (change, expected) in [
        (
            &(|s: &mut Settings| s.tracking = Tracking::Solutes) as &dyn Fn(&mut Settings),
            "followed",
        ),
        (&|s: &mut Settings| s.track_free_time = false, "free time that is added up"),
        (&|s: &mut Settings| s.ramp[0].temperature = 341.0, "fingerprint of the ramp"),
        (&|s: &mut Settings| s.ramp[1].until = 2.0, "fingerprint of the ramp"),
        (&|s: &mut Settings| s.ramp.clear(), "fingerprint of the ramp: expected none"),
    ] {
        let mut settings = settings();
        change(&mut settings);
        let error = Kmc::resume(&prefactored, settings, &bytes).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// Bytes followed by their checksum.
fn summed(body: &[u8]) -> Vec<u8> {
    [body, &Fnv1a::new().bytes(body).finish().to_le_bytes()].concat()
}

#[test]
fn stored_numbers_that_no_simulation_has_are_refused() {
    let (model, whole) = (model(), bytes());
    let prefactored = Prefactored(&model);
    let body = &whole[..whole.len() - 8];
    assert_eq!(summed(body), whole);
    let resume = |bytes: &[u8]| Kmc::resume(&prefactored, settings(), bytes);
    let free = body.len() - 3 * 16;
    // 22 atoms, of which 4 are of solutes; the first vacancy has 8 barriers before its prefactors.
    let atoms = free - 22 * 28;
    let prefactor = 148 + 24 + 4 + 4 + 24 + 4 + 64;
    let (zero, nan) = (0.0_f64.to_le_bytes(), f64::NAN.to_le_bytes());
    let first_host = atoms + 4 * 28;
    let site = |at: usize| body[at..at + 4].to_vec();
    let cases: [(usize, &[u8]); 13] = [
        (prefactor, &zero),
        (prefactor, &(-1.0_f64).to_le_bytes()),
        (prefactor + 56, &f64::INFINITY.to_le_bytes()),
        (atoms - 4, &[21]),
        (atoms - 4, &[23]),
        // Beyond the box, of the host, of another atom.
        (atoms, &[24]),
        (atoms, &site(first_host)),
        (atoms, &site(atoms + 28)),
        (first_host, &site(atoms)),
        (atoms + 4, &i64::MAX.to_le_bytes()),
        (free, &nan),
        (free + 8, &f64::INFINITY.to_le_bytes()),
        (free + 16, &(-1e-9_f64).to_le_bytes()),
    ];
    for (at, bytes) in cases {
        let mut changed = body.to_vec();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        let error = resume(&summed(&changed)).unwrap_err();
        assert_eq!(error, ResumeError::Truncated { got: whole.len() }, "{at} {bytes:?}");
    }
    // What may be anything, and a prefactor that is that of the species.
    let mut changed = body.to_vec();
    changed[prefactor..prefactor + 8].copy_from_slice(&nan);
    changed[free..free + 8].copy_from_slice(&1.5_f64.to_le_bytes());
    let kmc = resume(&summed(&changed)).unwrap();
    assert!(kmc.free_time_per_site_over(|at| f64::from(u8::from(at == 340.0))) - 1.5 < 1e-9);
    for cut in 0..whole.len() {
        assert!(resume(&whole[..cut]).is_err(), "cut at {cut}");
        if cut >= 12 && cut < body.len() {
            assert!(resume(&summed(&body[..cut])).is_err(), "cut at {cut}");
        }
    }
    assert!(resume(&summed(&[body, &[0]].concat())).is_err());
}

#[test]
#[ignore = "prints the file of a version when it is new"]
fn print_a_checkpoint() {
    let model = model();
    for line in stopped(&Prefactored(&model)).checkpoint().chunks(32) {
        println!("{}", line.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
}
