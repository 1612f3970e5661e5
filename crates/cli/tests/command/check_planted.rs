//! `zobrist hash --check` on hashes with one to three causes that are planted at once, in lines of
//! their own or carried on, by several conventions and with keys that are zero, equal or sums of
//! others: no name is false.
//!
//! The conventions are facts of engines that play today, such as the order of the pieces; the keys
//! are random. Each hash is made here, from names of features, by nothing of the project but the
//! generator.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};
use zobrist::source::SplitMix64;

use crate::tool::Folder;

/// The conventions of an engine.
#[derive(Clone, Copy)]
struct Convention {
    order: &'static str,
    first: &'static str,
    turn: &'static str,
    castling: &'static str,
    en_passant: &'static str,
    combine: &'static str,
    bits: u32,
}

const ROOKIE: Convention = Convention {
    order: "PNBRQKpnbrqk",
    first: "a1",
    turn: "black",
    castling: "sets",
    en_passant: "file",
    combine: "xor",
    bits: 64,
};

const CONVENTIONS: [Convention; 9] = [
    ROOKIE,
    // The convention of opening books.
    Convention { order: "pPnNbBrRqQkK", turn: "white", castling: "rights", ..ROOKIE },
    Convention { first: "a8", en_passant: "square", ..ROOKIE },
    Convention { first: "h1", turn: "both", castling: "rights", en_passant: "square", ..ROOKIE },
    Convention { castling: "none", en_passant: "none", ..ROOKIE },
    Convention { bits: 32, ..ROOKIE },
    Convention { bits: 32, castling: "rights", turn: "white", ..ROOKIE },
    Convention { combine: "sum48", bits: 48, ..ROOKIE },
    Convention { combine: "sum64", castling: "rights", ..ROOKIE },
];

/// An engine: the key of each feature, by the name that the command has for it.
struct Planted {
    convention: Convention,
    names: Vec<String>,
    keys: BTreeMap<String, u64>,
}

fn piece_name(letter: char) -> String {
    let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
    let roles = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let role = roles["pnbrqk".find(letter.to_ascii_lowercase()).unwrap()];
    format!("{color} {role}")
}

impl Planted {
    fn new(convention: Convention, random: &mut SplitMix64) -> Planted {
        let mut squares: Vec<String> = (0..64)
            .map(|at| {
                let (file, rank) = (at % 8, at / 8);
                let rank = if convention.first == "a8" { 7 - rank } else { rank };
                let file = if convention.first == "h1" { 7 - file } else { file };
                format!("{}{}", (b'a' + file) as char, rank + 1)
            })
            .collect();
        let mut names = Vec::new();
        for letter in convention.order.chars() {
            names.extend(squares.iter().map(|square| format!("{} {square}", piece_name(letter))));
        }
        match convention.turn {
            "both" => names.extend(["white to move".to_owned(), "black to move".to_owned()]),
            side => names.push(format!("{side} to move")),
        }
        match convention.castling {
            "sets" => names.extend((0..16).map(|set| {
                let has = |(bit, right): (usize, char)| (set >> bit & 1 == 1).then_some(right);
                let rights: String = "KQkq".chars().enumerate().filter_map(has).collect();
                format!("castling rights {}", if rights.is_empty() { "-" } else { &rights })
            })),
            "rights" => names.extend(RIGHTS.map(|(_, name)| name.to_owned())),
            _ => {}
        }
        match convention.en_passant {
            "file" => names.extend(('a'..='h').map(|file| format!("en passant file {file}"))),
            "square" => {
                squares.iter_mut().for_each(|square| square.insert_str(0, "en passant square "));
                names.extend(squares);
            }
            _ => {}
        }
        let mut draw = || random.next_u64() >> (64 - convention.bits);
        let keys = names.iter().map(|name| (name.clone(), draw())).collect();
        Planted { convention, names, keys }
    }

    fn write(&self, folder: &Folder) {
        let Convention { order, first, turn, castling, en_passant, combine, bits } =
            self.convention;
        let mut layout = vec!["\"pieces\"", "\"turn\""];
        let mut sections = String::new();
        if castling != "none" {
            layout.push("\"castling\"");
            sections += &format!("[castling]\nkeys = \"{castling}\"\norder = \"KQkq\"\n");
        }
        if en_passant != "none" {
            layout.push("\"en-passant\"");
            sections += &format!("[en-passant]\nkeys = \"{en_passant}\"\ncounts = \"always\"\n");
        }
        folder.write(
            "own.toml",
            format!(
                "name = \"own\"\nbits = {bits}\ncombine = \"{combine}\"\n\
                 keys = {{ file = \"keys.hex\" }}\nlayout = [{}]\n[pieces]\norder = \"{order}\"\n\
                 squares = {{ first = \"{first}\", run = \"rank\" }}\n[turn]\nkey-for = \"{turn}\"\n\
                 {sections}",
                layout.join(", ")
            ),
        );
        let keys = self.names.iter().map(|name| format!("{:016x}\n", self.keys[name]));
        folder.write("keys.hex", keys.collect::<String>());
    }

