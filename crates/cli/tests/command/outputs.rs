//! Files that are written whole and in their place, or not at all.

use std::fs;

use crate::tool::Folder;

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
        "zobrist: cannot write -: standard output is not a file; `./-` is one of that name\n"
    );
    assert_eq!(folder.zobrist(["keys", "generate", "polyglot", "--output", "./-"]).done(), "");
    assert!(folder.path("-").is_file());
}

/// As with a shell's `>`.
#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_makes_it() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    fs::create_dir(folder.path("far")).unwrap();
    symlink("far/link", folder.path("keys")).unwrap();
    symlink("new", folder.path("far/link")).unwrap();
    assert_eq!(folder.zobrist(KEYS).done(), "");
    assert!(folder.path("keys").is_symlink() && folder.path("far/link").is_symlink());
    assert_eq!(fs::read_to_string(folder.path("far/new")).unwrap().lines().count(), 781);

    for (link, target) in [("nowhere", "no/where"), ("circle", "circle")] {
        symlink(target, folder.path(link)).unwrap();
        let args = ["keys", "generate", "polyglot", "--output", link];
        let message = folder.zobrist(args).refused();
        assert!(message.starts_with(&format!("zobrist: cannot write {link}: ")), "{message}");
        assert!(folder.path(link).is_symlink());
    }
    assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 4);
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
