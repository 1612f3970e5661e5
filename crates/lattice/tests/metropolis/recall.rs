//! Saved recalls of energies.

use std::collections::BTreeSet;

use zobrist::Fnv1a;
use zobrist_lattice::{
    Environments, ExchangeError, Kmc, Lattice, LoadError, Metropolis, Offset, OffsetError,
    RecallMode, Settings, Species, Structure, Verification,
};

use crate::common::{end, pairs, scattered};

fn settings(mode: RecallMode, temperature: f64) -> Settings {
    let mut settings = Settings::new(temperature, 9);
    settings.recall = mode;
    settings
}

fn lattice() -> Lattice {
    Lattice::new(Structure::Bcc, [6, 6, 6]).unwrap()
}

/// The table of a chain at 600 K.
fn table(mode: RecallMode) -> Vec<u8> {
    let start = scattered(lattice(), &[1, 9, 4], 2);
    let mut chain = Metropolis::new(pairs(lattice(), 2), start, settings(mode, 600.0)).unwrap();
    chain.run(2000).unwrap();
    let mut table = Vec::new();
    chain.save_recall(&mut table).unwrap();
    table
}

#[test]
fn one_table_serves_every_temperature_and_size() {
    let table = table(RecallMode::EnvironmentSymmetry);
    let larger = Lattice::new(Structure::Bcc, [8, 7, 8]).unwrap();
    let start = scattered(larger, &[1, 9, 4], 2);
    let run = |table: Option<&[u8]>| {
        let settings = settings(RecallMode::EnvironmentSymmetry, 900.0);
        let mut chain = Metropolis::new(pairs(larger, 2), start.clone(), settings).unwrap();
        if let Some(table) = table {
            chain.load_recall(table).unwrap();
        }
        chain.run(2000).unwrap();
        chain
    };
    let (with, without) = (run(Some(&table)), run(None));
    assert_eq!(end(&with), end(&without));
    assert!(with.evaluations() * 10 < without.evaluations() * 9);
}

/// The sites around a vacancy on which its jumps depend may be those around an atom on which its
/// energy depends: the names are of two kinds all the same.
#[test]
fn names_of_sites_are_not_those_of_vacancies() {
    let (shells, group) = (Structure::Bcc.shells(5).concat(), Structure::Bcc.point_group());
    let reach = Structure::Bcc.shells(2).concat();
    let site = Environments::of_site(lattice(), &shells, 4, &group, 2005).unwrap();
    let defect = Environments::of_defect(lattice(), &reach, 4, &group, 2005).unwrap();
    assert_eq!(site.around().offsets(), defect.around().offsets());
    assert_ne!(site.origin(1).lattice, defect.origin(1).lattice);
    assert_ne!(site.fingerprint(), defect.fingerprint());
    // The order in which offsets are given does not matter.
    let turned: Vec<_> = shells.iter().rev().copied().collect();
    let again = Environments::of_site(lattice(), &turned, 4, &group, 2005).unwrap();
    assert_eq!(again.origin(1), site.origin(1));
}

/// In boxes large and small, with shells that leave out the nearest neighbors too.
#[test]
fn names_of_sites_are_their_definition() {
    for (structure, cells) in [
        (Structure::Bcc, [5, 5, 5]),
        (Structure::Bcc, [2, 3, 4]),
        (Structure::Hcp, [3, 4, 3]),
        (Structure::Square, [4, 5, 1]),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let start = scattered(lattice, &[1, 5, 6], 3);
        let (shells, group) = (structure.shells(2), structure.point_group());
        for surroundings in [&shells.concat(), &shells[1]] {
            let sites = Environments::of_site(lattice, surroundings, 4, &group, 1).unwrap();
            assert_eq!(sites.around().offsets(), &surroundings[..]);
            let mut around = Vec::new();
            let mut names = BTreeSet::new();
            for site in lattice.sites() {
                sites.read(&start, site, &mut around);
                assert!(
                    around.iter().eq(surroundings
                        .iter()
                        .map(|offset| &start.occupants()[lattice.neighbor(site, *offset).index()]))
                );
                let name = sites.name(&around, 0);
                assert_eq!(name, sites.name_by_definition(&around, 0));
                names.insert(name.hash);
            }
            assert!(names.len() > 3 && names.len() < lattice.len(), "{structure} {cells:?}");
        }
    }
}

#[test]
fn surroundings_that_there_are_not() {
    let (nearest, group) = (Structure::Bcc.directions(), Structure::Bcc.point_group());
    let error = |change: &dyn Fn(&mut Vec<Offset>)| {
        let mut surroundings = nearest.clone();
        change(&mut surroundings);
        Environments::of_site(lattice(), &surroundings, 3, &group, 1).unwrap_err()
    };
    let repeated = error(&|offsets| offsets.push([1, 1, 1]));
    assert_eq!(repeated, OffsetError::Repeated { offset: [1, 1, 1] });
    assert!(matches!(error(&|offsets| offsets.push([0, 0, 0])), OffsetError::OwnCenter { .. }));
    assert!(matches!(error(&|offsets| offsets.push([1, 0, 0])), OffsetError::NoSite { .. }));
    assert!(matches!(error(&|offsets| offsets.truncate(7)), OffsetError::NotSymmetric { .. }));
}

