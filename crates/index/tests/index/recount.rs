//! The rows that an index must have, by the slow, obvious definition, with a reader of PGN of its
//! own.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Move, Position, Role};
use zobrist::Key;
use zobrist_chess::{Zobrist, with_any_scheme};
use zobrist_index::{AnyScheme, Select};
use zobrist_shakmaty::hash;

/// A game as its text has it.
pub(crate) struct Game {
    pub offset: usize,
    pub tags: Vec<(String, String)>,
    pub moves: Vec<String>,
    pub end: Option<String>,
}

impl Game {
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| &*tag.1)
    }

    fn elo(&self, name: &str) -> Option<i64> {
        let value = self.tag(name)?.trim();
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let elo = value.parse().ok().filter(|_| digits)?;
        (1..=9999).contains(&elo).then_some(elo)
    }

    pub(crate) fn elos(&self) -> [Option<i64>; 2] {
        ["WhiteElo", "BlackElo"].map(|name| self.elo(name))
    }

    pub(crate) fn year(&self) -> Option<i32> {
        let year = |name| {
            let digits: String =
                self.tag(name)?.trim().chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok().filter(|year| digits.len() == 4 && *year > 0)
        };
        year("Date").or_else(|| year("UTCDate"))
    }

    /// The result by the tag, or else by the text after the moves.
    pub(crate) fn result(&self) -> &str {
        let known = |result: &&str| ["1-0", "1/2-1/2", "0-1"].contains(result);
        let result = match self.tag("Result") {
            Some(tag) if known(&tag.trim()) => Some(tag.trim()),
            _ => self.end.as_deref(),
        };
        result.filter(known).unwrap_or("*")
    }

    pub(crate) fn start(&self) -> VariantPosition {
        let tag = self.tag("Variant").unwrap_or("Standard");
        let (variant, chess960) = match tag {
            "Standard" | "From Position" => (Variant::Chess, false),
            "Chess960" => (Variant::Chess, true),
            "Three-check" => (Variant::ThreeCheck, false),
            "King of the Hill" => (Variant::KingOfTheHill, false),
            "Racing Kings" => (Variant::RacingKings, false),
            name => (name.to_lowercase().parse().unwrap(), false),
        };
        let Some(fen) = self.tag("FEN") else { return VariantPosition::new(variant) };
        let setup = Fen::from_ascii(fen.as_bytes()).unwrap().into_setup();
        let detected = CastlingMode::detect(&setup);
        let mode = if chess960 { CastlingMode::Chess960 } else { detected };
        VariantPosition::from_setup(variant, setup, mode).unwrap()
    }

    /// Each position with the move that was played there, 0 in the last one.
    pub(crate) fn positions(&self) -> Vec<(VariantPosition, u16)> {
        let mut position = self.start();
        let mut positions = Vec::new();
        for san in &self.moves {
            let san: San = san.trim_end_matches(['+', '#', '!', '?']).parse().unwrap();
            let m = san.to_move(&position).unwrap();
            positions.push((position.clone(), packed(m)));
            position = position.play(m).unwrap();
        }
        positions.push((position, 0));
        positions
    }
}

/// Cuts a text of whole games, without variations, into games and words.
pub(crate) fn games(text: &str) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let mut open = false;
    let mut at = 0;
    while let Some(skipped) = text[at..].find(|letter: char| !letter.is_whitespace()) {
        at += skipped;
        let rest = &text[at..];
        if rest.starts_with('{') {
            at += rest.find('}').unwrap() + 1;
            continue;
        }
        if rest.starts_with('[') && games.last().is_some_and(|game| !game.moves.is_empty()) {
            open = false;
        }
        if !open {
            let game = Game { offset: at, tags: Vec::new(), moves: Vec::new(), end: None };
            games.push(game);
            open = true;
        }
        let game = games.last_mut().unwrap();
        if rest.starts_with('[') {
            let line = rest.lines().next().unwrap();
            let (name, value) = line[1..].split_once(' ').unwrap();
            let value = value.trim_end_matches(']').trim_matches('"');
            game.tags.push((name.to_owned(), value.to_owned()));
            at += line.len();
            continue;
        }
        let word = rest.split(char::is_whitespace).next().unwrap();
        at += word.len();
        if ["1-0", "1/2-1/2", "0-1", "*"].contains(&word) {
            game.end = Some(word.to_owned());
            open = false;
        } else {
            let word = word.rsplit_once('.').map_or(word, |(_, after)| after);
            if !word.is_empty() && !word.starts_with('$') {
                game.moves.push(word.to_owned());
            }
        }
    }
    games
}

/// Polyglot's encoding, with drops and promotions to a king.
fn packed(m: Move) -> u16 {
    let role = |role| match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    };
    let squares = |from: shakmaty::Square, to: shakmaty::Square| to as u16 | (from as u16) << 6;
    match m {
        Move::Normal { from, to, promotion, .. } => {
            squares(from, to) | promotion.map_or(0, role) << 12
        }
        Move::EnPassant { from, to } => squares(from, to),
        Move::Castle { king, rook } => squares(king, rook),
        Move::Put { role: dropped, to } => 1 << 15 | role(dropped) << 12 | to as u16,
    }
}

