//! The state of a session: a game with everything that happened in it, komi, rules, and what was
//! said about its end.

use std::collections::BTreeSet;

use zobrist::source::SplitMix64;
use zobrist_go::sgf::Node;
use zobrist_go::{
    Board, BoardSizeError, Color, Game, GameRules, Handicap, Move, PlaceError, PlayError, Point,
    Removed, Repetition, Rules, SetUpError,
};

use super::arguments::Answer;
use super::dead_by::{EndedGame, SecondEngine, play};

/// A command: its name, and its work on a session and arguments.
pub(super) type Command = (&'static str, fn(&mut Session, &[&str]) -> Answer);

/// A ply of the game.
pub(super) enum Event {
    Move(Color, Move),
    /// Points that were changed other than by a move, and the turn after that.
    SetUp {
        changes: Vec<(Point, Option<Color>)>,
        to_move: Color,
    },
}

/// A game, and everything that a command may ask about it.
pub(super) struct Session {
    game: Game,
    /// The board and the turn before the first event.
    start: (Board, Color),
    /// The plies of the game since then.
    events: Vec<Event>,
    /// The number of handicap stones, if a file named it.
    named_handicap: Option<usize>,
    rules: GameRules,
    /// The stones that are named dead; `None` if nothing was said of any.
    dead: Option<BTreeSet<Point>>,
    resigned: Option<Color>,
    /// An engine that says which stones are dead if nobody else does.
    pub(crate) dead_by: Option<SecondEngine>,
    pub(crate) komi: f64,
    pub(crate) random: SplitMix64,
}

impl Session {
    /// An empty board of 19 × 19.
    pub(crate) fn new(rules: GameRules) -> Session {
        let game = Game::new(19, 19, rules.rules).expect("there are boards of this size");
        Session {
            start: (game.board().clone(), Color::Black),
            game,
            events: Vec::new(),
            named_handicap: None,
            rules,
            dead: None,
            resigned: None,
            dead_by: None,
            komi: 7.5,
            random: SplitMix64::new(1970),
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn board(&self) -> &Board {
        self.game.board()
    }

    /// The board and the turn at the start: empty and Black's, but for handicaps and set-ups.
    pub(crate) fn start(&self) -> (&Board, Color) {
        (&self.start.0, self.start.1)
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of handicap stones: that of the file, or the black stones that stood at the start
    /// or were played before White played.
    pub(crate) fn handicap(&self) -> usize {
        if let Some(named) = self.named_handicap {
            return named;
        }
        let mut handicap = Handicap::default();
        let (board, _) = self.start();
        board.stones().for_each(|(color, point)| handicap.set_up(point, Some(color)));
        let set_ups = self.events.iter().map_while(|event| match event {
            Event::SetUp { changes, .. } => Some(changes),
            Event::Move(..) => None,
        });
        for (point, stone) in set_ups.flatten() {
            handicap.set_up(*point, *stone);
        }
        handicap.stones(self.events.iter().filter_map(|event| match event {
            Event::Move(color, played) => Some((*color, *played)),
            Event::SetUp { .. } => None,
        }))
    }

    pub(crate) fn rules(&self) -> GameRules {
        self.rules
    }

    /// The stones that are named dead; `None` if nothing was said of any.
    pub(crate) fn dead(&self) -> Option<&BTreeSet<Point>> {
        self.dead.as_ref()
    }

    /// The player who has resigned, if that was the last thing to happen.
    pub(crate) fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    /// Begins a game on an empty board.
    pub(crate) fn begin(&mut self, width: usize, height: usize) -> Result<(), BoardSizeError> {
        let board = Board::new(width, height)?;
        self.begin_on(board, Color::Black);
        Ok(())
    }

    /// Begins a game on a board.
    pub(crate) fn begin_on(&mut self, board: Board, to_move: Color) {
        self.game.restart(&board, to_move);
        self.start = (board, to_move);
        self.events.clear();
        self.named_handicap = None;
        (self.dead, self.resigned) = (None, None);
    }

    /// Says how many handicap stones the game has, whatever stones there are.
    pub(crate) fn name_handicap(&mut self, stones: usize) {
        self.named_handicap = Some(stones);
    }

    /// Takes over the game of another session, under the rules of this one.
    pub(crate) fn load(&mut self, other: Session) {
        let Session { game, start, events, named_handicap, .. } = other;
        (self.game, self.start, self.events) = (game, start, events);
        self.named_handicap = named_handicap;
        (self.dead, self.resigned) = (None, None);
    }

    /// Makes a move if it is legal.
    pub(crate) fn play(&mut self, color: Color, played: Move) -> Result<(), PlayError> {
        self.game.play_as(color, played)?;
        self.moved(color, played);
        Ok(())
    }

    /// Makes all of these moves if they are legal, else none.
    pub(crate) fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), PlayError> {
        let said = (self.dead.clone(), self.resigned);
        for (made, (color, played)) in moves.iter().enumerate() {
            if let Err(error) = self.play(*color, *played) {
                self.undo(made);
                (self.dead, self.resigned) = said;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Makes a move if it can be made, legal or not.
    pub(crate) fn force(&mut self, color: Color, played: Move) -> Result<(), PlaceError> {
        self.game.force(color, played)?;
        self.moved(color, played);
        Ok(())
    }

    fn moved(&mut self, color: Color, played: Move) {
        self.events.push(Event::Move(color, played));
        self.resigned = None;
        if played != Move::Pass {
            self.dead = None;
        }
    }

    /// Changes stones or the turn other than by a move: those at the start, or by a ply of its own.
    pub(crate) fn set_up(
        &mut self,
        change: impl FnOnce(&mut Game) -> Result<(), SetUpError>,
    ) -> Result<(), SetUpError> {
        let (board, ply) = (self.game.board().clone(), self.game.ply());
        change(&mut self.game)?;
        let (new, to_move) = (self.game.board(), self.game.to_move());
        if self.game.ply() == 0 {
            self.start = (new.clone(), to_move);
        } else if self.game.ply() > ply {
            let points = board.points().map(|point| (point, new.stone(point)));
            let changes = points.filter(|(point, stone)| board.stone(*point) != *stone).collect();
            self.events.push(Event::SetUp { changes, to_move });
        }
        if board != *self.game.board() {
            self.dead = None;
        }
        self.resigned = None;
        Ok(())
    }

    /// Takes back moves, and stones that were set up after the first of them. If there are fewer
    /// moves, nothing happens, and the result is false. Handicap stones stay.
    pub(crate) fn undo(&mut self, moves: usize) -> bool {
        let is_move = |event: &&Event| matches!(event, Event::Move(..));
        if self.events.iter().filter(is_move).count() < moves {
            return false;
        }
        let board = self.game.board().clone();
        for _ in 0..moves {
            while self.game.undo() && !matches!(self.events.pop(), Some(Event::Move(..))) {}
        }
        if board != *self.game.board() {
            self.dead = None;
        }
        self.resigned = None;
        true
    }

    pub(crate) fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
    }

    /// Asks the second engine for the dead stones, if there is one and nothing was said of any.
    ///
    /// # Errors
    /// When it gives no answer.
    pub(crate) fn ask_for_dead(&mut self) -> Result<(), String> {
        if self.dead.is_none()
            && let Some(mut engine) = self.dead_by.take()
        {
            let (komi, moves) = (self.komi, self.play_commands());
            let answer = engine.dead_stones(&EndedGame { komi, moves, board: self.board() });
            self.dead_by = Some(engine);
            self.dead = Some(answer?);
        }
        Ok(())
    }

    /// The commands that play the game from an empty board; `None` if stones were set up in its
    /// middle.
    fn play_commands(&self) -> Option<Vec<String>> {
        let stones = self.start.0.stones();
        let stones = stones.map(|(color, point)| Some(play(color, Move::Play(point))));
        let moves = self.events.iter().map(|event| match event {
            Event::Move(color, played) => Some(play(*color, *played)),
            Event::SetUp { .. } => None,
        });
        stones.chain(moves).collect()
    }

    /// Adds stones to those named dead, or says with an empty list that none are.
    pub(crate) fn name_dead(&mut self, stones: BTreeSet<Point>) {
        if stones.is_empty() {
            self.dead = Some(stones);
        } else {
            self.dead.get_or_insert_default().extend(stones);
        }
    }

    /// Sets the rules. Moves that were played stay, whether the rules allow them or not.
    pub(crate) fn set_rules(&mut self, rules: GameRules) {
        if rules.rules != self.game.rules() {
            self.game = self.replay(rules.rules, |_, _, _| {});
        }
        self.rules = rules;
    }

    /// Plays the game again under other rules, by which nothing is refused, and tells of each ply
    /// the stones that it took off and the position that it repeated.
    pub(crate) fn replay(
        &self,
        rules: Rules,
        mut visit: impl FnMut(&Event, Removed, Option<Repetition>),
    ) -> Game {
        let mut game = Game::of(self.start.0.clone(), self.start.1, rules);
        for event in &self.events {
            match event {
                Event::Move(color, played) => {
                    let (removed, repetition) =
                        game.force(*color, *played).expect("it was played before");
                    visit(event, removed, repetition);
                }
                Event::SetUp { changes, to_move } => {
                    let node = Node::default().with_set_up(changes);
                    let stones = node.stones_after(game.board());
                    game.set_up(stones, *to_move).expect("it was set up before");
                    visit(event, Removed::default(), None);
                }
            }
        }
        game
    }
}
