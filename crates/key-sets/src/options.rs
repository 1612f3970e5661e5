//! Options that select a set of keys.

use std::num::NonZeroU64;

use anyhow::{Result, bail};
use clap::Args;
use zobrist::Guarantee;
use zobrist::source::{DrawOrder, SourceName};
use zobrist_commands_input::schemes::{Bits, seed};
use zobrist_console::message::say;
use zobrist_console::progress::bar_of;
use zobrist_input::whole;

use super::best::Quality;
use super::layout::RequestedLayout;
use super::listed::{KeyWidth, ListOptions};
use super::named::{self, Published};
use super::set::KeySet;
use super::source::{KeyType, draw, draw_order, source_for};

/// Default seed of all sources of this project.
const DEFAULT_SEED: u64 = 1970;

/// A set of keys: from a generator, of a program, or from a file.
#[derive(Args, Clone, Debug)]
pub struct KeySetOptions {
    /// Source of the keys [default: bch]
    ///
    /// A code: bch. A seeded generator: splitmix64, xoshiro256++, xoshiro256**, xoroshiro128**,
    /// xorshift64*, xorshift32, pcg32, pcg64, mt19937, mt19937-64, kiss64, jsf64, minstd, minstd0,
    /// drand48, glibc-random, msvc-rand, java-random, csharp-random, go-random, python-random.
    /// Economies of splitmix64: overlapping, rotated. A published set: polyglot, fide, fen,
    /// zobrist, stockfish-1.9, stockfish-2.3, stockfish-11, stockfish-15.1, stockfish-18,
    /// chess-768, chess-793, chess-832, chess-896, stockfish-2020, stockfish, go. A scheme of your
    /// own: NAME.toml (docs/schemes.md, docs/any-game.md), with its keys and its layout. Otherwise
    /// a file of keys, plain or compressed, or `-` for standard input: lines of hex, JSON, a NumPy
    /// array, the number literals of program text, or bytes (--input raw). These names win over
    /// files of the same name; `./bch` is a file.
    #[arg(value_name = "SOURCE|FILE", conflicts_with = "source")]
    set: Option<String>,
    /// Source of the keys, as an option
    #[arg(long, value_name = "SOURCE|FILE", visible_alias = "scheme", help_heading = "Keys")]
    source: Option<String>,
    /// The features: chess, chess:N, go:SIZE, or a TOML file
    ///
    /// `chess:N` is the layout of chess with N features, and docs/keys.md describes the file of
    /// kinds.
    #[arg(long, value_name = "LAYOUT|FILE", help_heading = "Keys")]
    layout: Option<String>,
    /// Order in which a seeded generator draws; keys of bch do not depend on it
    #[arg(long, value_parser = draw_order(), help_heading = "Keys", hide_short_help = true)]
    order: Option<DrawOrder>,
    /// Seed of a generator, decimal or 0x… [default: 1970]
    #[arg(long, value_parser = seed, help_heading = "Keys")]
    seed: Option<u64>,
    /// Width of the keys in bits
    ///
    /// The default is 64 or, for a list, the width of its digits or of its type. In program text,
    /// the literals of that width are read; by default, those of the most frequent width. In
    /// program text and NumPy arrays, a width of two or four times that of the numbers joins
    /// consecutive numbers into one key, the first of them high; exports of this program do not
    /// need it.
    #[arg(long, value_enum, help_heading = "Keys")]
    bits: Option<Bits>,
    /// Number of features for which bch reserves keys, so that a layout can grow [default: the
    /// layout's]
    #[arg(long, value_name = "FEATURES", help_heading = "Keys", hide_short_help = true)]
    capacity: Option<usize>,
    /// Try N seeds, from --seed on, and use the set with the fewest small dependencies
    #[arg(
        long,
        value_name = "N",
        value_parser = number_of_seeds,
        help_heading = "Keys",
        hide_short_help = true
    )]
    best_of: Option<NonZeroU64>,
    #[command(flatten)]
    list: ListOptions,
}

fn number_of_seeds(text: &str) -> Result<NonZeroU64, String> {
    text.parse().map_err(|_| "expected a number of seeds, 1 or more".to_owned())
}

impl KeySetOptions {
    /// The keys.
    ///
    /// # Errors
    /// When there is no such source, file or layout, or they do not fit each other.
    pub fn resolve(&self) -> Result<KeySet> {
        let key_type = match self.bits() {
            None | Some(64) => KeyType::U64,
            Some(32) => KeyType::U32,
            Some(_) => KeyType::U128,
        };
        self.resolve_as(key_type)
    }

    /// Keys of 47 or 48 bits that add, for languages whose only number is a double: of keys that
    /// XOR, the high bits. A generator draws those of 48 bits anew.
    ///
    /// # Errors
    /// As [`resolve`](KeySetOptions::resolve), when keys have fewer bits, or add modulo another
    /// number.
    pub fn resolve_sum(&self, bits: u32) -> Result<KeySet> {
        if self.bits().is_some_and(|bits| bits != 64) {
            bail!("keys that add have {bits} bits, the high ones of 64: leave out --bits");
        }
        let key_type = if bits == 48 { KeyType::Sum48 } else { KeyType::U64 };
        let mut set = self.resolve_as(key_type)?;
        if !set.linear && set.bits != bits {
            bail!(
                "the keys of {} add modulo 2^{}, not 2^{bits}; leave out --js-keys and --lua-keys",
                set.name,
                set.bits
            );
        }
        if set.linear {
            let Some(rest) = set.bits.checked_sub(bits) else {
                bail!("keys that add have {bits} bits; {} has keys of {}", set.name, set.bits);
            };
            set.keys.iter_mut().for_each(|key| *key >>= rest);
            (set.bits, set.linear, set.guarantee) = (bits, false, Guarantee::None);
            set.scheme_fingerprint = None;
        }
        Ok(set)
    }

