//! The page: its files, which the build embeds when they have been made.
//!
//! The build is not committed: it contains chessground and its pieces, which others wrote.

use super::reply::{Refusal, Reply, TEXT};

/// The files that the page loads, and nothing else.
struct Files {
    /// It shows a view by its path.
    document: &'static [u8],
    script: Packed,
    style: Packed,
    licenses: &'static [u8],
}

/// A file, and the same by gzip.
struct Packed {
    plain: &'static [u8],
    gzip: &'static [u8],
}

/// The files, if the page was built before the command.
#[cfg(has_page)]
const EMBEDDED: Option<Files> = Some(Files {
    document: include_bytes!("../web/dist/index.html"),
    script: Packed {
        plain: include_bytes!("../web/dist/app.js"),
        gzip: include_bytes!("../web/dist/app.js.gz"),
    },
    style: Packed {
        plain: include_bytes!("../web/dist/app.css"),
        gzip: include_bytes!("../web/dist/app.css.gz"),
    },
    licenses: include_bytes!("../web/dist/licenses.txt"),
});
#[cfg(not(has_page))]
const EMBEDDED: Option<Files> = None;

/// The document when the page was not built.
const WITHOUT_PAGE: &[u8] = include_bytes!("without_page.html");

/// The paths of the views.
const VIEWS: [&str; 5] = ["/", "/anatomy", "/tour", "/go", "/lattice"];

/// True if a path is one of the page.
pub(crate) fn has(path: &str) -> bool {
    answer(path, false).is_ok()
}

/// A file of the page, or its document; compressed by gzip where that saves something and the
/// client takes it.
///
/// # Errors
/// When there is no such path.
pub(crate) fn answer(path: &str, takes_gzip: bool) -> Result<Reply, Refusal> {
    answer_from(EMBEDDED.as_ref(), path, takes_gzip)
}

fn answer_from(files: Option<&Files>, path: &str, takes_gzip: bool) -> Result<Reply, Refusal> {
    let packed = |kind, file: &Packed| match takes_gzip {
        true => Reply { encoding: Some("gzip"), ..Reply::of(kind, file.gzip) },
        false => Reply::of(kind, file.plain),
    };
    let (kind, body) = match (path, files) {
        ("/app.js", Some(files)) => {
            return Ok(packed("text/javascript; charset=utf-8", &files.script));
        }
        ("/app.css", Some(files)) => return Ok(packed("text/css; charset=utf-8", &files.style)),
        ("/licenses.txt", Some(files)) => (TEXT, files.licenses),
        _ if VIEWS.contains(&path) => {
            ("text/html; charset=utf-8", files.map_or(WITHOUT_PAGE, |files| files.document))
        }
        _ => {
            return Err(Refusal::missing(format_args!(
                "there is nothing at {path:?}: the page is at /, the API is in docs/serve-api.md"
            )));
        }
    };
    Ok(Reply::of(kind, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_page_its_paths_say_how_to_build_it() {
        for path in VIEWS {
            let reply = answer_from(None, path, true).unwrap();
            let text = str::from_utf8(&reply.body).unwrap();
            assert!(
                text.contains("npm --prefix crates/commands-serve/web run build"),
                "{path}: {text}"
            );
        }
        assert!(answer_from(None, "/app.js", false).is_err());
    }

    #[test]
    fn the_page_has_its_files_and_no_others() {
        let files = Files {
            document: b"d",
            script: Packed { plain: b"s", gzip: b"S" },
            style: Packed { plain: b"c", gzip: b"C" },
            licenses: b"l",
        };
        for (path, body) in [
            ("/", "d"),
            ("/tour", "d"),
            ("/app.js", "s"),
            ("/app.css", "c"),
            ("/licenses.txt", "l"),
        ] {
            assert_eq!(answer_from(Some(&files), path, false).unwrap().body, body, "{path}");
        }
        for (path, body, encoding) in
            [("/", "d", None), ("/app.js", "S", Some("gzip")), ("/app.css", "C", Some("gzip"))]
        {
            let reply = answer_from(Some(&files), path, true).unwrap();
            assert_eq!((&*reply.body, reply.encoding), (body.as_bytes(), encoding), "{path}");
        }
        for path in ["/index.html", "/app.js/", "//", "/Tour", ""] {
            assert!(answer_from(Some(&files), path, false).is_err(), "{path}");
        }
    }
}