#[test]
#[should_panic]
fn a_site_has_no_jumps() {
    let (nearest, group) = (Structure::Bcc.directions(), Structure::Bcc.point_group());
    let site = Environments::of_site(lattice(), &nearest, 3, &group, 1).unwrap();
    site.after_jump(&[Species::HOST; 8], 0, &mut Vec::new());
}

#[test]
fn tables_of_anything_else_are_refused() {
    let start = scattered(lattice(), &[1, 9, 4], 2);
    let chain = |shells, mode, change: &dyn Fn(&mut Settings)| {
        let mut settings = settings(mode, 600.0);
        change(&mut settings);
        Metropolis::new(pairs(lattice(), shells), start.clone(), settings).unwrap()
    };
    let mode = RecallMode::EnvironmentSymmetry;
    let own = table(mode);
    let load = |shells, mode, change: &dyn Fn(&mut Settings), table: &[u8]| {
        chain(shells, mode, change).load_recall(table)
    };
    assert!(load(2, mode, &|_| (), &own).is_ok());
    let refused = [
        load(1, mode, &|_| (), &own),
        load(2, RecallMode::Environment, &|_| (), &own),
        load(2, mode, &|settings| settings.key_seed = 1, &own),
        load(2, mode, &|settings| settings.wide_keys = true, &own),
        load(2, mode, &|settings| settings.verification = Verification::Content, &own),
        load(2, mode, &|_| (), b"zobreca"),
    ];
    assert!(refused.iter().all(Result::is_err), "{refused:?}");
    // Without recall, nothing is read or written.
    assert!(load(2, RecallMode::None, &|_| (), b"nothing").is_ok());
    assert!(table(RecallMode::None).is_empty());

    // Barriers are no energies, nor the other way around.
    let barriers = |mode| {
        Kmc::new(pairs(lattice(), 2), scattered(lattice(), &[1, 9, 4], 2), settings(mode, 600.0))
            .unwrap()
    };
    let mut kmc = barriers(mode);
    kmc.run(50).unwrap();
    let mut table = Vec::new();
    kmc.save_recall(&mut table).unwrap();
    assert!(matches!(
        load(2, mode, &|_| (), &table),
        Err(LoadError::Potential { .. } | LoadError::Lattice { .. })
    ));
    assert!(barriers(mode).load_recall(&own[..]).is_err());
}

/// A table with each value changed, and good checksums.
fn changed(table: &[u8], change: impl Fn(&mut Vec<f64>)) -> Vec<u8> {
    let (header, mut entries) = (&table[..64], &table[64..table.len() - 8]);
    let mut out = Vec::new();
    while let Some((name, rest)) = entries.split_at_checked(8) {
        let (length, rest) = rest.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
        let (numbers, rest) = rest.split_at(8 * length);
        let mut numbers: Vec<f64> =
            numbers.chunks(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect();
        change(&mut numbers);
        out.extend_from_slice(name);
        out.extend_from_slice(&(numbers.len() as u32).to_le_bytes());
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        entries = rest;
    }
    let checksum = Fnv1a::new().bytes(&out).finish().to_le_bytes();
    [header, &out, &checksum].concat()
}

#[test]
fn values_that_are_none_are_refused() {
    let mode = RecallMode::EnvironmentSymmetry;
    let start = scattered(lattice(), &[1, 9, 4], 2);
    let chain =
        || Metropolis::new(pairs(lattice(), 2), start.clone(), settings(mode, 600.0)).unwrap();
    let own = table(mode);
    assert_eq!(changed(&own, |_| ()), own);
    for length in [0, 3, 5] {
        let error = chain().load_recall(&changed(&own, |of| of.resize(length, 0.5))[..]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(&format!("numbers of a value 4, got {length};")), "{error}");
    }
    for bad in [f64::NAN, f64::INFINITY, -1000.1] {
        let mut chain = chain();
        chain.load_recall(&changed(&own, |of| of.fill(bad))[..]).unwrap();
        let error = chain.run(1000).unwrap_err();
        let ExchangeError::Energy { got, .. } = error else { panic!("{error}") };
        assert!(got.total_cmp(&bad).is_eq());
        // The state is as it was, and so is the step.
        assert_eq!(chain.state().hash(), chain.state().hash_from_scratch());
        let before = (end(&chain), chain.configuration().clone());
        assert_eq!(chain.step().unwrap_err().to_string(), error.to_string());
        assert_eq!((end(&chain), chain.configuration().clone()), before);
    }
}
