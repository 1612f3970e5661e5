//! Layouts of every kind: which features stand together, by which features positions differ, and
//! positions that are made of features, against positions of games and changes of them.

mod compatibility;
mod completion;
mod features;
mod forge;
mod moves;
mod planted;
mod positions;
mod schemes;

use std::collections::BTreeSet;

use shakmaty::Chess;
use zobrist::Feature;
use zobrist_chess::Scheme;

/// The features of a position.
fn features(scheme: &impl Scheme, position: &Chess) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    zobrist_shakmaty::for_each_feature(scheme, position, |feature| {
        assert!(features.insert(feature), "a feature occurs once");
    });
    features
}

/// The features in words, for the messages of failures.
fn words(scheme: &impl Scheme, features: impl IntoIterator<Item = Feature>) -> Vec<String> {
    let layout = scheme.chess_layout();
    features.into_iter().map(|feature| layout.describe(feature).to_string()).collect()
}
