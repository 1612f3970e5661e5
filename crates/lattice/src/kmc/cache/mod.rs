//! Barrier caches: where a simulation gets the barriers of its vacancies from.
//!
//! Each [`RecallMode`] is an implementation of [`BarrierCache`]. [`new`] chooses it, the width of
//! its keys and the form of its values once.

mod defect;
mod handle;
mod interface;
mod jump;
mod state;
mod value;

use std::fmt::Debug;

use zobrist::Key;

pub(super) use self::handle::{AnyRecall, AnySharedRecall};
pub(super) use self::interface::{BarrierCache, KmcContext};

use self::defect::DefectCache;
use self::interface::NoCache;
use self::jump::JumpCache;
use self::state::StateCache;
use super::error::KmcError;
use super::settings::{RecallMode, Settings};
use crate::configuration::Configuration;
use crate::model::Model;
use crate::structure::PointGroup;

/// Creates the empty cache that the settings ask for.
pub(super) fn new(
    model: &dyn Model,
    settings: &Settings,
    configuration: &Configuration,
) -> Result<Box<dyn BarrierCache>, KmcError> {
    if settings.wide_keys {
        with_keys::<u128>(model, settings, configuration)
    } else {
        with_keys::<u64>(model, settings, configuration)
    }
}

fn with_keys<K: Key + Debug + Send + Sync + 'static>(
    model: &dyn Model,
    settings: &Settings,
    configuration: &Configuration,
) -> Result<Box<dyn BarrierCache>, KmcError> {
    let all = model.lattice().structure().point_group();
    Ok(match settings.recall {
        RecallMode::None => Box::new(NoCache),
        RecallMode::State => Box::new(StateCache::<K>::new(model, settings, configuration)?),
        RecallMode::Environment => {
            Box::new(DefectCache::<K>::new(model, settings, &PointGroup::trivial())?)
        }
        RecallMode::EnvironmentSymmetry => Box::new(DefectCache::<K>::new(model, settings, &all)?),
        RecallMode::JumpSymmetry if model.gives_prefactors() => {
            Box::new(JumpCache::<K, [f64; 2]>::new(model, settings, &all)?)
        }
        RecallMode::JumpSymmetry => Box::new(JumpCache::<K, f64>::new(model, settings, &all)?),
    })
}
