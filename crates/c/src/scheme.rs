//! Sets of keys by the name of a scheme, from the file of a scheme, and from an export.

use std::error::Error;
use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::path::Path;

use zobrist::{Combine, Fingerprint};
use zobrist_chess::{AnyScheme, KeysFrom, Scheme, SchemeDescription};

use crate::arguments::{path, put_new, text};
use crate::files;
use crate::hex_list::HexList;
use crate::key_set::{KeySet, Parts, fingerprint_of, layout_of, too_wide};
use crate::status::{Failure, Result, Status, ZOBRIST_FORMAT, ZOBRIST_INVALID, guarded};

/// The largest description of a scheme, in bytes; one with all keys in it has about 20 KiB.
const MAX_DESCRIPTION: u64 = 1 << 20;

/// The largest list of keys, in bytes.
const MAX_LIST: u64 = 64 << 20;

/// Creates the set of a built-in scheme of chess: `polyglot`, `fide`, `fen`, `zobrist`,
/// `stockfish-1.9`, `stockfish-2.3`, `stockfish-11`, `stockfish-15.1`, `stockfish-18`, `chess-768`,
/// `chess-793`, `chess-832` or `chess-896`, in 64 bits.
///
/// Errors: `ZOBRIST_INVALID` if there is none of the name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_named(
    name: *const c_char,
    out: Option<&mut MaybeUninit<Option<Box<KeySet>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate.
            let name = unsafe { text(name, "name") }?;
            let scheme = AnyScheme::named(name).ok_or_else(|| {
                let names = AnyScheme::NAMES.join(", ");
                let text = format!("expected the name of a scheme, one of {names}, got {name:?}");
                Failure::new(ZOBRIST_INVALID, text)
            })?;
            of_scheme(&scheme)
        })
    })
}

/// Creates the set of a scheme of chess that a file describes, in TOML (docs/schemes.md). Keys may
/// be in another file, which the description names: one of hex digits, a key a line, or bytes
/// (`raw`).
///
/// Errors: `ZOBRIST_IO`, `ZOBRIST_FORMAT`. A scheme of 128 bits is refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_from_scheme(
    path: *const c_char,
    out: Option<&mut MaybeUninit<Option<Box<KeySet>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate.
            let path = unsafe { self::path(path, "path") }?;
            let text = files::read_text(path, MAX_DESCRIPTION)?;
            let folder = path.parent().unwrap_or(Path::new(""));
            of_description(&text, folder).map_err(|failure| failure.at(path.display()))
        })
    })
}

/// Creates a set from lines of hex that `zobrist keys export --lang hex` wrote: of any game, with
/// its name, its kinds and its fingerprint in the first comment. The file of a scheme of chess
/// knows more: `zobrist_key_set_piece` needs it.
///
/// Errors: `ZOBRIST_IO`, `ZOBRIST_FORMAT`: also when the keys do not have that fingerprint, or have
/// 128 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_key_set_from_export(
    path: *const c_char,
    out: Option<&mut MaybeUninit<Option<Box<KeySet>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate.
            let path = unsafe { self::path(path, "path") }?;
            let text = files::read_text(path, MAX_LIST)?;
            of_export(&text).map_err(|failure| failure.at(path.display()))
        })
    })
}

/// The keys of a scheme, whose width has been checked.
fn of_scheme(scheme: &AnyScheme) -> Result<KeySet> {
    let composed = scheme.to_composed();
    if composed.bits() > 64 {
        return Err(too_wide(composed.bits()));
    }
    Ok(KeySet::of(Parts {
        name: scheme.name(),
        layout: scheme.layout().layout(),
        keys: composed.keys().iter().map(|key| key.word() as u64).collect(),
        combine: composed.combine(),
        fingerprint: scheme.fingerprint(),
        chess: Some(scheme.layout()),
    }))
}

