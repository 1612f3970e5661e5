//! Passes the path of the source of the table, which is private in `minimax`, to the compiler.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let metadata = Command::new(env::var_os("CARGO").context("expected cargo to run this")?)
        .args(["metadata", "--format-version=1", "--offline", "--filter-platform"])
        .arg(env::var_os("TARGET").context("expected cargo to run this")?)
        .output()?;
    ensure!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata["packages"].as_array().context("expected packages")?;
    let minimax = packages.iter().find(|package| package["name"] == "minimax");
    let manifest = minimax.and_then(|package| package["manifest_path"].as_str());
    let root = Path::new(manifest.context("expected minimax among them")?).parent();
    let table = root.context("expected a folder")?.join("src/strategies/table.rs");
    ensure!(table.is_file(), "expected {}", table.display());
    println!("cargo::rustc-env=MINIMAX_TABLE={}", table.display());
    Ok(())
}
