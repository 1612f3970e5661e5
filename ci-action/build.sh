#!/usr/bin/env bash
# Builds the command `zobrist` of the checkout that this file is in, and puts it on the path of later
# steps. A toolchain of Rust has to be there, as it is on the machines of GitHub.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
place=${RUNNER_TEMP:-/tmp}/zobrist
cargo install --locked --quiet --root "$place" --path "$root/crates/cli"
if [ -n "${GITHUB_PATH:-}" ]; then
    echo "$place/bin" >>"$GITHUB_PATH"
fi
