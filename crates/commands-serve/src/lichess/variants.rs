//! The variants by lichess's names.

/// Lichess's names, and those of `--variant`. Chess there may be Chess960 here, by its castling
/// rights.
const NAMES: [(&str, Option<&str>); 11] = [
    ("chess", None),
    ("standard", None),
    ("fromPosition", None),
    ("chess960", Some("chess960")),
    ("antichess", Some("antichess")),
    ("atomic", Some("atomic")),
    ("crazyhouse", Some("crazyhouse")),
    ("horde", Some("horde")),
    ("kingOfTheHill", Some("kingofthehill")),
    ("racingKings", Some("racingkings")),
    ("threeCheck", Some("3check")),
];

/// The value of `--variant` for a variant of lichess, `None` within for no such option.
///
/// # Errors
/// When there is no such variant: its name with those that there are.
pub(crate) fn option(name: &str) -> Result<Option<&'static str>, String> {
    let found = NAMES.iter().find(|(theirs, _)| *theirs == name);
    found.map(|(_, ours)| *ours).ok_or_else(|| {
        let names = NAMES.map(|(theirs, _)| theirs).join(", ");
        format!("expected one of {names}, got {name:?}")
    })
}
