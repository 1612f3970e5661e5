//! The scheme `go-situation`: that of the board, with keys for the turn, passes and the ko point.

use zobrist::{Feature, Fingerprint, Guarantee, Layout, Source};

use crate::color::Color;
use crate::point::Point;
use crate::scheme::{GoKey, GoScheme, KO, PASSES, TURN};

/// The scheme `go-situation`: the features of [`GoScheme`], with the same keys, and the player to
/// move, the passes since the last play, and the ko point. For the tables of a search.
///
/// With Black to move, no pass and no ko point, the hash is that of the board. All keys together
/// have the guarantee of those of the board.
///
/// ```
/// use zobrist_go::{Color, Game, GoScheme, GoSituation, Rules};
///
/// let mut game = Game::new(9, 9, Rules::default())?;
/// let key = |game: &Game, passes| {
///     game.board().hash() ^ GoSituation::hash::<u64>(game.to_move(), passes, None)
/// };
/// assert_eq!(key(&game, 0), game.board().hash());
/// game.play("E5".parse()?)?;
/// assert_eq!(key(&game, 0), game.board().hash() ^ GoSituation::key::<u64>(GoSituation::TURN));
/// assert_ne!(key(&game, 0), key(&game, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Superko
/// Under simple ko a situation determines the legal moves. Under superko it does not: they depend
/// on all earlier positions, and so does the value of a situation. A transposition table that takes
/// two situations with one key for equal is then *wrong*, not only in theory: on 2 × 1 points,
/// positional superko, such a table gives White both points, and the true value is 0. (The effect
/// is known as graph history interaction: M. Campbell, "The Graph-History Interaction: On Ignoring
/// Position History", ACM Annual Conference, 1985, pp. 278–280.)
///
/// A value may be kept if no rule of repetition took part in it that reached back above its
/// position, and used where none of its positions has occurred before.
/// [`SuperkoTable`](crate::SuperkoTable) does that, and the example `solve_small` solves small
/// boards exactly with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoSituation;

impl GoSituation {
    /// The name that stored bytes carry.
    pub const NAME: &'static str = "go-situation";
    /// The features of a situation; the first are those of [`GoScheme::LAYOUT`].
    pub const LAYOUT: Layout = KO.layout();
    /// The largest number of passes with a feature of its own. Two end the game under most rules;
    /// in some, play resumes after them, and four end it.
    pub const MAX_PASSES: usize = PASSES.size();
    /// The feature that is present when White is to move.
    pub const TURN: Feature = TURN.at(0);

    /// Returns the feature of a number of passes since the last play; `None` for 0.
    ///
    /// # Panics
    /// When the number is above [`MAX_PASSES`](GoSituation::MAX_PASSES).
    #[must_use]
    pub const fn passes(count: usize) -> Option<Feature> {
        assert!(
            count <= GoSituation::MAX_PASSES,
            "the scheme has features for at most four passes"
        );
        if count == 0 { None } else { Some(PASSES.at(count - 1)) }
    }

    /// Returns the feature of the point on which the player to move may not play because of simple
    /// ko: that of the one stone that the last play captured, if a play there would make the board
    /// of before.
    #[must_use]
    pub const fn ko(point: Point) -> Feature {
        KO.at(point.grid_index())
    }

    /// Returns the sum of the keys of these features, to combine with the hash of a board.
    ///
    /// # Panics
    /// When the number of passes is above [`MAX_PASSES`](GoSituation::MAX_PASSES).
    pub fn hash<K: GoKey>(to_move: Color, passes: usize, ko: Option<Point>) -> K {
        let turn = (to_move == Color::White).then_some(GoSituation::TURN);
        let features = [turn, GoSituation::passes(passes), ko.map(GoSituation::ko)];
        let present = features.into_iter().flatten();
        present.fold(K::ZERO, |sum, feature| sum.plus(GoSituation::key(feature)))
    }

    /// Returns the key of a feature, of 64 or 128 bits.
    ///
    /// # Panics
    /// When the scheme has no such feature.
    #[must_use]
    pub fn key<K: GoKey>(feature: Feature) -> K {
        K::situations()[feature]
    }

    /// Returns the guarantee of the keys.
    #[must_use]
    pub fn guarantee<K: GoKey>() -> Guarantee {
        K::situations().guarantee()
    }

    /// Returns the source of the keys: that of [`GoScheme`].
    #[must_use]
    pub const fn source() -> Source<'static> {
        GoScheme::source()
    }

    /// Returns the fingerprint of name, layout and keys.
    #[must_use]
    pub fn fingerprint<K: GoKey>() -> Fingerprint {
        K::situations().fingerprint(GoSituation::NAME)
    }
}
