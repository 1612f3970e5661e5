//! Reading from and writing to stores, as a library: on a store like S3 made by moto, and on servers of a
//! few lines.

mod http;
mod store;
mod tool;
