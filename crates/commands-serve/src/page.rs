//! The page: its files, which the build embeds when they have been made.
//!
//! The build is not committed: it contains chessground and its pieces, which others wrote.

use super::reply::{Refusal, Reply, TEXT};

/// The files that the page loads, and nothing else.
struct Files {
    /// It shows a view by its path.
    document: &'static [u8],
    script: &'static [u8],
    style: &'static [u8],
    licenses: &'static [u8],
}

/// The files, if the page was built before the command.
#[cfg(has_page)]
const EMBEDDED: Option<Files> = Some(Files {
    document: include_bytes!("../web/dist/index.html"),
    script: include_bytes!("../web/dist/app.js"),
    style: include_bytes!("../web/dist/app.css"),
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
    answer(path).is_ok()
}

/// A file of the page, or its document.
///
/// # Errors
/// When there is no such path.
pub(crate) fn answer(path: &str) -> Result<Reply, Refusal> {
    answer_from(EMBEDDED.as_ref(), path)
}

fn answer_from(files: Option<&Files>, path: &str) -> Result<Reply, Refusal> {
    let (kind, body) = match (path, files) {
        ("/app.js", Some(files)) => ("text/javascript; charset=utf-8", files.script),
        ("/app.css", Some(files)) => ("text/css; charset=utf-8", files.style),
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
            let reply = answer_from(None, path).unwrap();
            let text = str::from_utf8(&reply.body).unwrap();
            assert!(
                text.contains("npm --prefix crates/commands-serve/web run build"),
                "{path}: {text}"
            );
        }
        assert!(answer_from(None, "/app.js").is_err());
    }

    #[test]
    fn the_page_has_its_files_and_no_others() {
        let files = Files { document: b"d", script: b"s", style: b"c", licenses: b"l" };
        for (path, body) in [
            ("/", "d"),
            ("/tour", "d"),
            ("/app.js", "s"),
            ("/app.css", "c"),
            ("/licenses.txt", "l"),
        ] {
            assert_eq!(answer_from(Some(&files), path).unwrap().body, body, "{path}");
        }
        for path in ["/index.html", "/app.js/", "//", "/Tour", ""] {
            assert!(answer_from(Some(&files), path).is_err(), "{path}");
        }
    }
}
