//! Files that are written: whole, in their place, or not at all.

use std::fs;

use crate::tool::{Folder, zobrist};

const KEYS: [&str; 5] = ["keys", "generate", "polyglot", "--output", "keys"];

#[test]
fn nothing_else_is_left_beside_them() {
    let folder = Folder::with("keys", "before");
    assert_eq!(folder.zobrist(KEYS).done(), "");
    assert_eq!(fs::read_to_string(folder.path("keys")).unwrap().lines().count(), 781);
    folder.zobrist(["keys", "generate", "no such set", "--output", "keys"]).refused();
    assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 1);
}

#[test]
fn a_dash_is_no_file() {
    let folder = Folder::new();
    let message = folder.zobrist(["keys", "generate", "polyglot", "--output", "-"]).refused();
    assert_eq!(
        message,
        "zobrist: cannot write -: standard output is no file; `./-` is one of that name\n"
    );
    assert_eq!(folder.zobrist(["keys", "generate", "polyglot", "--output", "./-"]).done(), "");
    assert!(folder.path("-").is_file());
}

#[cfg(unix)]
#[test]
fn a_link_goes_on_to_lead_to_its_file_which_keeps_its_mode() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::with("mine", "before");
    fs::set_permissions(folder.path("mine"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("mine", folder.path("keys")).unwrap();
    assert_eq!(folder.zobrist(KEYS).done(), "");
    assert!(folder.path("keys").is_symlink());
    let file = folder.path("mine");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 781);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

/// As editors of Windows write it.
#[test]
fn a_mark_in_front_of_keys_is_no_key() {
    let folder = Folder::new();
    for (name, text) in [("keys.hex", "0x1\n0x2\n"), ("keys.json", "[1, 2]\n")] {
        let audits = ["", "\u{feff}"].map(|mark| {
            folder.write(name, format!("{mark}{text}"));
            folder.zobrist(["keys", "generate", name]).done()
        });
        assert_eq!(audits[0], audits[1]);
    }
}

/// The keys of `go hash`: the hash of an empty board is that of its width and height.
#[test]
fn the_keys_of_go_are_a_published_set() {
    let folder = Folder::with("empty.sgf", "(;GM[1]SZ[9])");
    for bits in ["64", "128"] {
        let rows = folder.zobrist(["go", "hash", "--bits", bits, "empty.sgf"]).done();
        let keys = zobrist(["keys", "generate", "go", "--bits", bits]).done();
        let keys: Vec<u128> =
            keys.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect();
        assert_eq!(keys.len(), 1250 + 25 + 25);
        let hash = u128::from_str_radix(rows.split_whitespace().next().unwrap(), 16).unwrap();
        assert_eq!(hash, keys[1250 + 8] ^ keys[1275 + 8]);
    }
    let message = zobrist(["keys", "generate", "go", "--bits", "32"]).refused();
    assert_eq!(message, "zobrist: the keys of `go` have 64 or 128 bits\n");
}
