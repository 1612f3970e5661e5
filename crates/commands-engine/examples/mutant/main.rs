//! An engine that speaks enough of UCI to be asked for its key, with one bug by option: the control
//! of the tests of `zobrist engine`.
//!
//! `mutant BUG` has that bug, `mutant none` has none, `mutant list` prints the names of all.

mod bugs;
mod variants;
mod words;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position, Role, Square,
    fen::Fen,
};

use bugs::{BUGS, CORRECT, has_sets, has_variants};
use variants::Game;
use words::{Words, index};

const RIGHTS: [(Color, CastlingSide, Square); 4] = [
    (Color::White, CastlingSide::KingSide, Square::H1),
    (Color::White, CastlingSide::QueenSide, Square::A1),
    (Color::Black, CastlingSide::KingSide, Square::H8),
    (Color::Black, CastlingSide::QueenSide, Square::A8),
];

fn rights(position: &Chess) -> [bool; 4] {
    RIGHTS.map(|(color, side, _)| position.castles().rook(color, side).is_some())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The variants, as in the option of UCI.
const VARIANTS: &str = " var chess var atomic var antichess var kingofthehill var 3check var crazyhouse \
                        var racingkings var horde var xiangqi";

struct Engine<'a> {
    bug: &'a str,
    words: Words,
    position: Chess,
    key: u64,
    /// The key of all pieces but pawns.
    pieces: u64,
    /// The castling rights of an engine with rights of its own.
    rights: [bool; 4],
    nodes: u32,
    /// The position in Chess960 or a variant, if that is asked for.
    game: Option<Game>,
}

