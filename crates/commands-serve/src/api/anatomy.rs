//! `/api/anatomy`: the features of a position, their keys, and what moves change.

use std::collections::BTreeSet;

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist::{AnyKey, Combine, Feature};
use zobrist_chess::{ComposedScheme, Scheme};
use zobrist_commands_input::schemes::check_variant;
use zobrist_shakmaty::{en_passant_mode, for_each_feature, hash};

use super::super::json_object::hex;
use super::super::line::{PlayedLine, PositionOptions, WrittenMove};
use super::super::query::Query;
use super::super::reply::{Answered, Reply};
use super::super::schemes::NamedScheme;
use super::super::site::Site;
use super::fact::{self, Fact, features};
use super::scheme_name::SchemeName;

/// The hash of a position: its features, and the changes by the last move and by the next ones.
#[derive(Debug, Serialize)]
pub(crate) struct Anatomy {
    scheme: String,
    bits: u32,
    /// `xor` or `add`.
    combine: &'static str,
    hash: String,
    fen: String,
    /// In the order of `zobrist explain`.
    features: Vec<Fact>,
    last: Option<Change>,
    moves: Vec<Change>,
    schemes: Vec<SchemeHash>,
}

/// The features that a move takes out and brings in, as `zobrist diff` lists them.
#[derive(Debug, Serialize)]
struct Change {
    #[serde(flatten)]
    played: WrittenMove,
    before: String,
    after: String,
    out: Vec<Fact>,
    #[serde(rename = "in")]
    brought_in: Vec<Fact>,
}

/// The hash of the position by one scheme.
#[derive(Debug, Serialize)]
struct SchemeHash {
    name: String,
    bits: u32,
    hash: Option<String>,
    /// The file of the capture en passant that counts.
    en_passant: Option<char>,
    /// The reason why the scheme cannot hash the position.
    error: Option<String>,
}

#[derive(clap::Args)]
struct Options {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    scheme: SchemeName,
}

pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let options: Options = query.options()?;
    let line = options.position.read()?;
    let scheme = options.scheme.of(site, line.position())?;
    Ok(Reply::json(&anatomy(&line, &scheme, site.schemes.all())))
}

/// Takes the hash of a position apart. `schemes` are those that are compared.
fn anatomy(line: &PlayedLine, named: &NamedScheme, schemes: &[NamedScheme]) -> Anatomy {
    let scheme = &named.scheme;
    let end = State::new(scheme, line.position());
    let last =
        line.last_move().map(|(before, m)| change(scheme, &State::new(scheme, before), m, &end));
    let position = line.position();
    let next = position.legal_moves().into_iter().map(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        change(scheme, &end, m, &State::new(scheme, &next))
    });
    let mut facts = Vec::new();
    for_each_feature(scheme, position, |feature| facts.push(Fact::new(scheme, feature)));
    Anatomy {
        scheme: named.name.clone(),
        bits: scheme.bits(),
        combine: match scheme.combine() {
            Combine::Xor => "xor",
            Combine::Sum(_) => "add",
        },
        hash: hex(scheme, end.hash),
        fen: Fen::from_position(position, en_passant_mode(scheme)).to_string(),
        features: facts,
        last,
        moves: next.collect(),
        schemes: schemes.iter().map(|named| by_scheme(named, position)).collect(),
    }
}

/// A position, its features and its hash.
struct State<'a> {
    position: &'a VariantPosition,
    features: BTreeSet<Feature>,
    hash: AnyKey,
}

impl<'a> State<'a> {
    fn new(scheme: &ComposedScheme, position: &'a VariantPosition) -> State<'a> {
        State { position, features: features(scheme, position), hash: hash(scheme, position) }
    }
}

fn change(scheme: &ComposedScheme, before: &State, m: Move, after: &State) -> Change {
    Change {
        played: WrittenMove::of(before.position, m),
        before: hex(scheme, before.hash),
        after: hex(scheme, after.hash),
        out: Fact::all(scheme, &(&before.features - &after.features)),
        brought_in: Fact::all(scheme, &(&after.features - &before.features)),
    }
}

fn by_scheme(named: &NamedScheme, position: &VariantPosition) -> SchemeHash {
    let NamedScheme { name, scheme } = named;
    let (name, bits) = (name.clone(), scheme.bits());
    if let Err(error) = check_variant(&name, scheme.chess_layout(), position.variant()) {
        let error = Some(error.to_string());
        return SchemeHash { name, bits, hash: None, en_passant: None, error };
    }
    let mut en_passant = None;
    for_each_feature(scheme, position, |feature| {
        let meaning = scheme.chess_layout().decode(feature);
        en_passant = en_passant.or(meaning.and_then(fact::en_passant_file));
    });
    let hash = Some(hex(scheme, hash(scheme, position)));
    SchemeHash { name, bits, hash, en_passant, error: None }
}

#[cfg(test)]
mod tests;
