//! Names the conditions for the crate's native parts, each of which stands at many places:
//!
//! - `native_memory`: memory from the system's maps. Miri runs it too.
//! - `shared_files`: files that processes share. Not under Miri, which maps no files.
//! - `double_words`: accesses of 16 bytes by inline assembly, which passes addresses in 64-bit
//!   registers. Not on targets with 32-bit pointers (x32, ILP32).
//! - `vectors`: vector instructions of x86-64, by inline assembly too.

use std::env::{var, var_os};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_set = |name: &str| var_os(name).is_some();
    let is = |name: &str, value: &str| var(name).is_ok_and(|set| set == value);
    let (is_unix, is_miri) = (is_set("CARGO_CFG_UNIX"), is_set("CARGO_CFG_MIRI"));
    let is_native = is_set("CARGO_FEATURE_NATIVE") && !is_set("CARGO_CFG_LOOM");
    let native_memory = is_native && (is_unix || is_set("CARGO_CFG_WINDOWS"));
    let is_x86_64 = is("CARGO_CFG_TARGET_ARCH", "x86_64");
    let is_arm = is("CARGO_CFG_TARGET_ARCH", "aarch64") && is("CARGO_CFG_TARGET_ENDIAN", "little");
    let double_words = native_memory
        && !is_miri
        && is("CARGO_CFG_TARGET_POINTER_WIDTH", "64")
        && (is_x86_64 || is_arm);
    for (name, holds) in [
        ("native_memory", native_memory),
        ("shared_files", native_memory && is_unix && !is_miri && is_set("CARGO_FEATURE_FILES")),
        ("double_words", double_words),
        ("vectors", double_words && is_x86_64),
    ] {
        println!("cargo::rustc-check-cfg=cfg({name})");
        if holds {
            println!("cargo::rustc-cfg={name}");
        }
    }
}
