//! Output files: written completely, or not at all.

use std::fs;
use std::process::Command;

use crate::lattice::SMALL;
use crate::tool::{Folder, ZOBRIST, split_closing, strace_runs};

const KEYS: [&str; 5] = ["keys", "generate", "polyglot", "--output", "keys"];
const GAMES: &str = "1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n";
const FORCED: [&str; 6] = ["keys", "generate", "polyglot", "--output", "keys", "--force"];

#[test]
fn no_temporary_file_is_left() {
    let folder = Folder::with("keys", "before");
    assert_eq!(folder.zobrist(FORCED).done(), "");
    assert_eq!(fs::read_to_string(folder.path("keys")).unwrap().lines().count(), 781);
    folder.zobrist(["keys", "generate", "no such set", "--output", "keys", "--force"]).refused();
    assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 1);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::with("games.pgn", GAMES);
    let keys = folder.zobrist(["keys", "generate", "polyglot"]).done();
    assert_eq!(folder.zobrist(["keys", "generate", "polyglot", "--output", "-"]).done(), keys);
    let c = ["keys", "export", "polyglot", "--lang", "c"];
    let text = folder.zobrist(c).done();
    assert_eq!(folder.zobrist(c.into_iter().chain(["-o", "-", "--force"])).done(), text);
    assert_eq!(folder.zobrist(["keys", "generate", "polyglot", "--output", "./-"]).done(), "");
    assert_eq!(fs::read_to_string(folder.path("-")).unwrap(), keys);

    let args = ["keys", "collisions", "--tree", "1", "--plot", "-"];
    let run = folder.zobrist(args);
    assert!(
        run.stdout.starts_with("<svg ") && run.stdout.trim_end().ends_with("</svg>"),
        "{}",
        run.stdout
    );
    let table = folder.zobrist(["keys", "collisions", "--tree", "1"]);
    assert_eq!((run.code, run.stderr), (0, table.stderr + &table.stdout));

    folder.zobrist(["book", "make", "games.pgn", "-o", "a.bin", "--min-games", "1"]).done();
    let book = fs::read(folder.path("a.bin")).unwrap();
    for command in
        [&["make", "games.pgn", "--min-games", "1"][..], &["merge", "a.bin"], &["fix", "a.bin"]]
    {
        let (code, bytes) = raw(&folder, &[&["book"], command, &["-o", "-"]].concat());
        assert!(code == Some(0) && bytes == book, "{command:?}");
    }
}

/// The status, and the bytes on standard output.
fn raw(folder: &Folder, args: &[&str]) -> (Option<i32>, Vec<u8>) {
    let mut command = Command::new(ZOBRIST);
    let output = command.args(args).current_dir(folder.path(".")).output().unwrap();
    (output.status.code(), output.stdout)
}

/// As with `>` in a shell.
#[cfg(unix)]
#[test]
fn a_link_to_a_missing_file_creates_it() {
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
fn a_link_still_leads_to_its_file_which_keeps_its_mode() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::with("mine", "before");
    fs::set_permissions(folder.path("mine"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("mine", folder.path("keys")).unwrap();
    folder.zobrist(KEYS).refused();
    assert_eq!(fs::read_to_string(folder.path("mine")).unwrap(), "before");
    assert_eq!(folder.zobrist(FORCED).done(), "");
    assert!(folder.path("keys").is_symlink());
    let file = folder.path("mine");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 781);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

/// All files of a folder, by name, with their bytes.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder.path(".")).unwrap().map(Result::unwrap);
    let named = |file: fs::DirEntry| {
        (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap_or_default())
    };
    let mut contents: Vec<_> = files.map(named).collect();
    contents.sort_unstable();
    contents
}

/// The command line of a shell's `*.pgn`, which once replaced the first game file by a book.
#[test]
fn game_files_alone_make_no_book() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.write("b.pgn", GAMES);
    let before = contents(&folder);
    for args in [&["a.pgn", "b.pgn"][..], &["book.bin", "a.pgn"], &["a.pgn"]] {
        let message = folder.zobrist([&["book", "make"], args].concat()).refused();
        assert!(message.contains("required arguments"), "{message}");
        assert!(message.contains("--output <OUT.bin>"), "{message}");
    }
    for args in [&["merge", "a.bin", "b.bin"][..], &["fix", "a.bin"], &["fix", "b.bin", "a.bin"]] {
        let message = folder.zobrist([&["book"], args].concat()).refused();
        assert!(message.contains("--output <OUT.bin>"), "{message}");
    }
    assert!(contents(&folder) == before);
}

