//! Tests of whole indexes: answers, damage, folders.

mod answers;
mod damage;
mod folders;
mod games;
mod stored;
