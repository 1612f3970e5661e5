//! Pairs of states of any game with the same hash, for a scheme of slots.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow, bail};
use zobrist::gf2::Elimination;
use zobrist::source::SplitMix64;
use zobrist::{Combine, Feature, Key};
use zobrist_commands_input::slots::{SlotReader, text_of};
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::rows::Value;
use zobrist_key_lists::SlotScheme;
use zobrist_key_sets::sums_refused;

use super::pairs::Pairs;
use super::{Args, MAX_REPEATED};
use crate::dependencies;

type Slots = BTreeSet<usize>;

/// Makes pairs of states, any set of slots being one.
pub(super) fn run(scheme: &SlotScheme, args: &Args) -> Result<Ending> {
    if scheme.combine() != Combine::Xor {
        let why = "pairs are made by linear algebra over XOR";
        return Err(sums_refused(scheme.name(), scheme.bits(), why));
    }
    if args.fen.is_some() {
        bail!("--fen is for positions of chess; slots of `{}` are given by --slots", scheme.name());
    }
    let first = args.slots.as_deref().map(|slots| read(scheme, slots)).transpose()?;
    let file = args.dependencies.as_deref();
    let (keys, bits) = (scheme.keys().len(), scheme.bits());
    let listed =
        file.map(|path| dependencies::read(path, keys, bits, args.max_size)).transpose()?;
    let mut pairs =
        Pairs::new(args.format, args.count, args.seed, "slots", listed.as_ref().map(Vec::len));
    let is_enough_once = listed.is_some() && args.count.is_none();
    let mut repeated = 0;
    while pairs.is_wanted() && repeated < MAX_REPEATED {
        let before = pairs.printed();
        let found = match &listed {
            Some(listed) => {
                listed.iter().map(|one| slots(scheme, one)).collect::<Result<Vec<_>>>()?
            }
            None => dependency(scheme, pairs.seed()).into_iter().collect(),
        };
        if found.is_empty() && listed.is_none() {
            let (keys, name) = (scheme.keys().len(), scheme.name());
            say(&format!(
                "zobrist: the {keys} keys of `{name}` are linearly independent: no two states have \
                 one hash\n"
            ));
            break;
        }
        for dependency in found {
            if pairs.is_wanted() {
                let pair = pair(&dependency, first.as_ref(), pairs.seed());
                print(scheme, &mut pairs, &pair)?;
            }
        }
        repeated = if pairs.printed() > before { 0 } else { repeated + 1 };
        if is_enough_once {
            break;
        }
    }
    pairs.finish("states")
}

/// The slots that `--slots` names.
fn read(scheme: &SlotScheme, text: &str) -> Result<Slots> {
    let slots = SlotReader::new(scheme).read(text, 0);
    Ok(slots.map_err(|error| anyhow!("--slots: {error}"))?.into_iter().collect())
}

/// The slots of a listed dependency.
fn slots(scheme: &SlotScheme, dependency: &[Feature]) -> Result<Slots> {
    let slots: Slots = dependency.iter().map(|feature| feature.slot()).collect();
    match scheme.hash(slots.iter().copied()).to_word() {
        0 => Ok(slots),
        _ => bail!("expected slots whose keys XOR to zero, got {slots:?}"),
    }
}

/// Slots whose keys XOR to zero, chosen by a seed: the first that depends on those before it, in an
/// order by chance. `None` if all keys are independent.
fn dependency(scheme: &SlotScheme, seed: u64) -> Option<Slots> {
    let mut random = SplitMix64::new(seed);
    let mut order: Vec<(u64, usize)> =
        (0..scheme.keys().len()).map(|slot| (random.next_u64(), slot)).collect();
    order.sort_unstable();
    let mut elimination = Elimination::new();
    order.iter().zip(0..).find_map(|((_, slot), number): (_, usize)| {
        let mut parts = elimination.insert(scheme.keys()[*slot].to_word())?;
        parts.push(number);
        Some(parts.into_iter().map(|part| order[part].1).collect())
    })
}

/// Two states that differ in a dependency: from the first one, or its parts by a seed.
fn pair(dependency: &Slots, first: Option<&Slots>, seed: u64) -> [Slots; 2] {
    let mut random = SplitMix64::new(seed);
    let one: Slots = match first {
        Some(first) => first.clone(),
        None => dependency.iter().copied().filter(|_| random.next_u64() & 1 == 1).collect(),
    };
    let other = one.symmetric_difference(dependency).copied().collect();
    [one, other]
}

fn print(scheme: &SlotScheme, pairs: &mut Pairs, pair: &[Slots; 2]) -> Result<()> {
    let [hash, other] = pair.each_ref().map(|slots| scheme.hash(slots.iter().copied()));
    if pair[0] == pair[1] || hash != other {
        bail!("expected two states with the same hash, got {pair:?}: a bug in zobrist");
    }
    let apart = pair[0].symmetric_difference(&pair[1]).count();
    let texts = pair.each_ref().map(|slots| text_of(scheme, slots.iter().copied()));
    let hash = Value::Hex { word: hash.to_word(), digits: scheme.bits().div_ceil(4) };
    pairs.print(texts, apart, hash)?;
    Ok(())
}
