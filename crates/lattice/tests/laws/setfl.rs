//! The law of setfl files: any bytes are an error that tells where it is, or a potential that
//! what follows it does not change; and a model is made of it or refused.

use zobrist_lattice::model::{EamModel, Jump, Model, Setfl, SetflError};
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};

/// Holds for all bytes.
pub(crate) fn law(text: &[u8]) {
    let potential = match Setfl::read(text) {
        Ok(potential) => potential,
        Err(error) => return tells_where(text, &error),
    };
    let longer = [text, b" 1.0 \xff"].concat();
    // The last number goes on where the text does not end it.
    if text.last().is_some_and(u8::is_ascii_whitespace) {
        match Setfl::read(&longer[..]) {
            Ok(again) => assert_eq!(again, potential),
            // The line of the last number has bytes that are not UTF-8.
            Err(error) => assert!(matches!(error, SetflError::Io { .. }), "{error}"),
        }
    }
    let count = potential.elements().len();
    for a in 0..count {
        for x in [0.0, 0.1, 1.0, potential.cutoff() / 2.0, potential.cutoff(), f64::MAX] {
            potential.embedding(a, x);
            potential.embedding(a, -x);
            potential.density(a, x);
            for b in 0..count {
                let (one, other) = (potential.pair(a, b, x), potential.pair(b, a, x));
                assert!(one == other || one.is_nan() && other.is_nan());
            }
        }
    }
    of_model(&potential, count);
}

fn tells_where(text: &[u8], error: &SetflError) {
    assert!(!error.to_string().is_empty());
    match error {
        SetflError::Word { line, byte, got, .. } => {
            let start = usize::try_from(*byte).unwrap();
            assert!(text[start..].starts_with(got.as_bytes()), "{error}");
            let lines = text[..start].iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(*line, 1 + lines as u64, "{error}");
        }
        SetflError::End { byte, .. } => assert_eq!(*byte, text.len() as u64, "{error}"),
        SetflError::Io { line, .. } => {
            let lines = text.iter().filter(|byte| **byte == b'\n').count();
            assert!(*line <= 1 + lines as u64, "{error}");
        }
        _ => {}
    }
}

/// A model whose barriers are numbers, if one can be made of it.
fn of_model(potential: &Setfl, count: usize) {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let elements = [Some(0), None, Some(count - 1)];
    let constant = potential.cutoff() / 1.2;
    let model = EamModel::new(lattice, constant, potential, &elements, &[0.6, 0.0, 0.5]);
    let model = match model {
        Ok(model) => model,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut configuration = Configuration::new(lattice);
    configuration.set(Site(0), Species::VACANCY);
    configuration.set(Site(9), Species(2));
    let directions = Structure::Bcc.directions();
    let neighbors = zobrist_lattice::Neighbors::new(lattice, &directions).unwrap();
    for (direction, to) in neighbors.sites(Site(0)).enumerate() {
        let barrier = model.barrier(&configuration, Jump { vacancy: Site(0), to, direction });
        assert!(barrier.is_finite(), "{barrier}");
    }
    assert!(model.energy(&configuration).unwrap().is_finite());
}