    /// The width of `--bits`.
    pub fn bits(&self) -> Option<u32> {
        self.bits.map(Bits::number)
    }

    /// The source, as the user names it.
    pub fn source(&self) -> &str {
        self.set.as_deref().or(self.source.as_deref()).unwrap_or("bch")
    }

    /// True if an option describes how a file is written.
    pub fn has_options_of_files(&self) -> bool {
        self.list.given().is_some()
    }

    /// The size limit of `--max-size`.
    pub fn max_size(&self) -> Option<u64> {
        self.list.max_size()
    }

    fn read_layout(&self, layout: &str) -> Result<RequestedLayout> {
        RequestedLayout::read(layout, self.max_size().unwrap_or(whole::DESCRIPTION))
    }

    fn resolve_as(&self, key_type: KeyType) -> Result<KeySet> {
        let source = self.source();
        if let Ok(name) = source.parse::<SourceName>() {
            self.list.refuse_for(source, "a generator")?;
            return self.generate(name, source, key_type);
        }
        self.refuse_options_of_generators(source)?;
        let layout = self.layout.as_deref().map(|layout| self.read_layout(layout)).transpose()?;
        if let Some(published) = Published::named(source) {
            self.list.refuse_for(source, published.what())?;
            let mut set = published.keys(self.bits, self.max_size())?;
            if let Some(layout) = &layout {
                set.layout = Some(named::agreed(&set, source, layout)?);
            }
            return Ok(set);
        }
        let list = self.list.read(source, KeyWidth { bits: self.bits(), option: "--bits" })?;
        match layout {
            Some(layout) => list.with_layout(&layout, || format!("--layout does not fit {source}")),
            None => Ok(list.set),
        }
    }

    /// Refuses the options of generators.
    fn refuse_options_of_generators(&self, source: &str) -> Result<()> {
        let given = [
            ("--seed", self.seed.is_some()),
            ("--order", self.order.is_some()),
            ("--capacity", self.capacity.is_some()),
            ("--best-of", self.best_of.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => bail!(
                "{option} is for generators such as `splitmix64`; the keys of `{source}` already \
                 exist"
            ),
            None => Ok(()),
        }
    }

    fn generate(&self, generator: SourceName, name: &str, key_type: KeyType) -> Result<KeySet> {
        let Some(layout) = &self.layout else {
            bail!(
                "`{name}` makes keys for a layout; name one with --layout: `chess`, `go:19` or a \
                 TOML file"
            );
        };
        let layout = self.read_layout(layout)?.of_new_keys();
        let make = |seed: u64| -> Result<KeySet> {
            let order = self.order.unwrap_or_default();
            let bits = key_type.bits();
            let source = source_for(generator, seed, order, self.capacity, layout.kinds, bits)?;
            let (keys, guarantee) = draw(source, layout.kinds, key_type)?;
            Ok(KeySet {
                name: source.to_string(),
                origin: source.to_string(),
                seed: Some(seed),
                keys,
                bits,
                linear: key_type != KeyType::Sum48,
                layout: Some(layout.clone()),
                en_passant: None,
                guarantee,
                scheme_fingerprint: None,
                secondary: Vec::new(),
                names: Vec::new(),
            })
        };
        let first = self.seed.unwrap_or(DEFAULT_SEED);
        match self.best_of {
            None => make(first),
            Some(_) if generator == SourceName::Bch => bail!(
                "--best-of buys nothing for `bch`: its keys have full rank and {}, whatever the \
                 seed",
                make(first)?.guarantee,
            ),
            Some(_) if key_type == KeyType::Sum48 => bail!(
                "--best-of chooses by keys that XOR to zero, which says nothing of keys that add"
            ),
            Some(seeds) => best(first, seeds, make),
        }
    }
}

/// The best set of `seeds` seeds; of equal ones, the first.
fn best(first: u64, seeds: NonZeroU64, make: impl Fn(u64) -> Result<KeySet>) -> Result<KeySet> {
    let Some(last) = first.checked_add(seeds.get() - 1) else {
        bail!("--best-of {seeds} goes beyond the last seed, {}", u64::MAX);
    };
    // The generator may not accept the last seed, which must show before the work begins.
    make(last)?;
    let progress = bar_of(seeds.get(), "seeds");
    let mut best: Option<(Quality, KeySet)> = None;
    let mut all_equal = true;
    for seed in first..=last {
        let set = make(seed)?;
        let quality = Quality::of(&set.keys, set.bits)?;
        all_equal &= best.as_ref().is_none_or(|(best, _)| *best == quality);
        if best.as_ref().is_none_or(|(best, _)| quality < *best) {
            best = Some((quality, set));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let (quality, set) = best.expect("one seed at least is tried");
    let full = set.bits.min(set.keys.len() as u32);
    let (counts, equal) = quality.words();
    say(&format!(
        "zobrist: {}: rank {} of {full}; {counts}\n",
        set.name,
        full - quality.missing_rank,
    ));
    if all_equal && seeds.get() > 1 {
        say(&format!(
            "zobrist: the {seeds} seeds from {first} on are equal in {equal}; the first was taken\n"
        ));
    }
    Ok(set)
}