/// Every command line that writes one file, with the name of that file.
const WRITERS: [(&str, &str); 8] = [
    ("book make a.pgn -o out.bin", "out.bin"),
    ("book merge a.bin -o out.bin", "out.bin"),
    ("book fix a.bin -o out.bin", "out.bin"),
    ("keys generate polyglot -o keys.txt", "keys.txt"),
    ("keys export polyglot --lang c -o keys.h", "keys.h"),
    ("keys export polyglot --lang npy -o keys.npy", "keys.npy"),
    ("keys export polyglot --lang npy -o keys.npy", "keys.npy.json"),
    ("keys collisions --tree 1 --plot plot.svg", "plot.svg"),
];

#[test]
fn a_file_that_exists_is_replaced_only_by_force() {
    for (line, name) in WRITERS {
        let folder = Folder::with("a.pgn", GAMES);
        folder.write("a.bin", crate::books::small());
        folder.write(name, "before");
        let before = contents(&folder);
        assert_eq!(
            folder.zobrist(line.split(' ')).refused(),
            format!(
                "zobrist: cannot write {name}: the file exists; give --force to replace it, or \
                 another name\n"
            )
        );
        assert!(contents(&folder) == before, "{line}");
        let run = folder.zobrist(line.split(' ').chain(["--force"]));
        assert_eq!(run.code, 0, "{line}: {}", run.stderr);
        assert!(fs::read(folder.path(name)).unwrap() != b"before", "{line}");
    }
}

/// Input that is missing or would take for ever is not read.
#[test]
fn a_file_that_exists_is_refused_before_any_work() {
    let folder = Folder::new();
    for (line, name) in [
        ("book make missing.pgn -o out.bin", "out.bin"),
        ("book merge missing.bin -o out.bin", "out.bin"),
        ("book fix missing.bin --fen nothing -o out.bin", "out.bin"),
        ("keys generate bch --layout chess --best-of 1000000000 -o keys", "keys"),
        ("keys export bch --layout chess --best-of 1000000000 --lang c -o keys", "keys"),
        ("keys export bch --layout chess --best-of 1000000000 --lang npy -o k", "k.json"),
        ("keys collisions missing.pgn --plot plot.svg", "plot.svg"),
    ] {
        folder.write(name, "before");
        let message = folder.zobrist(line.split(' ')).refused();
        assert!(message.starts_with(&format!("zobrist: cannot write {name}: ")), "{message}");
        assert!(message.contains("--force"), "{message}");
        assert_eq!(fs::read(folder.path(name)).unwrap(), b"before");
    }
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};

    for (line, name) in WRITERS {
        let folder = Folder::with("a.pgn", GAMES);
        folder.write("a.bin", crate::books::small());
        let line = || line.split(' ').chain(["--force"]);
        let not_a_file = format!("zobrist: cannot write {name}: what is there is not a file\n");
        let pipe = folder.path(name);
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(folder.zobrist(line()).refused(), not_a_file);
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        fs::remove_file(&pipe).unwrap();
        fs::create_dir(&pipe).unwrap();
        assert_eq!(folder.zobrist(line()).refused(), not_a_file);
        fs::remove_dir(&pipe).unwrap();
        symlink("/dev/null", &pipe).unwrap();
        assert_eq!(folder.zobrist(line()).refused(), not_a_file);
        assert!(pipe.is_symlink());
        assert_eq!(contents(&folder).len(), 3);
    }
}

