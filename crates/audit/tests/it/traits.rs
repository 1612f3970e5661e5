//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use zobrist_audit::{
    DependencySearch, Findings, OutOfMemory, SearchError, SearchPlan, SearchWorker, Spread,
};

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    fn shared<T: Debug + Send + Sync>() {}
    fn sent<T: Debug + Send>() {}
    common::<SearchPlan>();
    common::<Findings>();
    common::<Spread>();
    common::<SearchError>();
    common::<OutOfMemory>();
    shared::<DependencySearch>();
    sent::<SearchWorker>();
}
