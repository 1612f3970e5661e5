//! Help: the purpose, cost and exit status of each command.

use crate::tool::zobrist;

const COMMANDS: [&str; 14] = [
    "explore", "index", "cache", "check", "hash", "explain", "diff", "perft", "solve", "schemes",
    "book", "go", "lattice", "keys",
];
const SUBCOMMANDS: &[(&str, &[&str])] = &[
    ("index", &["build", "add", "merge", "remove", "info", "games", "duplicates", "verify"]),
    ("cache", &["path", "list", "clear"]),
    ("book", &["make", "merge", "probe", "dump", "check", "fix"]),
    ("go", &["check", "hash", "gtp", "count"]),
    ("lattice", &["run", "compare"]),
    ("keys", &["audit", "birthday", "collisions", "errors", "forge", "generate", "export"]),
];

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
        let help = help_of(&[command]);
        assert_eq!(zobrist(["help", command]).done(), help);
        assert!(!zobrist([command, "-h"]).done().is_empty());
    }
    for (command, subcommands) in SUBCOMMANDS {
        for subcommand in *subcommands {
            help_of(&[command, subcommand]);
        }
    }
}

/// The help of a command, which states its cost in lines of up to 100 characters.
fn help_of(command: &[&str]) -> String {
    let help = zobrist(command.iter().copied().chain(["--help"])).done();
    assert!(help.contains("\nCost: "), "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    help
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("zobrist ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(zobrist(["--version"]).done(), version);
    assert_eq!(zobrist(["-V"]).done(), version);
}

#[test]
fn without_a_command_the_help_goes_to_standard_error() {
    let message = zobrist([]).refused();
    assert!(message.contains("Usage: zobrist [OPTIONS] <COMMAND>"), "{message}");
}
