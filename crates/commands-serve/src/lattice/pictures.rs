//! Pictures that a run writes beside its CSV.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Serialize;
use zobrist_input::{plain_name, whole};

/// Value of the header `Content-Security-Policy` with which a picture is sent. It is a file from
/// the disk and not trusted: it may load nothing, run nothing, and has no origin.
pub(crate) const PICTURE_POLICY: &str = "default-src 'none'; sandbox";

/// The places of the pictures of a run.
#[derive(Debug)]
pub(super) struct Pictures([(&'static str, PathBuf); 2]);

/// The addresses of the pictures that exist.
#[derive(Debug, Serialize)]
pub(super) struct Addresses {
    before: Option<String>,
    after: Option<String>,
}

impl Pictures {
    /// The pictures of the run that wrote `NAME.csv`: `NAME.before.svg` and `NAME.after.svg`.
    pub(super) fn beside(csv: &Path) -> Pictures {
        let file = csv.to_string_lossy();
        let is_plain = plain_name(&file) == file;
        let plain = if is_plain { csv.to_owned() } else { csv.with_extension("") };
        let name = plain.with_extension("");
        Pictures(["before", "after"].map(|when| {
            let mut path = OsString::from(&name);
            path.push(format!(".{when}.svg"));
            (when, PathBuf::from(path))
        }))
    }

    /// The addresses of those that exist now: a run writes the second one when it ends.
    pub(super) fn addresses(&self, run: usize) -> Addresses {
        let [before, after] = self
            .0
            .each_ref()
            .map(|(when, path)| path.is_file().then(|| format!("/api/lattice/{run}/{when}.svg")));
        Addresses { before, after }
    }

    /// The bytes of a picture, named `before.svg` or `after.svg`.
    ///
    /// # Errors
    /// When there is none, or it cannot be read, or is no SVG; the text says which.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let named = |(when, _): &&(&str, PathBuf)| name.strip_suffix(".svg") == Some(*when);
        let Some((_, path)) = self.0.iter().find(named) else {
            return Err(format!("expected before.svg or after.svg, got {name:?}"));
        };
        let file = path.file_name().unwrap_or_default().display();
        if !path.is_file() {
            return Err(format!("expected the picture {file} beside the CSV, got none"));
        }
        let bytes = whole::read(path, whole::LIST)
            .map_err(|error| format!("cannot read {file}: {error}"))?;
        if !bytes.trim_ascii_start().starts_with(b"<svg") {
            return Err(format!(
                "{file}: expected a picture that begins with <svg, got another text"
            ));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn pictures_stand_beside_the_csv() {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("a.b.csv");
        let pictures = Pictures::beside(&csv);
        fs::write(folder.path().join("a.b.before.svg"), "<svg/>").unwrap();
        fs::write(folder.path().join("a.b.after.svg"), "<html>").unwrap();
        let addresses = pictures.addresses(3);
        assert_eq!(addresses.before.unwrap(), "/api/lattice/3/before.svg");
        assert_eq!(pictures.read("before.svg").unwrap(), b"<svg/>");
        assert!(
            pictures
                .read("after.svg")
                .unwrap_err()
                .starts_with("a.b.after.svg: expected a picture")
        );
        assert!(pictures.read("../a").unwrap_err().starts_with("expected before.svg or after.svg"));
        fs::remove_file(folder.path().join("a.b.after.svg")).unwrap();
        assert!(pictures.read("after.svg").unwrap_err().contains("a.b.after.svg beside the CSV"));
        assert_eq!(pictures.addresses(3).after, None);
        // Pictures of a compressed file have the same names.
        let packed = Pictures::beside(&csv.with_extension("csv.gz"));
        assert_eq!(packed.read("before.svg").unwrap(), b"<svg/>");
    }
}
