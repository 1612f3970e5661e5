//! Replays real games: the cost of hashing every position.

use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use anyhow::Result;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};
use zobrist_chess::{Fide, Polyglot, Scheme, Zobrist};
use zobrist_shakmaty::Hashed;

use crate::games;
use crate::paired::{compare, contestant};

pub(crate) fn run() -> Result<()> {
    let text = games::text()?;
    let plies = replay::<Plain>(&text)?.0;
    let plain = || replay::<Plain>(&text).expect("the sample is whole");
    let shakmaty = || replay::<Shakmaty>(&text).expect("the sample is whole");
    let polyglot = || replay::<Ours<Polyglot>>(&text).expect("the sample is whole");
    let fide = || replay::<Ours<Fide>>(&text).expect("the sample is whole");
    let zobrist = || replay::<Ours<Zobrist<u64>>>(&text).expect("the sample is whole");
    let fide_sum = shakmaty().1;
    compare(
        &format!("replay: {plies} plies of 2,000 games, SAN to position (target: 0.95)"),
        plies,
        30,
        &mut [
            contestant("pgn-reader and shakmaty, without hashing", plain),
            contestant("with zobrist-shakmaty, polyglot", polyglot),
            contestant("with zobrist-shakmaty, fide", fide),
            contestant("with zobrist-shakmaty, zobrist 64", zobrist),
            contestant("with shakmaty's update_zobrist_hash", shakmaty),
        ],
        |index, (seen, sum)| {
            assert_eq!(*seen, plies);
            // shakmaty hashes with Polyglot's keys where the capture is legal.
            if matches!(index, 2 | 4) {
                assert_eq!(*sum, fide_sum);
            }
        },
    );
    Ok(())
}

/// A game that is played move by move, and a number that depends on the position.
trait Game {
    fn start() -> Self;
    fn position(&self) -> &Chess;
    fn play(&mut self, m: Move);
    fn number(&self) -> u64;
}

struct Plain(Chess);

impl Game for Plain {
    fn start() -> Self {
        Plain(Chess::default())
    }
    fn position(&self) -> &Chess {
        &self.0
    }
    fn play(&mut self, m: Move) {
        self.0.play_unchecked(m);
    }
    fn number(&self) -> u64 {
        self.0.halfmoves().into()
    }
}

struct Ours<S: Scheme>(Hashed<S, Chess>);

impl<S: Scheme<Key = u64> + Default> Game for Ours<S> {
    fn start() -> Self {
        Ours(Hashed::new(S::default(), Chess::default()))
    }
    fn position(&self) -> &Chess {
        self.0.position()
    }
    fn play(&mut self, m: Move) {
        self.0.play_unchecked(m);
    }
    fn number(&self) -> u64 {
        self.0.hash()
    }
}

struct Shakmaty(Chess, Zobrist64);

impl Game for Shakmaty {
    fn start() -> Self {
        let start = Chess::default();
        let hash = start.zobrist_hash(EnPassantMode::Legal);
        Shakmaty(start, hash)
    }
    fn position(&self) -> &Chess {
        &self.0
    }
    fn play(&mut self, m: Move) {
        let hash = self.0.update_zobrist_hash(self.1, m, EnPassantMode::Legal);
        self.0.play_unchecked(m);
        self.1 = hash.unwrap_or_else(|| self.0.zobrist_hash(EnPassantMode::Legal));
    }
    fn number(&self) -> u64 {
        self.1.0
    }
}

struct Replay<G> {
    plies: u64,
    sum: u64,
    game: PhantomData<G>,
}

/// Replays all games without hashing. Returns the number of plies.
pub(crate) fn bare(text: &[u8]) -> Result<u64> {
    Ok(replay::<Plain>(text)?.0)
}

/// Replays all games. Returns the number of plies, and the sum of the hashes by [`Fide`] after
/// each.
pub(crate) fn hashed(text: &[u8]) -> Result<(u64, u64)> {
    replay::<Ours<Fide>>(text)
}

/// Returns the number of plies, and the sum of the numbers of all positions.
fn replay<G: Game>(text: &[u8]) -> Result<(u64, u64)> {
    let mut replay = Replay::<G> { plies: 0, sum: 0, game: PhantomData };
    let mut reader = Reader::new(text);
    while reader.read_game(&mut replay)?.is_some() {}
    Ok((replay.plies, black_box(replay.sum)))
}

impl<G: Game> Visitor for Replay<G> {
    type Tags = ();
    type Movetext = G;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), G> {
        ControlFlow::Continue(G::start())
    }

    // Inlined for every contestant, not only for the shortest.
    #[inline(always)]
    fn san(&mut self, game: &mut G, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(game.position()) else { return ControlFlow::Break(()) };
        game.play(m);
        self.plies += 1;
        self.sum = self.sum.wrapping_add(game.number());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: G) {}
}
