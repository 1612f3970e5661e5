//! The names of elements, as a configuration or a file of atoms may write them.

use crate::alloy::VACANCY;
use crate::atoms::VACANCY_SYMBOL;

/// Checks a name of an element, which stands in files of atoms, in names of columns and in pictures.
///
/// # Errors
/// When it is empty, has white space or a control character, or is that of a vacancy: the reason.
pub(crate) fn check_element(name: &str) -> Result<(), String> {
    if name.is_empty() || name == VACANCY || name == VACANCY_SYMBOL {
        return Err(format!("expected an element, got {name:?}"));
    }
    if name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(format!(
            "expected an element without white space and control characters, got {name:?}"
        ));
    }
    Ok(())
}
