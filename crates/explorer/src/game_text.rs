//! The text of a stored game in PGN.

use std::fmt::Display;

use shakmaty::san::SanPlus;
use shakmaty::{Color, Move};
use zobrist_chess::{Fide, PackedMove};
use zobrist_index::StoredGame;
use zobrist_shakmaty::{
    GameError, GameOptions, GameVisitor, HashablePosition, Hashed, replay_packed_moves, unpack_move,
};

/// The most characters of a line of moves: the standard advises against more.
const LINE: usize = 79;

/// The text of a game, and an empty line.
///
/// # Errors
/// When its moves cannot be played, which only damage brings about.
pub fn text(game: &StoredGame) -> Result<String, GameError> {
    let mut text = String::new();
    tags(game).iter().for_each(|(name, value)| push(&mut text, name, value));
    text.push('\n');
    let moves = MoveText { moves: &game.moves, text: String::new(), line: 0 };
    text += &moves.of(game)?;
    text += "\n\n";
    Ok(text)
}

/// The tags: the seven of the roster, those with a column, and the others in their order.
pub fn tags(game: &StoredGame) -> Vec<(String, String)> {
    let unknown = |tag: &Option<String>| tag.clone().unwrap_or_else(|| "?".to_owned());
    let roster = [
        ("Event", unknown(&game.event)),
        ("Site", unknown(&game.site)),
        ("Date", game.date.clone().unwrap_or_else(|| "????.??.??".to_owned())),
        ("Round", unknown(&game.round)),
        ("White", unknown(&game.white_name)),
        ("Black", unknown(&game.black_name)),
        ("Result", game.result.as_str().to_owned()),
    ];
    let bytes = |value: &Option<Vec<u8>>| {
        value.as_ref().map(|value| String::from_utf8_lossy(value).into_owned())
    };
    let others = game.other_tags();
    let has_set_up = others.iter().any(|(name, _)| name == "SetUp");
    let with_columns = [
        ("WhiteElo", game.white_elo.map(|elo| elo.to_string())),
        ("BlackElo", game.black_elo.map(|elo| elo.to_string())),
        ("UTCDate", game.utc_date.clone()),
        ("TimeControl", game.time_control.clone()),
        ("Variant", bytes(&game.start_tags.variant)),
        ("SetUp", game.start_tags.fen.as_ref().filter(|_| !has_set_up).map(|_| "1".to_owned())),
        ("FEN", bytes(&game.start_tags.fen)),
    ];
    let named = |(name, value): (&str, String)| (name.to_owned(), value);
    let with_columns = with_columns.into_iter().filter_map(|(name, value)| Some((name, value?)));
    roster.into_iter().chain(with_columns).map(named).chain(others).collect()
}

/// Appends a tag pair. A value of a tag has no line end, since it ends with its line.
fn push(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', r"\\").replace('"', "\\\"");
    *text += &format!("[{name} \"{value}\"]\n");
}

/// Writes the moves of a game in SAN, in lines.
struct MoveText<'a> {
    moves: &'a [PackedMove],
    text: String,
    /// The number of characters in the last line.
    line: usize,
}

impl MoveText<'_> {
    fn of(mut self, game: &StoredGame) -> Result<String, GameError> {
        let moves = game.moves.iter().copied();
        let mut options = GameOptions::default();
        options.allow_variants = true;
        replay_packed_moves(&Fide, &game.start_tags, moves, options, (), &mut self)?;
        self.word(game.result.as_str());
        Ok(self.text)
    }

    /// Appends a word after a blank, or on a new line if it does not fit.
    fn word(&mut self, word: impl Display) {
        let word = word.to_string();
        match self.line {
            0 => {}
            line if line + 1 + word.len() <= LINE => {
                self.text.push(' ');
                self.line += 1;
            }
            _ => {
                self.text.push('\n');
                self.line = 0;
            }
        }
        self.text += &word;
        self.line += word.len();
    }
}

impl GameVisitor<Fide, ()> for MoveText<'_> {
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<Fide, P, ()>,
    ) {
        let position = position.position();
        // The stored move is the next one: its notation depends on the position before it. An
        // illegal move ends the replay.
        let next = self.moves.get(ply).and_then(|next| unpack_move(position, *next));
        let Some(next) = next else { return };
        match position.turn() {
            Color::White => self.word(format_args!("{}.", position.fullmoves())),
            Color::Black if ply == 0 => self.word(format_args!("{}...", position.fullmoves())),
            Color::Black => {}
        }
        self.word(SanPlus::from_move(position.clone(), next));
    }
}

#[cfg(test)]
mod tests {
    use zobrist_index::{BuildOptions, Index, IndexBuilder};

    use super::*;

    /// The text of the only game of a text.
    fn written(pgn: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let mut builder = IndexBuilder::create(folder.path(), BuildOptions::default()).unwrap();
        assert!(builder.add_pgn("a.pgn", pgn.as_bytes()).unwrap().is_empty());
        builder.finish().unwrap();
        text(&Index::open(folder.path()).unwrap().game(0).unwrap()).unwrap()
    }

    #[test]
    fn a_game_without_tags_gets_the_roster() {
        assert_eq!(
            written("1. e4 {best} e5 (1... c5) 2. Nf3 $1 1/2-1/2"),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
             [Black \"?\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n"
        );
    }

    #[test]
    fn tags_have_their_order_and_escapes() {
        assert_eq!(
            written(
                "[ECO \"C\\\\20\"]\n[BlackElo \"?\"]\n[WhiteElo \"2400\"]\n\
                 [White \"A \\\"B\\\"\"]\n[UTCDate \"2023.05.01\"]\n[TimeControl \"180+2\"]\n\
                 [FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 40\"]\n[Event \"\"]\n\nKd7 41. a8=Q *"
            ),
            "[Event \"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
             [White \"A \\\"B\\\"\"]\n[Black \"?\"]\n[Result \"*\"]\n[WhiteElo \"2400\"]\n\
             [UTCDate \"2023.05.01\"]\n[TimeControl \"180+2\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 40\"]\n[ECO \"C\\\\20\"]\n[BlackElo \"?\"]\n\n\
             40... Kd7 41. a8=Q *\n\n"
        );
        let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O+ 1-0";
        let text = written(set_up);
        assert!(text.ends_with(
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O 1-0\n\n"
        ));
    }

    #[test]
    fn lines_are_short_and_moves_are_those_of_the_variant() {
        let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(40);
        let text = written(&format!("{shuffle}*"));
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.is_empty()).collect();
        assert!(lines.len() > 5 && lines.iter().all(|line| line.len() <= LINE));
        assert!(lines[1].len() > LINE - 8, "{}", lines[1]);
        assert!(text.ends_with(" 80. Ng1 Ng8 *\n\n"), "{text}");
        let text = written("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *");
        assert!(text.contains("[Variant \"Crazyhouse\"]\n"), "{text}");
        assert!(text.ends_with("\n\n1. e4 d5 2. exd5 Qxd5 3. @e6 *\n\n"), "{text}");
    }
}
