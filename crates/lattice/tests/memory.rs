//! Memory of a recall that is bounded by bytes, as the allocator counts it. One test alone, since
//! it measures the whole program.

use peak_alloc::PeakAlloc;
use zobrist_lattice::{Recall, Species, Verification};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The peak of the bytes that were taken of a run of names, and those that are counted. The
/// thread that reports on tests takes some now and then: of three runs alike, the one that it
/// left alone counts.
fn peak(bound: usize, verification: Verification, numbers: usize, names: u64) -> (usize, usize) {
    let runs = [(); 3].map(|()| peak_of_one_run(bound, verification, numbers, names));
    runs.into_iter().min().expect("there are three")
}

fn peak_of_one_run(
    bound: usize,
    verification: Verification,
    numbers: usize,
    names: u64,
) -> (usize, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let mut recall = Recall::<Vec<f64>>::with_bytes(bound).verify_by(verification);
    let content = [Species(2); 21];
    let mut values = 0;
    for name in 0..names {
        let value = vec![0.5; numbers];
        values = value.capacity() * size_of::<f64>();
        recall.insert((name, &content[..]), value);
    }
    assert!(recall.len() < names as usize / 4, "the run is longer than the bound");
    // A value and its content are made before there is room for them.
    let peak = ALLOCATOR.peak_usage() - before - values - content.len();
    (peak, recall.bytes())
}

#[test]
fn a_bound_of_bytes_is_one_of_the_allocator() {
    for bound in [10_000, 100_000, 3_000_000] {
        for verification in [Verification::Hash, Verification::Content] {
            for numbers in [0, 1, 8] {
                let names = bound as u64 / 8;
                let (peak, counted) = peak(bound, verification, numbers, names);
                assert!(peak <= bound, "{peak} of {bound}: {verification:?}, {numbers} numbers");
                // Nor is much of it unused.
                assert!(
                    counted * 10 >= bound * 8,
                    "{counted} of {bound}: {verification:?}, {numbers}"
                );
            }
        }
    }

    // The control: without a bound of bytes the same run takes more.
    let before = ALLOCATOR.current_usage();
    let mut recall = Recall::<Vec<f64>>::with_entries(100_000);
    for name in 0..12_500_u64 {
        recall.insert(name, vec![0.5; 8]);
    }
    assert!(ALLOCATOR.current_usage() - before > 1_000_000);
}
