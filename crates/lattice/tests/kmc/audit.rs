//! An audit finds what depends on more than it says.

use zobrist_lattice::{
    Audit, Bound, Kmc, Lattice, RecallMode, Settings, Species, StepError, Structure,
};

use crate::common::{Terse, end, pairs, scattered};

#[test]
fn a_cutoff_that_is_too_short_shows_and_the_right_one_does_not() {
    let lattice = Lattice::new(Structure::Bcc, [8, 8, 8]).unwrap();
    let start = scattered(lattice, &[1, 40, 20], 2);
    let modes =
        [RecallMode::Environment, RecallMode::EnvironmentSymmetry, RecallMode::JumpSymmetry];
    for mode in modes {
        let report = |shells| {
            let reach = Structure::Bcc.shells(shells).concat();
            let model = Terse { reach, ..Terse::new(pairs(lattice, 2)) };
            let mut settings = Settings::new(700.0, 4);
            settings.recall = mode;
            settings.audit = Some(Audit::one_in(7, 1));
            let mut kmc = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
            kmc.run(5000).unwrap();
            settings.audit = None;
            let mut without = Kmc::new(&model, start.clone(), settings).unwrap();
            without.run(5000).unwrap();
            assert_eq!(end(&kmc), end(&without));
            assert_eq!(kmc.evaluations(), without.evaluations());
            kmc.audit_report().unwrap()
        };
        let right = report(2);
        assert!(right.recomputed > 50 && right.deviating == 0 && right.largest == 0.0, "{right:?}");
        let short = report(1);
        assert!(short.deviating > 0 && short.largest > 0.001, "{mode}: {short:?}");
    }
}

/// Without a word about it, a hit is recomputed for each 100 values computed, and a short cutoff
/// shows.
#[test]
fn an_audit_is_the_default() {
    let lattice = Lattice::new(Structure::Bcc, [8, 8, 8]).unwrap();
    let start = scattered(lattice, &[1, 40, 20], 2);
    let model = Terse { reach: Structure::Bcc.shells(1).concat(), ..Terse::new(pairs(lattice, 2)) };
    for mode in [RecallMode::Environment, RecallMode::JumpSymmetry] {
        let mut settings = Settings::new(700.0, 4);
        settings.recall = mode;
        let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
        kmc.run(20_000).unwrap();
        let report = kmc.audit_report().unwrap();
        let expected = kmc.misses() / 100;
        assert!(expected > 5 && report.recomputed.abs_diff(expected) < 3, "{mode}: {report:?}");
        assert!(report.largest > 1e-3, "{mode}: {report:?}");
    }
}

/// Nor does a bound tell a run with an audit from one without: the same entries go, and the same
/// barriers are computed.
#[test]
fn an_audit_keeps_nothing_that_would_have_gone() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let start = scattered(lattice, &[2, 20, 20], 2);
    for mode in RecallMode::ALL {
        let run = |audit| {
            let mut settings = Settings::new(900.0, 4);
            (settings.recall, settings.bound) = (mode, Bound::Entries(9));
            settings.audit = audit;
            let mut kmc = Kmc::new(pairs(lattice, 2), start.clone(), settings).unwrap();
            kmc.run(1000).unwrap();
            (end(&kmc), kmc.evaluations(), kmc.hits(), kmc.misses())
        };
        assert_eq!(run(Some(Audit::one_in(2, 1))), run(None), "{mode}");
    }
}

#[test]
fn whole_states_are_audited_too() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let start = scattered(lattice, &[2, 4, 2], 2);
    let mut settings = Settings::new(400.0, 4);
    settings.recall = RecallMode::State;
    settings.audit = Some(Audit::one_in(1, 1));
    let mut kmc = Kmc::new(pairs(lattice, 2), start, settings).unwrap();
    kmc.run(5000).unwrap();
    let report = kmc.audit_report().unwrap();
    assert!(report.recomputed == kmc.hits() && report.recomputed > 50 && report.deviating == 0);
}

#[test]
fn a_barrier_that_is_none_stops_the_run() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let start = scattered(lattice, &[1, 4, 2], 2);
    for none in [f64::NAN, f64::NEG_INFINITY] {
        let fails_for = Some((Species(3), none));
        let model = Terse { fails_for, ..Terse::new(pairs(lattice, 1)) };
        let lowest = RecallMode::ALL.map(|mode| {
            let mut settings = Settings::new(400.0, 4);
            settings.recall = mode;
            let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
            let error = kmc.run(100_000).unwrap_err();
            let StepError::Barrier { vacancy, to, got } = error else { panic!("{mode}: {error}") };
            assert!(got.total_cmp(&none).is_eq() && vacancy == kmc.vacancies()[0], "{mode}");
            assert_eq!(kmc.configuration().occupant(to).0, 3);
            let before = end(&kmc);
            assert!(kmc.step().is_err());
            assert_eq!(end(&kmc), before, "{mode}");
            kmc.lowest_barrier()
        });
        // An invalid barrier is not the lowest one.
        assert!((0.3..0.6).contains(&lowest[0]), "{lowest:?}");
        assert_eq!(lowest, [lowest[0]; 5]);
    }
}
