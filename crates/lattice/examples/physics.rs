//! Prints a table of physics: measured values with their errors beside exact ones. Exits with
//! status 1 if one of them is off by more than 4.5 errors.
//!
//! The box has 16 sites of bcc, whose 2¹⁶ configurations are enumerated; the Ising model has 6 × 6
//! spins, whose numbers of states are counted exactly. `bench/physics` runs it.

use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use zobrist_lattice::model::{PairModel, PairParameters, SubstitutionEnergy, UNITS_PER_EV};
use zobrist_lattice::{
    BOLTZMANN, Configuration, EnergyBins, Ensemble, Estimate, Fluctuations, Kmc, Lattice,
    Metropolis, Replicas, Settings, Site, Species, Structure, WangLandau,
};

#[path = "../tests/metropolis/ising.rs"]
mod ising;

const COPPER: Species = Species(2);
/// Temperature of the box of 16 sites, in K.
const KELVIN: f64 = 4000.0;
/// Seeds of walks, whose spread is their error.
const WALKS: u64 = 8;

/// The table so far, and whether all of it is right.
struct Table {
    is_right: bool,
}

impl Table {
    fn row(&mut self, what: &str, got: Estimate, exact: f64, source: &str) {
        let error = got.error.expect("a long series has an error");
        let off = (got.value - exact) / error;
        self.is_right &= off.abs() < 4.5;
        println!("| {what} | {:.6} | {error:.6} | {exact:.6} | {off:+.1} | {source} |", got.value);
    }
}

/// Pairs on two shells of bcc, unlike neighbors costing energy.
fn model() -> Result<PairModel, Box<dyn Error>> {
    let lattice = Lattice::new(Structure::Bcc, [2; 3])?;
    let shell = |unlike: f64| vec![vec![0.0, 0.0, unlike], vec![0.0; 3], vec![unlike, 0.0, 0.0]];
    let parameters = PairParameters::new(vec![shell(0.06), shell(0.03)], vec![0.6, 0.0, 0.5]);
    Ok(PairModel::new(lattice, &parameters)?)
}

/// The energies in eV and the numbers of copper of all configurations.
fn all(model: &PairModel) -> Vec<[f64; 2]> {
    let mut configuration = Configuration::new(model.lattice());
    let state = |state: u32| {
        for site in 0..16 {
            let is_copper = state >> site & 1 == 1;
            configuration.set(Site(site), if is_copper { COPPER } else { Species::HOST });
        }
        let energy = model.total(&configuration) as f64 / UNITS_PER_EV;
        [energy, f64::from(state.count_ones())]
    };
    (0..1 << 16).map(state).collect()
}

/// The exact means and variances of both, with the logarithm of the weight of each.
fn exact(all: &[[f64; 2]], log_weight: impl Fn([f64; 2]) -> f64) -> [[f64; 2]; 2] {
    let most = all.iter().map(|it| log_weight(*it)).fold(f64::NEG_INFINITY, f64::max);
    let mut sums = [0.0; 5];
    for it in all {
        let [energy, count] = *it;
        let each = [1.0, energy, energy * energy, count, count * count];
        let weight = (log_weight(*it) - most).exp();
        sums.iter_mut().zip(each).for_each(|(sum, value)| *sum += weight * value);
    }
    let [sum, e, e2, n, n2] = sums;
    let (e, n) = (e / sum, n / sum);
    [[e, e2 / sum - e * e], [n, n2 / sum - n * n]]
}

/// The energies and the numbers of copper of a chain.
fn sampled(mut chain: Metropolis<&PairModel>) -> Result<[Fluctuations; 2], Box<dyn Error>> {
    let [mut energies, mut counts] = [Fluctuations::default(), Fluctuations::default()];
    chain.run(10_000)?;
    for _ in 0..200_000 {
        chain.run(8)?;
        energies.push(chain.energy());
        counts.push(chain.configuration().count(COPPER) as f64);
    }
    Ok([energies, counts])
}

/// An estimate times a factor above 0.
fn times(mut estimate: Estimate, factor: f64) -> Estimate {
    estimate.value *= factor;
    estimate.error = estimate.error.map(|error| error * factor);
    estimate
}

/// A heat capacity in eV/K in units of k.
fn in_k(capacity: Estimate) -> Estimate {
    times(capacity, 1.0 / BOLTZMANN)
}

/// The mean over walks and its standard error.
fn over(values: &[f64]) -> Estimate {
    let mut series = Fluctuations::default();
    values.iter().for_each(|value| series.push(*value));
    let mean = series.mean().expect("there are values");
    let variance = series.variance().expect("there are values").value;
    let mut estimate = mean;
    estimate.error = Some((variance / (values.len() as f64 - 1.0)).sqrt());
    estimate
}