/// The keys of a scheme that a text describes, in a file of this folder.
fn of_description(text: &str, folder: &Path) -> Result<KeySet> {
    let wrong = |error: &dyn Error| Failure::of(ZOBRIST_FORMAT, error);
    let description = SchemeDescription::parse(text).map_err(|error| wrong(&error))?;
    if description.bits > 64 {
        return Err(too_wide(description.bits));
    }
    let keys = keys_beside(folder, &description)?;
    let scheme = AnyScheme::of_description(&description, keys.as_deref());
    of_scheme(&scheme.map_err(|error| wrong(&error))?)
}

/// The keys in the file that a description names, by a path relative to a folder.
fn keys_beside(folder: &Path, description: &SchemeDescription) -> Result<Option<Vec<u128>>> {
    match &description.keys {
        KeysFrom::Raw { path: file, big_endian } => {
            let file = folder.join(file);
            let bytes = files::read(&file, MAX_LIST)?;
            let keys = of_bytes(&bytes, description.bits, *big_endian);
            keys.map(Some).map_err(|failure| failure.at(file.display()))
        }
        KeysFrom::Lines { path: file, .. } => {
            let text = "expected lines of hex by `file`, since `lines` are not read here; export \
                        the keys as hex";
            Err(Failure::new(ZOBRIST_FORMAT, text).at(folder.join(file).display()))
        }
        KeysFrom::File { path: file, skip } => {
            let file = folder.join(file);
            let text = files::read_text(&file, MAX_LIST)?;
            let list = HexList::parse(&text).map_err(|failure| {
                failure.at(format_args!(
                    "{}: expected lines of hex, since program text is not read here; export the \
                     keys as hex",
                    file.display()
                ))
            })?;
            Ok(Some(list.keys.into_iter().skip(*skip).map(u128::from).collect()))
        }
        _ => Ok(None),
    }
}

/// Keys in bytes, each in 4 or 8.
fn of_bytes(bytes: &[u8], bits: u32, big_endian: bool) -> Result<Vec<u128>> {
    let size = if bits <= 32 { 4 } else { 8 };
    let numbers = bytes.chunks_exact(size);
    if !numbers.remainder().is_empty() {
        let text =
            format!("expected keys of {size} bytes and nothing else, got {} bytes", bytes.len());
        return Err(Failure::new(ZOBRIST_FORMAT, text));
    }
    let join = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
    Ok(numbers
        .map(|number| match big_endian {
            true => number.iter().fold(0, join),
            false => number.iter().rev().fold(0, join),
        })
        .collect())
}

