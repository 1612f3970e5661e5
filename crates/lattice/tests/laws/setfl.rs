//! The law of setfl files: any bytes are an error that tells where it is, or a potential that blank
//! lines after it do not change, and that nothing else may follow; and a model is made of it or
//! refused. In either form, and what is said to be of the other form is.

use zobrist_lattice::model::{EamModel, Jump, Model, Setfl, SetflError, SetflForm};
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};

/// Content for all bytes.
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

/// A file of the other form can be read up to the next element, which the error names.
fn goes_on_after(element: u64, other: &Result<Setfl, SetflError>) {
    match other {
        // The other properties of that element may be on lines before that of its lattice.
        Err(SetflError::Word { expected, .. }) if !expected.starts_with("a value") => {}
        Err(
            SetflError::Word { line, .. }
            | SetflError::Count { line, .. }
            | SetflError::Kind { line, .. }
            | SetflError::After { line, .. }
            | SetflError::End { line, .. }
            | SetflError::Io { line, .. },
        ) => assert!(*line >= element, "{other:?}"),
        Err(error) => panic!("of neither form: {error}"),
        Ok(_) => {}
    }
}

fn of_potential(text: &[u8], form: SetflForm, potential: &Setfl) {
    let longer = |more: &[u8]| Setfl::read_as(&[text, more].concat()[..], form);
    assert_eq!(longer(b"\n \t\r\n\n").unwrap(), *potential);
    assert!(longer(b"\n# \xff").unwrap().notes().len() >= potential.notes().len());
    for more in [&b"\n1.0"[..], b"\n\nx y", b"\n\xff", b"\n0 1.5 # 2"] {
        match longer(more).unwrap_err() {
            SetflError::After { .. } | SetflError::Kind { .. } | SetflError::Io { .. } => {}
            error => panic!("{error}"),
        }
    }
    let count = potential.elements().len();
    for a in 0..count {
        for x in [0.0, 0.1, 1.0, potential.cutoff() / 2.0, potential.cutoff(), f64::MAX] {
            let _ = potential.embedding(a, x);
            let _ = potential.embedding(a, -x);
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
        SetflError::Count { expected, got, line, .. } => {
            assert_ne!(expected, got, "{error}");
            let lines = text.iter().filter(|byte| **byte == b'\n').count();
            assert!(*line <= 1 + lines as u64, "{error}");
        }
        SetflError::Io { line, .. }
        | SetflError::Comments { line }
        | SetflError::Kind { line, .. }
        | SetflError::After { line, .. } => {
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
        let barrier = model.barrier(&configuration, Jump::new(Site(0), to, direction));
        assert!(barrier.is_finite(), "{barrier}");
    }
    assert!(model.energy(&configuration).unwrap().is_finite());
}
