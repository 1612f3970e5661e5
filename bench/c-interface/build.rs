//! Compiles the loops, as an engine would be for this machine.

fn main() {
    let include = "../../crates/c/include";
    println!("cargo::rerun-if-changed=src/loops.c");
    println!("cargo::rerun-if-changed={include}/zobrist.h");
    cc::Build::new()
        .std("c11")
        .file("src/loops.c")
        .include(include)
        .opt_level(3)
        .flag_if_supported("-march=native")
        .warnings(true)
        .compile("loops");
}
