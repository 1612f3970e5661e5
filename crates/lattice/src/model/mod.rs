//! Where barriers come from.
