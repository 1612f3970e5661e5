//! Files that hold no games of chess in PGN, and what they look like.

mod begin;
mod game;
mod judgement;
mod kind;
mod text;

pub(crate) use self::begin::SIGNATURE_BYTES;
pub use self::game::has_game;
pub use self::judgement::{JUDGED_BYTES, judge};
pub(crate) use self::judgement::{is_blank, kind_without_games};
pub use self::kind::OtherKind;
