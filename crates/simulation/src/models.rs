//! One model for several simulations.

use std::fmt::{self, Debug};
use std::sync::Arc;

use zobrist_lattice::model::Model;

/// A source of equal models, one for each of several simulations, which may run in threads of their
/// own. Models of one program share its workers.
#[derive(Clone)]
pub struct Models(Arc<dyn Fn() -> Box<dyn Model + Send> + Send + Sync>);

impl Models {
    /// Creates the source of clones of a model.
    pub fn of<M: Model + Clone + Send + Sync + 'static>(model: M) -> Models {
        Models(Arc::new(move || Box::new(model.clone())))
    }

    /// Returns one of the models.
    #[must_use]
    pub fn one(&self) -> Box<dyn Model + Send> {
        self.0()
    }
}

impl Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").finish_non_exhaustive()
    }
}
