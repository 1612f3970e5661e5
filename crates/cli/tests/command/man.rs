//! `man`: manual pages.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::commands::all_commands;
use crate::tool::{Folder, say};

#[test]
fn every_command_has_one_page() {
    let folder = Folder::new();
    let run = folder.zobrist(["man", "share/man1"]);
    let commands = all_commands();
    let expected = format!("zobrist: {} pages in … s: share/man1\n", commands.len());
    assert_eq!((run.code, run.stdout.as_str(), run.closing), (0, "", expected));
    let quiet = folder.zobrist(["--quiet", "man", "share/man1"]);
    assert_eq!((quiet.code, quiet.stderr + &quiet.closing), (0, String::new()));
    let pages = fs::read_dir(folder.path("share/man1")).unwrap();
    let pages: BTreeSet<String> =
        pages.map(|page| page.unwrap().file_name().into_string().unwrap()).collect();
    let names = commands.iter().map(|command| command.name().replace(' ', "-") + ".1");
    assert_eq!(pages, names.collect());
    for command in &commands {
        let file = command.name().replace(' ', "-") + ".1";
        let page = fs::read_to_string(folder.path("share/man1").join(file)).unwrap();
        let name = command.name().replace(' ', "-");
        assert!(page.contains(&format!("\n.TH {name} 1 ")), "{page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION"] {
            assert_eq!(page.matches(&format!("\n.SH {section}\n")).count(), 1, "{name}: {section}");
        }
        assert!(!page.contains('\u{1b}'), "{name}");
        let examples = command.examples().join("\n").replace('\\', "\\e").replace('-', "\\-");
        assert!(page.ends_with(&format!("\n.SH EXAMPLES\n.nf\n{examples}\n.fi\n")), "{page}");
    }
}

#[test]
fn every_option_has_a_text() {
    let folder = Folder::new();
    assert_eq!(folder.zobrist(["man", "."]).code, 0);
    let mut options = 0;
    for command in &all_commands() {
        let name = command.name().replace(' ', "-") + ".1";
        let page = fs::read_to_string(folder.path(&name)).unwrap();
        for entry in page.split("\n.TP\n").skip(1) {
            let mut lines = entry.lines();
            let (head, text) = (lines.next().unwrap(), lines.next().unwrap_or_default());
            let is_text = text.chars().next().is_some_and(char::is_alphanumeric);
            assert!(is_text, "{name}: {head}: {text:?}");
            options += usize::from(head.contains("\\-\\-"));
        }
    }
    assert!(options > 500, "{options} options");
}

#[test]
fn pages_are_replaced_and_other_files_stay() {
    let folder = Folder::with("zobrist.1", "old");
    folder.write("other.1", "mine");
    assert_eq!(folder.zobrist(["man", "."]).code, 0);
    assert_eq!(fs::read_to_string(folder.path("other.1")).unwrap(), "mine");
    let page = fs::read(folder.path("zobrist.1")).unwrap();
    assert!(page.len() > 1000);
    assert_eq!(folder.zobrist(["man", "."]).code, 0);
    assert_eq!(fs::read(folder.path("zobrist.1")).unwrap(), page);
    // A file is no folder.
    let message = folder.zobrist(["man", "other.1"]).refused();
    assert!(message.contains("cannot make the folder other.1"), "{message}");
}

#[test]
fn man_shows_a_page() {
    let folder = Folder::new();
    assert_eq!(folder.zobrist(["man", "."]).code, 0);
    for page in ["zobrist.1", "zobrist-explore.1", "zobrist-keys-audit.1"] {
        let mut man = Command::new("man");
        man.args(["--warnings", "-l", page]).current_dir(folder.path("."));
        let output = man.env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8").output();
        let Some(output) = output.ok().filter(|output| output.status.success()) else {
            say("man does not show pages here");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.contains("minimized") {
            say("man is left out of this system");
            return;
        }
        assert!(text.contains("SYNOPSIS") && text.contains("EXAMPLES"), "{text}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{page}");
    }
}