/// The games are read while the book is made.
#[test]
fn a_book_does_not_replace_its_games() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let manifest = fs::read(folder.path("idx/manifest.json")).unwrap();
    fs::hard_link(folder.path("a.pgn"), folder.path("hard.pgn")).unwrap();
    let mut names = vec!["a.pgn", "./a.pgn", "idx/../a.pgn", "hard.pgn"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.pgn", folder.path("soft.pgn")).unwrap();
        names.push("soft.pgn");
    }
    for out in &names {
        for input in &names {
            let message =
                folder.zobrist(["book", "make", "--force", "-o", out, input, "idx"]).refused();
            let expected =
                format!("zobrist: cannot write {out}: it is an input; give another name\n");
            assert_eq!(message, expected);
        }
    }
    let message = folder.zobrist(["book", "make", "--force", "-o", "idx/manifest.json", "idx"]);
    assert!(message.refused().contains("it is in idx, which is an input"));
    #[cfg(unix)]
    {
        let mut command = Command::new(ZOBRIST);
        command.args(["book", "make", "-", "--force", "-o", "a.pgn"]);
        command.stdin(fs::File::open(folder.path("a.pgn")).unwrap());
        let output = command.current_dir(folder.path(".")).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.starts_with(b"zobrist: cannot write a.pgn: it is an input"));
    }
    let plot = ["keys", "collisions", "a.svg", "--force", "--plot", "a.svg"];
    folder.write("a.svg", GAMES);
    assert!(folder.zobrist(plot).refused().contains("it is an input"));
    assert_eq!(fs::read_to_string(folder.path("a.svg")).unwrap(), GAMES);
    assert_eq!(fs::read_to_string(folder.path("a.pgn")).unwrap(), GAMES);
    assert_eq!(fs::read(folder.path("idx/manifest.json")).unwrap(), manifest);
}

/// A book is read whole before it is written.
#[test]
fn a_book_may_be_merged_and_fixed_in_place() {
    let folder = Folder::with("a.bin", crate::books::small());
    folder.write("b.bin", crate::books::small());
    folder.zobrist(["book", "merge", "a.bin", "b.bin", "-o", "c.bin"]).done();
    let merged = fs::read(folder.path("c.bin")).unwrap();
    folder.zobrist(["book", "merge", "a.bin", "b.bin", "-o", "a.bin"]).refused();
    folder.zobrist(["book", "merge", "a.bin", "b.bin", "-o", "a.bin", "--force"]).done();
    assert!(fs::read(folder.path("a.bin")).unwrap() == merged);
    let fixed = folder.zobrist(["book", "fix", "a.bin", "-o", "a.bin", "--force"]);
    assert_eq!(fixed.code, 0, "{}", fixed.stderr);
    assert!(fs::read(folder.path("a.bin")).unwrap() == merged);
}

/// The book is begun and waits for its games when another file appears in its place.
#[cfg(unix)]
#[test]
fn a_file_that_appears_meanwhile_is_not_replaced() {
    use std::io::{Read, Write};
    use std::process::Stdio;

    for (there, force, reason) in [
        ("a file", false, "a file has appeared there since the command began; give --force"),
        ("a pipe", true, "what is there is not a file"),
        ("a file", true, ""),
    ] {
        let folder = Folder::new();
        let games = folder.path("games");
        assert!(Command::new("mkfifo").arg(&games).status().unwrap().success());
        let mut child = Command::new(ZOBRIST)
            .args(["book", "make", "games", "-o", "out.bin", "--min-games", "1"])
            .args(force.then_some("--force"))
            .current_dir(folder.path("."))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Opens only when the command reads, after it has checked the output.
        let mut writer = fs::File::options().write(true).open(&games).unwrap();
        let out = folder.path("out.bin");
        if there == "a pipe" {
            assert!(Command::new("mkfifo").arg(&out).status().unwrap().success());
        } else {
            fs::write(&out, "of somebody else").unwrap();
        }
        writer.write_all(GAMES.as_bytes()).unwrap();
        drop(writer);
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        let code = child.wait().unwrap().code();
        if reason.is_empty() {
            assert_eq!((code, &*split_closing(&message).0), (Some(0), ""));
            assert_eq!(fs::read(&out).unwrap().len(), 32);
        } else {
            assert_eq!(code, Some(2), "{message}");
            assert!(
                message.starts_with(&format!("zobrist: cannot write out.bin: {reason}")),
                "{message}"
            );
            assert!(there == "a pipe" || fs::read(&out).unwrap() == b"of somebody else");
        }
        assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 2);
    }
}

