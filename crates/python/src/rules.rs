//! The rules by which positions are read: the variant, and Chess960.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

/// The variants by name, with the reading of castling rights; `None` when the position decides.
const VARIANTS: [(&str, Variant, Option<CastlingMode>); 11] = [
    ("chess", Variant::Chess, Some(CastlingMode::Standard)),
    ("chess960", Variant::Chess, Some(CastlingMode::Chess960)),
    ("atomic", Variant::Atomic, None),
    ("antichess", Variant::Antichess, None),
    ("kingofthehill", Variant::KingOfTheHill, None),
    ("koth", Variant::KingOfTheHill, None),
    ("3check", Variant::ThreeCheck, None),
    ("threecheck", Variant::ThreeCheck, None),
    ("crazyhouse", Variant::Crazyhouse, None),
    ("racingkings", Variant::RacingKings, None),
    ("horde", Variant::Horde, None),
];

/// The rules by which positions are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) variant: Variant,
    pub(crate) mode: Option<CastlingMode>,
    /// True if the caller chose a variant: boards must be of it.
    pub(crate) is_asked: bool,
}

impl Rules {
    /// The rules of a variant's name, in any case.
    pub(crate) fn named(name: Option<&str>) -> PyResult<Rules> {
        let Some(name) = name else { return Ok(Rules::default()) };
        let wanted = name.to_lowercase();
        match VARIANTS.iter().find(|(known, ..)| *known == wanted) {
            Some((_, variant, mode)) => {
                Ok(Rules { variant: *variant, mode: *mode, is_asked: true })
            }
            None => {
                let names: Vec<&str> = VARIANTS.iter().map(|(name, ..)| *name).collect();
                let names = names.join(", ");
                Err(PyValueError::new_err(format!(
                    "variant: expected one of {names}, got {name:?}"
                )))
            }
        }
    }
}
