//! Audits the keys of an engine: one key a line in hex, as most programs can print them. Prints the
//! faults of single keys, how well their bits index a table, and every small set of keys that XORs
//! to zero.
//!
//! ```sh
//! cargo run --release -p zobrist-audit --example audit_keys -- keys.txt 6
//! ```

use std::error::Error;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process, thread};

use zobrist_audit::{Findings, SearchError, SearchPlan, Spread};

/// Reads a key from each line that is neither blank nor a comment.
fn read_keys(text: &str) -> Result<Vec<u64>, String> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '/']));
    let key = |(number, line): (usize, &str)| {
        let digits = line.strip_prefix("0x").unwrap_or(line);
        u64::from_str_radix(digits, 16)
            .map_err(|error| format!("line {number}: expected a key in hex, got {line:?}: {error}"))
    };
    lines.map(key).collect()
}

/// Searches on all threads, each of which takes the next part that nobody has.
fn search(keys: &[u64], weight: u32) -> Result<Findings, SearchError> {
    let search = SearchPlan::new(keys, weight)?.with_limit(20).prepare()?;
    let (next, findings) = (AtomicUsize::new(0), Mutex::new(Findings::with_limit(20)));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(|| {
                let mut worker = search.worker();
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= search.parts() {
                        break;
                    }
                    let found = worker.run(part);
                    findings.lock().expect("no thread has panicked").merge(found);
                }
            });
        }
    });
    Ok(findings.into_inner().expect("no thread has panicked"))
}

/// Returns the report, and true if nothing in it is a fault.
fn report(keys: &[u64], weight: u32) -> Result<(String, bool), Box<dyn Error>> {
    let mut text = String::new();
    let spread = Spread::new(keys, 64);
    writeln!(text, "{} keys", keys.len())?;
    for index in &spread.zeros {
        writeln!(text, "key {index} is zero: its feature changes no hash")?;
    }
    for equal in &spread.duplicates {
        writeln!(text, "keys {equal:?} are equal: their features cannot be told apart")?;
    }
    let (bit, balance) = spread.worst_bit();
    writeln!(text, "least even bit: {bit}, set in {} keys", balance.ones)?;
    // A table of 2^20 entries, as `hash & mask` and as `hash >> shift` index it.
    let mut is_sound = spread.zeros.is_empty() && spread.duplicates.is_empty();
    for index in spread.index_bits.iter().filter(|index| index.bits == 20) {
        let reached = if index.rank == 20 { "all" } else { "not all" };
        writeln!(text, "20 bits from the {:?} end reach {reached} entries", index.end)?;
        is_sound &= index.rank == 20 || keys.len() < 20;
    }

    let findings = search(keys, weight)?;
    match findings.total() {
        0 => writeln!(text, "any {weight} keys are independent: no fewer features ever collide")?,
        total => writeln!(text, "{total} sets of at most {weight} keys XOR to zero, such as")?,
    }
    for dependency in &findings.dependencies {
        writeln!(text, "  keys {dependency}")?;
    }
    Ok((text, is_sound && findings.total() == 0))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, weight] = &arguments[..] else {
        return Err("expected a file of keys and the largest size of a set".into());
    };
    let keys = read_keys(&fs::read_to_string(file)?).map_err(|error| format!("{file}, {error}"))?;
    let (text, is_sound) = report(&keys, weight.parse()?)?;
    print!("{text}");
    process::exit(i32::from(!is_sound));
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    fn random_keys(count: usize) -> Vec<u64> {
        let mut random = SplitMix64::new(7);
        (0..count).map(|_| random.next_u64()).collect()
    }

    #[test]
    fn sound_keys_pass() {
        let (text, is_sound) = report(&random_keys(200), 5).unwrap();
        assert!(is_sound, "{text}");
        assert!(text.contains("any 5 keys are independent"), "{text}");
    }

    #[test]
    fn every_fault_is_reported() {
        let mut keys = random_keys(200);
        keys[150] = keys[3] ^ keys[40] ^ keys[77];
        keys[20] = 0;
        keys[31] = keys[30];
        let (text, is_sound) = report(&keys, 4).unwrap();
        assert!(!is_sound);
        for line in ["key 20 is zero", "keys [30, 31] are equal", "  keys 3 40 77 150\n"] {
            assert!(text.contains(line), "{line}: {text}");
        }
        // Keys that a generator of 16 bits made.
        let low: Vec<u64> = random_keys(200).iter().map(|key| key & 0xffff).collect();
        let (text, is_sound) = report(&low, 2).unwrap();
        assert!(!is_sound && text.contains("20 bits from the High end reach not all"), "{text}");
    }

    #[test]
    fn keys_are_read_with_the_place_of_a_fault() {
        let text = "# turn\n0xf8d626aaaf278509\n\n9d39247e33776d41\n";
        assert_eq!(read_keys(text).unwrap(), [0xf8d6_26aa_af27_8509, 0x9d39_247e_3377_6d41]);
        let error = read_keys("1\n\nx2\n").unwrap_err();
        assert!(error.starts_with("line 3: expected a key in hex, got \"x2\""), "{error}");
    }
}
