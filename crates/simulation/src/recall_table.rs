//! The table `[recall]` of a simulation; `docs/lattice-config.md` is the specification.

use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result, bytes_of_size};
use zobrist_lattice::{Audit, Bound, RecallMode, Settings, Verification};

use crate::values::parsed;

/// The largest difference that is tolerated between a recalled value and the same computed again,
/// unless a configuration has another: of barriers in eV, of prefactors as a fraction.
pub const TOLERANCE: f64 = 1e-6;

/// The seed of the audit in a simulation with a seed, other than that one: what is audited has
/// nothing to do with where the atoms are. It is that of [`Settings::new`].
pub(crate) fn audit_seed(seed: u64) -> u64 {
    !seed
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecallTable {
    pub(crate) mode: Spanned<String>,
    entries: Option<Spanned<usize>>,
    size: Option<Spanned<String>>,
    verify: Option<Spanned<String>>,
    audit_one_in: Option<Spanned<u32>>,
    tolerance: Option<Spanned<f64>>,
    file: Option<Spanned<PathBuf>>,
}

impl RecallTable {
    /// Enters the mode, bound and checks into the settings, and returns the file of the recall.
    pub(crate) fn apply(
        &self,
        settings: &mut Settings,
        place: Place<'_>,
    ) -> Result<Option<PathBuf>> {
        settings.recall = parsed::<RecallMode>(&self.mode, place)?;
        settings.bound = match (&self.entries, &self.size) {
            (None, None) => settings.bound,
            (Some(entries), None) if *entries.get_ref() == 0 => {
                let reason = "`entries`: expected 1 or more, got 0; mode \"none\" recalls nothing";
                return Err(place.error(entries.span().start, reason));
            }
            (Some(entries), None) => Bound::Entries(*entries.get_ref()),
            (None, Some(size)) => {
                let bytes = bytes_of_size(size.get_ref());
                let bytes = bytes.map_err(|error| place.error(size.span().start, error))?;
                if bytes == 0 {
                    let got = size.get_ref();
                    let reason = format!(
                        "`size`: expected more than 0 bytes, such as \"256MiB\", got {got:?}; mode \
                         \"none\" recalls nothing"
                    );
                    return Err(place.error(size.span().start, reason));
                }
                Bound::Bytes(usize::try_from(bytes).unwrap_or(usize::MAX))
            }
            (Some(_), Some(size)) => {
                let reason = "expected `entries` or `size` as the bound of the recall, got both";
                return Err(place.error(size.span().start, reason));
            }
        };
        if let Some(verify) = &self.verify {
            let (verification, wide_keys) = match verify.get_ref().as_str() {
                "hash64" => (Verification::Hash, false),
                "hash128" => (Verification::Hash, true),
                "content" => (Verification::Content, false),
                got => {
                    let reason = format!(
                        "`verify`: expected \"hash64\", \"hash128\" or \"content\", got {got:?}"
                    );
                    return Err(place.error(verify.span().start, reason));
                }
            };
            (settings.verification, settings.wide_keys) = (verification, wide_keys);
        }
        if let Some(one_in) = &self.audit_one_in {
            if *one_in.get_ref() == 0 {
                let reason = "`audit_one_in`: expected 1 or more, 1 to recompute every hit, got 0";
                return Err(place.error(one_in.span().start, reason));
            }
            settings.audit = Some(Audit::one_in(*one_in.get_ref(), audit_seed(settings.seed)));
        }
        let file = self.file.as_ref();
        if let Some(empty) = file.filter(|file| file.get_ref().as_os_str().is_empty()) {
            let reason = "`file`: expected the path of a file, got \"\"";
            return Err(place.error(empty.span().start, reason));
        }
        // Mode "none" leaves the file of another mode as it is.
        Ok(file.filter(|_| settings.recall != RecallMode::None).map(|file| file.get_ref().clone()))
    }

    /// Returns the tolerance of the audit, if there is such a table or not.
    pub(crate) fn tolerance(table: Option<&RecallTable>, place: Place<'_>) -> Result<f64> {
        let Some(tolerance) = table.and_then(|table| table.tolerance.as_ref()) else {
            return Ok(TOLERANCE);
        };
        let got = *tolerance.get_ref();
        if got >= 0.0 && got.is_finite() {
            return Ok(got);
        }
        let reason = format!("`tolerance`: expected 0 eV or more, got {got}");
        Err(place.error(tolerance.span().start, reason))
    }
}
