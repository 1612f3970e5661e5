//! Files of games that patterns and folders stand for.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use glob::MatchOptions;
use zobrist_console::message::say;
use zobrist_input::{counted, plain_name};
use zobrist_storage::remote::is_url;

/// The files that a command reads, by the ends of their names.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The ends of names, before that of a compression.
    endings: &'static [&'static str],
    /// True if an archive of zip with any other name counts, too.
    archives: bool,
    /// The content of such files, for messages.
    what: &'static str,
}

impl Wanted {
    /// Games in PGN.
    pub const GAMES: Wanted = Wanted { endings: &[".pgn"], archives: true, what: "games in PGN" };

    /// Games in PGN, and lines of positions.
    pub const GAMES_OR_POSITIONS: Wanted = Wanted {
        endings: &[".pgn", ".fen", ".epd"],
        archives: true,
        what: "games in PGN or positions",
    };

    /// Games of Go: in SGF, or in a format of a server.
    pub const SGF: Wanted = Wanted {
        endings: &[".sgf", ".gib", ".ngf", ".ugf", ".ugi"],
        archives: false,
        what: "games in SGF",
    };

    /// These files, without archives that have any other name.
    pub fn without_archives(self) -> Wanted {
        Wanted { archives: false, ..self }
    }

    /// The ends of names, such as `.pgn or .zip`.
    fn endings_in_words(self) -> String {
        let archives: &[_] = if self.archives { &[".zip"] } else { &[] };
        match [self.endings, archives].concat().split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => self.endings.concat(),
        }
    }

    /// True for the name of such a file, in whatever case.
    fn has(self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let is_archive = self.archives && name.ends_with(".zip");
        is_archive || self.endings.iter().any(|ending| plain_name(&name).ends_with(ending))
    }
}

/// The files that arguments stand for, in their order: those that match a pattern, those of a
/// folder by name, or the argument itself, as a URL, `-` and the folder of an index are. Standard
/// error says how many files are left out of folders and patterns, and why.
///
/// # Errors
/// When a pattern has no match, a folder has no such file, or one cannot be read.
pub fn expand(arguments: &[PathBuf], wanted: Wanted) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for argument in arguments {
        files.extend(expand_one(argument, wanted, "files")?);
    }
    Ok(files)
}