#[test]
fn the_files_of_a_run_are_replaced_only_by_force() {
    let run = ["lattice", "run", "small.toml"];
    let endings = ["csv", "before.svg", "after.svg", "checkpoint"];
    for ending in endings {
        let folder = Folder::with("small.toml", SMALL);
        let name = format!("small.{ending}");
        folder.write(&name, "before");
        let message = folder.zobrist(run).refused();
        assert_eq!(
            message,
            format!(
                "zobrist: cannot write {name}: the file exists; give --resume to continue that run, \
                 --force to replace its files, or another name with --out\n"
            )
        );
        assert_eq!(contents(&folder).len(), 2);
        assert_eq!(fs::read(folder.path(&name)).unwrap(), b"before");
        folder.zobrist(run.into_iter().chain(["--out", "other"])).done();
        folder.zobrist(run.into_iter().chain(["--force"])).done();
        assert_ne!(fs::read(folder.path(&name)).unwrap(), b"before");
        // The recall is there to be continued.
        let before = contents(&folder);
        folder.zobrist(run.into_iter().chain(["--resume"])).done();
        assert!(contents(&folder) == before);
    }
}

/// With the mode of any new file, as the umask says.
#[cfg(unix)]
#[test]
fn a_new_file_gets_the_mode_of_the_umask() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    for (umask, mode) in [("022", 0o644), ("077", 0o600), ("007", 0o660)] {
        let script = format!("umask {umask}; exec \"$0\" keys generate polyglot -o {umask}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, ZOBRIST]).current_dir(folder.path("."));
        assert!(command.status().unwrap().success());
        let found = fs::metadata(folder.path(umask)).unwrap().permissions().mode();
        assert_eq!(found & 0o777, mode);
    }
}

/// A name of maximum length leaves no room for a longer temporary name.
#[test]
fn the_longest_name_is_written() {
    let folder = Folder::new();
    let name = "k".repeat(255);
    folder.zobrist(["keys", "generate", "polyglot", "-o", &name]).done();
    assert_eq!(fs::read_to_string(folder.path(&name)).unwrap().lines().count(), 781);
}

/// Only then does it survive a power failure after the command has ended.
#[cfg(target_os = "linux")]
#[test]
fn a_file_and_then_its_folder_are_synced() {
    if !strace_runs() {
        return;
    }
    for force in [false, true] {
        let folder = Folder::new();
        let mut command = Command::new("strace");
        command.args(["-f", "-y", "-e", "trace=/^rename,fsync", "-o", "calls", ZOBRIST]);
        command.args(["keys", "generate", "polyglot", "-o", "keys"]);
        command.args(force.then_some("--force")).current_dir(folder.path("."));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let calls = fs::read_to_string(folder.path("calls")).unwrap();
        let calls: Vec<&str> = calls.lines().filter(|call| !call.contains("+++")).collect();
        let name = |call: &str| call.split_once(' ').unwrap().1.trim_start().to_owned();
        let [file, moved, of_folder] = calls[..] else { panic!("{calls:?}") };
        assert!(name(file).starts_with("fsync(") && file.contains("/.keys."), "{calls:?}");
        assert!(name(moved).starts_with("rename") && moved.contains("\"keys\""), "{calls:?}");
        assert!(moved.contains("NOREPLACE") != force, "{calls:?}");
        let whole = folder.path(".").canonicalize().unwrap();
        assert!(of_folder.contains(&format!("<{}>)", whole.display())), "{calls:?}");
    }
}

/// Such a file system refuses both the rename without replacement and the hard link.
#[cfg(target_os = "linux")]
#[test]
fn a_file_is_written_without_hard_links() {
    if !strace_runs() {
        return;
    }
    let folder = Folder::new();
    let mut command = Command::new("strace");
    command.args(["-f", "-e", "trace=renameat2,/^link", "-e", "inject=renameat2:error=EINVAL"]);
    command.args(["-e", "inject=/^link:error=EPERM", "-o", "calls", ZOBRIST]);
    command.args(["keys", "generate", "polyglot", "-o", "keys"]).current_dir(folder.path("."));
    let output = command.output().unwrap();
    let calls = fs::read_to_string(folder.path("calls")).unwrap();
    assert!(calls.matches("(INJECTED)").count() >= 2, "{calls}");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_to_string(folder.path("keys")).unwrap().lines().count(), 781);
}
