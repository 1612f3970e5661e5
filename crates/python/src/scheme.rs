//! Schemes, and `zobrist.keys`.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use zobrist::{Feature, Keys};
use zobrist_chess::{AnyScheme, SchemeDescription, SchemeId};

use crate::error::{Class, Failure};
use crate::keys_array::key_array;

/// A scheme: the keys, and what counts as a feature of a position.
///
/// ``Scheme(name, bits=64)`` is a built-in one; ``Scheme.from_file`` reads one of your own.
/// Wherever this package takes a scheme, its name, or the path of a TOML file, will do.
///
/// >>> import zobrist
/// >>> zobrist.Scheme("fide")
/// Scheme('fide', bits=64, fingerprint='6003b7b89e3ccabf')
#[pyclass(frozen, module = "zobrist", name = "Scheme", eq, hash)]
#[derive(Clone, Debug)]
pub(crate) struct PyScheme {
    pub(crate) scheme: AnyScheme,
}

impl PartialEq for PyScheme {
    fn eq(&self, other: &PyScheme) -> bool {
        self.scheme.bits() == other.scheme.bits()
            && self.scheme.fingerprint() == other.scheme.fingerprint()
    }
}

impl std::hash::Hash for PyScheme {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.scheme.fingerprint().to_string().hash(state);
    }
}

#[pymethods]
impl PyScheme {
    #[new]
    #[pyo3(signature = (name, bits = None))]
    fn new(name: &str, bits: Option<u32>) -> PyResult<PyScheme> {
        let Some(scheme) = AnyScheme::named(name) else { return Err(unknown(name).into()) };
        Ok(PyScheme { scheme: in_width(scheme, bits)? })
    }

    /// Reads a scheme of your own from a TOML file, and its keys from the file that it names.
    ///
    /// ``docs/schemes.md`` in the repository of this package specifies the format.
    ///
    /// Raises SchemeError when a file cannot be read, or describes no scheme.
    ///
    /// >>> import zobrist
    /// >>> rookie = zobrist.Scheme.from_file("data/rookie/rookie.toml")
    /// >>> rookie.name, rookie.bits
    /// ('rookie', 64)
    #[classmethod]
    fn from_file(_class: &Bound<PyType>, path: PathBuf) -> PyResult<PyScheme> {
        Ok(PyScheme { scheme: from_file(&path)? })
    }

    /// Reads a scheme from the text of such a file, which must hold its keys.
    ///
    /// Raises SchemeError when it describes no scheme, or names a file of keys.
    ///
    /// >>> import zobrist
    /// >>> rookie = zobrist.Scheme.from_file("data/rookie/rookie.toml")
    /// >>> zobrist.Scheme.from_text(rookie.to_text()) == rookie
    /// True
    #[classmethod]
    fn from_text(_class: &Bound<PyType>, text: &str) -> PyResult<PyScheme> {
        let failure = |error: &dyn std::error::Error| Failure::with_causes(Class::Scheme, error);
        let description = SchemeDescription::parse(text).map_err(|error| failure(&error))?;
        let scheme = AnyScheme::of_description(&description, None).map_err(|e| failure(&e))?;
        Ok(PyScheme { scheme })
    }

    /// The scheme as the text of a TOML file, with its keys.
    ///
    /// >>> import zobrist
    /// >>> zobrist.Scheme("polyglot").to_text().splitlines()[0]
    /// 'name     = "polyglot"'
    fn to_text(&self) -> String {
        match &self.scheme {
            AnyScheme::BuiltIn(_) => SchemeDescription::of(&self.scheme).to_string(),
            AnyScheme::Composed(scheme) => scheme.to_text(),
        }
    }

    /// The name, which stored data carry.
    #[getter]
    fn name(&self) -> &str {
        self.scheme.name()
    }

    /// The number of bits of a hash: 16, 24, 32, 64 or 128, or 16, 24, 32, 47, 48 or 64 for keys
    /// that add.
    #[getter]
    fn bits(&self) -> u32 {
        self.scheme.bits()
    }

    /// The fingerprint of the scheme: 16 hex digits.
    #[getter]
    fn fingerprint(&self) -> String {
        self.scheme.fingerprint().to_string()
    }