/// As [`expand`], for one argument. `expected` is what the user may have meant, such as "an index
/// or files".
///
/// # Errors
/// As those of [`expand`].
pub fn expand_one(argument: &Path, wanted: Wanted, expected: &str) -> Result<Vec<PathBuf>> {
    if is_url(argument) {
        return Ok(vec![argument.to_owned()]);
    }
    let found = matches(argument)?;
    if let [path] = &found[..]
        && path == argument
    {
        return match path.is_dir() && !is_index(path) {
            true => all_in(path, wanted, expected),
            false => Ok(found),
        };
    }
    // One that says how names end means what it says.
    let takes_all =
        has_ending(argument) || !found.iter().any(|path| path.is_file() && wanted.has(path));
    let (mut files, mut named, mut left_out) = (Vec::new(), HashSet::new(), LeftOut::default());
    for path in &found {
        if path.is_dir() && !is_index(path) {
            let within = list(path, wanted)?;
            files.extend(within.files.into_iter().filter(|file| named.insert(file.clone())));
            left_out.add(within.left_out);
        } else if !takes_all && path.is_file() && !wanted.has(path) {
            left_out.files.push(path.clone());
        } else if named.insert(path.clone()) {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        bail!(
            "expected {expected} of {} that match {}, got folders without any",
            wanted.what,
            argument.display()
        );
    }
    // A pattern can match a folder and what is in it.
    left_out.remove(&named, &found);
    left_out.say(argument, wanted);
    Ok(files)
}

/// The files of a folder, which has some.
fn all_in(folder: &Path, wanted: Wanted, expected: &str) -> Result<Vec<PathBuf>> {
    let Listing { files, left_out } = list(folder, wanted)?;
    if files.is_empty() {
        bail!(
            "expected {expected} of {} in {}, got {}: their names end in {}, also before .zst, .gz, \
             .bz2, .xz or .zip, and a pattern such as '{}' searches the folders within",
            wanted.what,
            folder.display(),
            left_out.words(wanted).unwrap_or_else(|| "none".to_owned()),
            wanted.endings_in_words(),
            folder.join(format!("**/*{}", wanted.endings[0])).display()
        );
    }
    left_out.say(folder, wanted);
    Ok(files)
}

/// Says which files of a folder are left out, for who reads the others.
///
/// # Errors
/// When the folder cannot be read.
pub fn say_left_out(folder: &Path, wanted: Wanted) -> Result<()> {
    list(folder, wanted)?.left_out.say(folder, wanted);
    Ok(())
}

/// True if a pattern says how the names of its files end.
fn has_ending(pattern: &Path) -> bool {
    pattern.to_str().is_some_and(|pattern| !pattern[ending_of(pattern)..].is_empty())
}

/// The files of a folder, and those that are left out.
struct Listing {
    files: Vec<PathBuf>,
    left_out: LeftOut,
}

/// The files and folders that are left out of a folder or a pattern.
#[derive(Default)]
struct LeftOut {
    /// Files of other names.
    files: Vec<PathBuf>,
    /// Hidden files with names that are wanted.
    hidden: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

/// The most files that a message names.
const NAMED: usize = 3;

impl LeftOut {
    fn add(&mut self, other: LeftOut) {
        self.files.extend(other.files);
        self.hidden.extend(other.hidden);
        self.folders.extend(other.folders);
    }

    /// Removes those that a pattern has found in another way.
    fn remove(&mut self, files: &HashSet<PathBuf>, folders: &[PathBuf]) {
        self.files.retain(|path| !files.contains(path));
        self.hidden.retain(|path| !files.contains(path));
        self.folders.retain(|path| !folders.contains(path));
        for paths in [&mut self.files, &mut self.hidden, &mut self.folders] {
            paths.sort();
            paths.dedup();
        }
    }

    /// Words for the number of files left out, and the reason; `None` if none is.
    fn words(&self, wanted: Wanted) -> Option<String> {
        let mut parts = Vec::new();
        if !self.files.is_empty() {
            let name = |path: &PathBuf| {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            };
            let mut names: Vec<String> = self.files.iter().take(NAMED).map(name).collect();
            if self.files.len() > NAMED {
                names.push(format!("{} more", self.files.len() - NAMED));
            }
            let does = if self.files.len() == 1 { "name does not" } else { "names do not" };
            parts.push(format!(
                "{} whose {does} end in {} ({})",
                counted(self.files.len() as u64, "file", "files"),
                wanted.endings_in_words(),
                names.join(", ")
            ));
        }
        if !self.hidden.is_empty() {
            parts.push(counted(self.hidden.len() as u64, "hidden file", "hidden files"));
        }
        if !self.folders.is_empty() {
            let is = if self.folders.len() == 1 { "is" } else { "are" };
            let folders = counted(self.folders.len() as u64, "folder", "folders");
            parts.push(format!("{folders} within, which {is} not searched"));
        }
        let last = parts.pop()?;
        Some(match parts.is_empty() {
            true => last,
            false => format!("{}, and {last}", parts.join(", ")),
        })
    }

    fn say(&self, place: &Path, wanted: Wanted) {
        if let Some(words) = self.words(wanted) {
            say(&format!("zobrist: {}: left out {words}\n", place.display()));
        }
    }
}

/// The paths that match a pattern, if it is one and no path, in the order of their names. The
/// ending of a pattern, such as `.sgf`, stands for itself in capitals, too.
///
/// # Errors
/// When nothing matches, or a folder cannot be read.
pub fn matches(path: &Path) -> Result<Vec<PathBuf>> {
    let Some(pattern) = path.to_str().filter(|text| text.contains(['*', '?', '['])) else {
        return Ok(vec![path.to_owned()]);
    };
    if path.exists() {
        return Ok(vec![path.to_owned()]);
    }
    // As the shell does.
    let options = MatchOptions { require_literal_leading_dot: true, ..MatchOptions::new() };
    let found = glob::glob_with(&with_endings_in_any_case(pattern), options)
        .with_context(|| format!("cannot use the pattern {pattern}"))?;
    let found: Vec<PathBuf> = found.collect::<std::result::Result<_, _>>()?;
    if found.is_empty() {
        bail!("expected files or folders that match {pattern}, got none");
    }
    Ok(found)
}

/// As [`matches()`], for several arguments, which may be URLs.
///
/// # Errors
/// When nothing matches one, or a folder cannot be read.
pub fn all_matches(arguments: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for argument in arguments {
        match is_url(argument) {
            true => files.push(argument.clone()),
            false => files.extend(matches(argument)?),
        }
    }
    Ok(files)
}

/// The place in a pattern of the ending that it gives: what stands after its last wildcard, from
/// the first point on.
fn ending_of(pattern: &str) -> usize {
    let literal = pattern.rfind(['*', '?', ']', '/', '\\']).map_or(0, |wildcard| wildcard + 1);
    pattern[literal..].find('.').map_or(pattern.len(), |point| literal + point)
}

/// A pattern whose ending matches in any case.
fn with_endings_in_any_case(pattern: &str) -> String {
    let ending = ending_of(pattern);
    let either = |letter: char| match letter.is_ascii_alphabetic() {
        true => format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase()),
        false => letter.to_string(),
    };
    pattern[..ending]
        .chars()
        .map(String::from)
        .chain(pattern[ending..].chars().map(either))
        .collect()
}

/// The wanted files in a folder, by name. Hidden files are left out, and folders within are not
/// searched.
///
/// # Errors
/// When the folder cannot be read.
pub fn files_in(folder: &Path, wanted: Wanted) -> Result<Vec<PathBuf>> {
    Ok(list(folder, wanted)?.files)
}

fn list(folder: &Path, wanted: Wanted) -> Result<Listing> {
    let what = || format!("cannot read {}", folder.display());
    let (mut files, mut left_out) = (Vec::new(), LeftOut::default());
    for entry in fs::read_dir(folder).with_context(what)? {
        let path = entry.with_context(what)?.path();
        let is_wanted = wanted.has(&path) && path.is_file();
        // Some systems put a hidden file beside each file, or one in each folder.
        let is_hidden =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        match () {
            () if is_hidden && is_wanted => left_out.hidden.push(path),
            () if is_hidden => {}
            () if path.is_dir() => left_out.folders.push(path),
            () if is_wanted => files.push(path),
            () => left_out.files.push(path),
        }
    }
    files.sort();
    left_out.remove(&HashSet::new(), &[]);
    Ok(Listing { files, left_out })
}

/// True if a folder has an index, or one that is not complete yet.
pub fn is_index(folder: &Path) -> bool {
    ["manifest.json", ".building"].iter().any(|name| folder.join(name).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_of_a_pattern_matches_in_any_case() {
        for (pattern, matched) in [
            ("games/*.sgf", "games/*.[sS][gG][fF]"),
            ("Games/**/*.PGN", "Games/**/*.[pP][gG][nN]"),
            ("*.csv.gz", "*.[cC][sS][vV].[gG][zZ]"),
            ("*/a.b2", "*/a.[bB]2"),
            ("a.[xy]/b?c", "a.[xy]/b?c"),
            ("*", "*"),
            ("é*é.sgf", "é*é.[sS][gG][fF]"),
        ] {
            assert_eq!(with_endings_in_any_case(pattern), matched);
        }
    }
}
