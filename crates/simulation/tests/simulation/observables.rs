//! Every column beside its definition.

use zobrist_lattice::{BOLTZMANN, Configuration, Kmc, Species, Structure};

use crate::{begin, config, iron_copper, naive, number, rows, time_of};

const COPPER: Species = Species(2);

const ALL: &str = "[output]\nevery = { steps = 40 }\n\
    observables = [\"clusters\", \"order\", \"around\", \"displacement\", \"host-displacement\"]\n\
    [output.clusters]\nshells = 2\nat_least = 2\nhistogram = true\n\
    [output.order]\nshells = 3\n[output.around]\nshells = 2\n";

#[test]
fn columns_are_what_their_definitions_say() {
    let config = config(&iron_copper("temperature = 600\nsteps = 400", ALL));
    let mut run = begin(&config);
    let names: Vec<String> = run.columns().iter().map(|column| column.name.clone()).collect();
    assert_eq!(
        names.join(","),
        "step,time,energy,squared_displacement,solute_pairs,lone_solutes,evaluations,hits,hash,\
         clusters,mean_cluster,largest_cluster,order_Cu_Fe_1,order_Cu_Fe_2,order_Cu_Fe_3,\
         order_Cu_Cu_1,order_Cu_Cu_2,order_Cu_Cu_3,around_Cu_1,around_Cu_2,displacement_vacancy,\
         displacement_Cu,displacement_Fe,residence"
    );
    let model = config.model().unwrap();
    let mut seen = 0;
    rows(&mut run, |run, row| {
        seen += 1;
        let alloy = run.engine().configuration();
        let is = |name: &str, expected: f64| {
            let got = number(run, row, name).unwrap();
            assert!((got - expected).abs() < 1e-9, "{name}: expected {expected}, got {got}");
        };
        is("energy", model.energy(alloy).unwrap());
        let pairs: f64 = naive::around(alloy, COPPER, COPPER, 1) * alloy.count(COPPER) as f64 / 2.0;
        is("solute_pairs", pairs);
        let alone = alloy.sites_of(COPPER).filter(|site| {
            let beside = &naive::shells(alloy, *site, 1)[0];
            beside.iter().all(|site| alloy.occupant(*site) != COPPER)
        });
        is("lone_solutes", alone.count() as f64);
        let sizes = naive::clusters(alloy, &[COPPER], 2);
        let sizes: Vec<usize> = sizes.into_iter().filter(|size| *size >= 2).collect();
        is("clusters", sizes.len() as f64);
        is("largest_cluster", sizes.last().copied().unwrap_or(0) as f64);
        if sizes.is_empty() {
            assert_eq!(number(run, row, "mean_cluster"), None);
        } else {
            is("mean_cluster", sizes.iter().sum::<usize>() as f64 / sizes.len() as f64);
        }
        let histogram = row.histogram.as_ref().unwrap();
        let listed: Vec<usize> =
            histogram.iter().flat_map(|(size, count)| vec![*size; *count]).collect();
        assert_eq!(listed, sizes);
        for shell in 1..=3 {
            let of = |b| naive::order(alloy, COPPER, b, shell);
            is(&format!("order_Cu_Fe_{shell}"), of(Species::HOST));
            is(&format!("order_Cu_Cu_{shell}"), of(COPPER));
        }
        for shell in 1..=2 {
            let expected = naive::around(alloy, Species::VACANCY, COPPER, shell);
            is(&format!("around_Cu_{shell}"), expected);
        }
        is("displacement_vacancy", number(run, row, "squared_displacement").unwrap());
    });
    assert_eq!(seen, 11);
}

/// Every atom is followed from jump to jump.
#[test]
fn displacements_of_atoms_are_those_of_their_jumps() {
    let config = config(&iron_copper("temperature = 900\nsteps = 3000", ALL));
    let (start, settings) = config.start(config.settings.clone()).unwrap();
    let mut slow = Kmc::new(config.model().unwrap(), start, settings).unwrap();
    // By site: how far the atom there has come.
    let mut came = vec![[0_i64; 3]; config.lattice.len()];
    let mut run = begin(&config);
    let mut compared = 0;
    rows(&mut run, |run, row| {
        while slow.steps() < run.steps() {
            let jump = slow.step().unwrap().jump;
            let vector = config.lattice.structure().directions()[jump.direction];
            came.swap(jump.vacancy.index(), jump.to.index());
            (0..3).for_each(|axis| came[jump.vacancy.index()][axis] -= i64::from(vector[axis]));
            came[jump.to.index()] = [0; 3];
        }
        for (name, species) in [("displacement_Cu", COPPER), ("displacement_Fe", Species::HOST)] {
            let expected = mean_square(slow.configuration(), &came, species);
            let got = number(run, row, name).unwrap();
            assert!((got - expected).abs() < 1e-9, "{name}: expected {expected}, got {got}");
            compared += u32::from(got > 0.0);
        }
    });
    assert!(compared > 100, "{compared}");
}

/// In squares of the lattice constant: half of a cube's edge is one fine unit.
fn mean_square(alloy: &Configuration, came: &[[i64; 3]], species: Species) -> f64 {
    assert_eq!(alloy.lattice().structure(), Structure::Bcc);
    let square = |way: [i64; 3]| way.map(|along| (along as f64 / 2.0).powi(2)).iter().sum::<f64>();
    let squares: Vec<f64> =
        alloy.sites_of(species).map(|site| square(came[site.index()])).collect();
    squares.iter().sum::<f64>() / squares.len() as f64
}

