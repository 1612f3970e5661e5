//! Files of games that patterns and folders stand for.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use glob::MatchOptions;
use zobrist_files::plain_name;

/// The paths that match a pattern, if it is one and no path, in the order of their names. The ending of a
/// pattern, such as `.sgf`, stands for itself in capitals, too.
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

/// A pattern whose ending matches in any case: what stands after its last wildcard, from the first point on.
fn with_endings_in_any_case(pattern: &str) -> String {
    let literal = pattern.rfind(['*', '?', ']', '/', '\\']).map_or(0, |wildcard| wildcard + 1);
    let ending = pattern[literal..].find('.').map_or(pattern.len(), |point| literal + point);
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

/// The files in a folder whose names end in `ending`, such as `.pgn`, or in that and the extension of a
/// compression; by name. Hidden files are left out, and folders within are not searched.
///
/// # Errors
/// When the folder cannot be read.
pub fn files_in(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let what = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(what)? {
        let path = entry.with_context(what)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        // Some systems put a hidden file beside each file.
        let is_shown = !name.starts_with('.');
        if is_shown && plain_name(&name).ends_with(ending) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
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
