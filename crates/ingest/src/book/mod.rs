//! Opening books: games are counted for them, and files are told apart from them.

mod bytes;
mod count;
mod counter;
mod error;

pub use bytes::{first_fall, is_plain_book, text_instead};
pub use count::{CountOptions, Counting, GameSource};
pub use counter::Sieve;
pub use error::CountError;
