//! Public types that cannot grow without breaking the programs that use them: enums and structs of
//! public fields alone that are not marked `#[non_exhaustive]`.

use crate::sources::Source;

/// The folders of the crates that programs of others use.
pub(crate) const LIBRARIES: [&str; 17] = [
    "zobrist",
    "audit",
    "tabulation",
    "transposition",
    "search",
    "chess",
    "go",
    "lattice",
    "storage",
    "input",
    "text-encoding",
    "key-lists",
    "simulation",
    "shakmaty",
    "game-text",
    "index",
    "ingest",
];

/// The crate and the type, and the reason for which it never grows.
pub(crate) const CLOSED: [(&str, &str, &str); 42] = [
    ("zobrist", "Canonical", "a hash and an element, which lanes of one's own also have"),
    ("zobrist", "Combine", "whoever combines keys has to know every way"),
    ("zobrist", "Hex", "wraps a key"),
    ("zobrist", "Pair", "two halves"),
    ("zobrist", "Step", "a rule has to know every kind of step"),
    ("audit", "HashEnd", "a number has two ends"),
    ("search", "Bound", "at most, at least, exactly"),
    (
        "search",
        "Repeated",
        "a value and the plies that it depends on, made by every game that repeats",
    ),
    ("search", "TtEntry", "a table has to keep every field"),
    ("chess", "AnyScheme", "compiled in, or not"),
    ("chess", "BookEntry", "the 16 bytes of a stored format"),
    ("chess", "CastlingRights", "two rooks of two colors"),
    ("chess", "Color", "two"),
    ("chess", "Corner", "four"),
    ("chess", "EnPassant", "whoever knows the rules of chess applies it"),
    ("chess", "ListedSchemeId", "hidden; a macro matches it whole in the caller's crate"),
    ("chess", "Role", "the six of chess"),
    ("chess", "Run", "two"),
    ("chess", "Squares", "a corner and a direction"),
    ("chess", "Wide", "wraps a scheme"),
    ("go", "Area", "a number for each color"),
    ("go", "Color", "two"),
    ("go", "Move", "a play or a pass"),
    ("go", "TextPosition", "byte, line and column"),
    ("lattice", "Origin", "the header of a stored format"),
    ("lattice", "Site", "wraps a number"),
    ("lattice", "Species", "wraps a number"),
    ("input", "Piece", "a range of bytes"),
    ("key-lists", "Halves", "two orders"),
    ("key-lists", "Lines", "a range of lines"),
    ("simulation", "Advance", "the loop of a run has to handle every event"),
    ("simulation", "Cell", "whoever writes a table has to know all values"),
    ("simulation", "ColumnValues", "whoever writes a table has to know all values"),
    ("shakmaty", "Evaluation", "two forms of a command of PGN"),
    ("shakmaty", "GameEnd", "a visitor keeps or drops the game at each end"),
    ("shakmaty", "StartTags", "two tags of PGN"),
    ("shakmaty", "TokenKind", "the grammar of PGN"),
    ("game-text", "ChunkBoundary", "a place from which reading resumes"),
    ("index", "GameResult", "the four results of PGN"),
    ("index", "PositionName", "the columns of a stored format"),
    ("index", "ResumePoint", "a place from which a build resumes"),
    ("index", "RunPieces", "a task has to know how to read its run"),
];

/// The public types of a crate that cannot grow.
pub(crate) fn closed_types(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(|source| closed_types_of(&source.code)).collect()
}

fn closed_types_of(code: &str) -> Vec<String> {
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((is_enum, name)) = declared(line) else { continue };
        let above = lines[..at].iter().rev().map(|line| line.trim());
        // Comments are blank lines here.
        let mut attributes = above.take_while(|line| line.is_empty() || line.starts_with("#["));
        let is_open = attributes.any(|line| line == "#[non_exhaustive]");
        if !is_open && (is_enum || has_public_fields_alone(&lines[at..])) {
            found.push(name.to_owned());
        }
    }
    found
}

/// True for an enum, and the name, if the line declares a public type. Those of macros have no name
/// of their own.
fn declared(line: &str) -> Option<(bool, &str)> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let (keyword, rest) = rest.split_once(' ')?;
    let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_');
    let name = &rest[..end.unwrap_or(rest.len())];
    (matches!(keyword, "struct" | "enum") && !name.is_empty()).then_some((keyword == "enum", name))
}

/// True if a struct, which begins with these lines, has fields, and all of them are public.
fn has_public_fields_alone(lines: &[&str]) -> bool {
    let fields = fields(lines);
    !fields.is_empty() && fields.iter().all(|field| field.starts_with("pub "))
}

/// The fields of the struct that begins with these lines, without their attributes.
fn fields<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let first = lines[0];
    if first.ends_with([';', '}']) {
        let within = first.split_once('(').map_or("", |(_, fields)| fields.trim_end_matches(");"));
        return within.split(", ").filter(|field| !field.is_empty()).collect();
    }
    let depth = |line: &str| line.len() - line.trim_start().len();
    let inner = lines[1..].iter().take_while(|line| {
        depth(line) != depth(first) || !line.trim_start().starts_with(['}', ')'])
    });
    // What stands deeper continues a field.
    let fields = inner.filter(|line| depth(line) == depth(first) + 4).map(|line| line.trim());
    fields.filter(|line| line.starts_with(|c: char| c.is_alphabetic() || c == '_')).collect()
}
