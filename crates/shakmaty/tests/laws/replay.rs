//! The law of replayed games: at every ply, the incremental hash equals the hash from scratch, and
//! a fault is where its offset says.

use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Move};
use zobrist::Hasher;
use zobrist_chess::{Polyglot, Scheme, Zobrist};
use zobrist_shakmaty::pgn::{Game, Token, TokenKind};
use zobrist_shakmaty::pgn::{GameScanner, replay_game};
use zobrist_shakmaty::{
    GameError, GameOptions, GameVisitor, HashablePosition, Hashed, Unterminated, hash,
};

/// Content for all bytes.
pub(crate) fn law(text: &[u8]) {
    let mut rest = text;
    let mut scanner = GameScanner::new();
    while let Some(length) = scanner.end_of_game(rest, true) {
        for chess960 in [false, true] {
            let mut options = GameOptions::default();
            options.chess960 = chess960;
            of_game(&Polyglot, &rest[..length], options);
            options.allow_variants = true;
            of_game(&Zobrist::<u64>::new(), &rest[..length], options);
        }
        rest = &rest[length..];
    }
    assert!(rest.is_empty());
}

fn of_game<S: Scheme>(scheme: &S, text: &[u8], options: GameOptions) {
    let mut compare = Compare { seen: 0, last: None };
    let hasher = Hasher::new(scheme.clone());
    match replay_game(scheme, text, options, hasher, &mut compare) {
        Ok(plies) => {
            assert_eq!(compare.seen, plies.map_or(0, |plies| plies + 1));
            assert_eq!(compare.last, plies);
        }
        Err(fault) => {
            assert_eq!(compare.seen.saturating_sub(1), fault.plies, "{fault}");
            assert_eq!(compare.last, fault.is_bad_move().then_some(fault.plies), "{fault}");
            let rest = &text[fault.offset..];
            match fault.error {
                GameError::Word { word } if !word.contains('\u{fffd}') => {
                    assert!(rest.starts_with(word.as_bytes()), "{word}");
                }
                GameError::Move { san, .. } if !san.contains('\u{fffd}') => {
                    assert!(rest.starts_with(san.as_bytes()), "{san}");
                }
                GameError::Unterminated(Unterminated::Variation) => assert_eq!(rest[0], b'('),
                GameError::Unterminated(Unterminated::Comment) => {
                    assert_eq!(rest[0], b'{');
                    assert!(!rest.contains(&b'}'));
                }
                GameError::Unterminated(Unterminated::Tag) => assert_eq!(rest[0], b'['),
                // The scanner ends the game before other text, so that only a move can follow the
                // result.
                GameError::MoreText => {
                    let game = Game::new(text, 0);
                    let at = fault.offset - game.offset() as usize;
                    let is_move = |token: Token<'_>| token.kind == TokenKind::Move;
                    let mut tokens = game.tokens().map_while(Result::ok);
                    assert!(tokens.any(|token| token.offset == at && is_move(token)));
                }
                _ => assert!(!rest.is_empty()),
            }
        }
    }
}

struct Compare {
    seen: usize,
    /// The ply of the last position.
    last: Option<usize>,
}

impl<S: Scheme> GameVisitor<S, Hasher<S>> for Compare {
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<S, P>,
    ) {
        assert_eq!(ply, self.seen);
        self.seen += 1;
        assert_eq!(
            position.hash(),
            hash(position.scheme(), position.position()),
            "{} at ply {ply}: {}",
            position.scheme().name(),
            Fen::from_position(position.position(), EnPassantMode::Always)
        );
    }
    fn last_position<P: HashablePosition>(&mut self, ply: usize, position: &Hashed<S, P>) {
        assert_eq!((self.last, ply + 1), (None, self.seen));
        assert_eq!(position.hash(), hash(position.scheme(), position.position()));
        self.last = Some(ply);
    }
}