    /// The features of a position.
    fn features(&self, fen: &str) -> BTreeSet<String> {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut features = BTreeSet::new();
        for (row, rank) in fields[0].split('/').zip((1..=8).rev()) {
            let mut file = b'a';
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as u8,
                    None => {
                        let square = format!("{}{rank}", file as char);
                        features.insert(format!("{} {square}", piece_name(letter)));
                        file += 1;
                    }
                }
            }
        }
        let turn = if fields[1] == "w" { "white to move" } else { "black to move" };
        let rights = RIGHTS.iter().filter(|(right, _)| fields[2].contains(*right));
        let mut more = vec![turn.to_owned(), format!("castling rights {}", fields[2])];
        more.extend(rights.map(|(_, name)| (*name).to_owned()));
        more.push(format!("en passant file {}", &fields[3][..1]));
        more.push(format!("en passant square {}", fields[3]));
        features.extend(more.into_iter().filter(|name| self.keys.contains_key(name)));
        features
    }

    fn add(&self, hash: u64, sign: bool, name: &str) -> u64 {
        let key = self.keys[name];
        match (self.convention.combine, sign) {
            ("xor", _) => hash ^ key,
            (_, true) => self.cut(hash.wrapping_add(key)),
            (_, false) => self.cut(hash.wrapping_sub(key)),
        }
    }

    fn cut(&self, sum: u64) -> u64 {
        sum & (u64::MAX >> (64 - self.convention.bits))
    }

    /// The difference that causes make: `true` adds the feature, `false` takes it out.
    fn sum(&self, causes: &Causes) -> u64 {
        causes.iter().fold(0, |sum, (name, sign)| self.add(sum, *sign, name))
    }

    fn plus(&self, one: u64, other: u64) -> u64 {
        match self.convention.combine {
            "xor" => one ^ other,
            _ => self.cut(one.wrapping_add(other)),
        }
    }

    fn hash(&self, fen: &str) -> u64 {
        self.features(fen).iter().fold(0, |hash, name| self.add(hash, true, name))
    }

    /// One to three mistakes: features that are missing, that were there before, or another piece.
    fn causes(&self, before: &str, fen: &str, random: &mut SplitMix64) -> Causes {
        let (present, earlier) = (self.features(fen), self.features(before));
        let gone: Vec<&String> = earlier.difference(&present).collect();
        let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
        let mut causes = Causes::new();
        for _ in 0..1 + below(3) {
            match below(3) {
                0 if !gone.is_empty() => {
                    causes.insert(gone[below(gone.len())].clone(), true);
                }
                1 => {
                    let at = 64 * "PNBRQ".len() + below(64);
                    let name = self.names[at].clone();
                    let is_pawn = name.contains("pawn") || name.contains("king");
                    if !present.contains(&name) && !is_pawn {
                        causes.insert(name, true);
                    }
                }
                _ => {
                    let name = present.iter().nth(below(present.len())).unwrap();
                    causes.insert(name.clone(), false);
                }
            }
        }
        causes
    }
}

const RIGHTS: [(char, &str); 4] = [
    ('K', "castling right white O-O"),
    ('Q', "castling right white O-O-O"),
    ('k', "castling right black O-O"),
    ('q', "castling right black O-O-O"),
];

/// Features by which a hash is wrong: `true` for those that it has too many.
type Causes = BTreeMap<String, bool>;

/// The causes of both. A feature that one has too many and the other misses is right.
fn joined(planted: &Planted, one: &Causes, other: &Causes) -> Causes {
    let mut all = one.clone();
    for (name, sign) in other {
        match all.remove(name) {
            None => drop(all.insert(name.clone(), *sign)),
            // Twice too many: a sum has no name for it.
            Some(known) if known == *sign && planted.convention.combine != "xor" => {
                all.insert(name.clone(), known);
            }
            Some(_) => {}
        }
    }
    all
}

fn games(random: &mut SplitMix64, count: usize, plies: usize) -> Vec<Vec<String>> {
    let fen = |position: &Chess| Fen::from_position(position, EnPassantMode::Always).to_string();
    let play = |_| {
        let mut position = Chess::default();
        let mut fens = vec![fen(&position)];
        while fens.len() < plies {
            let legal = position.legal_moves();
            let Some(m) = legal.get((random.next_u64() % 1000) as usize % legal.len().max(1))
            else {
                break;
            };
            position.play_unchecked(*m);
            fens.push(fen(&position));
        }
        fens
    };
    (0..count).map(play).collect()
}

