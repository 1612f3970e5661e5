//! Games that demonstrate the search and measure it.

mod connect_four;

pub use connect_four::{ConnectFour, ConnectFourError};
