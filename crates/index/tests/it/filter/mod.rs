//! Filters against their slow, obvious definition.

mod conditions;
mod dates;
mod words;
