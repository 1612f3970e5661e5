//! What counts as a repetition: the rules, and the steps that they judge.

/// How a state came to stand: by a move of a player, or because the game began
/// with it.
///
/// Players have numbers, 0 and 1 in most games. In games whose hash tells whose
/// turn it is, the number may be 0 throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The game begins, or somebody sets a position up. It counts as left by this
    /// player, whose turn it is not: where Black, player 0, is to move,
    /// `Start(1)`.
    Start(u8),
    /// This player makes a move that makes a position: puts a stone on the board,
    /// moves a piece.
    Play(u8),
    /// This player passes. The position stays as it is.
    Pass(u8),
}

impl Step {
    /// The player who leaves the state to the next one.
    #[inline(always)]
    pub const fn player(self) -> u8 {
        match self {
            Step::Start(player) | Step::Play(player) | Step::Pass(player) => player,
        }
    }

    /// Whether this is a move that makes a position.
    #[inline(always)]
    pub const fn is_play(self) -> bool {
        matches!(self, Step::Play(_))
    }
}

/// Which repetitions a [`History`](crate::History) answers with.
///
/// | rule | which steps may repeat | what they repeat |
/// |---|---|---|
/// | [`Positional`](Rule::Positional) | plays | a position made by a play of anybody, or the start |
/// | [`Situational`](Rule::Situational) | plays | a position left by the same player, by play or pass, or the start |
/// | [`Natural`](Rule::Natural) | plays | a position made by a play of the same player |
/// | [`SimpleKo`](Rule::SimpleKo) | plays | the position before the move before, if that was a play |
/// | [`Fold`](Rule::Fold) | all | a state that has stood n − 1 times |
///
/// The hash is that of the position under the first four (in Go: the stones, and
/// neither the ko point nor the side to move); under `Fold` it is that of
/// whatever is to stand n times. A position set up during a game
/// ([`Step::Start`]) is not a move, and repeats nothing under the first four, but
/// plays may repeat it.
///
/// Passes are allowed under every superko rule, so a pass is never answered with
/// a repetition there; the rules differ in what a pass leaves for later plays to
/// repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A play makes a position that was there before, whoever made it. A pass
    /// makes no position: it stays that of the play before. The superko of the
    /// Tromp-Taylor rules.
    Positional,
    /// A play leaves a position that the same player has left before, by a play or
    /// by a pass; where turns alternate, this is the same position with the same
    /// player to move. A pass leaves the position once more, as one of the player
    /// who passes; the start counts as left by the player who is not to move. The
    /// superko of the AGA.
    Situational,
    /// A play makes a position that the same player has made before by a play. A
    /// pass makes nothing, and neither does the start: nobody played it. (To have
    /// it count, begin with [`Step::Play`] of the player who is not to move.)
    Natural,
    /// A play makes the position that stood before the move before, and that move
    /// was a play. After a pass every ko may be taken. Looks no further back.
    SimpleKo,
    /// A state stands for the n-th time, the first included; by play, pass or
    /// start alike, since the hash says what a state is. Chess: `Fold(3)`, with
    /// side to move, castling rights and en passant square in the hash.
    Fold(u32),
}

impl Rule {
    /// Whether the state after such a step can be repeated later.
    #[inline(always)]
    pub(crate) const fn counts(self, step: Step) -> bool {
        match self {
            Rule::Positional => !matches!(step, Step::Pass(_)),
            Rule::Natural => step.is_play(),
            Rule::SimpleKo => false,
            Rule::Situational | Rule::Fold(_) => true,
        }
    }

    /// Whether two counted steps that lead to one position lead to one state.
    #[inline(always)]
    pub(crate) const fn same_player(self, a: Step, b: Step) -> bool {
        match self {
            Rule::Situational | Rule::Natural => a.player() == b.player(),
            _ => true,
        }
    }

    /// Whether a step to a state that has been counted `count` times, this time
    /// included, is to be answered with a repetition.
    #[inline(always)]
    pub(crate) const fn answers(self, step: Step, count: u32) -> bool {
        match self {
            Rule::Fold(n) => count >= n,
            _ => step.is_play() && count > 1,
        }
    }
}

/// A state stands again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// The last ply at which it came to stand before: 0 is the first state of the
    /// history.
    pub earlier: usize,
    /// How often the rule has counted it, this time included. Under
    /// [`Rule::SimpleKo`], which looks no further, always 2.
    pub count: usize,
    /// How many plies the way back took, passes included.
    pub cycle: usize,
}
