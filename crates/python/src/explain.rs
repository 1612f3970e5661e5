//! `zobrist.explain` and `zobrist.diff`: the features of positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray};
use pyo3::prelude::*;
use shakmaty::variant::VariantPosition;
use zobrist::{Feature, Group, Key, Keys};
use zobrist_chess::{ComposedScheme, Scheme};
use zobrist_shakmaty::for_each_feature;

use crate::keys_array::key_column;
use crate::position::read_one;
use crate::rules::Rules;
use crate::scheme::{scheme_or_polyglot, secondary_of};
use crate::table::Table;

/// Explains the hash of a position: a row for each of its features.
///
/// Args:
///     position: a FEN, whose fields may be missing at the end, ``"startpos"``, moves from the
///         start such as ``"e4 e5 Nf3"``, or a ``chess.Board``.
///     scheme: the name of a built-in scheme, the path of a TOML file that describes one, or a
///         Scheme.
///     bits: the width of a hash: 32, 64 or 128. By default that of the scheme.
///     variant: as ``hash`` takes it.
///     key: explain this secondary key of the scheme, such as ``pawn``, in place of the hash.
///
/// Returns:
///     A Table with the columns ``key`` (that of the feature), ``hash`` (of the features so far)
///     and ``feature``, in words. The last ``hash`` is that of the position. Keys and hashes are
///     unsigned integers of 64 bits (32 for 32 bits); for 128 bits they are text of 32 hex digits.
///
/// Raises:
///     PositionError: the position cannot be read or is not legal.
///     MoveError: a move is not legal.
///     SchemeError: there is no such scheme, or it lacks the width or the secondary key.
///
/// Cost: a few dozen microseconds.
///
/// >>> import zobrist
/// >>> table = zobrist.explain("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
/// >>> table["feature"]
/// ['white king e1', 'black king e8', 'white to move']
/// >>> table[-1]["hash"] == zobrist.hash("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
/// True
#[pyfunction]
#[pyo3(signature = (position, scheme = None, *, bits = None, variant = None, key = None))]
#[pyo3(text_signature = "(position, scheme='polyglot', *, bits=None, variant=None, key=None)")]
pub(crate) fn explain(
    py: Python,
    position: &Bound<PyAny>,
    scheme: Option<&Bound<PyAny>>,
    bits: Option<u32>,
    variant: Option<&str>,
    key: Option<&str>,
) -> PyResult<Table> {
    let rules = Rules::named(variant)?;
    let mut scheme = scheme_or_polyglot(py, scheme, bits)?;
    if let Some(key) = key {
        scheme = secondary_of(&scheme, key)?;
    }
    let position = read_one(position, rules)?;
    let scheme = scheme.to_composed();
    let (mut keys, mut hashes, mut words) = (Vec::new(), Vec::new(), Vec::new());
    let mut hash = scheme.hash_of(0);
    for_each_feature(&scheme, &position, |feature| {
        let key = scheme.key(feature);
        hash = hash.plus(key);
        keys.push(key.to_word());
        hashes.push(hash.to_word());
        words.push(scheme.describe(feature));
    });
    let column = |words: &[u128]| key_column(words, scheme.bits());
    Ok(Table::new(vec![
        ("key", column(&keys)),
        ("hash", column(&hashes)),
        ("feature", Arc::new(StringArray::from(words)) as ArrayRef),
    ]))
}

/// Compares two positions: a row for each feature that only one of them has.
///
/// Args:
///     a, b: positions, as ``explain`` takes them.
///     scheme, bits, variant: as ``explain`` takes them.
///
/// Returns:
///     A Table with the columns ``side`` (``"-"`` if only a has the feature, ``"+"`` if only b),
///     ``key`` and ``feature``, those of a first. It is empty if the positions are the same to the
///     scheme. The keys, combined, are the difference of the two hashes.
///
/// Raises:
///     PositionError, MoveError, SchemeError: as ``explain``.
///
/// Cost: a few dozen microseconds.
///
/// >>> import zobrist
/// >>> for row in zobrist.diff("e4 e5", "e4 c5"):
/// ...     print(row["side"], row["feature"])
/// - black pawn e5
/// - black pawn c7
/// + black pawn c5
/// + black pawn e7
#[pyfunction]
#[pyo3(signature = (a, b, scheme = None, *, bits = None, variant = None))]
#[pyo3(text_signature = "(a, b, scheme='polyglot', *, bits=None, variant=None)")]
pub(crate) fn diff(
    py: Python,
    a: &Bound<PyAny>,
    b: &Bound<PyAny>,
    scheme: Option<&Bound<PyAny>>,
    bits: Option<u32>,
    variant: Option<&str>,
) -> PyResult<Table> {
    let rules = Rules::named(variant)?;
    let scheme = scheme_or_polyglot(py, scheme, bits)?;
    let (a, b) = (read_one(a, rules)?, read_one(b, rules)?);
    let scheme = scheme.to_composed();
    let (in_a, in_b) = (features(&scheme, &a), features(&scheme, &b));
    let (mut sides, mut keys, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for (side, features) in [("-", &in_a - &in_b), ("+", &in_b - &in_a)] {
        for feature in features {
            sides.push(side);
            keys.push(scheme.key(feature).to_word());
            words.push(scheme.describe(feature));
        }
    }
    Ok(Table::new(vec![
        ("side", Arc::new(StringArray::from(sides)) as ArrayRef),
        ("key", key_column(&keys, scheme.bits())),
        ("feature", Arc::new(StringArray::from(words))),
    ]))
}

fn features(scheme: &ComposedScheme, position: &VariantPosition) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}
