//! `zobrist.keys`.

use pyo3::prelude::*;

use crate::key_words::key_array;
use crate::scheme::scheme_or_polyglot;

/// The keys of a scheme, one for each feature that a position can have.
///
/// ``Scheme.features`` has the features in the same order, in words.
///
/// Args:
///     scheme: the name of a built-in scheme, the path of a TOML file that describes one, or a Scheme.
///     bits: the width of a key: 32, 64 or 128. By default that of the scheme.
///
/// Returns:
///     An array of NumPy in the order of the scheme's slots, of the dtype ``uint64``, or ``uint32`` for 32
///     bits; for 128 bits ``uint64`` of the shape (n, 2), the high half first. The array is a copy.
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
