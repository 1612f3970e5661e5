//! `/api/twin`: another position with the same hash.

use anyhow::{Result, bail};
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, Chess};
use zobrist::source::SplitMix64;
use zobrist::{AnyKey, Feature};
use zobrist_chess::ComposedScheme;
use zobrist_shakmaty::{
    ForgeError, en_passant_mode, forge, forge_by_dependency, hash, read_position,
};

use super::super::json_object::hex;
use super::super::line::PositionOptions;
use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::schemes::NamedScheme;
use super::super::site::Site;
use super::fact::{Fact, features};
use super::scheme_name::SchemeName;

/// Two positions with the same hash.
#[derive(Debug, Serialize)]
pub(crate) struct Twin {
    scheme: String,
    hash: String,
    fen: String,
    twin: String,
    /// The features of the first position alone.
    out: Vec<Fact>,
    /// The features of the twin alone.
    #[serde(rename = "in")]
    brought_in: Vec<Fact>,
}

#[derive(clap::Args)]
struct Options {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    scheme: SchemeName,
    #[arg(long, default_value_t = DEFAULT_SEED)]
    seed: u64,
}

/// The seed if the request has none.
const DEFAULT_SEED: u64 = 1;

/// Number of pairs that are made by elimination; the pair with the fewest features is kept.
const ATTEMPTS: usize = 4;

/// The sets of nine of Polyglot's keys that XOR to zero and by which legal positions can differ. An
/// audit with `--weight 9 --legal` lists them.
const OF_POLYGLOT: [[usize; 9]; 4] = [
    [40, 88, 119, 161, 482, 487, 496, 574, 634],
    [93, 109, 248, 303, 429, 547, 627, 711, 765],
    [104, 421, 467, 534, 542, 555, 593, 710, 753],
    [110, 234, 253, 363, 405, 426, 465, 469, 505],
];

pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let options: Options = query.options()?;
    let line = options.position.read()?;
    let scheme = options.scheme.of(site, line.position())?;
    let twin = twin(line.position(), &scheme, options.seed);
    twin.map(|twin| Reply::json(&twin)).map_err(|error| Refusal::bad(format_args!("{error:#}")))
}

/// Constructs another position of standard chess with the same hash. A seed always gives the same
/// one.
///
/// Cost: 0.5 seconds; a few milliseconds for a position that one of [`OF_POLYGLOT`] fits.
///
/// # Errors
/// When the position is one of a variant or has castling rights of Chess960, when the scheme adds
/// keys or has more than 64 bits, or when no position was found.
fn twin(position: &VariantPosition, named: &NamedScheme, seed: u64) -> Result<Twin> {
    let scheme = &named.scheme;
    let variant = position.variant();
    let VariantPosition::Chess(chess) = position else {
        bail!(
            "expected a position of standard chess, got one of {variant}: twins are made of those"
        );
    };
    let other = closest(scheme, chess, seed)?;
    let [fen, twin] = [chess, &other]
        .map(|position| Fen::from_position(position, en_passant_mode(scheme)).to_string());
    let [(first, key), (second, other)] = [reread(scheme, &fen)?, reread(scheme, &twin)?];
    if first == second || key != other {
        bail!("expected two positions with the same hash, got {fen} and {twin}: a bug in zobrist");
    }
    let [own, forged] = [first, second].map(|position| features(scheme, &position));
    Ok(Twin {
        scheme: named.name.clone(),
        hash: hex(scheme, key),
        fen,
        twin,
        out: Fact::all(scheme, &(&own - &forged)),
        brought_in: Fact::all(scheme, &(&forged - &own)),
    })
}

/// The position that differs in the fewest features of those that are tried.
fn closest(scheme: &ComposedScheme, position: &Chess, seed: u64) -> Result<Chess, ForgeError> {
    let known = OF_POLYGLOT.iter().find_map(|slots| {
        let dependency = slots.map(Feature::from_slot);
        forge_by_dependency(scheme, position, &dependency).ok()
    });
    if let Some(known) = known {
        return Ok(known);
    }
    let own = features(scheme, &position.clone().into());
    let mut seeds = SplitMix64::new(seed);
    let mut best: Option<(usize, Chess)> = None;
    for _ in 0..ATTEMPTS {
        let other = match forge(scheme, position, seeds.next_u64()) {
            Ok(other) => other,
            Err(ForgeError::NotFound) => continue,
            Err(error) => return Err(error),
        };
        let forged = features(scheme, &other.clone().into());
        let apart = own.symmetric_difference(&forged).count();
        if best.as_ref().is_none_or(|(fewest, _)| apart < *fewest) {
            best = Some((apart, other));
        }
    }
    best.map(|(_, other)| other).ok_or(ForgeError::NotFound)
}

/// The position of a FEN, and its hash from scratch.
fn reread(scheme: &ComposedScheme, fen: &str) -> Result<(VariantPosition, AnyKey)> {
    let position: Chess = read_position(fen.as_bytes(), Some(CastlingMode::Standard))?;
    let position = VariantPosition::from(position);
    let key = hash(scheme, &position);
    Ok((position, key))
}

#[cfg(test)]
mod tests;
