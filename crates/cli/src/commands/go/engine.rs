//! The engine: a game, and its answers to GTP commands.

use zobrist::source::SplitMix64;
use zobrist_go::sgf::{Node, Record, write};
use zobrist_go::{Color, Game, Move, Point, Rules};

/// An answer.
pub(crate) enum Reply {
    Done(String),
    Fail(String),
    /// The last answer.
    Quit(String),
}

/// A game with the komi and the random generator of GTP.
pub(crate) struct Engine {
    game: Game,
    komi: f64,
    random: SplitMix64,
}

const COMMANDS: &[&str] = &[
    "all_legal",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "is_legal",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "printsgf",
    "protocol_version",
    "quit",
    "rectangular_boardsize",
    "showboard",
    "undo",
    "version",
    "zobrist_hash",
];

type Answer = Result<String, String>;

impl Engine {
    /// An empty board of 19 × 19.
    pub(crate) fn new(rules: Rules) -> Engine {
        let game = Game::new(19, 19, rules).expect("there are boards of this size");
        Engine { game, komi: 7.5, random: SplitMix64::new(1970) }
    }

    pub(crate) fn answer(&mut self, command: &str, arguments: &[&str]) -> Reply {
        if command == "quit" {
            return Reply::Quit(String::new());
        }
        match self.command(command, arguments) {
            Ok(text) => Reply::Done(text),
            Err(text) => Reply::Fail(text),
        }
    }

    fn command(&mut self, command: &str, arguments: &[&str]) -> Answer {
        match (command, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("Zobrist".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("boardsize", [side]) => self.resize(side, side),
            ("rectangular_boardsize", [width, height]) => self.resize(width, height),
            ("clear_board", []) => {
                let (width, height) = (self.game.board().width(), self.game.board().height());
                self.begin(width, height)
            }
            ("komi", [komi]) => {
                let komi = komi.parse().ok().filter(|komi: &f64| komi.is_finite());
                self.komi = komi.ok_or("komi not a float")?;
                Ok(String::new())
            }
            ("play", [color, vertex]) => self.play(read_color(color)?, read_move(vertex)?),
            ("undo", []) => {
                if !self.game.undo() {
                    return Err("cannot undo".to_owned());
                }
                Ok(String::new())
            }
            ("genmove", [color]) => self.generate(read_color(color)?),
            ("is_legal", [color, vertex]) => {
                let legal = self.game.is_legal(read_color(color)?, read_move(vertex)?);
                Ok(u8::from(legal).to_string())
            }
            ("all_legal", [color]) => {
                let points = self.game.legal_points(read_color(color)?);
                Ok(points.map(|point| point.to_string()).collect::<Vec<_>>().join(" "))
            }
            ("showboard", []) => Ok(format!("\n{}", self.picture())),
            ("final_score", []) => Ok(self.score()),
            ("printsgf", []) => Ok(String::from_utf8_lossy(&write(&self.record())).into_owned()),
            ("zobrist_hash", []) => Ok(format!("{:016x}", self.game.board().hash())),
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn resize(&mut self, width: &str, height: &str) -> Answer {
        let side = |text: &str| {
            text.parse().map_err(|_| {
                // It may be an integer, though no board has that size.
                let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
                let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                if is_number { "unacceptable size" } else { "boardsize not an integer" }.to_owned()
            })
        };
        self.begin(side(width)?, side(height)?)
    }

    fn begin(&mut self, width: usize, height: usize) -> Answer {
        let game = Game::new(width, height, self.game.rules());
        self.game = game.map_err(|_| "unacceptable size".to_owned())?;
        Ok(String::new())
    }

    fn play(&mut self, color: Color, played: Move) -> Answer {
        self.game.play_as(color, played).map_err(|error| format!("illegal move: {error}"))?;
        Ok(String::new())
    }

    /// A legal move at random that fills no eye, or a pass.
    fn generate(&mut self, color: Color) -> Answer {
        let board = self.game.board();
        let moves: Vec<Point> =
            self.game.legal_points(color).filter(|point| !board.is_eye(color, *point)).collect();
        let played = match moves.len() as u64 {
            0 => Move::Pass,
            count => Move::Play(moves[(self.random.next_u64() % count) as usize]),
        };
        self.play(color, played)?;
        Ok(played.to_string())
    }

    fn picture(&self) -> String {
        let board = self.game.board();
        let letters = |index: usize| {
            let point = Point::new(index, 0).expect("the board is within the grid");
            point.to_string().trim_end_matches('1').to_owned()
        };
        let letters: Vec<String> = (0..board.width()).map(letters).collect();
        let letters = format!("   {}", letters.join(" "));
        let mut lines = vec![letters.clone()];
        for (above, stones) in board.to_string().lines().enumerate() {
            let row = board.height() - above;
            lines.push(format!("{row:>2} {stones} {row}"));
        }
        lines.push(letters);
        lines.push(format!("{} to move, hash {:016x}", self.game.to_move(), board.hash()));
        lines.join("\n")
    }

    /// The score by area: Black's less White's and komi. It has as many decimals as komi, the only
    /// one of the three that has any: binary fractions would add some of their own.
    fn score(&self) -> String {
        let score = self.game.board().area().difference() as f64 - self.komi;
        let komi = self.komi.to_string();
        let decimals = komi.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        match score {
            score if score > 0.0 => format!("B+{score:.decimals$}"),
            score if score < 0.0 => format!("W+{:.decimals$}", -score),
            _ => "0".to_owned(),
        }
    }

    fn record(&self) -> Record {
        let (width, height) = (self.game.board().width(), self.game.board().height());
        let mut record = Record::new(width, height);
        record.komi = Some(self.komi.to_string());
        let mut last = record.push(Node::default());
        for played in self.game.moves() {
            last = record.push(Node { parent: Some(last), moves: &[played], ..Node::default() });
        }
        record
    }
}

fn read_color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("invalid color {text:?}: expected black or white")),
    }
}

fn read_move(text: &str) -> Result<Move, String> {
    text.parse().map_err(|error| format!("invalid vertex: {error}"))
}
