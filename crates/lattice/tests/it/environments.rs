//! Environments against their definition: what two vacancies see has one name exactly when a
//! symmetry takes one to the other.

mod back;
mod boxes;
mod classes;
mod fast;
mod help;
