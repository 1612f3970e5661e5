//! Unusual tags, move numbers, spellings and results in the text of a game.

mod moves;
mod spellings;
mod tag_checks;
pub(super) mod tag_lines;

use self::moves::{MoveNumbers, MoveReader, Results, read_moves};
use self::spellings::Spellings;
use self::tag_lines::TagLine;
use super::finding::{Finding, FindingType, Wanted};
use crate::game_start::GameOptions;
use crate::pgn::Game;

/// Returns the findings of these types in the text of a game that can be replayed, at least up to a
/// bad move.
pub(super) fn check_text(
    text: &[u8],
    begins_line: bool,
    wanted: Wanted,
    options: GameOptions,
) -> Vec<Finding> {
    let game = Game::new(text, 0);
    let tags = TagLine::all(&game);
    let mut findings = Vec::new();
    let mut find = |finding_type, ply, detail: Option<String>| {
        findings.extend(detail.map(|detail| Finding { finding_type, ply, detail }));
    };
    for (finding_type, check) in TAG_CHECKS {
        if wanted.has(finding_type) {
            find(finding_type, 0, check(&tags));
        }
    }
    if !wanted.needs_moves() {
        return findings;
    }
    let mut reader = MoveReader {
        numbers: MoveNumbers::default(),
        results: Results::new(&tags),
        spellings: wanted.has(FindingType::Spellings).then(Spellings::default),
    };
    if let Some(spellings) = &mut reader.spellings {
        if !begins_line {
            spellings.add(0, "a game that begins amid a line".to_owned());
        }
        spellings::read_tags(&game, &tags, spellings);
    }
    let is_whole = read_moves(&game, &tags, options, &mut reader);
    let MoveReader { numbers, results, spellings } = reader;
    if wanted.has(FindingType::MoveNumbers) {
        find(FindingType::MoveNumbers, numbers.ply(), numbers.detail());
    }
    if wanted.has(FindingType::Result) && is_whole {
        find(FindingType::Result, results.ply(), results.detail());
    }
    if let Some(spellings) = spellings {
        find(FindingType::Spellings, spellings.ply(), spellings.detail());
    }
    findings
}

/// Looks at the tags of a game, and returns the detail of a finding.
type TagCheck = fn(&[TagLine<'_>]) -> Option<String>;

/// The types that only tags decide.
const TAG_CHECKS: [(FindingType, TagCheck); 5] = [
    (FindingType::SevenTagRoster, tag_checks::seven_tag_roster),
    (FindingType::Dates, tag_checks::dates),
    (FindingType::Elo, tag_checks::elo),
    (FindingType::DuplicateTags, tag_checks::duplicate_tags),
    (FindingType::FenWithoutSetup, tag_checks::fen_without_setup),
];
