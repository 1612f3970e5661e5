//! Tag pairs of invented tournaments.

use std::io::Write;

use super::random::Random;

const GIVEN: [&str; 48] = [
    "Ada", "Alma", "Andrei", "Anton", "Beata", "Boris", "Carla", "Cem", "Clara", "Dario", "Diana",
    "Edgar", "Elena", "Emil", "Erik", "Eva", "Farid", "Felix", "Greta", "Hana", "Hugo", "Ida",
    "Igor", "Ines", "Ivan", "Jan", "Joana", "Jonas", "Karim", "Kenji", "Lena", "Leon", "Lin",
    "Luca", "Maja", "Marko", "Mei", "Milan", "Nadia", "Nils", "Olga", "Oskar", "Paula", "Petra",
    "Ravi", "Sofia", "Tomas", "Vera",
];

const FIRST_HALF: [&str; 24] = [
    "Ander", "Berg", "Brand", "Carl", "Dahl", "Eken", "Falk", "Grim", "Halv", "Holm", "Ivar",
    "Kron", "Lind", "Lund", "Mar", "Niel", "Nor", "Ost", "Ros", "Sand", "Stein", "Thor", "Val",
    "West",
];

const SECOND_HALF: [&str; 8] = ["berg", "dal", "er", "gren", "man", "ov", "sen", "ski"];

const EVENTS: [(&str, &str); 8] = [
    ("City Open", "Bremen"),
    ("Club Championship", "Ghent"),
    ("Spring Festival", "Lisbon"),
    ("League", "Krakow"),
    ("Rapid Cup", "Tartu"),
    ("Winter Open", "Oslo"),
    ("Team Cup", "Graz"),
    ("Online Arena", "?"),
];

const PLAYERS: u64 = (GIVEN.len() * FIRST_HALF.len() * SECOND_HALF.len()) as u64;

/// Writes the tag pairs of a game with this result, and a blank line.
pub(crate) fn write(text: &mut Vec<u8>, random: &mut Random, result: &str) {
    let (event, site) = *random.pick(&EVENTS);
    let year = random.between(2014, 2025);
    let date = if random.percent(2) {
        format!("{year}.??.??")
    } else {
        format!("{year}.{:02}.{:02}", random.between(1, 12), random.between(1, 28))
    };
    let round = random.between(1, 11);
    let white = random.below(PLAYERS);
    // Players do not play against themselves.
    let black = (white + random.between(1, PLAYERS - 1)) % PLAYERS;
    for (name, value) in [
        ("Event", format!("{event} {year}")),
        ("Site", site.to_owned()),
        ("Date", date),
        ("Round", round.to_string()),
        ("White", player(white)),
        ("Black", player(black)),
        ("Result", result.to_owned()),
    ] {
        tag(text, name, &value);
    }
    if !random.percent(10) {
        tag(text, "WhiteElo", &random.between(1000, 2850).to_string());
        // In some games, only White is rated.
        if !random.percent(5) {
            tag(text, "BlackElo", &random.between(1000, 2850).to_string());
        }
    }
    text.push(b'\n');
}

fn tag(text: &mut Vec<u8>, name: &str, value: &str) {
    writeln!(text, "[{name} \"{value}\"]").expect("writing to memory does not fail");
}

fn player(number: u64) -> String {
    let number = number as usize;
    let (name, given) = (number / GIVEN.len(), number % GIVEN.len());
    let (first, second) = (name / SECOND_HALF.len(), name % SECOND_HALF.len());
    format!("{}{}, {}", FIRST_HALF[first], SECOND_HALF[second], GIVEN[given])
}