/// The keys of an export in hex.
fn of_export(text: &str) -> Result<KeySet> {
    let wrong = |text: String| Failure::new(ZOBRIST_FORMAT, text);
    let HexList { keys, statement } = HexList::parse(text)?;
    let statement = statement.ok_or_else(|| {
        wrong(
            "expected an export of keys in hex, got other lines; an export says so in its first \
               line"
                .to_owned(),
        )
    })?;
    if statement.bits > 64 {
        return Err(too_wide(statement.bits));
    }
    let layout = layout_of(&statement.kinds)?;
    if keys.len() != layout.len() {
        let text = format!(
            "expected {} keys, as the export says ({layout}), got {}",
            layout.len(),
            keys.len()
        );
        return Err(wrong(text));
    }
    let most = u64::MAX >> (64 - statement.bits);
    if let Some(slot) = keys.iter().position(|key| *key > most) {
        return Err(wrong(format!(
            "key {slot} (from 0): expected {} bits, got more",
            statement.bits
        )));
    }
    let of_keys = fingerprint_of(statement.name, layout, &keys, statement.bits);
    if let Some(expected) = statement.fingerprint.filter(|print| *print != of_keys) {
        return Err(wrong(format!(
            "expected keys with the fingerprint {expected}, as the file says, got {of_keys}; \
             export them again"
        )));
    }
    // That of a described scheme is that of its text, as the scheme itself has it.
    let fingerprint: Fingerprint = statement.scheme.or(statement.fingerprint).unwrap_or(of_keys);
    let combine: Combine = statement.combine;
    Ok(KeySet::of(Parts {
        name: statement.name,
        layout,
        keys: keys.into(),
        combine,
        fingerprint,
        chess: None,
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A scheme of few lines, with its keys from `keys`.
    fn description(bits: &str, keys: &str) -> String {
        format!(
            "name = \"small\"\n{bits}\nkeys = {keys}\nlayout = [\"pieces\", \"turn\"]\n[pieces]\n\
             order = \"PNBRQKpnbrqk\"\n[turn]\nkey-for = \"black\"\n"
        )
    }

    fn fault(result: Result<KeySet>) -> String {
        format!("{:?}", result.unwrap_err())
    }

    #[test]
    fn keys_in_bytes_and_in_hex_are_those_of_the_source() {
        let folder = tempfile::tempdir().unwrap();
        for (bits, size) in [("bits = 64", 8), ("bits = 32", 4), ("combine = \"sum48\"", 8)] {
            let source = "{ source = \"splitmix64\", seed = 7 }";
            let made = of_description(&description(bits, source), folder.path()).unwrap();
            let keys = made.0.keys();
            let little: Vec<u8> =
                keys.iter().flat_map(|key| key.to_le_bytes()[..size].to_vec()).collect();
            let big: Vec<u8> =
                keys.iter().flat_map(|key| key.to_be_bytes()[8 - size..].to_vec()).collect();
            let hex: Vec<String> = keys.iter().map(|key| format!("{key:x}")).collect();
            fs::write(folder.path().join("little"), &little).unwrap();
            fs::write(folder.path().join("big"), big).unwrap();
            fs::write(folder.path().join("hex"), hex.join("\n")).unwrap();
            for from in [
                "{ raw = \"little\", endian = \"little\" }",
                "{ raw = \"big\", endian = \"big\" }",
                "{ file = \"hex\" }",
            ] {
                let read = of_description(&description(bits, from), folder.path()).unwrap();
                assert_eq!(read.0.keys(), keys, "{bits} {from}");
            }
            fs::write(folder.path().join("little"), &little[..little.len() - 1]).unwrap();
            let short = description(bits, "{ raw = \"little\", endian = \"little\" }");
            let fault = fault(of_description(&short, folder.path()));
            assert!(fault.contains(&format!("keys of {size} bytes and nothing else")), "{fault}");
        }
    }

    #[test]
    fn what_is_not_read_says_why() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("keys.c"), "uint64_t keys[] = { 1, 2 };\n").unwrap();
        let of = |bits, keys| fault(of_description(&description(bits, keys), folder.path()));
        for (bits, keys, expected) in [
            ("bits = 128", "{ source = \"bch\", seed = 7 }", "at most 64 bits, got 128"),
            ("", "{ file = \"keys.c\" }", "keys.c: expected lines of hex"),
            ("", "{ file = \"none\" }", "none"),
            (
                "bits = 65",
                "{ file = \"none\" }",
                "line 2, column 8: expected 16, 24, 32, 64 or 128",
            ),
        ] {
            let fault = of(bits, keys);
            assert!(fault.contains(expected), "{fault}");
        }
        fs::write(folder.path().join("few"), "1\n2\n").unwrap();
        assert!(of("", "{ file = \"few\" }").contains("expected 769 keys"));
    }

    #[test]
    fn an_export_that_was_changed_is_refused() {
        let text = include_str!("../tests/data/rookie.hex");
        of_export(text).unwrap();
        for (from, to, expected) in [
            ("89242d2dd9d4a40d", "89242d2dd9d4a40c", "expected keys with the fingerprint"),
            ("89242d2dd9d4a40d\n", "", "expected 793 keys, as the export says"),
            ("bits: 64", "bits: 32", "expected 32 bits, got more"),
            ("bits: 64", "bits: 128", "at most 64 bits, got 128"),
            ("+ turn 1", "+ piece 1", "\\\"piece\\\" twice"),
            ("# Keys for", "# Words for", "an export says so in its first line"),
        ] {
            let fault = fault(of_export(&text.replacen(from, to, 1)));
            assert!(fault.contains(expected), "{from}: {fault}");
        }
    }
}