fn chain(
    model: &PairModel,
    kelvin: f64,
    seed: u64,
    ensemble: Ensemble,
) -> Result<Metropolis<&PairModel>, Box<dyn Error>> {
    let mut settings = Settings::new(kelvin, seed);
    settings.ensemble = ensemble;
    let mut start = Configuration::new(model.lattice());
    for site in 0..5 {
        start.set(Site(3 * site), COPPER);
    }
    Ok(Metropolis::new(model, start, settings)?)
}

/// The time of a jump in pure iron, in units of its mean.
fn jumps(table: &mut Table) -> Result<(), Box<dyn Error>> {
    let lattice = Lattice::new(Structure::Bcc, [4; 3])?;
    let mut iron = Configuration::new(lattice);
    iron.set(Site(0), Species::VACANCY);
    let mut kmc = Kmc::new(PairModel::iron_copper(lattice)?, iron, Settings::new(773.0, 1))?;
    let rate = 8.0 * 6e12 * (-0.65 / (BOLTZMANN * 773.0)).exp();
    let (mut times, mut before) = (Fluctuations::default(), 0.0);
    for _ in 0..400_000 {
        kmc.step()?;
        times.push((kmc.time() - before) * rate);
        before = kmc.time();
    }
    let source = "Poisson process of rate 8 ν exp(−E / kT)";
    table.row("KMC: mean time of a jump · rate", times.mean().ok_or("none")?, 1.0, source);
    table.row("KMC: variance of the time · rate²", times.variance().ok_or("none")?, 1.0, source);
    Ok(())
}

fn box_of_16(table: &mut Table) -> Result<(), Box<dyn Error>> {
    let (model, source) = (model()?, "enumeration of 2¹⁶ configurations");
    let all = all(&model);
    let thermal = BOLTZMANN * KELVIN;
    let none = || "no value";
    let heat = |variance: f64, kelvin: f64| variance / (BOLTZMANN * kelvin).powi(2);

    let of_five: Vec<[f64; 2]> = all.iter().copied().filter(|it| it[1] == 5.0).collect();
    let [[energy, variance], _] = exact(&of_five, |[energy, _]| -energy / thermal);
    let [energies, _] = sampled(chain(&model, KELVIN, 1, Ensemble::Canonical)?)?;
    let mean = energies.mean().ok_or_else(none)?;
    table.row("fixed composition: energy, eV", mean, energy, source);
    let capacity = in_k(energies.heat_capacity(KELVIN).ok_or_else(none)?);
    table.row("fixed composition: heat capacity / k", capacity, heat(variance, KELVIN), source);

    let mu = 0.03;
    let potentials: BTreeMap<Species, f64> = [(COPPER, mu)].into_iter().collect();
    let semi_grand = Ensemble::SemiGrand { potentials };
    let at = |kelvin: f64| exact(&all, |[e, n]| -(e - mu * n) / (BOLTZMANN * kelvin));
    let [[energy, variance], [count, of_count]] = at(KELVIN);
    let [energies, counts] = sampled(chain(&model, KELVIN, 2, semi_grand.clone())?)?;
    let mean = energies.mean().ok_or_else(none)?;
    table.row("semi-grand: energy, eV", mean, energy, source);
    let capacity = in_k(energies.heat_capacity(KELVIN).ok_or_else(none)?);
    table.row("semi-grand: heat capacity / k", capacity, heat(variance, KELVIN), source);
    table.row("semi-grand: atoms", counts.mean().ok_or_else(none)?, count, source);
    let susceptibility = counts.susceptibility(KELVIN).ok_or_else(none)?;
    table.row("semi-grand: susceptibility, 1/eV", susceptibility, of_count / thermal, source);

    let (phi, kappa) = (-0.8, 5.0);
    let by_species: BTreeMap<Species, f64> = [(COPPER, phi)].into_iter().collect();
    let constrained = Ensemble::VarianceConstrained { phi: by_species, kappa };
    let [[energy, _], [count, of_count]] =
        exact(&all, |[e, n]| -e / thermal - kappa * 16.0 * (n / 16.0 + phi / 2.0).powi(2));
    let [energies, counts] = sampled(chain(&model, KELVIN, 3, constrained)?)?;
    let mean = energies.mean().ok_or_else(none)?;
    table.row("variance-constrained: energy, eV", mean, energy, source);
    table.row("variance-constrained: atoms", counts.mean().ok_or_else(none)?, count, source);
    let variance = counts.variance().ok_or_else(none)?;
    table.row("variance-constrained: variance of the atoms", variance, of_count, source);

    let ladder = [2500.0, 3200.0, 4000.0, 5500.0];
    let chains = ladder.iter().zip(11..);
    let chains = chains.map(|(kelvin, seed)| chain(&model, *kelvin, seed, semi_grand.clone()));
    let mut replicas = Replicas::new(chains.collect::<Result<Vec<_>, _>>()?, 5)?;
    let [mut energies, mut counts] = [Fluctuations::default(), Fluctuations::default()];
    for _ in 0..100_000 {
        replicas.round(8, NonZeroUsize::MIN)?;
        energies.push(replicas.at(0).energy());
        counts.push(replicas.at(0).configuration().count(COPPER) as f64);
    }
    let [[energy, variance], [count, _]] = at(ladder[0]);
    let mean = energies.mean().ok_or_else(none)?;
    table.row("replicas, the coldest: energy, eV", mean, energy, source);
    let capacity = in_k(energies.heat_capacity(ladder[0]).ok_or_else(none)?);
    table.row(
        "replicas, the coldest: heat capacity / k",
        capacity,
        heat(variance, ladder[0]),
        source,
    );
    table.row("replicas, the coldest: atoms", counts.mean().ok_or_else(none)?, count, source);

    let (mut energies, mut capacities) = (Vec::new(), Vec::new());
    for seed in 0..WALKS {
        let free = chain(&model, KELVIN, seed, semi_grand.clone())?;
        // Each bin has one energy: all are multiples of 0.06 eV.
        let mut walk = WangLandau::new(free, EnergyBins::new(-0.03, 0.06, 90)?)?;
        walk.run(1_000_000)?;
        energies.push(walk.mean_energy(KELVIN));
        capacities.push(walk.heat_capacity(KELVIN) / BOLTZMANN);
    }
    let [[energy, variance], _] = exact(&all, |[energy, _]| -energy / thermal);
    table.row("Wang–Landau: energy, eV", over(&energies), energy, source);
    let capacity = heat(variance, KELVIN);
    table.row("Wang–Landau: heat capacity / k", over(&capacities), capacity, source);
    Ok(())
}

