//! Help: what each command does, what it costs and how it ends.

use crate::tool::zobrist;

const COMMANDS: [&str; 12] = [
    "explore", "index", "hash", "explain", "diff", "perft", "solve", "schemes", "book", "go",
    "lattice", "keys",
];
const INDEX_COMMANDS: [&str; 5] = ["build", "add", "merge", "info", "verify"];
const BOOK_COMMANDS: [&str; 6] = ["make", "merge", "probe", "dump", "check", "fix"];
const GO_COMMANDS: [&str; 4] = ["check", "hash", "gtp", "count"];
const LATTICE_COMMANDS: [&str; 2] = ["run", "compare"];
const KEYS_COMMANDS: [&str; 5] = ["audit", "collisions", "forge", "generate", "export"];

#[test]
fn the_commands_are_listed_and_the_exit_status_explained() {
    let help = zobrist(["--help"]).done();
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(
            "Exit status: 0 all done; 1 done, but some input was rejected or a check failed; \
             2 could not run."
        ),
        "{help}"
    );
}

#[test]
fn every_command_states_its_cost() {
    for command in COMMANDS {
        let help = zobrist([command, "--help"]).done();
        assert!(help.contains("\nCost: "), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        assert_eq!(zobrist(["help", command]).done(), help);
        assert!(!zobrist([command, "-h"]).done().is_empty());
    }
}

#[test]
fn every_command_of_indexes_states_its_cost() {
    for command in INDEX_COMMANDS {
        let help = zobrist(["index", command, "--help"]).done();
        assert!(help.contains("\nCost: "), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn every_command_of_books_states_its_cost() {
    for command in BOOK_COMMANDS {
        let help = zobrist(["book", command, "--help"]).done();
        assert!(help.contains("\nCost: "), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn every_command_of_go_states_its_cost() {
    for command in GO_COMMANDS {
        let help = zobrist(["go", command, "--help"]).done();
        assert!(help.contains("\nCost: "), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn every_command_of_lattices_states_its_cost() {
    for command in LATTICE_COMMANDS {
        let help = zobrist(["lattice", command, "--help"]).done();
        assert!(help.contains("\nCost: "), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn every_command_of_keys_states_its_cost() {
    for command in KEYS_COMMANDS {
        let help = zobrist(["keys", command, "--help"]).done();
        assert!(help.contains("\nCost: "), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("zobrist ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(zobrist(["--version"]).done(), version);
    assert_eq!(zobrist(["-V"]).done(), version);
}

#[test]
fn without_a_command_the_help_is_no_result() {
    let message = zobrist([]).refused();
    assert!(message.contains("Usage: zobrist <COMMAND>"), "{message}");
}
