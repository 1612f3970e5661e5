//! Embeds the page of `zobrist serve` if it has been built.

use std::path::Path;

fn main() {
    let files = ["index.html", "app.js", "app.js.gz", "app.css", "app.css.gz", "licenses.txt"];
    let has_page = files.iter().all(|file| Path::new("web/dist").join(file).exists());
    println!("cargo::rustc-check-cfg=cfg(has_page)");
    if has_page {
        println!("cargo::rustc-cfg=has_page");
        println!("cargo::rerun-if-changed=web/dist");
    } else {
        // The folder changes when the page is built.
        println!("cargo::rerun-if-changed=web");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
