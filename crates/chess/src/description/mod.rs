//! Schemes as TOML: what a person writes, and the canonical text that stored data carry.

mod write;