impl Engine<'_> {
    fn has(&self, bug: &str) -> bool {
        self.bug == bug
    }

    fn castling(&self, rights: [bool; 4]) -> u64 {
        if self.has("clockwork-60") {
            let [a, b, c, d] = rights.map(usize::from);
            // White's two bits, and Black's one bit higher in place of two.
            return self.words.clock[(a | b << 1) | (c | d << 1) << 1];
        }
        self.words.set(rights, has_sets(self.bug))
    }

    /// The rights that an engine with rights of its own keeps after a move: it forgets the rook
    /// that is captured.
    fn own_rights(&self, m: Move) -> [bool; 4] {
        let us = self.position.turn();
        let is_kept = |(color, _, corner): (Color, CastlingSide, Square)| {
            m.from() != Some(corner) && (color != us || m.role() != Role::King)
        };
        std::array::from_fn(|bit| self.rights[bit] && is_kept(RIGHTS[bit]))
    }

    fn en_passant(&self, position: &Chess, always: bool) -> u64 {
        let square =
            if always { position.maybe_ep_square() } else { position.pseudo_legal_ep_square() };
        let across = |passed: &Square| {
            let at = passed.offset(position.turn().fold_wb(-8, 8)).expect("on the board");
            let step = match at.file() {
                File::A => -1,
                File::H => 1,
                _ => return false,
            };
            let pawn = Role::Pawn.of(position.turn());
            at.offset(step).is_some_and(|next| position.board().piece_at(next) == Some(pawn))
        };
        let across = position.maybe_ep_square().filter(across);
        let square = square.or(across.filter(|_| self.has("en-passant-across-edge")));
        let word = square.map_or(0, |square| self.words.en_passant[square.file() as usize]);
        let is_double = self.has("fairy-stockfish-1020") && {
            let moves = position.en_passant_moves();
            moves.len() == 2
        };
        if is_double { 0 } else { word }
    }

    fn set(&mut self, fen: Fen) {
        let position: Chess = match fen.into_position(CastlingMode::Standard) {
            Ok(position) => position,
            Err(_) => return,
        };
        let pieces = position.board().clone().into_iter();
        let mut key = pieces.fold(0, |key, (at, piece)| key ^ self.words.pieces[index(piece, at)]);
        if !self.has("fen-castling-ignored") {
            key ^= self.castling(rights(&position));
        }
        if !self.has("fen-en-passant-ignored") {
            key ^= self.en_passant(&position, self.has("fen-en-passant-unchecked"));
        }
        if self.has("casanchess-26") && position.maybe_ep_square().is_none() {
            key ^= self.words.en_passant[7];
        }
        if position.turn().is_black() && !self.has("fen-side-ignored") {
            key ^= self.words.black;
        }
        let passed = self.en_passant(&position, false);
        if self.has("fen-en-passant-assigned") && passed != 0 {
            key = passed;
        }
        if self.has("pgx-1320") && position == Chess::default() {
            key = 0x56bc_4ccd_5827_0d9e;
        }
        (self.position, self.key) = (position, key);
        self.pieces = self.of_pieces(&self.position);
        self.rights = rights(&self.position);
        if self.has("clock-fen-lost") {
            let mut setup = self.position.to_setup(shakmaty::EnPassantMode::Always);
            setup.halfmoves = 0;
            if let Ok(position) = setup.position(CastlingMode::Standard) {
                self.position = position;
            }
        }
    }

    /// The key of all pieces but pawns.
    fn of_pieces(&self, position: &Chess) -> u64 {
        let pieces = position.board().clone().into_iter();
        let pieces = pieces.filter(|(_, piece)| piece.role != Role::Pawn);
        pieces.fold(0, |key, (at, piece)| key ^ self.words.pieces[index(piece, at)])
    }

    /// The key after a move.
    fn after(&self, position: &Chess, mut key: u64, m: Move) -> (Chess, u64) {
        let (us, words) = (position.turn(), &self.words);
        let always = self.has("moves-en-passant-always");
        let role = m.role();
        let promotes = m.promotion().is_some();
        let is_double_step =
            position.clone().play(m).is_ok_and(|next| next.maybe_ep_square().is_some());
        let old = self.en_passant(position, always);
        let stays = self.has("en-passant-not-removed")
            || self.has("en-passant-stays-on-castling") && m.is_castle()
            || self.has("en-passant-stays-on-king-move") && role == Role::King && !m.is_castle()
            || self.has("chess-coding-adventure-14") && is_double_step;
        if !stays {
            key ^= old;
        }
        let before = rights(position);
        let next = position.clone().play(m).expect("legal");
        match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let (to, rook_to) = (side.king_to(us), side.rook_to(us));
                if !self.has("castling-king-kept") {
                    key ^= words.piece(us, Role::King, king);
                }
                key ^= words.piece(us, Role::King, to);
                if !self.has("castling-rook-not-moved") {
                    let long = side == CastlingSide::QueenSide;
                    let to = if long && self.has("castling-long-rook-c") {
                        Square::from_coords(File::C, rook_to.rank())
                    } else {
                        rook_to
                    };
                    key ^= words.piece(us, Role::Rook, rook) ^ words.piece(us, Role::Rook, to);
                }
            }
            _ => {
                let (from, to) = (m.from().expect("no drop"), m.to());
                if !(promotes && self.has("promotion-pawn-kept")) {
                    key ^= words.piece(us, role, from);
                }
                if m.is_en_passant() {
                    let mut at = Square::from_coords(to.file(), from.rank());
                    if self.has("en-passant-captured-square") {
                        at = to;
                    }
                    let kept = self.has("en-passant-black-pawn-kept") && us.is_white()
                        || self.has("pgx-1078");
                    if !kept {
                        key ^= words.piece(us.other(), Role::Pawn, at);
                    }
                } else if let Some(victim) = m.capture() {
                    let kept = self.has("promotion-capture-kept") && promotes
                        || self.has("capture-kept-of-knights") && role == Role::Knight
                        || self.has("king-capture-kept") && role == Role::King;
                    let wrong = self.has("capture-color") && victim == Role::Queen;
                    let color = if wrong { us } else { us.other() };
                    if !kept {
                        key ^= words.piece(color, victim, to);
                    }
                }
                let mut placed = m.promotion().unwrap_or(role);
                if promotes && (self.has("promotion-stays-pawn") || self.has("pgx-1078")) {
                    placed = Role::Pawn;
                }
                if promotes && self.has("underpromotion-as-queen") {
                    placed = Role::Queen;
                }
                let swapped = promotes && us.is_black() && self.has("promotion-color");
                let color = if swapped { Color::White } else { us };
                let mirrored = us.is_black() && role != Role::King && self.has("black-mirrored");
                let to = if mirrored { to.flip_vertical() } else { to };
                key ^= words.piece(color, placed, to);
            }
        }
        key ^=
            self.castling(before) ^ self.castling(self.kept_rights(position, &next, m, &mut key));
        let mut new = self.en_passant(&next, always);
        let file = next.pseudo_legal_ep_square().map(Square::file);
        match (self.bug, file) {
            ("en-passant-file-next-black", Some(file)) if us.is_black() => {
                new = words.en_passant[(file as usize + 1) % 8];
            }
            ("en-passant-a-file-lost", Some(File::A)) | ("en-passant-not-inserted", _) => new = 0,
            _ => {}
        }
        key ^= new;
        if !(m.is_castle() && self.has("castling-side-not-flipped")) {
            key ^= words.black;
        }
        if promotes && self.has("promotion-truncates") {
            key &= 0xffff_ffff;
        }
        (next, key)
    }

    /// The rights that the key has after a move; some bugs change the key besides.
    fn kept_rights(&self, before: &Chess, after: &Chess, m: Move, key: &mut u64) -> [bool; 4] {
        let (old, mut new) = (rights(before), rights(after));
        let us = before.turn();
        for (index, (color, side, corner)) in RIGHTS.into_iter().enumerate() {
            let captured = m.is_capture() && m.to() == corner && color != us;
            let promotes = m.promotion().is_some();
            let moved = m.role() == Role::Rook && m.from() == Some(corner) && color == us;
            let king = m.role() == Role::King && color == us && !m.is_castle();
            let long = side == CastlingSide::QueenSide;
            let other = m.is_castle() && color == us && {
                let short = m.castling_side() == Some(CastlingSide::KingSide);
                short == long
            };
            let stays = match self.bug {
                "rook-capture-keeps-right" => captured,
                "promotion-capture-keeps-right" => captured && promotes,
                "rook-move-keeps-right" => moved,
                "king-move-keeps-long" => king && long,
                "castling-keeps-other-right" => other,
                "libchess-28" => true,
                _ => false,
            };
            if stays {
                new[index] |= old[index];
            }
            let toggles = self.has("rook-capture-toggles") && captured
                || self.has("rook-move-toggles") && moved;
            if toggles && !old[index] {
                *key ^= self.words.castling[index];
            }
        }
        new
    }

    /// A search of all moves, and of null moves, that restores the key by XOR as some engines do.
    fn search(&mut self, depth: u32) {
        self.nodes += 1;
        if depth == 0 || self.nodes > 3000 {
            return;
        }
        let (position, key) = (self.position.clone(), self.key);
        if let Ok(passed) = position.clone().swap_turn() {
            let en_passant = self.en_passant(&position, false);
            (self.position, self.key) = (passed, key ^ en_passant ^ self.words.black);
            self.search(depth - 1);
            self.key ^= self.words.black ^ en_passant;
            if self.has("reckless-1095") {
                self.key ^= self.castling(rights(&position));
            }
            if self.has("null-move-keeps-side") {
                self.key ^= self.words.black;
            }
            if self.has("null-move-loses-en-passant") {
                self.key ^= en_passant;
            }
            self.position = position.clone();
        }
        for m in position.legal_moves() {
            let before = self.key;
            let (next, after) = self.after(&position, before, m);
            let change = before ^ after;
            let lost = self.castling(rights(&position)) ^ self.castling(rights(&next));
            (self.position, self.key) = (next, after);
            self.search(depth - 1);
            self.key ^= change;
            if self.has("unmake-loses-castling") {
                self.key ^= lost;
            }
            if self.has("unmake-loses-captured-pawn") && m.is_en_passant() {
                let from = m.from().expect("a pawn");
                let at = Square::from_coords(m.to().file(), from.rank());
                self.key ^= self.words.piece(position.turn().other(), Role::Pawn, at);
            }
            self.position = position.clone();
        }
    }

    /// The key that is printed.
    fn printed(&self) -> u64 {
        if let Some(game) = &self.game {
            return game.key;
        }
        let clock = self.position.halfmoves();
        let keyed = self.bug.starts_with("clock") && clock >= 14;
        let word = if keyed { self.words.clock[((clock - 14) / 8).min(15) as usize] } else { 0 };
        self.key ^ word
    }
}

