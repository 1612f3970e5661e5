//! The law of setfl files: any bytes are an error that tells where it is, or a potential that
//! what follows it does not change; and a model is made of it or refused. In either form, and what
//! is said to be of the other form is.

use zobrist_lattice::model::{EamModel, Jump, Model, Setfl, SetflError, SetflForm};
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};

/// Holds for all bytes.
pub(crate) fn law(text: &[u8]) {
    let forms = [SetflForm::Alloy, SetflForm::FinnisSinclair];
    let read = forms.map(|form| Setfl::read_as(text, form));
    match (&read[0], &read[1]) {
        (Err(SetflError::Form { line, .. }), other)
        | (other, Err(SetflError::Form { line, .. })) => {
            goes_on_after(*line, other);
        }
        _ => {}
    }
    for (form, read) in forms.into_iter().zip(read) {
        match read {
            Ok(potential) => of_potential(text, form, &potential),
            Err(error) => tells_where(text, form, &error),
        }
    }
}

/// What is of the other form can be read as that up to the next element, which the error names.
fn goes_on_after(element: u64, other: &Result<Setfl, SetflError>) {
    match other {
        // The other properties of that element may be on lines before that of its lattice.
        Err(SetflError::Word { expected, .. }) if !expected.starts_with("a value") => {}
        Err(
            SetflError::Word { line, .. }
            | SetflError::End { line, .. }
            | SetflError::Io { line, .. },
        ) => assert!(*line >= element, "{other:?}"),
        Err(error) => panic!("of neither form: {error}"),
        Ok(_) => {}
    }
}

fn of_potential(text: &[u8], form: SetflForm, potential: &Setfl) {
    let longer = [text, b" 1.0 \xff"].concat();
    // The last number goes on where the text does not end it.
    if text.last().is_some_and(u8::is_ascii_whitespace) {
        match Setfl::read_as(&longer[..], form) {
            Ok(again) => assert_eq!(again, *potential),
            // The line of the last number has bytes that are not UTF-8.
            Err(error) => assert!(matches!(error, SetflError::Io { .. }), "{error}"),
        }
    }
    let count = potential.elements().len();
    for a in 0..count {
        for x in [0.0, 0.1, 1.0, potential.cutoff() / 2.0, potential.cutoff(), f64::MAX] {
            potential.embedding(a, x);
            potential.embedding(a, -x);
            for b in 0..count {
                let density = potential.density(a, b, x);
                let same = density.to_bits() == potential.density(b, b, x).to_bits();
                assert!(same || form == SetflForm::FinnisSinclair);
                let (one, other) = (potential.pair(a, b, x), potential.pair(b, a, x));
                assert!(one == other || one.is_nan() && other.is_nan());
            }
        }
    }
    of_model(potential, count);
}

fn tells_where(text: &[u8], read_as: SetflForm, error: &SetflError) {
    assert!(!error.to_string().is_empty());
    match error {
        SetflError::Word { line, byte, got, .. } => {
            let start = usize::try_from(*byte).unwrap();
            assert!(text[start..].starts_with(got.as_bytes()), "{error}");
            let lines = text[..start].iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(*line, 1 + lines as u64, "{error}");
        }
        SetflError::Form { form, line, expected, got, .. } => {
            assert!(*form == read_as && (expected < got) == (*form == SetflForm::Alloy), "{error}");
            let lines = text.iter().filter(|byte| **byte == b'\n').count();
            assert!(*line <= 1 + lines as u64, "{error}");
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
