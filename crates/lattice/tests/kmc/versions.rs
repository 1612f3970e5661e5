//! Checkpoints of every version that there has been.

use zobrist::Fnv1a;
use zobrist_lattice::model::PairModel;
use zobrist_lattice::{
    Flicker, Kmc, Lattice, RecallMode, ResumeError, Settings, Species, Stage, Structure, Tracking,
};

use crate::common::{Prefactored, end, pairs, scattered};

/// Checkpoints as they were written when their version was new, in hex.
const VERSION_1: &str = include_str!("../vectors/checkpoint-1.hex");
const VERSION_2: &str = include_str!("../vectors/checkpoint-2.hex");

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.split_whitespace().collect::<String>();
    let pair = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap();
    (0..digits.len() / 2).map(pair).collect()
}

fn model() -> PairModel {
    pairs(lattice(), 1)
}

/// Settings that version 1 knows.
fn first_settings() -> Settings {
    let mut settings = Settings::new(300.0, 7);
    settings.recall = RecallMode::JumpSymmetry;
    settings.flicker = Some(Flicker { window: 8, states: 4 });
    settings
}

/// Settings of which version 2 holds something.
fn second_settings() -> Settings {
    let mut settings = first_settings();
    settings.prefactors.insert(Species(2), 2e12);
    settings.ramp =
        vec![Stage { until: 1e-6, temperature: 340.0 }, Stage { until: 1.0, temperature: 320.0 }];
    settings.tracking = Tracking::All;
    settings.track_free_time = true;
    settings
}

/// The simulation that was stopped then, after 40 steps.
fn of_version_1(model: &PairModel) -> Kmc<&PairModel> {
    let start = scattered(lattice(), &[2, 3, 1], 1);
    let mut kmc = Kmc::new(model, start, first_settings()).unwrap();
    kmc.run(40).unwrap();
    kmc
}

fn lattice() -> Lattice {
    Lattice::new(Structure::Bcc, [2, 2, 3]).unwrap()
}

/// The one of version 2: after 40 steps, while the next has been drawn.
fn of_version_2<'a>(model: &'a Prefactored<'a>) -> Kmc<&'a Prefactored<'a>> {
    let start = scattered(lattice(), &[2, 3, 1], 1);
    let mut kmc = Kmc::new(model, start, second_settings()).unwrap();
    kmc.run(40).unwrap();
    assert_eq!(kmc.step_until(kmc.time()).unwrap(), None);
    kmc
}

#[test]
fn version_1_goes_on() {
    let (model, bytes) = (model(), bytes(VERSION_1));
    let mut kmc = of_version_1(&model);
    let mut again = Kmc::resume(&model, first_settings(), &bytes).unwrap();
    assert_eq!(again.checkpoint(), kmc.checkpoint());
    again.run(100).unwrap();
    kmc.run(100).unwrap();
    assert_eq!(end(&again), end(&kmc));
}

/// Version 1 has no atoms: they are numbered by their sites in the checkpoint.
#[test]
fn atoms_are_followed_from_version_1_on() {
    let (model, bytes) = (model(), bytes(VERSION_1));
    for tracking in [Tracking::Solutes, Tracking::All] {
        let mut settings = first_settings();
        settings.tracking = tracking;
        let mut again = Kmc::resume(&model, settings.clone(), &bytes).unwrap();
        let mut kmc = of_version_1(&model);
        let before = kmc.configuration().clone();
        let solutes: Vec<_> =
            lattice().sites().filter(|site| before.occupant(*site) > Species::VACANCY).collect();
        assert_eq!(again.solutes(), solutes);
        assert_eq!(again.others()[..2], *kmc.vacancies());
        for species in [Species(2), Species(3)] {
            assert!(again.displacement_of(species).all(|displacement| displacement == [0; 3]));
        }
        for steps in [1, 30, 300] {
            again.run(steps).unwrap();
            kmc.run(steps).unwrap();
            assert_eq!(end(&again), end(&kmc));
            let shown = again.solutes().iter().map(|site| again.configuration().occupant(*site));
            assert!(shown.eq(solutes.iter().map(|site| before.occupant(*site))));
            let resumed = Kmc::resume(&model, settings.clone(), &again.checkpoint()).unwrap();
            assert_eq!(resumed.others(), again.others());
            let of = |kmc: &Kmc<&PairModel>| kmc.displacement_of(Species(2)).collect::<Vec<_>>();
            assert_eq!(of(&resumed), of(&again));
        }
        assert!([2, 3].iter().any(|number| {
            again.displacement_of(Species(*number)).any(|displacement| displacement != [0; 3])
        }));
    }
}

#[test]
fn version_1_has_no_free_times() {
    let (model, bytes) = (model(), bytes(VERSION_1));
    let error = |change: &dyn Fn(&mut Settings)| {
        let mut settings = first_settings();
        change(&mut settings);
        Kmc::resume(&model, settings, &bytes).unwrap_err().to_string()
    };
    let found = error(&|settings| settings.track_free_time = true);
    assert!(found.contains("free time that is added up: expected yes, got no;"), "{found}");
    let found = error(&|settings| settings.ramp = second_settings().ramp);
    assert!(found.contains("fingerprint of the ramp: expected "), "{found}");
    assert!(found.contains(", got none;"), "{found}");
    let found = error(&|settings| settings.prefactors = second_settings().prefactors);
    assert!(found.contains("fingerprint of the prefactors by species: expected "), "{found}");
    let prefactored = Prefactored(&model);
    let found = Kmc::resume(&prefactored, first_settings(), &bytes).unwrap_err().to_string();
    assert!(found.contains("prefactors by the model: expected yes, got no;"), "{found}");
}

#[test]
fn version_2_goes_on() {
    let (model, bytes) = (model(), bytes(VERSION_2));
    let prefactored = Prefactored(&model);
    let mut kmc = of_version_2(&prefactored);
    let mut again = Kmc::resume(&prefactored, second_settings(), &bytes).unwrap();
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
        let mut settings = second_settings();
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
fn numbers_of_version_2_that_no_simulation_has_are_refused() {
    let (model, whole) = (model(), bytes(VERSION_2));
    let prefactored = Prefactored(&model);
    let body = &whole[..whole.len() - 8];
    assert_eq!(summed(body), whole);
    let resume = |bytes: &[u8]| Kmc::resume(&prefactored, second_settings(), bytes);
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
    for line in of_version_2(&Prefactored(&model)).checkpoint().chunks(32) {
        println!("{}", line.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
}
