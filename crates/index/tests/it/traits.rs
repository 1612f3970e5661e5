//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use zobrist_index::{
    Answer, BuildOptions, Filter, Index, IndexBuilder, IndexError, Replayer, StoredGame,
};

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    fn shared<T: Debug + Send + Sync>() {}
    fn sent<T: Debug + Send>() {}
    common::<Answer>();
    common::<BuildOptions>();
    common::<Filter>();
    common::<Replayer>();
    common::<StoredGame>();
    shared::<Index>();
    shared::<IndexError>();
    sent::<IndexBuilder>();
}
