//! `zobrist hash --check`: another convention of a part is found from the lines that use it, though
//! most lines are right without it.

use crate::rookie::{Engine, ROOKIE, folder, lines as hashed, positions};
use crate::tool::Folder;

/// The messages of a check by a description in which `from` is replaced by `to`.
#[track_caller]
fn check(folder: &Folder, from: &str, to: &str, lines: &[String]) -> String {
    assert!(ROOKIE.contains(from));
    folder.write("other.toml", ROOKIE.replace(from, to));
    folder.write("other.txt", lines.join("\n") + "\n");
    let args = ["hash", "--check", "--scheme", "other.toml", "other.txt"];
    folder.zobrist(args).rejected().1
}

/// The rights of a line.
fn rights(line: &str) -> &str {
    line.split([' ', '\t']).nth(3).unwrap()
}

#[test]
fn another_order_of_castling_sets_is_found_from_the_lines_that_use_it() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let all = hashed(&positions(2_000), |fen| engine.hash(fen));
    // All rights and none are the same set in any order.
    let (used, others): (Vec<String>, Vec<String>) =
        all.lines().map(str::to_owned).partition(|line| !matches!(rights(line), "KQkq" | "-"));
    let mut lines: Vec<String> = others.into_iter().take(198 - 32).collect();
    lines.extend(used.into_iter().step_by(4).take(32));
    assert_eq!(lines.len(), 198);
    let messages = check(&folder, r#""KQkq""#, r#""qkQK""#, &lines);
    assert!(messages.contains("are right by the keys of `rookie` with other conventions"));
    let order = r#"castling is keyed by sets in another order: keys = "sets", order = "KQkq""#;
    assert!(messages.ends_with(&format!("  {order}\n")), "{messages}");
    // A line with a mistake of its own contradicts nothing that is claimed.
    let wrong = lines[3].replacen(|c: char| c.is_ascii_hexdigit(), "", 1);
    lines[3] = wrong;
    let messages = check(&folder, r#""KQkq""#, r#""qkQK""#, &lines);
    assert!(messages.contains(order), "{messages}");
}
