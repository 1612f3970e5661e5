//! Every row of an index of the sample, by every scheme.

use zobrist_index::{AnyScheme, BuildOptions, Index, SchemeId, Select};

use crate::composed::composed;
use crate::recount::{Tables, games};
use crate::tables;
use crate::tool::{Folder, build, faults, feed, sample, threads};

fn recount(scheme: impl Into<AnyScheme>) {
    let scheme = scheme.into();
    let text = sample(usize::MAX);
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    (options.scheme, options.threads) = (scheme.clone(), threads(2));
    // Several segments, which are merged.
    options.memory = 4 << 20;
    let files = [folder.games("games.pgn", &text)];
    let mut builder = build(&folder.index(), options, &files);
    feed(&mut builder, &files, 100, usize::MAX);
    assert!(builder.resume_point().game > 0, "no segment was written");
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.rejected), (2000, 0));
    let name = files[0].to_string_lossy();
    let expected = Tables::of([(&*name, &*text)], scheme.clone(), Select::default());
    let got = tables::read(&folder.index());
    tables::assert_equal(&got, &expected);
    for (game, offset) in games(&text).iter().zip(tables::offsets(&folder.index())) {
        assert_eq!(text[offset as usize..game.offset].trim(), "");
    }
    let index = Index::open(folder.index()).unwrap();
    assert_eq!(index.scheme().fingerprint(), scheme.fingerprint());
    assert_eq!((index.scheme().name(), index.games()), (scheme.name(), 2000));
    let info = index.info();
    assert_eq!(info.segments, 1);
    assert_eq!(info.positions.rows, expected.positions.len() as u64);
    assert_eq!(info.occurrences.rows, expected.occurrences.len() as u64);
    assert_eq!(info.games.rows, 2000);
}

#[test]
fn every_position_of_the_sample_by_polyglot() {
    recount(SchemeId::Polyglot);
}

#[test]
fn every_position_of_the_sample_by_fide() {
    recount(SchemeId::Fide);
}

#[test]
fn every_position_of_the_sample_by_fen() {
    recount(SchemeId::Fen);
}

#[test]
fn every_position_of_the_sample_by_zobrist() {
    recount(SchemeId::Zobrist64);
}

#[test]
fn every_position_of_the_sample_by_a_composed_scheme() {
    recount(composed("own", 1970));
}

#[test]
fn the_sample_has_no_fault() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(300));
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}