    /// The names of the secondary keys, such as ``pawn``.
    #[getter]
    fn secondary_keys(&self) -> Vec<String> {
        secondary_names(&self.scheme)
    }

    /// A secondary key of the scheme, as a scheme of its own.
    ///
    /// Raises SchemeError when the scheme has none of that name.
    ///
    /// >>> import zobrist
    /// >>> pawn = zobrist.Scheme.from_file("data/rookie/rookie.toml").secondary("pawn")
    /// >>> with_knight, without = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    /// >>> zobrist.hash(with_knight, pawn) == zobrist.hash(without, pawn)
    /// True
    fn secondary(&self, name: &str) -> PyResult<PyScheme> {
        Ok(PyScheme { scheme: secondary_of(&self.scheme, name)? })
    }

    /// The keys in slot order, as ``zobrist.keys`` gives them: an array of NumPy of the dtype
    /// ``uint64``, or ``uint32`` for 32 bits, and for 128 bits of the shape (n, 2), the high half
    /// first.
    ///
    /// >>> import zobrist
    /// >>> zobrist.Scheme("zobrist", 32).keys().dtype
    /// dtype('uint32')
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        key_array(py, &self.scheme)
    }

    /// The features that the keys are of, in slot order and in words.
    ///
    /// >>> import zobrist
    /// >>> zobrist.Scheme("polyglot").features()[-1]
    /// 'white to move'
    fn features(&self) -> Vec<String> {
        let scheme = self.scheme.to_composed();
        let slots = 0..scheme.layout().len();
        slots.map(|slot| scheme.describe(Feature::from_slot(slot))).collect()
    }

    fn __repr__(&self) -> String {
        let (name, bits, fingerprint) = (self.name(), self.bits(), self.fingerprint());
        format!("Scheme({name:?}, bits={bits}, fingerprint={fingerprint:?})").replace('"', "'")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyScheme>();
        let AnyScheme::BuiltIn(id) = &self.scheme else {
            let make = class.getattr("from_text")?;
            return Ok((make, (self.to_text(),)).into_pyobject(py)?.into_any());
        };
        Ok((class, (id.name(), self.bits())).into_pyobject(py)?.into_any())
    }
}

fn from_file(path: &Path) -> Result<AnyScheme, Failure> {
    zobrist_key_lists::read_scheme(path)
        .map_err(|error| Failure::with_causes(Class::Scheme, &error).of_file(path))
}

fn secondary_names(scheme: &AnyScheme) -> Vec<String> {
    match scheme {
        AnyScheme::BuiltIn(_) => Vec::new(),
        AnyScheme::Composed(scheme) => {
            scheme.secondary_keys().iter().map(|key| key.name.clone()).collect()
        }
    }
}

/// A secondary key of a scheme, as a scheme of its own.
pub(crate) fn secondary_of(scheme: &AnyScheme, name: &str) -> Result<AnyScheme, Failure> {
    let found = match scheme {
        AnyScheme::BuiltIn(_) => None,
        AnyScheme::Composed(scheme) => scheme.secondary(name),
    };
    found.map(AnyScheme::from).ok_or_else(|| {
        let expected = match secondary_names(scheme) {
            keys if keys.is_empty() => "none, since it has no secondary keys".to_owned(),
            keys => keys.join(" or "),
        };
        let scheme = scheme.name();
        let reason =
            format!("secondary key of the scheme {scheme}: expected {expected}, got {name:?}");
        Failure::new(Class::Scheme, reason)
    })
}

fn unknown(name: &str) -> Failure {
    let mut names: Vec<&str> = SchemeId::ALL.iter().map(|id| id.name()).collect();
    names.dedup();
    let similar = zobrist_game_text::most_similar(name, names.iter().copied());
    let hint =
        zobrist_game_text::did_you_mean(&similar.into_iter().map(String::from).collect::<Vec<_>>());
    let names = names.join(", ");
    let reason =
        format!("scheme: expected {names}, or the path of a TOML file, got {name:?}{hint}");
    Failure::new(Class::Scheme, reason)
}