/// The Ising model at the critical point of the infinite lattice: kT / J = 2 / ln(1 + √2).
fn spins(table: &mut Table) -> Result<(), Box<dyn Error>> {
    let model = ising::model(6);
    let thermal = ising::COUPLING * 2.0 / (1.0 + 2_f64.sqrt()).ln();
    let kelvin = thermal / BOLTZMANN;
    let states = ising::unlike_pairs(6);
    let levels: Vec<[f64; 2]> = (0..)
        .zip(&states)
        .filter(|(_, count)| **count > 0)
        .map(|(unlike, count)| {
            let energy = ising::COUPLING * (2.0 * f64::from(unlike) - 72.0);
            [energy, (*count as f64).ln()]
        })
        .collect();
    // In place of a number of atoms: ln of the number of states.
    let [[energy, variance], _] = exact(&levels, |[energy, log]| log - energy / thermal);
    let free = Ensemble::SemiGrand { potentials: [(COPPER, 0.0)].into_iter().collect() };
    let source = "numbers of states (Beale 1996)";
    let (per_site, k) = (1.0 / (36.0 * ising::COUPLING), 1.0 / (36.0 * BOLTZMANN));
    let [energies, _] = sampled(chain(&model, kelvin, 5, free.clone())?)?;
    let mean = times(energies.mean().ok_or("none")?, per_site);
    table.row("Ising 6 × 6 at T_c: energy / J per spin", mean, energy * per_site, source);
    let capacity = times(energies.heat_capacity(kelvin).ok_or("none")?, k);
    let expected = variance / (BOLTZMANN * kelvin * kelvin) * k;
    table.row("Ising 6 × 6 at T_c: heat capacity / k per spin", capacity, expected, source);
    let mut ground = Vec::new();
    for seed in 0..WALKS {
        let bins = EnergyBins::new(-73.0 * ising::COUPLING, 4.0 * ising::COUPLING, 37)?;
        let mut walk = WangLandau::new(chain(&model, kelvin, seed, free.clone())?, bins)?;
        walk.run(2_000_000)?;
        let logs = walk.log_densities(36.0 * 2_f64.ln());
        ground.push(logs[0].ok_or("no ground state")?);
    }
    table.row("Ising 6 × 6, Wang–Landau: ln of ground states", over(&ground), 2_f64.ln(), source);
    Ok(())
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    println!(
        "| quantity | measured | error | exact | off, in errors | source of the exact value |"
    );
    println!("|---|---|---|---|---|---|");
    let mut table = Table { is_right: true };
    jumps(&mut table)?;
    box_of_16(&mut table)?;
    spins(&mut table)?;
    Ok(if table.is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
