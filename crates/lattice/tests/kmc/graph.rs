//! A vacancy on a graph of places with rates of one's own, and the exact distribution of its
//! places.

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model};
use zobrist_lattice::{
    BOLTZMANN, Configuration, Kmc, Lattice, Offset, Settings, Site, Species, Structure,
};

const TEMPERATURE: f64 = 300.0;
const FREQUENCY: f64 = 6e12;
/// Of the square lattice.
const SIDE: usize = 5;

/// Rates of the jumps from each site of a square lattice in each direction, in 1/s.
pub(crate) struct Graph {
    lattice: Lattice,
    reach: Vec<Offset>,
    rates: Vec<Vec<f64>>,
}

impl Graph {
    /// A basin of `inner` sites that are close together, from the site 0 on, with rates of about
    /// 1/s among them and `out` times that to all other sites, from which the way back is as slow.
    /// Every rate is another: there is no detailed balance.
    pub(crate) fn new(inner: usize, out: f64, seed: u64) -> Graph {
        let lattice = Lattice::new(Structure::Square, [SIDE, SIDE, 1]).unwrap();
        let directions = lattice.structure().directions();
        let mut basin = vec![Site(0)];
        let mut next = 0;
        while basin.len() < inner {
            for offset in &directions {
                let site = lattice.neighbor(basin[next], *offset);
                if basin.len() < inner && !basin.contains(&site) {
                    basin.push(site);
                }
            }
            next += 1;
        }
        let mut random = Xoshiro256PlusPlus::new(seed);
        let mut around_one = || 4f64.powf((random.next_u64() >> 11) as f64 / 2f64.powi(52) - 1.0);
        let mut rate = |from: Site, offset: &Offset| {
            let to = lattice.neighbor(from, *offset);
            let is_inner = basin.contains(&from) && basin.contains(&to);
            if is_inner { around_one() } else { out * around_one() }
        };
        let rates = lattice
            .sites()
            .map(|from| directions.iter().map(|offset| rate(from, offset)).collect())
            .collect();
        Graph { lattice, reach: directions.to_vec(), rates }
    }

    /// A simulation whose vacancy begins on the site 0.
    pub(crate) fn simulation(&self, settings: Settings) -> Kmc<&Graph> {
        let mut start = Configuration::new(self.lattice);
        start.set(Site(0), Species::VACANCY);
        Kmc::new(self, start, settings).unwrap()
    }

    /// Settings at the temperature at which the rates are these.
    pub(crate) fn settings(seed: u64) -> Settings {
        let mut settings = Settings::new(TEMPERATURE, seed);
        settings.attempt_frequency = FREQUENCY;
        settings
    }

    /// exp(Qt) of all places: Taylor's series of exp(Qt / 2ᵏ), squared k times. The rows add up to 1.
    pub(crate) fn exponential(&self, time: f64) -> Vec<Vec<f64>> {
        let n = self.rates.len();
        let directions = self.lattice.structure().directions();
        let halvings = 20;
        let mut matrix = vec![vec![0.0; n]; n];
        for from in self.lattice.sites() {
            for (offset, rate) in directions.iter().zip(&self.rates[from.index()]) {
                let part = rate * time / f64::from(1 << halvings);
                matrix[from.index()][self.lattice.neighbor(from, *offset).index()] += part;
                matrix[from.index()][from.index()] -= part;
            }
        }
        let times = |a: &[Vec<f64>], b: &[Vec<f64>]| -> Vec<Vec<f64>> {
            let cell = |row: &[f64], j: usize| (0..n).map(|k| row[k] * b[k][j]).sum::<f64>();
            a.iter().map(|row| (0..n).map(|j| cell(row, j)).collect()).collect()
        };
        let identity: Vec<Vec<f64>> =
            (0..n).map(|i| (0..n).map(|j| f64::from(i == j)).collect()).collect();
        let (mut sum, mut term) = (identity.clone(), identity);
        for k in 1..20 {
            term = times(&term, &matrix);
            term.iter_mut().flatten().for_each(|x| *x /= f64::from(k));
            let both = sum.iter_mut().flatten().zip(term.iter().flatten());
            both.for_each(|(sum, term)| *sum += term);
        }
        for _ in 0..halvings {
            sum = times(&sum, &sum);
        }
        sum.iter().for_each(|row| assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-8));
        sum
    }
}

impl Model for &Graph {
    fn lattice(&self) -> Lattice {
        self.lattice
    }
    fn species_count(&self) -> usize {
        2
    }
    fn reach(&self) -> &[Offset] {
        &self.reach
    }
    fn barrier(&mut self, _: &Configuration, jump: Jump) -> Result<Barrier, EvaluationError> {
        let rate = self.rates[jump.vacancy.index()][jump.direction];
        Ok(Barrier::new(BOLTZMANN * TEMPERATURE * (FREQUENCY / rate).ln()))
    }
    fn fingerprint(&self) -> u64 {
        1
    }
}
