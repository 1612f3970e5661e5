//! Recall: against a naive model, within its bounds, by hash and by content, in files and
//! under audit.

mod recall {
    mod audit;
    mod collisions;
    mod files;
    mod merge;
    mod model;
}
