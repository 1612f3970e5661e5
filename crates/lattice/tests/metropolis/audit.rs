//! An audit finds energies that depend on more than the model says.

use zobrist_lattice::model::SubstitutionEnergy;
use zobrist_lattice::{Audit, Lattice, Metropolis, RecallMode, Settings, Structure};

use crate::common::{Wrong, eam, end, pairs, scattered};

/// The number of deviations with the surroundings of `shells` shells, and the largest of them.
fn deviations(model: impl SubstitutionEnergy, shells: usize, mode: RecallMode) -> (u64, u64, f64) {
    let start = scattered(model.lattice(), &[1, 12], 2);
    let surroundings = model.lattice().structure().shells(shells).concat();
    let model = Wrong { model, surroundings, more: None };
    let mut settings = Settings::new(700.0, 4);
    settings.recall = mode;
    settings.audit = Some(Audit::one_in(7, 1));
    let mut audited = Metropolis::new(&model, start.clone(), settings.clone()).unwrap();
    audited.run(2000).unwrap();
    // An audit changes nothing.
    settings.audit = None;
    let mut without = Metropolis::new(&model, start, settings).unwrap();
    without.run(2000).unwrap();
    assert_eq!(end(&audited), end(&without));
    assert_eq!(audited.evaluations(), without.evaluations());
    let report = audited.audit_report().unwrap();
    (report.recomputed, report.deviating, report.largest)
}

#[test]
fn surroundings_that_are_too_short_show_and_the_right_ones_do_not() {
    let lattice = Lattice::new(Structure::Bcc, [7, 7, 7]).unwrap();
    for mode in [RecallMode::Environment, RecallMode::EnvironmentSymmetry] {
        for (recomputed, deviating, largest) in
            [deviations(pairs(lattice, 2), 2, mode), deviations(eam(lattice, 2.5), 6, mode)]
        {
            assert!(
                recomputed > 50 && deviating == 0 && largest == 0.0,
                "{mode}: {recomputed} {deviating} {largest}"
            );
        }
        for (_, deviating, largest) in
            [deviations(pairs(lattice, 2), 1, mode), deviations(eam(lattice, 2.5), 2, mode)]
        {
            assert!(deviating > 0 && largest > 0.001 && largest < 10.0, "{mode}: {largest} eV");
        }
    }
}
