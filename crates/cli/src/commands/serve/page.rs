//! The page: its files, which the build embeds when they have been made.

use super::reply::{Refusal, Reply};

/// Files of the page by their paths, with their types: all that the page loads.
#[cfg(has_page)]
const FILES: &[(&str, &str, &[u8])] = &[
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../../../web/dist/app.js")),
    ("/app.css", "text/css; charset=utf-8", include_bytes!("../../../web/dist/app.css")),
    ("/licenses.txt", super::reply::TEXT, include_bytes!("../../../web/dist/licenses.txt")),
];
#[cfg(not(has_page))]
const FILES: &[(&str, &str, &[u8])] = &[];

/// The document, which shows a view by its path.
#[cfg(has_page)]
const DOCUMENT: &[u8] = include_bytes!("../../../web/dist/index.html");
/// What stands in its place when the page was not built.
#[cfg(not(has_page))]
const DOCUMENT: &[u8] = include_bytes!("without_page.html");

/// The paths of the views.
const VIEWS: [&str; 5] = ["/", "/anatomy", "/tour", "/go", "/lattice"];

/// True if a path is one of the page.
pub fn has(path: &str) -> bool {
    VIEWS.contains(&path) || FILES.iter().any(|(file, ..)| *file == path)
}

/// A file of the page, or its document.
///
/// # Errors
/// When there is no such path.
pub fn answer(path: &str) -> Result<Reply, Refusal> {
    if let Some((_, kind, bytes)) = FILES.iter().find(|(file, ..)| *file == path) {
        return Ok(Reply::of(kind, *bytes));
    }
    if VIEWS.contains(&path) {
        return Ok(Reply::of("text/html; charset=utf-8", DOCUMENT));
    }
    Err(Refusal::missing(format_args!(
        "there is nothing at {path:?}: the page is at /, the API is in docs/serve-api.md"
    )))
}
