//! The rules of repetition, and the steps that they apply to.

/// The move that led to a state, or the start of the game.
///
/// Players have numbers, 0 and 1 in most games. If the hash includes the side to move, the number
/// may be 0 throughout.
///
/// Closed: a rule has to know every kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The game begins, or a position is set up. It counts as left by this player,
    /// who is not the one to move: if Black, player 0, is to move, `Start(1)`.
    Start(u8),
    /// This player makes a move that makes a position: puts a stone on the board,
    /// moves a piece.
    Play(u8),
    /// This player passes. The position stays as it is.
    Pass(u8),
}

impl Step {
    /// Returns the player who leaves the state to the next one.
    #[inline(always)]
    #[must_use]
    pub const fn player(self) -> u8 {
        match self {
            Step::Start(player) | Step::Play(player) | Step::Pass(player) => player,
        }
    }

    /// Returns true if this is a move that makes a position.
    #[inline(always)]
    #[must_use]
    pub const fn is_play(self) -> bool {
        matches!(self, Step::Play(_))
    }
}

/// A rule of repetition: the states that a [`History`](crate::History) detects as repeated.
///
/// | rule | which steps may repeat | what they repeat |
/// |---|---|---|
/// | [`Positional`](Rule::Positional) | plays | a position made by a play of anybody, or the start |
/// | [`Situational`](Rule::Situational) | plays | a position left by the same player, by play or pass, or the start |
/// | [`Natural`](Rule::Natural) | plays | a position made by a play of the same player |
/// | [`SimpleKo`](Rule::SimpleKo) | plays | the position before the previous move, if that was a play |
/// | [`Fold`](Rule::Fold) | all | a state that has occurred n − 1 times |
///
/// Under the first four the hash is that of the position (in Go: the stones, and neither the ko
/// point nor the side to move); under `Fold` it is that of the states that are to be counted. A
/// position set up during a game ([`Step::Start`]) is not a move, and repeats nothing under the
/// first four, but plays may repeat it.
///
/// Passes are allowed under every superko rule, so a pass is never a repetition there. The rules
/// differ in the positions that a pass leaves for later plays to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A play makes a position that was there before, whoever made it. A pass makes no position:
    /// the position stays that of the play before. The superko of the Tromp-Taylor rules.
    Positional,
    /// A play leaves a position that the same player has left before, by a play or by a pass; if
    /// turns alternate, this is the same position with the same player to move. A pass leaves
    /// the position once more, as one of the player who passes; the start counts as left by the
    /// player who is not to move. The superko of the AGA.
    Situational,
    /// A play makes a position that the same player has made before by a play. A pass makes
    /// nothing, and neither does the start: nobody played it. (To make it count, begin with
    /// [`Step::Play`] of the player who is not to move.)
    Natural,
    /// A play makes the position before the previous move, and that move was a play. After a
    /// pass every ko may be taken. The rule looks no further back.
    SimpleKo,
    /// A state occurs for the n-th time, the first included; by play, pass or
    /// start alike. Chess: `Fold(3)`, with
    /// side to move, castling rights and en passant square in the hash. Each state
    /// occurs at least once, so that `Fold(1)` detects a repetition at every step, and `Fold(0)` is
    /// equivalent.
    Fold(u32),
}

/// A step in one word: the player, above it one bit each for start, play and pass, and one for a
/// state that recurs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag(u32);

impl Tag {
    const START: u32 = 1 << 8;
    const PLAY: u32 = 1 << 9;
    const PASS: u32 = 1 << 10;
    const RECURRENT: u32 = 1 << 11;

    #[inline(always)]
    pub(crate) const fn new(step: Step) -> Tag {
        match step {
            Step::Start(player) => Tag(Tag::START | player as u32),
            Step::Play(player) => Tag(Tag::PLAY | player as u32),
            Step::Pass(player) => Tag(Tag::PASS | player as u32),
        }
    }

