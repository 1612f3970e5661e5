//! An index that many tasks build from files of games: [`plan`] cuts the files into runs, and [`run`]
//! builds one of them.
//!
//! What is done with the runs afterwards needs no files of games: see
//! [`zobrist_index::runs`](zobrist_index::runs), whose `combine` and `commit` complete the index.

mod build;
mod cut;
mod planning;
mod room;
mod run;

pub use self::build::build;
pub use self::cut::{SourceSize, cut};
pub use self::planning::plan;
pub use self::room::{GameSample, room};
pub use self::run::run;
