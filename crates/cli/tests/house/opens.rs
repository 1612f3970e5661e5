//! The places that open a file by the functions of the standard library.
//!
//! Files that this project writes and reads again (those of an index, plans, recalls, tables,
//! checkpoints) are opened by one function of each crate, which refuses what is not a regular file
//! without waiting for it: `Dir` within an index, `open_regular` and `open_unlinked` of
//! `zobrist-storage` elsewhere, `file/open.rs` in `zobrist-transposition`. Every other place has a
//! reason.

use crate::sources::Source;

/// Functions that open a file, or read or write a whole one.
const CALLS: [&str; 9] = [
    "File::open",
    "File::create",
    "File::create_new",
    "File::options",
    "OpenOptions::new",
    "fs::read",
    "fs::read_to_string",
    "fs::write",
    "fs::copy",
];

/// The crate and file, the function, and the reason for which it is called there.
pub(crate) const ALLOWED: [(&str, &str, &str); 33] = [
    ("explorer/cache/lock.rs", "OpenOptions::new", "options for `open_unlinked`"),
    ("explorer/cache/marks.rs", "OpenOptions::new", "options for `open_unlinked`"),
    ("explorer/cache/uploads.rs", "OpenOptions::new", "options for `open_unlinked`"),
    ("commands-engine/check.rs", "File::open", "a text that the user names; may be a pipe"),
    ("commands-engine/questions.rs", "File::open", "texts that the user names; may be pipes"),
    ("commands-keys/dependencies.rs", "File::open", "a list that the user names; may be a pipe"),
    ("commands-serve/uploads.rs", "File::create_new", "a new file in a folder of the server"),
    ("console/output.rs", "File::open", "a folder, to sync it"),
    ("console/output.rs", "File::options", "makes a new file beside its place"),
    ("console/stop.rs", "fs::read_to_string", "/proc/self/status"),
    ("tables/dir/other.rs", "File::create_new", "behind `Dir`, which looks at the entry"),
    ("tables/dir/other.rs", "File::open", "behind `Dir`, which looks at the entry"),
    ("tables/dir/other.rs", "File::options", "behind `Dir`, which looks at the entry"),
    ("input/input.rs", "File::open", "sources that the user names; may be pipes"),
    ("key-lists/layout_file.rs", "File::open", "a text that the user names; may be a pipe"),
    ("key-lists/scheme_file.rs", "File::open", "a text that the user names; may be a pipe"),
    ("python/output.rs", "File::open", "a folder, to sync it"),
    ("python/output.rs", "File::options", "makes a new file beside its place"),
    ("simulation/config.rs", "File::open", "a text that the user names; may be a pipe"),
    ("simulation/dump.rs", "OpenOptions::new", "options for `open_regular_with`"),
    ("simulation/lock.rs", "File::options", "options for `open_unlinked`"),
    ("storage/leftovers.rs", "OpenOptions::new", "options for `open_unlinked`"),
    ("storage/regular_file.rs", "OpenOptions::new", "the function itself"),
    ("storage/watched.rs", "File::open", "sources that the user names; may be pipes"),
    ("transposition/file/open.rs", "File::open", "a folder, to lock it"),
    ("transposition/file/load.rs", "OpenOptions::new", "options for the function of the crate"),
    ("transposition/file/header.rs", "OpenOptions::new", "options for the function of the crate"),
    ("transposition/file/open.rs", "OpenOptions::new", "options for the function of the crate"),
    ("transposition/file/new_file.rs", "File::open", "a folder, to sync it"),
    ("transposition/file/new_file.rs", "File::options", "makes a new file beside its place"),
    ("transposition/file/shared.rs", "OpenOptions::new", "options for the function of the crate"),
    ("transposition/memory/mod.rs", "fs::read_to_string", "/proc/meminfo"),
    ("c/files.rs", "File::open", "a file that the caller names; may be a pipe"),
];

/// The places in the code of a crate that open a file: its name and file, and the function.
pub(crate) fn places(name: &str, sources: &[Source]) -> Vec<(String, &'static str)> {
    let is_test = |file: &str| matches!(file.rsplit('/').next(), Some("tests.rs" | "testing.rs"));
    let declared: Vec<_> = sources.iter().flat_map(test_modules).collect();
    let mut places = Vec::new();
    for source in sources {
        let is_declared = declared.iter().any(|test| source.module.starts_with(test));
        if is_test(&source.file) || is_declared {
            continue;
        }
        let called = CALLS.iter().filter(|call| calls(&source.code, call));
        places.extend(called.map(|call| (format!("{name}/{}", source.file), *call)));
    }
    places
}

/// The modules in files of their own that a file declares for tests.
fn test_modules(source: &Source) -> impl Iterator<Item = Vec<String>> {
    let lines = source.code.lines().zip(source.code.lines().skip(1));
    lines.filter(|(attribute, _)| *attribute == "#[cfg(test)]").filter_map(|(_, line)| {
        let name = line.strip_prefix("mod ")?.strip_suffix(';')?;
        Some([&source.module[..], &[name.to_owned()]].concat())
    })
}

/// True if the code names the function, and not another whose name begins or ends with it.
fn calls(code: &str, call: &str) -> bool {
    let in_name = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(call).any(|(at, _)| {
        !code[..at].ends_with(in_name) && !code[at + call.len()..].starts_with(in_name)
    })
}
