//! Giving up a build by many tasks.

use std::path::Path;

use super::commit::forget;
use super::place::{PLAN, Work, open, open_exclusive};
use crate::error::IndexError;

/// Removes a plan, and what its runs and ranges have made. The index of the folder, if there is one, stays
/// as it is.
///
/// # Errors
/// When there is no plan, another process is at work in the folder, or a file cannot be removed.
pub fn abandon(folder: impl AsRef<Path>) -> Result<(), IndexError> {
    let place = open(folder.as_ref())?;
    if place.read(PLAN)?.is_none() {
        return Err(IndexError::NoPlan(place.path().to_owned()));
    }
    let folder = open_exclusive(folder.as_ref())?;
    folder.clean()?;
    let place = folder.place();
    match place.plan() {
        Ok(plan) => forget(place, &plan),
        // One that cannot be read does not say which its tasks are.
        Err(IndexError::Plan { .. }) => {
            place.remove_work(Work::OfAllBut(""))?;
            place.remove_plan()
        }
        Err(error) => Err(error),
    }
}
