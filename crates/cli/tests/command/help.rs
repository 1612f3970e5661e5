//! Help: its size, and the purpose, cost, exit status and options of each command.

use crate::commands::all_commands;
use crate::tool::zobrist;

#[test]
fn short_help_fits_a_screen_and_ends_in_two_examples() {
    for command in all_commands() {
        let (name, help) = (command.name(), &command.help);
        assert!(help.lines().count() <= 24, "{name}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{name}: {help}");
        assert!(help.lines().all(|line| line == line.trim_end()), "{name}: {help}");
        let about = help.lines().next().unwrap();
        assert!(about.chars().count() <= 60, "{name}: {about}");
        assert!(about.starts_with(char::is_uppercase) && !about.ends_with('.'), "{name}: {about}");
        // Only a screen that is full leaves the empty line out.
        let is_full = help.lines().count() == 24;
        let has_usage = help.contains(&format!("\n\nUsage: {name}"))
            || is_full && help.contains(&format!("\nUsage: {name}"));
        assert!(has_usage, "{name}: {help}");
        assert_eq!(help.matches("Examples:\n").count(), 1, "{name}: {help}");
        let examples = command.examples();
        assert_eq!(examples.len(), 2, "{name}: {help}");
        assert_ne!(examples[0], examples[1], "{name}");
        for example in examples {
            assert!(example.contains(&name), "{name}: {example}");
        }
        // All says where the rest is.
        assert!(
            help.contains("-h, --help") && help.contains("--help in full")
                || help.contains("\n  help  ") && !command.is_leaf,
            "{name}: {help}"
        );
    }
}

#[test]
fn every_row_of_short_help_explains_its_name() {
    for command in all_commands() {
        let rows = command.help.lines().filter(|line| line.starts_with("  "));
        let rows: Vec<&str> =
            rows.take_while(|row| !command.examples().contains(&&row[2..])).collect();
        for row in rows {
            let row = row.trim_start();
            let explained = row.split_once("  ").is_some_and(|(_, text)| {
                text.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '`')
            });
            // The usage may have a second line.
            assert!(explained || row.starts_with("zobrist "), "{}: {row}", command.name());
        }
    }
}

#[test]
fn long_help_has_all_options_in_groups_the_cost_and_the_examples() {
    for command in all_commands() {
        let (name, help) = (command.name(), command.long_help());
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{name}: {help}");
        assert!(help.contains("\nCost: ") || command.words.is_empty(), "{name}: {help}");
        assert!(!help.contains("\nOptions:\n"), "an option without a group: {name}: {help}");
        assert!(help.contains("\nGlobal options:\n  -q, --quiet\n"), "{name}: {help}");
        assert!(help.ends_with(&format!("Examples:\n  {}\n", command.examples().join("\n  "))));
        for row in command.help.lines().filter(|line| line.starts_with("  -")) {
            let option = row.split("  ").find(|part| !part.is_empty()).unwrap();
            assert!(help.contains(&format!("{option}\n")), "{name}: {option}: {help}");
        }
        if !command.words.is_empty() {
            let words = command.words.iter().map(String::as_str);
            assert_eq!(zobrist(["help"].into_iter().chain(words)).done(), help);
        }
    }
}

#[test]
fn options_stand_in_the_groups_of_their_kind() {
    let help = zobrist(["explore", "--help"]).done();
    let mut last = 0;
    for heading in ["Position", "Games", "Output", "Index of files", "Input", "Resources"] {
        let at = help.find(&format!("\n{heading}:\n"));
        let at = at.unwrap_or_else(|| panic!("no {heading}: {help}"));
        assert!(at > last, "{heading}: {help}");
        assert_eq!(help.matches(&format!("\n{heading}:\n")).count(), 1, "{help}");
        last = at;
    }
    for (option, heading) in
        [("--until", "Games"), ("--memory", "Resources"), ("--variant", "Position")]
    {
        let group = help.split(&format!("\n{heading}:\n")).nth(1).unwrap();
        let group = group.split(":\n").next().unwrap();
        assert!(group.contains(&format!("{option} <")), "{option}: {help}");
        assert!(!zobrist(["explore", "-h"]).done().contains(option), "{option}");
    }
}

#[test]
fn the_exit_status_is_explained() {
    let help = zobrist(["--help"]).done();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(
            "Exit status: 0 all done; 1 done, but some input was rejected or a check failed; \
             2 could not run, or a file has changed while it was read."
        ),
        "{help}"
    );
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("zobrist ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(zobrist(["--version"]).done(), version);
    assert_eq!(zobrist(["-V"]).done(), version);
}

#[test]
fn without_a_command_the_short_help_goes_to_standard_error() {
    for words in [&[][..], &["index"], &["keys"]] {
        let help = zobrist(words.iter().copied().chain(["-h"])).done();
        assert_eq!(zobrist(words.iter().copied()).refused(), help);
    }
    // Arguments before it are no commands.
    let help = zobrist(["explore", "-h"]).done();
    assert_eq!(zobrist(["explore", "index", "-h"]).done(), help);
    assert_eq!(zobrist(["explore", "--top", "3", "-h", "--help"]).done(), help);
    assert_eq!(zobrist(["explore", "--help", "-h"]).done(), zobrist(["explore", "--help"]).done());
}