/// physical_time = ∫ n / (N · c_eq) dt, where n is the number of vacancies among the host alone,
/// and N the number of such sites, both at each moment. It never decreases.
#[test]
fn physical_time_counts_free_vacancies() {
    let vacancy = "[output]\nevery = { steps = 1 }\n[vacancy]\nformation_energy = 1.6\n\
                   formation_entropy = 2.0\n";
    let config = config(&iron_copper("temperature = 700\nsteps = 120", vacancy));
    let mut run = begin(&config);
    let equilibrium = (2.0 - 1.6 / (BOLTZMANN * 700.0)).exp();
    let (mut expected, mut before) = (0.0, (0.0, 0.0));
    let mut last = 0.0;
    rows(&mut run, |run, row| {
        let (alloy, time) = (run.engine().configuration(), time_of(row));
        expected += before.1 * (time - before.0) / equilibrium;
        let vacancies: Vec<_> = alloy.sites_of(Species::VACANCY).collect();
        let free = vacancies.iter().filter(|site| naive::is_free(alloy, **site, true)).count();
        let sites = alloy
            .lattice()
            .sites()
            .filter(|site| alloy.occupant(*site) != COPPER && naive::is_free(alloy, *site, false));
        before = (time, free as f64 / sites.count() as f64);
        let got = number(run, row, "physical_time").unwrap();
        assert!((got - expected).abs() <= 1e-9 * expected, "expected {expected}, got {got}");
        assert!(got >= last);
        last = got;
    });
    assert!(last > 0.0);
}

/// With a ramp, the time at each temperature counts with its own concentration.
#[test]
fn physical_time_follows_a_ramp() {
    let ramped = "[output]\nevery = { time = 1.1e-9 }\n[vacancy]\nformation_energy = 1.0\n\
                  [[ramp]]\nuntil = 2e-8\ntemperature = 1000\n[[ramp]]\nuntil = 5e-8\n\
                  temperature = 800\n";
    let config = config(&iron_copper("temperature = 900\nend_time = 1e-7", ramped));
    let equilibrium = |kelvin: f64| (-1.0 / (BOLTZMANN * kelvin)).exp();
    let temperature = |time: f64| match time {
        time if time < 2e-8 => 1000.0,
        time if time < 5e-8 => 800.0,
        _ => 900.0,
    };
    // The states between the steps, from a run with a row for each.
    let stepwise = ramped.replace("time = 1.1e-9", "steps = 1");
    let stepwise = crate::config(&iron_copper("temperature = 900\nend_time = 1e-7", &stepwise));
    let mut states = Vec::new();
    rows(&mut begin(&stepwise), |run, row| {
        let alloy = run.engine().configuration();
        let free = alloy.sites_of(Species::VACANCY).filter(|at| naive::is_free(alloy, *at, true));
        let sites = alloy
            .lattice()
            .sites()
            .filter(|site| alloy.occupant(*site) != COPPER && naive::is_free(alloy, *site, false));
        states.push((time_of(row), free.count() as f64 / sites.count() as f64));
    });
    let weighted = |until: f64| -> f64 {
        let mut sum = 0.0;
        for (number, (from, free)) in states.iter().enumerate() {
            let to = states.get(number + 1).map_or(until, |next| next.0).min(until);
            for (low, high) in [(0.0, 2e-8), (2e-8, 5e-8), (5e-8, 1e-7)] {
                let part = (to.min(high) - from.max(low)).max(0.0);
                sum += free * part / equilibrium(temperature(low));
            }
        }
        sum
    };
    let mut compared = 0;
    rows(&mut begin(&config), |run, row| {
        let expected = weighted(time_of(row));
        let got = number(run, row, "physical_time").unwrap();
        assert!((got - expected).abs() <= 1e-9 * expected, "expected {expected}, got {got}");
        compared += u32::from(got > 0.0);
    });
    assert!(compared > 50, "{compared}");
}

/// Exchanges have neither a time nor displacements; their energies are those of their states.
#[test]
fn exchanges_have_columns_of_their_own() {
    let metropolis = "[method]\nkind = \"metropolis\"\n[output]\nevery = { steps = 100 }\n\
                      observables = [\"clusters\", \"around\"]\n";
    let plain = config(&iron_copper("temperature = 700\nsteps = 1000", metropolis));
    let recall = format!("{metropolis}[recall]\nmode = \"environment-symmetry\"\n");
    let recalled = config(&iron_copper("temperature = 700\nsteps = 1000", &recall));
    let model = plain.model().unwrap();
    let mut run = begin(&plain);
    let mut last = 0.0;
    let all = rows(&mut run, |run, row| {
        assert_eq!((number(run, row, "time"), run.time()), (None, None));
        assert_eq!(number(run, row, "squared_displacement"), None);
        let alloy = run.engine().configuration();
        let (got, expected) = (number(run, row, "energy").unwrap(), model.energy(alloy).unwrap());
        assert!((got - expected).abs() < 1e-6, "expected {expected}, got {got}");
        let sizes = naive::clusters(alloy, &[COPPER], 1);
        assert_eq!(number(run, row, "clusters"), Some(sizes.len() as f64));
        let accepted = number(run, row, "accepted").unwrap();
        assert!(accepted >= last && accepted <= run.steps() as f64);
        last = accepted;
    });
    assert_eq!(all.len(), 11);
    assert!(last > 0.0);
    let mut again = begin(&recalled);
    let again = rows(&mut again, |_, _| {});
    let hashes =
        |rows: &[zobrist_simulation::Row]| rows.iter().map(|row| row.cells[8]).collect::<Vec<_>>();
    assert_eq!(hashes(&again), hashes(&all));
}