/// The scheme that an argument names: a `Scheme`, the name of a built-in one, or a path
/// `NAME.toml`.
pub(crate) fn scheme_of(argument: &Bound<PyAny>, bits: Option<u32>) -> PyResult<AnyScheme> {
    if let Ok(scheme) = argument.cast::<PyScheme>() {
        return Ok(in_width(scheme.get().scheme.clone(), bits)?);
    }
    let is_text = argument.is_instance_of::<PyString>();
    let Ok(path) = argument.extract::<PathBuf>() else {
        let got = argument.get_type().name()?;
        let expected = "scheme: expected a name, a path or a Scheme";
        return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
    };
    let is_file = !is_text || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let scheme = match path.to_str() {
        _ if is_file => from_file(&path)?,
        Some(name) => AnyScheme::named(name).ok_or_else(|| unknown(name))?,
        None => return Err(unknown(&path.to_string_lossy()).into()),
    };
    Ok(in_width(scheme, bits)?)
}

/// The scheme of an argument that is `polyglot` by default.
pub(crate) fn scheme_or_polyglot(
    py: Python,
    argument: Option<&Bound<PyAny>>,
    bits: Option<u32>,
) -> PyResult<AnyScheme> {
    let polyglot = PyString::new(py, "polyglot").into_any();
    scheme_of(argument.unwrap_or(&polyglot), bits)
}

/// A scheme in a width.
pub(crate) fn in_width(scheme: AnyScheme, bits: Option<u32>) -> Result<AnyScheme, Failure> {
    let name = scheme.name().to_owned();
    let wrong = |got: u32, has: u32| {
        Failure::new(
            Class::Scheme,
            format!("the scheme {name} has hashes of {has} bits, not of {got}"),
        )
    };
    let scheme = match (scheme, bits) {
        (AnyScheme::BuiltIn(id), Some(bits)) => {
            AnyScheme::BuiltIn(id.with_bits(bits).ok_or_else(|| wrong(bits, id.bits()))?)
        }
        (scheme, Some(bits)) if scheme.bits() != bits => return Err(wrong(bits, scheme.bits())),
        (scheme, _) => scheme,
    };
    Ok(scheme)
}

/// The scheme of the keys of an index: 64 bits, `fide` unless another is given.
pub(crate) fn key_scheme(py: Python, argument: Option<&Bound<PyAny>>) -> PyResult<AnyScheme> {
    let fide = PyString::new(py, "fide").into_any();
    let scheme = scheme_of(argument.unwrap_or(&fide), None)?;
    if scheme.bits() != 64 {
        let (name, bits) = (scheme.name(), scheme.bits());
        let reason = format!("expected a scheme of 64 bits, got {name}, which has {bits}");
        return Err(Failure::new(Class::Scheme, reason).into());
    }
    Ok(scheme)
}

/// The keys of a scheme, one for each feature that a position can have.
///
/// ``Scheme.features`` has the features in the same order, in words.
///
/// Args:
///     scheme: the name of a built-in scheme, the path of a TOML file that describes one, or a
///         Scheme.
///     bits: the width of a key: 32, 64 or 128. By default that of the scheme.
///
/// Returns:
///     An array of NumPy in the order of the scheme's slots, of the dtype ``uint64``, or ``uint32``
///     for 32 bits; for 128 bits ``uint64`` of the shape (n, 2), the high half first. The array is
///     a copy.
///
/// Raises:
///     SchemeError: there is no such scheme, or it lacks the width.
///
/// Cost: a few microseconds for a built-in scheme.
///
/// >>> import zobrist
/// >>> keys = zobrist.keys("polyglot")
/// >>> len(keys), hex(keys[0])
/// (781, '0x9d39247e33776d41')
/// >>> zobrist.keys("zobrist", bits=128).shape
/// (939, 2)
#[pyfunction]
#[pyo3(signature = (scheme = None, *, bits = None))]
#[pyo3(text_signature = "(scheme='polyglot', *, bits=None)")]
pub(crate) fn keys<'py>(
    py: Python<'py>,
    scheme: Option<&Bound<'py, PyAny>>,
    bits: Option<u32>,
) -> PyResult<Bound<'py, PyAny>> {
    key_array(py, &scheme_or_polyglot(py, scheme, bits)?)
}
