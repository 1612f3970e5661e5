//! The correlation factor of a tracer that one vacancy moves: exact in periodic boxes, by
//! extrapolation in the infinite lattice, and simulated.
//!
//! After an exchange the vacancy is on the tracer's former site. Its place at the next exchange is
//! a question for an absorbing chain over its places around the tracer; with c the mean cosine
//! of the angle between two successive jumps, f = (1 + c) / (1 − c) (K. Compaan and Y. Haven,
//! Transactions of the Faraday Society 52, 1956, pp. 786–801). Infinite lattices: sc 0.653109,
//! bcc 0.727194, fcc 0.781451.

use zobrist_lattice::model::PairModel;
use zobrist_lattice::{
    AbsorbingChain, Configuration, Kmc, Lattice, Offset, Settings, Site, Species, Structure,
};

/// The angle's cosine between two vectors of a cubic structure.
fn cosine(a: Offset, b: Offset) -> f64 {
    let dot = |a: Offset, b: Offset| f64::from(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// The exact factor in a box of `side`³ cells. Sites that the stabilizer of the jump takes to
/// each other are one state.
fn exact(structure: Structure, side: usize) -> f64 {
    let lattice = Lattice::new(structure, [side; 3]).unwrap();
    let tracer = lattice.site_at([0, 0, 0]).unwrap();
    let vectors = structure.directions();
    let stabilizer = structure.point_group().stabilizer(vectors[0]);
    let class = |site: Site| {
        let images = stabilizer.operations().iter().map(|g| g.image(lattice.position(site)));
        images.map(|fine| lattice.site_at(fine).unwrap()).min().unwrap()
    };
    let mut firsts: Vec<Site> = lattice.sites().map(class).filter(|site| *site != tracer).collect();
    firsts.sort_unstable();
    firsts.dedup();
    let number = |site: Site| firsts.binary_search(&class(site)).unwrap();

    // The vacancy changes places with the tracer from the far end of a vector: the tracer then
    // jumps along it.
    let mut chain = AbsorbingChain::new(firsts.len(), vectors.len());
    for (from, site) in firsts.iter().enumerate() {
        for vector in &vectors {
            match lattice.neighbor(*site, *vector) {
                to if to != tracer => chain.add(from, number(to), 1.0),
                _ => {
                    let back =
                        vectors.iter().position(|other| *other == vector.map(|x| -x)).unwrap();
                    chain.add_exit(from, back, 1.0);
                }
            }
        }
    }
    // The tracer jumped along the first vector: the vacancy stands at the end of its opposite. The
    // classes are those of the vector and of its opposite. Exits of a class are spread
    // over the vectors of its sites; the cosine with the first vector is the same for all.
    let start = number(lattice.neighbor(tracer, vectors[0].map(|x| -x)));
    let exits = chain.exits().unwrap();
    let ends = vectors.iter().zip(exits.probabilities(start));
    let c: f64 = ends.map(|(vector, probability)| cosine(vectors[0], *vector) * probability).sum();
    (1.0 + c) / (1.0 - c)
}

#[test]
fn boxes_of_bcc() {
    assert!((exact(Structure::Bcc, 2) - 7.0 / 9.0).abs() < 1e-14);
    assert!((exact(Structure::Bcc, 4) - 0.734_193_5).abs() < 5e-8);
    assert!((exact(Structure::Bcc, 8) - 0.728_134_7).abs() < 5e-8);
    assert!((exact(Structure::Bcc, 16) - 0.727_314_5).abs() < 5e-8);
}

/// The limit of an infinite box. The share of the images falls with the inverse of the sites, and
/// next, where the shape of the box comes in, with its power 5/3: two boxes remove the one, three
/// both.
#[test]
fn infinite_lattices() {
    for (structure, sides, limit) in [
        (Structure::Sc, [12, 16, 20], 0.653_109),
        (Structure::Bcc, [8, 12, 16], 0.727_194),
        (Structure::Fcc, [8, 10, 12], 0.781_451),
    ] {
        let values = sides.map(|side| exact(structure, side));
        let small = sides.map(|side| (side as f64).powi(-3));
        // The value at x = 0 of the line through two points.
        let at_zero = |(x, y): (f64, f64), (u, v): (f64, f64)| (u * y - x * v) / (u - x);
        let pair = |i: usize| (small[i], values[i], small[i + 1], values[i + 1]);
        let [first, second] = [0, 1].map(|i| {
            let (x, y, u, v) = pair(i);
            // The rest of x^(5/3) at the zero of the line.
            let left = x * u * (x.powf(2.0 / 3.0) - u.powf(2.0 / 3.0)) / (x - u);
            (left, at_zero((x, y), (u, v)))
        });
        let found = at_zero(first, second);
        assert!((found - limit).abs() < 6e-7, "{structure}: {found}, expected {limit}");
        // Two boxes alone do not have the sixth digit: the last step is needed.
        assert!((second.1 - limit).abs() > 6e-7, "{structure}: {second:?}");
    }
}

/// Every atom of iron is a tracer: the mean cosine between its successive jumps, and the
/// standard error of the factor from parts of the run.
fn simulated(side: usize, steps: usize) -> (f64, f64) {
    let lattice = Lattice::new(Structure::Bcc, [side; 3]).unwrap();
    let mut iron = Configuration::new(lattice);
    iron.set(Site(0), Species::VACANCY);
    let model = PairModel::iron_copper(lattice).unwrap();
    let mut kmc = Kmc::new(model, iron, Settings::new(600.0, 3)).unwrap();
    let vectors = Structure::Bcc.directions();
    let mut atoms: Vec<usize> = (0..lattice.len()).collect();
    let mut last: Vec<Option<Offset>> = vec![None; lattice.len()];
    let parts: Vec<f64> = (0..50)
        .map(|_| {
            let (mut sum, mut count) = (0.0, 0.0);
            for _ in 0..steps / 50 {
                let jump = kmc.step().unwrap().jump;
                atoms.swap(jump.vacancy.index(), jump.to.index());
                let atom = atoms[jump.vacancy.index()];
                if let Some(before) = last[atom].replace(vectors[jump.direction]) {
                    sum += cosine(before, vectors[jump.direction]);
                    count += 1.0;
                }
            }
            let c = sum / count;
            (1.0 + c) / (1.0 - c)
        })
        .collect();
    let mean = parts.iter().sum::<f64>() / 50.0;
    let square: f64 = parts.iter().map(|f| (f - mean) * (f - mean)).sum();
    (mean, (square / 49.0 / 50.0).sqrt())
}

#[test]
fn a_simulation_has_the_factor_of_its_box() {
    let (found, error) = simulated(2, 400_000);
    assert!(error < 0.005 && (found - 7.0 / 9.0).abs() < 4.5 * error, "{found} ± {error}");
    // The control: that of the infinite lattice is another.
    assert!((found - 0.727_194).abs() > 8.0 * error, "{found} ± {error}");
}
