//! Compiles the table, as an engine would be for this machine.

fn main() {
    println!("cargo::rerun-if-changed=src/cluster.cpp");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("src/cluster.cpp")
        .opt_level(3)
        .flag_if_supported("-march=native")
        .warnings(true)
        .compile("cluster");
}
