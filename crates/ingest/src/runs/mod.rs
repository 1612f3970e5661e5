//! An index that many tasks build from files of games: [`plan`] cuts the files into runs, and
//! [`run`] builds one of them.
//!
//! The later steps need no files of games: [`zobrist_index::runs`] has `combine` and `commit`,
//! which complete the index.
//!
//! ```
//! use std::sync::Arc;
//! use zobrist_game_text::Rejection;
//! use zobrist_index::MergeOptions;
//! use zobrist_index::runs::{PlanOptions, combine, commit};
//! use zobrist_ingest::{Sources, Watch, runs};
//! use zobrist_input::{Listener, Nobody};
//!
//! /// Prints games that cannot be replayed.
//! struct Print;
//!
//! impl Watch for Print {
//!     fn games(&mut self, _read: u64, _plies: u64, rejections: &[Rejection]) {
//!         rejections.iter().for_each(|rejection| println!("{rejection}"));
//!     }
//! }
//!
//! # let folder = std::env::temp_dir().join(format!("zobrist-ingest-runs-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let paths = ["a.pgn", "b.pgn"].map(|name| folder.join(name));
//! for path in &paths {
//!     std::fs::write(path, "1. e4 e5 *\n\n1. d4 *\n")?;
//! }
//! let index = folder.join("index");
//! let sources = Sources::find(&paths)?;
//! let plan = runs::plan(&index, &sources, PlanOptions::default(), 2.try_into().ok())?;
//! let listener: Arc<dyn Listener> = Arc::new(Nobody);
//! for number in 1..=plan.runs().len() as u32 {
//!     runs::run(&index, number, MergeOptions::default(), &listener, &mut Print)?; // by any machine
//! }
//! combine(&index, 1, 1, MergeOptions::default())?;
//! assert_eq!(commit(&index)?.games, 4);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
