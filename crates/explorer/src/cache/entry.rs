//! Names in the cache folder.
//!
//! A cached index has a name, `games.pgn-0123456789abcdef`, and up to four kinds of entries: the
//! folder of that name, folders `NAME.part-1` of indexes that are not kept, and the files
//! `NAME.used`, whose time is that of the last use, and `NAME.lock`. The folders hold an index, and
//! its [marks](super::marks) beside it.

use std::path::{Path, PathBuf};

use zobrist_index::FORMAT_VERSION;

/// Number of hex digits of the checksum at the end of a name.
const DIGITS: usize = 16;

/// The place of a cached index, whether it is there or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    cache: PathBuf,
    name: String,
}

impl Entry {
    /// The place of the index of some files, by their canonical paths, at least one, in their
    /// order: its name is the name of the first file, and a checksum of the paths, the options and
    /// the format version.
    pub fn of(cache: &Path, files: &[PathBuf], options: &str) -> Entry {
        let mut text = Vec::new();
        for file in files {
            text.extend_from_slice(file.as_os_str().as_encoded_bytes());
            // No path has this byte.
            text.push(0);
        }
        text.extend_from_slice(format!("{options} {FORMAT_VERSION}").as_bytes());
        // The checksum need not resist attacks.
        let sum = zobrist::Fnv1a::new().bytes(&text).finish();
        let first = files.first().and_then(|file| file.file_name()).unwrap_or_default();
        // Short enough for any file system, with the checksum and a suffix, and on one line.
        let shown = |letter: char| if letter.is_control() { '_' } else { letter };
        let mut stem: String = first.to_string_lossy().chars().take(40).map(shown).collect();
        if files.len() > 1 {
            stem += &format!("-and-{}-more", files.len() - 1);
        }
        Entry::named(cache, &format!("{stem}-{sum:016x}"))
    }

    /// The place with a name.
    pub fn named(cache: &Path, name: &str) -> Entry {
        Entry { cache: cache.to_owned(), name: name.to_owned() }
    }

    /// Returns the name of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cache folder.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    /// The folder of the index.
    pub fn folder(&self) -> PathBuf {
        self.cache.join(&self.name)
    }

    /// The folder of an index that is not kept.
    pub fn part(&self, number: u64) -> PathBuf {
        self.cache.join(format!("{}.part-{number}", self.name))
    }

    /// The file that is locked while the index is used, and whose time is that of the last use.
    pub fn used(&self) -> PathBuf {
        self.cache.join(format!("{}.used", self.name))
    }

    /// The file that is locked while the index is built.
    pub fn lock(&self) -> PathBuf {
        self.cache.join(format!("{}.lock", self.name))
    }
}

/// The kind of an entry in the cache folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Folder,
    /// The folder of an index that is not kept, by its number.
    Part(u64),
    Used,
    Lock,
}

/// The name of a cached index, and what of it has this name; `None` for a name that this program
/// does not give.
pub(crate) fn parse(name: &str) -> Option<(&str, Kind)> {
    if is_given(name) {
        return Some((name, Kind::Folder));
    }
    let (base, suffix) = name.rsplit_once('.')?;
    let kind = match suffix {
        "used" => Kind::Used,
        "lock" => Kind::Lock,
        _ => {
            let digits = suffix.strip_prefix("part-")?;
            let number: u64 = digits.parse().ok()?;
            // `+1` and `01` are numbers, too.
            (number.to_string() == digits).then_some(Kind::Part(number))?
        }
    };
    is_given(base).then_some((base, kind))
}

/// True for a name that ends in a checksum.
fn is_given(name: &str) -> bool {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    name.rsplit_once('-').is_some_and(|(stem, sum)| {
        !stem.is_empty()
            && !stem.contains(char::is_control)
            && sum.len() == DIGITS
            && sum.bytes().all(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_files_their_order_and_options_apart() {
        let name = |files: &[&str], options| {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            Entry::of(Path::new("/cache"), &files, options).name
        };
        let all = [
            name(&["/a/b.pgn"], "x"),
            name(&["/a/b.pgn"], "y"),
            name(&["/c/b.pgn"], "x"),
            name(&["/a/b.pgn", "/c"], "x"),
            name(&["/c", "/a/b.pgn"], "x"),
            name(&["/a/b.pgn", "/c", "/d"], "x"),
        ];
        for (number, one) in all.iter().enumerate() {
            assert!(all[..number].iter().all(|other| other != one), "{one}");
            assert_eq!(parse(one), Some((&**one, Kind::Folder)));
        }
        assert!(all[0].starts_with("b.pgn-") && all[0].len() == "b.pgn-".len() + 16);
        assert!(all[3].starts_with("b.pgn-and-1-more-"), "{}", all[3]);
        assert!(all[5].starts_with("b.pgn-and-2-more-"), "{}", all[5]);
        assert!(name(&["/a/b\t\u{1b}.pgn"], "").starts_with("b__.pgn-"));
        let long = "é".repeat(300);
        let entry = Entry::of(Path::new("/cache"), &[long.into()], "");
        let last = entry.part(u64::MAX).file_name().unwrap().len();
        assert!(last < 255, "{last}");
    }

    #[test]
    fn only_names_that_this_program_gives_are_parsed() {
        let entry = Entry::named(Path::new("/cache"), "a.used-0123456789abcdef");
        for (path, kind) in [
            (entry.folder(), Kind::Folder),
            (entry.part(12), Kind::Part(12)),
            (entry.used(), Kind::Used),
            (entry.lock(), Kind::Lock),
        ] {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(parse(name), Some((entry.name(), kind)), "{name}");
        }
        for name in [
            "",
            "a.pgn",
            "-0123456789abcdef",
            "a\n-0123456789abcdef",
            "a-0123456789abcde",
            "a-0123456789abcdefg",
            "a-0123456789ABCDEF",
            "a-0123456789abcdef.old",
            "a-0123456789abcdef.part-",
            "a-0123456789abcdef.part-01",
            "a-0123456789abcdef.part-+1",
            "a-0123456789abcdef.part-1.used",
            "a.used",
        ] {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
