//! Games that the search is shown and measured on.

mod connect_four;

pub use connect_four::{ConnectFour, ConnectFourError};