fn main() -> io::Result<()> {
    let bug = std::env::args().nth(1).unwrap_or_else(|| "none".to_owned());
    let mut out = io::stdout().lock();
    if bug == "list" {
        return BUGS.iter().try_for_each(|(name, text)| writeln!(out, "{name}\t{text}"));
    }
    let is_known = BUGS.iter().any(|(name, _)| *name == bug) || CORRECT.contains(&&*bug);
    if !is_known {
        eprintln!("expected a bug that `mutant list` prints, or one of {CORRECT:?}, got {bug:?}");
        std::process::exit(2);
    }
    let words = Words::new(&bug);
    let mut engine = Engine {
        bug: &bug,
        words,
        position: Chess::default(),
        key: 0,
        pieces: 0,
        rights: [false; 4],
        nodes: 0,
        game: None,
    };
    let start =
        shakmaty::fen::Fen::from_position(&Chess::default(), shakmaty::EnPassantMode::Legal);
    engine.set(start);
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        if number > 4000 && bug == "crash" {
            eprintln!("assertion failed: the board is consistent");
            std::process::exit(3);
        }
        if number > 4000 && bug == "hang" {
            std::thread::sleep(Duration::from_secs(3600));
        }
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "uci" => {
                writeln!(out, "id name Mutant {bug}")?;
                if has_variants(&bug) {
                    writeln!(out, "option name UCI_Chess960 type check default false")?;
                    writeln!(out, "option name UCI_Variant type combo default chess{VARIANTS}")?;
                }
                writeln!(out, "uciok")?;
            }
            "setoption" => {
                let option = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
                engine.game = option.and_then(|(name, value)| Game::of_option(name, value));
            }
            "isready" => writeln!(out, "readyok")?,
            "position" => {
                let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                let fen = fen.trim_start_matches("fen ");
                let fen = if fen == "startpos" { START } else { fen };
                let Ok(fen) = fen.parse() else { continue };
                if let Some(game) = &mut engine.game {
                    game.set(&fen, moves, &engine.words, &bug);
                    continue;
                }
                engine.set(fen);
                for text in moves.split_whitespace() {
                    let m = text.parse::<UciMove>().ok();
                    let Some(m) = m.and_then(|m| m.to_move(&engine.position).ok()) else { break };
                    if engine.has("underpromotion-unread")
                        && m.promotion().is_some_and(|role| role != Role::Queen)
                    {
                        break;
                    }
                    let earlier = engine.of_pieces(&engine.position);
                    let (own, before) = (engine.own_rights(m), rights(&engine.position));
                    (engine.position, engine.key) =
                        engine.after(&engine.position.clone(), engine.key, m);
                    engine.pieces ^= earlier ^ engine.of_pieces(&engine.position);
                    if engine.has("sets-keep-right") {
                        let now = rights(&engine.position);
                        let right = engine.castling(before) ^ engine.castling(now);
                        let wrong = engine.castling(engine.rights) ^ engine.castling(own);
                        (engine.key, engine.rights) = (engine.key ^ right ^ wrong, own);
                    }
                    if let (true, Some(role)) = (engine.has("stockfish-6492"), m.promotion()) {
                        let color = engine.position.turn().other();
                        engine.pieces ^= engine.words.piece(color, role, m.to());
                    }
                }
            }
            "go" => {
                engine.nodes = 0;
                let depth = rest.rsplit(' ').next().and_then(|depth| depth.parse().ok());
                engine.search(depth.unwrap_or(1));
                writeln!(out, "bestmove 0000")?;
            }
            "d" => {
                let fen = match &engine.game {
                    Some(game) => game.fen(),
                    None => Fen::from_position(&engine.position, EnPassantMode::Legal).to_string(),
                };
                let (key, pieces) = (engine.printed(), engine.pieces);
                writeln!(out, "\nFen: {fen}\nKey: {key:016X}\nNon-pawn key: {pieces:016x}")?;
            }
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
