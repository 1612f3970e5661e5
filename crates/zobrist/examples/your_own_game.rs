//! Your own game in 40 lines: a template to copy.
//!
//! The game: two frogs on a strip of 16 lily pads take turns. A frog hops to the pad
//! before or after its own or, once in the game, leaps anywhere. So there are three
//! kinds of facts: the pads of the frogs, the turn, and the leaps that are left.
//!
//! 1. Name the facts as kinds and chain them. The usual case needs no feature: there
//!    is none for an empty pad, nor for a leap that is spent.
//! 2. Make the keys.
//! 3. Keep state and hash private together, and change both in each mutator.
//! 4. Write down once, plainly, which features a state has. While you debug, keep a
//!    [`Checked`], which compares and names the one that you forgot. When it finds
//!    nothing more, keep a [`zobrist::Hasher`] in its place.
//!
//! ```text
//! cargo run --release -p zobrist --example your_own_game
//! ```

use zobrist::{Changes, Checked, Feature, KeyTable, Kind, Layout, Source};

const FROG: Kind = Kind::first("frog", 2 * 16); // frog 0 on each pad, then frog 1
const TURN: Kind = FROG.then("turn", 2); // the frog that is to move
const LEAP: Kind = TURN.then("leap", 2); // who may still leap
const LAYOUT: Layout = LEAP.layout();
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);

struct Position<H> {
    frogs: [(usize, bool); 2], // its pad, and true if it may still leap
    turn: usize,
    hasher: H,
}

impl<H: Changes> Position<H> {
    fn new(hasher: H) -> Position<H> {
        let mut start = Position { frogs: [(0, true), (15, true)], turn: 0, hasher };
        start.features().into_iter().for_each(|feature| start.hasher.insert(feature));
        start
    }

    /// The features of the state as it is: the definition that the mutator has to meet.
    fn features(&self) -> Vec<Feature> {
        let pads = (0..2).map(|frog| FROG.at(16 * frog + self.frogs[frog].0));
        let leaps = (0..2).filter(|frog| self.frogs[*frog].1).map(|frog| LEAP.at(frog));
        pads.chain(leaps).chain([TURN.at(self.turn)]).collect()
    }

    /// Moves a frog, and returns its state before. Making that move again undoes this one.
    fn make(&mut self, frog: usize, next: (usize, bool)) -> (usize, bool) {
        let last = std::mem::replace(&mut self.frogs[frog], next);
        self.hasher.replace(FROG.at(16 * frog + last.0), FROG.at(16 * frog + next.0));
        last.1.then(|| self.hasher.remove(LEAP.at(frog)));
        next.1.then(|| self.hasher.insert(LEAP.at(frog)));
        self.hasher.replace(TURN.at(self.turn), TURN.at(1 - self.turn));
        self.turn = 1 - self.turn;
        last
    }
}

fn main() {
    let mut game = Position::new(Checked::new(&KEYS));
    let before = game.make(0, (7, false)); // a leap, so it was the last
    println!("after a leap: {:#018x}", game.hasher.hash());
    game.make(0, before); // undone
    assert_eq!(game.hasher.verify(game.features()), Ok(()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() {
        main();
    }

    #[test]
    fn it_has_40_lines_of_code() {
        let (code, _tests) = include_str!("your_own_game.rs").split_once("#[cfg(test)]").unwrap();
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let lines = code.lines().filter(is_code).count();
        assert!(lines <= 40, "{lines} lines");
    }

    /// All games of a few moves, each move made, checked, undone and checked.
    #[test]
    fn state_and_hash_agree() {
        fn play(game: &mut Position<Checked<&KeyTable<u64, 36>>>, moves: u32) {
            let (frog, hash) = (game.turn, game.hasher.hash());
            let (pad, may_leap) = game.frogs[frog];
            let hops = |to: &usize| to.abs_diff(pad) == 1 || (may_leap && *to != pad);
            for to in (0..16).filter(hops) {
                let before = game.make(frog, (to, may_leap && to.abs_diff(pad) == 1));
                assert_eq!(game.hasher.verify(game.features()), Ok(()));
                if moves > 1 {
                    play(game, moves - 1);
                }
                game.make(frog, before);
                assert_eq!(game.hasher.hash(), hash);
            }
        }
        play(&mut Position::new(Checked::new(&KEYS)), 5);
    }

    /// The control: a mutator that forgets the hash is caught, and the fact is named.
    #[test]
    fn a_forgotten_right_is_named() {
        let mut game = Position::new(Checked::new(&KEYS));
        game.frogs[1].1 = false;
        let mistake = game.hasher.verify(game.features()).unwrap_err();
        assert_eq!(mistake.surplus, [LEAP.at(1)]);
        assert!(mistake.missing.is_empty());
        assert!(mistake.to_string().contains("leap[1]"), "{mistake}");
    }

    #[test]
    fn a_hasher_stands_where_the_checked_one_stood() {
        let mut checked = Position::new(Checked::new(&KEYS));
        let mut plain = Position::new(zobrist::Hasher::new(&KEYS));
        checked.make(0, (1, true));
        plain.make(0, (1, true));
        assert_eq!(plain.hasher.hash(), checked.hasher.hash());
    }
}
