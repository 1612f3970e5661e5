//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use zobrist_lattice::model::{EamModel, PairModel};
use zobrist_lattice::{
    AbsorbingChain, Configuration, Environments, Kmc, Metropolis, Recall, Settings, State,
};

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    fn shared<T: Debug + Send + Sync>() {}
    common::<AbsorbingChain>();
    common::<Configuration>();
    common::<EamModel>();
    common::<Environments>();
    common::<PairModel>();
    common::<Recall<f64>>();
    common::<Settings>();
    common::<State>();
    shared::<Kmc<PairModel>>();
    shared::<Metropolis<PairModel>>();
}