/// A line of the log.
struct Line {
    fen: String,
    /// The causes of its error, and those of its move.
    error: Causes,
    mistake: Causes,
    /// The difference between the error and that of the line before.
    difference: Causes,
    /// The sums of the error, the mistake of the move and that difference.
    sums: [u64; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Alone,
    Carried,
}

fn lines(planted: &Planted, plan: Plan, random: &mut SplitMix64) -> Vec<Line> {
    let mut lines = Vec::new();
    for game in games(random, 12, 40) {
        let mut error = Causes::new();
        let mut sum = 0;
        for (at, fen) in game.iter().enumerate() {
            let before = &game[at.saturating_sub(1)];
            let is_wrong = random.next_u64().is_multiple_of(5);
            let mistake = match is_wrong {
                true => planted.causes(before, fen, random),
                false => Causes::new(),
            };
            let made = planted.sum(&mistake);
            let negative: Causes = error.iter().map(|(name, sign)| (name.clone(), !sign)).collect();
            let undone = planted.sum(&negative);
            if plan == Plan::Alone {
                (error, sum) = (Causes::new(), 0);
            }
            error = joined(planted, &error, &mistake);
            sum = planted.plus(sum, made);
            let difference = joined(planted, &error, &negative);
            lines.push(Line {
                fen: fen.clone(),
                error: error.clone(),
                mistake,
                difference,
                sums: [sum, made, planted.plus(sum, undone)],
            });
        }
    }
    lines
}

/// The number of lines with one cause alone, and of those of which it is named.
#[derive(Default, Debug)]
struct Counts {
    single: usize,
    named: usize,
    unknown: usize,
    rows: usize,
}

fn check(planted: &Planted, plan: Plan, random: &mut SplitMix64) -> Counts {
    let folder = Folder::new();
    planted.write(&folder);
    let lines = lines(planted, plan, random);
    let convention = planted.convention;
    let digits = convention.bits as usize / 4;
    let log = lines.iter().map(|line| {
        let hash = planted.plus(planted.hash(&line.fen), line.sums[0]);
        format!("{hash:0digits$x}\t{}\n", line.fen)
    });
    folder.write("log.txt", log.collect::<String>());
    let run = folder.zobrist(["hash", "--check", "--scheme", "own.toml", "log.txt"]);
    let (rows, messages) = run.rejected();
    let told: Vec<&str> =
        messages.lines().filter(|line| line.contains("key") && line.starts_with("  ")).collect();
    assert!(!messages.contains("constant") && !messages.contains("conventions"), "{messages}");
    let mut counts = Counts::default();
    for row in rows.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let at = columns[0].parse::<usize>().unwrap() - 1;
        let words = columns[3].split(", by the move ").next().unwrap();
        let line = &lines[at];
        counts.rows += 1;
        let is_single = plan == Plan::Alone && line.error.len() == 1;
        counts.single += usize::from(is_single);
        if words == "as in the line before" {
            assert_eq!(line.sums[0], lines[at - 1].sums[0], "{at}: {row}");
            continue;
        }
        if words.starts_with("no ") || words.starts_with("unknown") {
            counts.unknown += 1;
            continue;
        }
        let present = planted.features(&line.fen);
        let claims: Vec<Causes> =
            words.split(" or ").map(|sum| claim(sum, &present, planted)).collect();
        let sums: Vec<u64> = claims.iter().map(|claim| planted.sum(claim)).collect();
        assert!(
            sums.iter().all(|sum| line.sums.contains(sum)),
            "{at}: {row}\nerror {:?}, mistake {:?}",
            line.error,
            line.mistake
        );
        // By XOR, what is missing once is surplus when the position no longer has it.
        let is_xor = convention.combine == "xor";
        let is_same =
            |one: &Causes, other: &Causes| one == other || is_xor && one.keys().eq(other.keys());
        let are = [&line.error, &line.mistake, &line.difference];
        let is_true = |claim: &Causes| are.iter().any(|causes| is_same(claim, causes));
        if claims.iter().any(is_true) {
            counts.named += usize::from(is_single);
            continue;
        }
        // Else it is told that the keys of what is named are those of something else.
        for name in claims.iter().flat_map(BTreeMap::keys) {
            let is_planted = line.error.contains_key(name) || line.mistake.contains_key(name);
            let is_told = told.iter().any(|words| words.contains(name.as_str()));
            let has_zero = told.iter().any(|words| words.contains("zero"));
            assert!(
                is_planted && has_zero || is_told,
                "{at}: {row}\nerror {:?}, mistake {:?}\n{messages}",
                line.error,
                line.mistake
            );
        }
    }
    counts
}

