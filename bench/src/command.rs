//! The command `zobrist`, built as users build it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

/// Builds the command and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "zobrist-cli"])
        // The environment must not select another folder, with an old command.
        .args(["--target-dir", "target"])
        .env_remove("CARGO_BUILD_TARGET")
        .current_dir(&root)
        .status()?;
    ensure!(built.success(), "the command does not build");
    Ok(root.join("target/release/zobrist"))
}
