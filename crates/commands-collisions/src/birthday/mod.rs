//! `zobrist keys birthday`: items, bits and probability of a collision, the third from two of them.

mod numbers;
mod probability;

use anyhow::{Context, Result, bail};

use self::numbers::Items;
pub(crate) use self::numbers::positive_probability;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;

use self::probability::{MAX_BITS, expected_pairs, fewest_bits, most_items, probability};

const COLUMNS: &[&str] = &["items", "bits", "probability", "expected_pairs"];

/// Compute the probability of a collision, items or bits
///
/// Takes two of --items, --bits and --probability, and prints all three: the probability that at
/// least two of N different items have the same hash of B bits, 1 - (1 - 1/2^B)(1 - 2/2^B)...(1 -
/// (N-1)/2^B); or the largest N, or the least B, for which it is at most P. The probability that is
/// printed is that of the N and B that are printed. `expected pairs` is N(N-1)/2^(B+1), the
/// expected number of pairs with the same hash.
///
/// The formula is for hashes that behave as independent random numbers, as those of different
/// states far apart do. Positions of one tree differ in few features, and many pairs in the same
/// ones: their pairs collide together or not at all, close positions with the keys of a code never,
/// and with a parity bit others twice as often. `keys collisions` counts them (docs/collisions.md).
///
/// The probability and the expected pairs have 15 correct digits. A number of items is exact up to
/// 2^53 (9007199254740992). A larger one is a double, with 53 significant bits; if one that is
/// given has more, it is rounded, and standard error says to what.
///
/// Cost: less than a second.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys birthday --items 10M --bits 64",
    "zobrist keys birthday --bits 64 --probability 1%"
))]
pub struct Args {
    /// Number of items, such as 77163, 7e9, 2^32 or 10M
    #[arg(long, value_name = "N", value_parser = numbers::items, help_heading = "Two of these")]
    items: Option<Items>,
    /// Number of bits of a hash, from 1 to 512
    #[arg(
        long,
        value_name = "B",
        value_parser = clap::value_parser!(u32).range(1..=512),
        help_heading = "Two of these"
    )]
    bits: Option<u32>,
    /// Probability of a collision: 0.5, 1e-9, 1% or 1/1000
    #[arg(
        long,
        value_name = "P",
        value_parser = numbers::probability,
        help_heading = "Two of these"
    )]
    probability: Option<f64>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    if let Some(items) = args.items.as_ref().filter(|items| items.is_rounded) {
        say(&format!("zobrist: the number of items is rounded to {}\n", whole(items.number)));
    }
    let items = args.items.map(|items| items.number);
    let (items, bits) = match (items, args.bits, args.probability) {
        (Some(items), Some(bits), None) => (items, bits),
        (None, Some(bits), Some(limit)) => (most_items(bits, limit), bits),
        (Some(items), None, Some(limit)) => {
            let bits = fewest_bits(items, limit).with_context(|| {
                format!(
                    "{} items need hashes of more than {MAX_BITS} bits for a probability of at most \
                     {limit:?}",
                    whole(items),
                )
            });
            (items, bits?)
        }
        (items, bits, limit) => {
            let given = [items.is_some(), bits.is_some(), limit.is_some()];
            let given = given.into_iter().filter(|given| *given).count();
            bail!(
                "expected two of --items, --bits and --probability, to find the third; got {given}"
            );
        }
    };
    let probability = probability(items, bits);
    let pairs = expected_pairs(items, bits);
    let mut out = args.format.header(COLUMNS);
    match args.format {
        Format::Text => {
            let lines = format!(
                "items           {}\nbits            {bits}\nprobability     {probability:?}\n\
                 expected pairs  {pairs:?}\n",
                whole(items)
            );
            out.extend_from_slice(lines.as_bytes());
        }
        Format::Csv | Format::Jsonl => {
            let values = [
                Value::Real(items),
                Value::Number(bits.into()),
                Value::Real(probability),
                Value::Real(pairs),
            ];
            args.format.append(&mut out, COLUMNS, &values);
        }
    }
    Ending::Done.when(print(&out))
}

/// A whole number, with an exponent where a double does not have all digits.
fn whole(items: f64) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if items <= EXACT { items.to_string() } else { format!("{items:e}") }
}