/// The key and the check of a position, as the tables store them.
pub(crate) fn name(position: &VariantPosition, scheme: &AnyScheme) -> (i64, i32) {
    let check = hash(&Zobrist::<u64>::new(), position) >> 32;
    let key = with_any_scheme!(scheme, scheme => hash(&scheme, position).to_word()) as i64;
    (key, check as u32 as i32)
}

/// A row of positions, without its key, check and move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// White, draws, Black, unknown.
    pub results: [i64; 4],
    pub elo_sum: i64,
    pub elo_count: i64,
    pub first_year: Option<i32>,
    pub last_year: Option<i32>,
    pub first_game_id: i64,
}

/// A row of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    pub game_id: i64,
    /// The number in its file.
    pub game: i64,
    /// The tags of [`TEXTS`].
    pub texts: [Option<String>; TEXTS.len()],
    pub elos: [Option<i64>; 2],
    pub result: String,
    pub year: Option<i32>,
    pub tags: BTreeMap<String, String>,
    pub moves: Vec<u8>,
    pub plies: i32,
    pub indexed: i32,
    pub file: String,
}

/// The tables.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tables {
    pub positions: BTreeMap<(i64, i32, i32), Counts>,
    /// Key, game, ply and move.
    pub occurrences: BTreeSet<(i64, i64, i32, i32)>,
    pub games: Vec<Stored>,
}

/// The tags that have columns of text of their own.
pub(crate) const TEXTS: [&str; 10] = [
    "White",
    "Black",
    "Date",
    "UTCDate",
    "Event",
    "Site",
    "Round",
    "TimeControl",
    "Variant",
    "FEN",
];

impl Stored {
    /// The text of a column of a tag.
    pub(crate) fn text(&self, tag: &str) -> Option<&str> {
        let column = TEXTS.iter().position(|name| *name == tag);
        self.texts[column.unwrap()].as_deref()
    }
}

impl Tables {
    /// Counts the games of files: their names and texts.
    pub(crate) fn of<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
        scheme: impl Into<AnyScheme>,
        select: Select,
    ) -> Tables {
        let scheme = scheme.into();
        let mut tables = Tables::default();
        let mut seen = HashSet::new();
        for (file, text) in files {
            for (number, game) in (1..).zip(games(text)) {
                let elos = game.elos();
                let least = select.min_elo.map_or(0, i64::from);
                if least > 0 && !elos.iter().all(|elo| elo.is_some_and(|elo| elo >= least)) {
                    continue;
                }
                let tags = ["White", "Black", "Date", "Variant", "FEN"].map(|name| game.tag(name));
                let identity = format!("{tags:?} {:?} {}", game.moves, game.result());
                if select.dedup.is_some() && !seen.insert(identity) {
                    continue;
                }
                tables.add(&game, number, file, &scheme, select);
            }
        }
        tables
    }

    /// The tables of games that have other numbers in their file: those that were rejected count.
    pub(crate) fn numbered(mut self, numbers: impl IntoIterator<Item = i64>) -> Tables {
        let mut numbers = numbers.into_iter();
        self.games.iter_mut().for_each(|game| game.game = numbers.next().unwrap());
        assert_eq!(numbers.next(), None);
        self
    }

    fn add(&mut self, game: &Game, number: i64, file: &str, scheme: &AnyScheme, select: Select) {
        let game_id = self.games.len() as i64;
        let positions = game.positions();
        let most = select.max_ply.map_or(usize::MAX, |plies| plies as usize);
        let mut counted = BTreeSet::new();
        for (ply, (position, played)) in positions.iter().take(most).enumerate() {
            let (key, check) = name(position, scheme);
            self.occurrences.insert((key, game_id, ply as i32, i32::from(*played)));
            if !counted.insert((key, check, i32::from(*played))) {
                continue;
            }
            let new = || Counts { first_game_id: game_id, ..Counts::default() };
            let order = (key, check, i32::from(*played));
            let row = self.positions.entry(order).or_insert_with(new);
            let results = ["1-0", "1/2-1/2", "0-1", "*"];
            let result = results.iter().position(|result| *result == game.result());
            row.results[result.unwrap()] += 1;
            row.elo_sum += game.elos().into_iter().flatten().sum::<i64>();
            row.elo_count += game.elos().into_iter().flatten().count() as i64;
            let year = game.year();
            row.first_year = row.first_year.into_iter().chain(year).min();
            row.last_year = row.last_year.into_iter().chain(year).max();
        }
        let known = ["WhiteElo", "BlackElo"];
        let own = |name: &str| match known.iter().position(|known| *known == name) {
            Some(side) => game.elos()[side].is_none(),
            None => name != "Result" && !TEXTS.contains(&name),
        };
        self.games.push(Stored {
            game_id,
            game: number,
            texts: TEXTS.map(|name| game.tag(name).map(str::to_owned)),
            elos: game.elos(),
            result: game.result().to_owned(),
            year: game.year(),
            tags: game.tags.iter().filter(|tag| own(&tag.0)).cloned().collect(),
            moves: positions
                .iter()
                .map(|(_, m)| m.to_le_bytes())
                .take(game.moves.len())
                .collect::<Vec<_>>()
                .concat(),
            plies: game.moves.len() as i32,
            indexed: positions.len().min(most) as i32,
            file: file.to_owned(),
        });
    }
}