/// The features that a row claims, each of which the position can have or miss.
fn claim(words: &str, present: &BTreeSet<String>, planted: &Planted) -> Causes {
    let mut claim = Causes::new();
    for term in words.split(" + ") {
        let (side, name) = term.split_once(' ').unwrap();
        let (name, is_twice) = match name.split_once(" (") {
            Some((name, _)) => (name, true),
            None => (name, false),
        };
        assert!(planted.keys.contains_key(name), "{words}");
        let is_surplus = side == "surplus";
        assert_eq!(present.contains(name), is_surplus == is_twice, "{words}");
        claim.insert(name.to_owned(), is_surplus);
    }
    claim
}

#[test]
fn no_name_is_false() {
    let mut random = SplitMix64::new(53);
    for (number, convention) in CONVENTIONS.into_iter().enumerate() {
        for plan in [Plan::Alone, Plan::Carried] {
            let planted = Planted::new(convention, &mut random);
            let counts = check(&planted, plan, &mut random);
            println!("{number} {plan:?}: {counts:?}");
            assert!(counts.rows > 50, "{number} {plan:?}: {counts:?}");
            // The search finds what is there.
            let all = 10 * counts.named >= 9 * counts.single;
            assert!(plan == Plan::Carried || all, "{number}: {counts:?}");
            let few = 4 * counts.unknown < counts.rows;
            assert!(convention.bits == 32 || few, "{number} {plan:?}: {counts:?}");
        }
    }
}

/// Keys of zero, two equal ones, and one that is made by two others, among features that are often
/// wrong.
#[test]
fn no_name_is_false_where_keys_are_not_independent() {
    let mut random = SplitMix64::new(54);
    for (number, convention) in CONVENTIONS.into_iter().enumerate() {
        for plan in [Plan::Alone, Plan::Carried] {
            let mut planted = Planted::new(convention, &mut random);
            let mut pick = |from: usize, to: usize| {
                let at = from + (random.next_u64() % (to - from) as u64) as usize;
                planted.names[at].clone()
            };
            let names: Vec<String> = (0..36).map(|_| pick(0, 768)).collect();
            let more: Vec<String> = (0..6).map(|_| pick(768, planted.names.len())).collect();
            for three in names.chunks(3).chain(more.chunks(3)) {
                let (one, other) = (planted.keys[&three[0]], planted.keys[&three[1]]);
                planted.keys.insert(three[2].clone(), planted.plus(one, other));
            }
            for (one, other) in names.iter().zip(&more) {
                planted.keys.insert(one.clone(), planted.keys[other]);
            }
            for square in ["a1", "e1", "g8", "e8"] {
                planted.keys.insert(format!("black king {square}"), 0);
            }
            for (from, to) in
                [("white pawn e2", "black pawn e7"), ("white pawn d4", "white king a3")]
            {
                planted.keys.insert(to.to_owned(), planted.keys[from]);
            }
            let counts = check(&planted, plan, &mut random);
            println!("{number} {plan:?}: {counts:?}");
            assert!(counts.rows > 50, "{number} {plan:?}: {counts:?}");
        }
    }
}

/// A constant that all hashes have, by each convention and by sums, too, is named by its feature;
/// one that a single hash has not is none.
#[test]
fn a_constant_of_all_lines_is_named() {
    let mut random = SplitMix64::new(55);
    for (number, convention) in CONVENTIONS.into_iter().enumerate() {
        let planted = Planted::new(convention, &mut random);
        let folder = Folder::new();
        planted.write(&folder);
        let fens: Vec<String> = games(&mut random, 3, 30).concat();
        let key = planted.keys["black knight b4"];
        let digits = convention.bits as usize / 4;
        for right in [usize::MAX, 40] {
            let log = fens.iter().enumerate().map(|(at, fen)| {
                let error = if at == right { 0 } else { key };
                format!("{:0digits$x}\t{fen}\n", planted.plus(planted.hash(fen), error))
            });
            folder.write("log.txt", log.collect::<String>());
            let run = folder.zobrist(["hash", "--check", "--scheme", "own.toml", "log.txt"]);
            let (_, messages) = run.rejected();
            let hint = format!("every hash has the constant 0x{key:0digits$x} besides");
            let is_all = right == usize::MAX;
            assert_eq!(messages.contains(&hint), is_all, "{number}: {messages}");
            assert_eq!(messages.contains("the key of black knight b4"), is_all, "{messages}");
        }
    }
}
