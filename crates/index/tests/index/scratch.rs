//! The folder in which a check writes.

use std::fs;

use zobrist_index::BuildOptions;

use crate::tool::{Folder, sample, threads};

#[test]
fn a_check_writes_where_it_is_asked_to_and_leaves_nothing() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let temp = folder.index().with_file_name("temp");
    let verify =
        || zobrist_index::verify_in(folder.index(), &temp, 1 << 24, threads(1), &mut |_| ());
    let error = verify().unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot write {}", temp.display())), "{error}");
    fs::create_dir(&temp).unwrap();
    assert_eq!(verify().unwrap(), 0);
    assert_eq!(fs::read_dir(&temp).unwrap().count(), 0);
}