    pub(crate) const fn step(self) -> Step {
        let player = self.0 as u8;
        match self.0 & (Tag::START | Tag::PLAY | Tag::PASS) {
            Tag::START => Step::Start(player),
            Tag::PLAY => Step::Play(player),
            _ => Step::Pass(player),
        }
    }

    /// The tag of this step to a state that recurs.
    pub(crate) const fn recurrent(self) -> Tag {
        Tag(self.0 | Tag::RECURRENT)
    }

    #[inline(always)]
    pub(crate) const fn is_recurrent(self) -> bool {
        self.0 & Tag::RECURRENT != 0
    }

    #[inline(always)]
    pub(crate) const fn is_play(self) -> bool {
        self.0 & Tag::PLAY != 0
    }
}

/// A rule as masks of tags, so that a push does not branch on the rule.
#[derive(Clone, Copy)]
pub(crate) struct RuleMasks {
    /// The steps whose states can be repeated.
    counted: u32,
    /// The steps that can be repetitions.
    queried: u32,
    /// The bits that must be equal in two steps to one state.
    compared: u32,
    /// The number of times that a repeated state must have been counted.
    fold: u32,
    /// The steps that are repetitions even of nothing: those of a rule of one-fold repetition.
    queried_at_once: u32,
    /// True if only the position two plies ago matters.
    pub(crate) is_simple_ko: bool,
}

impl RuleMasks {
    pub(crate) const fn new(rule: Rule) -> RuleMasks {
        const ALL: u32 = Tag::START | Tag::PLAY | Tag::PASS;
        let (counted, queried, compared, fold) = match rule {
            Rule::Positional => (Tag::START | Tag::PLAY, Tag::PLAY, 0, 2),
            Rule::Situational => (ALL, Tag::PLAY, 0xff, 2),
            Rule::Natural => (Tag::PLAY, Tag::PLAY, 0xff, 2),
            Rule::SimpleKo => (0, Tag::PLAY, 0, 2),
            Rule::Fold(n) => (ALL, ALL, 0, n),
        };
        let queried_at_once = if fold <= 1 { queried } else { 0 };
        let is_simple_ko = matches!(rule, Rule::SimpleKo);
        RuleMasks { counted, queried, compared, fold, queried_at_once, is_simple_ko }
    }

    /// True if the state after such a step can be repeated later.
    #[inline(always)]
    pub(crate) const fn counts(self, tag: Tag) -> bool {
        self.counted & tag.0 != 0
    }

    /// True if two counted steps that lead to one position lead to one state.
    #[inline(always)]
    pub(crate) const fn same_state(self, a: Tag, b: Tag) -> bool {
        (a.0 ^ b.0) & self.compared == 0
    }

    /// True if a step to a new state is a repetition.
    #[inline(always)]
    pub(crate) const fn detects_at_once(self, tag: Tag) -> bool {
        self.queried_at_once & tag.0 != 0
    }

    /// True if a step to a state that has been counted `count` times, this time
    /// included, is a repetition.
    #[inline(always)]
    pub(crate) const fn detects(self, tag: Tag, count: u32) -> bool {
        self.queried & tag.0 != 0 && count >= self.fold
    }
}

/// A repeated state: the ply of its last occurrence, and the number of its occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Repetition {
    /// The last earlier ply of the state; 0 is the first state of the history. For a new
    /// state, which [`Rule::Fold`]`(1)` detects too, its own ply.
    pub earlier: usize,
    /// The number of times that the rule has counted the state, this time included. Under
    /// [`Rule::SimpleKo`], always 2.
    pub count: usize,
    /// The number of plies since `earlier`, passes included.
    pub cycle: usize,
}

impl Repetition {
    /// Creates a repetition, as a rule of one's own needs it.
    #[must_use]
    pub const fn new(earlier: usize, count: usize, cycle: usize) -> Repetition {
        Repetition { earlier, count, cycle }
    }
}
