//! `completions`: scripts for shells.

use std::process::{Command, Stdio};

use crate::commands::all_commands;
use crate::tool::{Folder, say, zobrist};

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

/// Runs a shell; `None` without it.
fn shell(folder: &Folder, name: &str, args: &[&str]) -> Option<(bool, String, String)> {
    let mut command = Command::new(name);
    command.args(args).current_dir(folder.path("."));
    let Ok(output) = command.stdin(Stdio::null()).output() else {
        say(&format!("there is no {name} to check its script"));
        return None;
    };
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Some((output.status.success(), text(output.stdout), text(output.stderr)))
}

#[test]
fn every_shell_has_a_script_with_all_commands_and_options() {
    let commands = all_commands();
    for shell in SHELLS {
        let script = zobrist(["completions", shell]).done();
        for command in &commands {
            if let Some(word) = command.words.last() {
                assert!(script.contains(word.as_str()), "{shell}: {word}");
            }
        }
        for option in ["since", "min-elo", "dedup", "js-keys"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
    let message = zobrist(["completions", "bsh"]).refused();
    assert!(message.contains("a similar value exists: 'bash'"), "{message}");
}

#[test]
fn shells_accept_their_scripts() {
    let folder = Folder::new();
    for (name, args) in
        [("bash", &["-n", "bash"][..]), ("zsh", &["-n", "zsh"]), ("fish", &["-n", "fish"])]
    {
        folder.write(name, zobrist(["completions", name]).done());
        if let Some((accepted, _, messages)) = shell(&folder, name, args) {
            assert!(accepted && messages.is_empty(), "{name}: {messages}");
        }
    }
}

#[test]
fn bash_completes_commands_options_and_values() {
    let folder = Folder::with("script", zobrist(["completions", "bash"]).done());
    for (line, expected, other) in [
        ("zobrist ex", "explore explain", "index"),
        ("zobrist index ve", "verify", "build"),
        ("zobrist explore --si", "--since", "--until"),
        ("zobrist explore --format j", "jsonl", "csv"),
        ("zobrist book make --only w", "white", "black"),
        ("zobrist hash --scheme poly", "polyglot", "fide"),
    ] {
        let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
        let (last, count) = (words.len() - 1, words.len());
        let before = &words[last - 1];
        let text = format!(
            "source ./script; COMP_WORDS=({}); COMP_CWORD={last}; _zobrist zobrist {} {before}; \
             echo \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words[count - 1]
        );
        let Some((done, replies, messages)) = shell(&folder, "bash", &["-c", &text]) else {
            return;
        };
        assert!(done, "{line}: {messages}");
        let replies: Vec<&str> = replies.split_whitespace().collect();
        for word in expected.split(' ') {
            assert!(replies.contains(&word), "{line}: {replies:?}");
        }
        assert!(!replies.contains(&other), "{line}: {replies:?}");
    }
}

#[test]
fn fish_completes_commands_options_values_and_arguments() {
    let folder = Folder::with("script", zobrist(["completions", "fish"]).done());
    folder.write("a.pgn", "1. e4 *\n");
    folder.write("b.bin", "");
    for (line, expected, other) in [
        ("zobrist ex", "explore explain", "index"),
        ("zobrist index ve", "verify", "build"),
        ("zobrist --quiet index ve", "verify", "build"),
        ("zobrist explore --si", "--since", "--until"),
        ("zobrist explore --format j", "jsonl", "csv"),
        ("zobrist book make --only w", "white", "black"),
        ("zobrist hash --scheme poly", "polyglot", "fide"),
        // Arguments of commands, and of commands below them.
        ("zobrist book make a", "a.pgn", "b.bin"),
        ("zobrist book make a.pgn -o b", "b.bin", "a.pgn"),
        ("zobrist index games a.pgn --as w", "white", "black"),
        ("zobrist go check --rules si", "simple situational", "positional"),
        ("zobrist completions f", "fish", "bash"),
        ("zobrist schemes show fi", "fide", "polyglot"),
    ] {
        let text = format!("source ./script; complete -C '{line}'");
        let args = ["--no-config", "-c", &text];
        let Some((done, replies, messages)) = shell(&folder, "fish", &args) else {
            let is_required = std::env::var("ZOBRIST_FISH").is_ok_and(|value| value == "required");
            assert!(!is_required, "there is no fish");
            return;
        };
        assert!(done && messages.is_empty(), "{line}: {messages}");
        let replies: Vec<&str> =
            replies.lines().filter_map(|reply| reply.split('\t').next()).collect();
        for word in expected.split(' ') {
            assert!(replies.contains(&word), "{line}: {replies:?}");
        }
        assert!(!replies.contains(&other), "{line}: {replies:?}");
    }
}
