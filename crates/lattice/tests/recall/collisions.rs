//! Collisions of short names, and their detection by contents.

use zobrist::Key;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{Lattice, Recall, Site, Species, State, Structure, Verification};

/// The number of wrong answers for `count` states of 40 vacancies among 108 sites. The value of
/// a state is its hash of 128 bits.
fn wrong_answers<K: Key>(count: u32, recall: &mut Recall<u128, K>) -> u32 {
    let lattice = Lattice::new(Structure::Sc, [6, 6, 3]).unwrap();
    let mut random = Xoshiro256PlusPlus::new(2005);
    let mut state = State::<K>::with_keys(lattice, 2, 2005);
    state.scatter(Species::VACANCY, 40, &mut random).unwrap();
    let mut truth = State::<u128>::with_keys(lattice, 2, 2005);
    for site in state.configuration().sites_of(Species::VACANCY) {
        truth.set(site, Species::VACANCY);
    }
    let mut wrong = 0;
    for _ in 0..count {
        for _ in 0..6 {
            let draw = random.next_u64();
            let [a, b] = [draw as u32, (draw >> 32) as u32].map(|x| Site(x % 108));
            state.exchange(a, b);
            truth.exchange(a, b);
        }
        let name = (state.hash(), state.configuration().occupants());
        let value = recall.get_or_compute(name, || truth.hash());
        wrong += u32::from(value != truth.hash());
    }
    wrong
}

/// With 32 bits some n² / 2³³ pairs of n states share a hash, and twice as many where the
/// numbers of atoms have the same parity, as the default source's keys have it: 2,852.
#[test]
fn millions_of_states_need_64_bits() {
    let mut narrow = Recall::with_entries_and_keys(4_000_000);
    let wrong = wrong_answers::<u32>(3_600_000, &mut narrow);
    drop(narrow);
    let mut wide = Recall::with_entries_and_keys(4_000_000);
    assert_eq!(wrong_answers::<u64>(3_600_000, &mut wide), 0);
    // Some steps change nothing, so that there are fewer states than answers.
    assert!(wide.len() > 3_500_000, "{}", wide.len());
    assert!((2600..3400).contains(&wrong), "{wrong} of {}", wide.len());
}

#[test]
fn comparing_contents_needs_no_bits() {
    let mut trusting = Recall::with_entries_and_keys(1 << 20);
    let wrong = wrong_answers::<u32>(300_000, &mut trusting);
    assert!(wrong > 0);
    assert_eq!(trusting.statistics().refuted, 0);

    let mut comparing = Recall::with_entries_and_keys(1 << 20).verify_by(Verification::Content);
    assert_eq!(wrong_answers::<u32>(300_000, &mut comparing), 0);
    let refuted = comparing.statistics().refuted;
    assert!(refuted > 0 && refuted.abs_diff(wrong.into()) < 6, "{refuted} {wrong}");
    assert!(comparing.len() > 280_000);
}

#[test]
#[should_panic(expected = "is given them")]
fn contents_are_needed_to_compare() {
    let mut recall = Recall::<f64>::with_entries(4).verify_by(Verification::Content);
    recall.insert((1, &[Species(2)][..]), 0.5);
    recall.get(1);
}
