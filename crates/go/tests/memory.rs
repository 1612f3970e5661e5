//! Memory of reading SGF, measured on the process of this one test.
#![cfg(all(feature = "sgf", target_os = "linux"))]

use std::fs;
use std::hint::black_box;

use zobrist_go::sgf::read;

/// A number of bytes from the status of this process.
fn status(name: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
}

/// The memory that `work` takes at most, in bytes, beyond `before`.
fn taken<T>(before: usize, work: impl FnOnce() -> T) -> usize {
    // Forgets the peak of what came before.
    fs::write("/proc/self/clear_refs", "5").unwrap();
    black_box(work());
    status("VmHWM:") - before
}

/// The text itself included, and what the allocator keeps of the texts before.
#[test]
fn reading_takes_no_more_than_ten_times_the_text() {
    let before = status("VmRSS:");
    // The control: memory that is used shows.
    let control = taken(before, || vec![1_u8; 100 << 20]);
    assert!(control > 90 << 20, "{control}");

    for (is_nested, part) in [
        (true, "(;B[aa]"),
        (true, "(;B[aa]\n;W[]C[x]"),
        (true, "(;B[](;W[aa]C[x])"),
        (true, "(;AB[aa][bb]"),
        (false, ";B[]C[xxx]"),
        (false, ";AB[aa][bb][cc][dd]AW[ba][ca]"),
        (false, ";AB[aa:as]C[a column of nineteen points]"),
        (false, ";C[a comment, which is left out]"),
    ] {
        // There are at most 2^20 nodes.
        let nodes = part.matches(';').count();
        let count =
            ((8 << 20) / (part.len() + usize::from(is_nested))).min(((1 << 20) - 1) / nodes);
        let end = ")".repeat(if is_nested { count } else { 0 });
        let text = format!("(;SZ[19]{}{end})", part.repeat(count));
        let bytes = taken(before, || {
            let record = read(text.as_bytes()).unwrap();
            assert_eq!(record.nodes().len(), 1 + nodes * count);
            record
        });
        let times = bytes as f64 / text.len() as f64;
        assert!(text.len() > 7 << 20 && times < 10.0, "{times:.1} times {}", &text[..30]);
    }
}
