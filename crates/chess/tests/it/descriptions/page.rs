//! The examples of the specification, `docs/schemes.md`.

use super::{ROOKIE, composed, parsed};

/// The file of the page with the fields and sections of an example in place of its own.
pub(super) fn rookie_with(example: &str) -> String {
    let sections = |text: &str| -> Vec<(String, Vec<String>)> {
        let mut sections = vec![(String::new(), Vec::new())];
        for line in text.lines() {
            match line.starts_with('[') {
                true => sections.push((line.to_owned(), Vec::new())),
                false => sections.last_mut().unwrap().1.push(line.to_owned()),
            }
        }
        sections
    };
    let mut whole = sections(ROOKIE);
    let mut examples = sections(example);
    let (_, top) = examples.remove(0);
    for line in top {
        let field = line.split(' ').next().unwrap();
        whole[0].1.retain(|old| old.split(' ').next() != Some(field));
        whole[0].1.push(line);
    }
    for (name, lines) in examples {
        whole.retain(|(old, _)| *old != name);
        whole.push((name, lines));
    }
    let text = whole.into_iter().flat_map(|(name, lines)| [name].into_iter().chain(lines));
    text.collect::<Vec<_>>().join("\n")
}

/// Each example is a scheme file or a part of one, and what it describes is written as it was read.
#[test]
fn examples_describe_schemes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemes.md");
    let page = std::fs::read_to_string(path).unwrap();
    let examples: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split_once("```\n").expect("an example ends").0)
        .collect();
    assert!(examples.len() >= 5, "{}", examples.len());
    for example in examples {
        let text = rookie_with(example);
        let description = parsed(&text);
        assert_eq!(parsed(&description.to_string()).to_string(), description.to_string());
        let names_a_file = ["file = ", "lines = ", "raw = "].iter().any(|way| text.contains(way));
        if !names_a_file {
            assert_eq!(composed(&composed(&text).to_text()).to_text(), composed(&text).to_text());
        }
    }
}
