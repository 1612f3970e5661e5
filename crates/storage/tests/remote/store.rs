//! Files in a bucket: written, read, listed, replaced if they are unchanged, and removed.

use std::fs;
use std::io::{ErrorKind, Read};
use std::sync::Mutex;
use std::thread;

use zobrist_storage::remote::{RemoteFile, RemoteFolder};
use zobrist_storage::{ByteSource, Bytes};

use crate::tool::has_store;

#[test]
fn files_are_written_read_listed_and_removed() {
    if !has_store("store::files_are_written_read_listed_and_removed") {
        return;
    }
    let folder = RemoteFolder::open("s3://chess/a/folder/").unwrap();
    assert_eq!(folder.path().to_str().unwrap(), "s3://chess/a/folder");
    assert!(folder.read("none").unwrap().is_none());
    assert!(folder.file("none", None).unwrap().is_none());
    assert_eq!(folder.list("").unwrap(), []);
    let put = folder.put("one.txt", Bytes::from_static(b"0123456789")).unwrap();
    let (bytes, version) = folder.read("one.txt").unwrap().unwrap();
    assert_eq!((&bytes[..], &version), (&b"0123456789"[..], &put));
    folder.put("in/two.txt", Bytes::new()).unwrap();
    folder.put("in/deep/three.txt", Bytes::from_static(b"3")).unwrap();
    let mut all = folder.list("").unwrap();
    all.sort();
    let name = |name: &str, size| (name.to_owned(), size);
    let inside = [name("in/deep/three.txt", 1), name("in/two.txt", 0)];
    assert_eq!(all, [&inside[..], &[name("one.txt", 10)]].concat());
    let mut some = folder.list("in").unwrap();
    some.sort();
    assert_eq!(some, inside);
    // A folder whose name begins like another is another.
    assert_eq!(folder.list("i").unwrap(), []);
    let file = folder.file("one.txt", None).unwrap().unwrap();
    assert_eq!((file.len(), &file.read_at(3, 4).unwrap()[..]), (10, &b"3456"[..]));
    assert!(file.modified().is_some() && file.etag().is_some() && file.is_remote());
    assert_eq!(file.read_at(8, 3).unwrap_err().kind(), ErrorKind::UnexpectedEof);
    assert_eq!(file.read_at(10, 0).unwrap().len(), 0);
    let empty = RemoteFile::open("s3://chess/a/folder/in/two.txt").unwrap();
    assert_eq!(empty.len(), 0);
    let known = folder.file("one.txt", Some(11)).unwrap().unwrap();
    let error = known.read_at(0, 2).unwrap_err().to_string();
    assert_eq!(error, "expected a file of 11 bytes, got 10");
    folder.remove("one.txt").unwrap();
    folder.remove("one.txt").unwrap();
    assert!(folder.read("one.txt").unwrap().is_none());
    let gone = file.read_at(0, 1).unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NotFound);
    assert!(folder.put("a/../b", Bytes::new()).is_err());
}

#[test]
fn a_file_is_replaced_only_if_it_is_unchanged() {
    if !has_store("store::a_file_is_replaced_only_if_it_is_unchanged") {
        return;
    }
    let folder = RemoteFolder::open("s3://chess/cas").unwrap();
    assert!(folder.put_new("m", Bytes::from_static(b"0")).unwrap());
    assert!(!folder.put_new("m", Bytes::from_static(b"1")).unwrap());
    let (bytes, first) = folder.read("m").unwrap().unwrap();
    assert_eq!(&bytes[..], b"0");
    let second = folder.replace("m", Bytes::from_static(b"2"), &first).unwrap().unwrap();
    assert!(folder.replace("m", Bytes::from_static(b"3"), &first).unwrap().is_none());
    assert_eq!(&folder.read("m").unwrap().unwrap().0[..], b"2");
    // Of several at once, one wins.
    let won = Mutex::new(0);
    thread::scope(|scope| {
        for number in 0..8_u8 {
            let (folder, second, won) = (&folder, &second, &won);
            scope.spawn(move || {
                let bytes = Bytes::from(vec![number; 5]);
                let replaced = folder.replace("m", bytes, second).unwrap();
                *won.lock().unwrap() += u32::from(replaced.is_some());
            });
        }
    });
    assert_eq!(*won.lock().unwrap(), 1);
    folder.remove("m").unwrap();
    assert!(folder.replace("m", Bytes::new(), &second).unwrap().is_none());
}

#[test]
fn large_files_go_in_parts_and_come_in_pieces() {
    if !has_store("store::large_files_go_in_parts_and_come_in_pieces") {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let folder = RemoteFolder::open("s3://chess/large").unwrap();
    for length in [0_usize, 1, 8 << 20, (8 << 20) + 1, 35_000_000] {
        let bytes: Vec<u8> = (0..length).map(|at| (at * 7 + at / 251) as u8).collect();
        fs::write(temp.path().join("file"), &bytes).unwrap();
        folder.put_file("file", temp.path().join("file")).unwrap();
        let file = folder.file("file", None).unwrap().unwrap();
        assert_eq!(file.len(), length as u64);
        let mut read = Vec::new();
        file.reader(0..u64::MAX).read_to_end(&mut read).unwrap();
        assert!(read == bytes, "{length}");
        let middle = length as u64 / 3..length as u64 / 2;
        read.clear();
        file.reader(middle.clone()).read_to_end(&mut read).unwrap();
        assert!(read == bytes[middle.start as usize..middle.end as usize]);
    }
    // A reader that is dropped leaves nothing behind, and a file that changes is noticed.
    let file = folder.file("file", None).unwrap().unwrap();
    let mut reader = file.reader(0..file.len());
    let mut some = [0; 10];
    reader.read_exact(&mut some).unwrap();
    drop(reader);
    folder.put("file", Bytes::from(vec![1; 35_000_000])).unwrap();
    let error = file.read_at(0, 10).unwrap_err().to_string();
    assert!(error.ends_with("it changed while it was read"), "{error}");
}
