//! An engine of one's own, with keys and a hash that this project did not make, and the file that
//! describes them. The page for authors of engines shows it, with the files in data/rookie.

use zobrist::source::SplitMix64;

use crate::tool::{Folder, SAMPLE, zobrist};

/// The scheme of the engine, in twenty lines.
pub const ROOKIE: &str = r#"name     = "rookie"
bits     = 64
combine  = "xor"
keys     = { file = "zobrist.h" }
layout   = ["pieces", "turn", "castling", "en-passant"]
[pieces]
order    = "PNBRQKpnbrqk"
squares  = { first = "a1", run = "rank" }
index    = "piece-square"
[turn]
key-for  = "black"
[castling]
keys     = "sets"
order    = "KQkq"
[en-passant]
keys     = "file"
counts   = "always"
[secondary.pawn]
pieces   = "Pp"
"#;

/// The engine: its keys, and its hash of a FEN, by code of its own.
pub struct Engine {
    piece: [[u64; 64]; 12],
    pub black_to_move: u64,
    castling: [u64; 16],
    en_passant: [u64; 8],
}

impl Engine {
    pub fn new() -> Engine {
        let mut random = SplitMix64::new(34);
        let mut next = || random.next_u64();
        Engine {
            piece: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            black_to_move: next(),
            castling: std::array::from_fn(|_| next()),
            en_passant: std::array::from_fn(|_| next()),
        }
    }

    /// Its header: arrays, and a scalar beside them.
    pub fn header(&self) -> String {
        let list = |keys: &[u64]| {
            let rows = keys.chunks(4).map(|row| {
                let row: Vec<String> = row.iter().map(|key| format!("0x{key:016x}ULL")).collect();
                row.join(", ")
            });
            rows.collect::<Vec<_>>().join(",\n    ")
        };
        let pieces: Vec<String> =
            self.piece.iter().map(|keys| format!("  {{ {} }}", list(keys))).collect();
        format!(
            "#include <stdint.h>\n\n\
             // Made by a generator that nobody remembers.\n\
             const uint64_t Piece[12][64] = {{\n{}\n}};\n\
             const uint64_t BlackToMove = {};\n\
             const uint64_t Castling[16] = {{\n    {}\n}};\n\
             const uint64_t EnPassant[8] = {{\n    {}\n}};\n",
            pieces.join(",\n"),
            list(&[self.black_to_move]),
            list(&self.castling),
            list(&self.en_passant),
        )
    }

    pub fn piece(&self, letter: char, square: &str) -> u64 {
        let file = square.as_bytes()[0] - b'a';
        let rank = square.as_bytes()[1] - b'1';
        let piece = "PNBRQKpnbrqk".find(letter).unwrap();
        self.piece[piece][usize::from(8 * rank + file)]
    }

    pub fn rights(&self, rights: &str) -> u64 {
        self.castling["KQkq"
            .chars()
            .map(|r| usize::from(rights.contains(r)))
            .rev()
            .fold(0, |set, bit| 2 * set + bit)]
    }

    pub fn file(&self, file: char) -> u64 {
        self.en_passant["abcdefgh".find(file).unwrap()]
    }

    fn pieces(&self, fen: &str) -> Vec<(char, String)> {
        let mut pieces = Vec::new();
        for (row, rank) in fen.split(' ').next().unwrap().split('/').zip((1..=8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as u8,
                    None => {
                        pieces.push((letter, format!("{}{rank}", (b'a' + file) as char)));
                        file += 1;
                    }
                }
            }
        }
        pieces
    }

    pub fn hash(&self, fen: &str) -> u64 {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut hash = self.rights(fields[2]);
        for (letter, square) in self.pieces(fen) {
            hash ^= self.piece(letter, &square);
        }
        if fields[1] == "b" {
            hash ^= self.black_to_move;
        }
        if fields[3] != "-" {
            hash ^= self.file(fields[3].chars().next().unwrap());
        }
        hash
    }

    /// Ten mistakes of an incremental hash: a position, the XOR of the wrong and the right hash,
    /// and the features that `hash --check` names.
    pub fn planted_mistakes(&self) -> [(&'static str, u64, &'static str); 10] {
        let p = |letter, square| self.piece(letter, square);
        let castled = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
        let promoted = "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1";
        let passed = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
        // No move leads there from the position before.
        let taken = "rnbqkbnr/ppp1pppp/8/8/8/P3p3/1PPP1PPP/RNBQKBNR w KQkq - 0 5";
        let quiet = "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2";
        [
            // 1. The rights stay after castling.
            (
                castled,
                self.rights("kq") ^ self.rights("KQkq"),
                "missing castling rights kq + surplus castling rights KQkq",
            ),
            // 2. The file of the double step is not hashed.
            (passed, self.file('e'), "missing en passant file e"),
            // 3. It stays after the reply.
            (taken, self.file('e'), "surplus en passant file e"),
            // 4. The pawn that was captured en passant stays.
            (taken, p('P', "e4"), "surplus white pawn e4"),
            // 5. The turn does not change.
            (castled, self.black_to_move, "missing black to move"),
            // 6. The pawn is hashed as such on the last rank.
            (
                promoted,
                p('P', "a8") ^ p('Q', "a8"),
                "surplus white pawn a8 + missing white queen a8",
            ),
            // 7. Castling leaves the rook in the corner.
            (castled, p('R', "h1") ^ p('R', "f1"), "missing white rook f1 + surplus white rook h1"),
            // 8. Castling leaves both where they were.
            (
                castled,
                p('R', "h1") ^ p('R', "f1") ^ p('K', "e1") ^ p('K', "g1"),
                "missing white rook f1 + surplus white rook h1 + surplus white king e1 + \
             missing white king g1",
            ),
            // 9. The bishop arrives beside its square, and a right is lost.
            (
                quiet,
                p('B', "c4") ^ p('B', "d4") ^ self.rights("KQkq") ^ self.rights("Qkq"),
                "missing white bishop c4 + surplus white bishop d4 + surplus castling rights Qkq + \
             missing castling rights KQkq",
            ),
            // 10. A move that was taken back for one piece only.
            (
                quiet,
                p('B', "f1") ^ self.black_to_move ^ p('p', "e5") ^ p('p', "e7"),
                "surplus white bishop f1 + missing black pawn e5 + surplus black pawn e7 + \
             missing black to move",
            ),
        ]
    }

    /// The hash of the pawns alone.
    pub fn pawn_hash(&self, fen: &str) -> u64 {
        let pawns = self.pieces(fen).into_iter().filter(|(letter, _)| "Pp".contains(*letter));
        pawns.fold(0, |hash, (letter, square)| hash ^ self.piece(letter, &square))
    }
}

/// A folder with the engine's header and its description.
pub fn folder(engine: &Engine) -> Folder {
    let folder = Folder::with("zobrist.h", engine.header());
    folder.write("rookie.toml", ROOKIE);
    folder
}

/// Positions of games, with the en passant square after every double step.
pub fn positions(count: usize) -> Vec<String> {
    let rows = zobrist(["hash", "--scheme", "fen", SAMPLE]).done();
    rows.lines().take(count).map(|row| row.split('\t').nth(3).unwrap().to_owned()).collect()
}

pub fn lines(positions: &[String], hash: impl Fn(&str) -> u64) -> String {
    positions.iter().map(|fen| format!("{:016x}\t{fen}\n", hash(fen))).collect()
}

/// The header and the log that the page for authors of engines works with are those of this engine.
#[test]
fn the_files_of_the_page_are_the_engines() {
    let engine = Engine::new();
    let mut log = lines(&positions(300), |fen| engine.hash(fen));
    for (fen, difference, _) in &engine.planted_mistakes()[..6] {
        log += &format!("{:016x}\t{fen}\n", engine.hash(fen) ^ difference);
    }
    for (name, expected) in [("zobrist.h", engine.header()), ("log.txt", log)] {
        let path = format!("{}/../../data/rookie/{name}", env!("CARGO_MANIFEST_DIR"));
        assert!(std::fs::read_to_string(&path).unwrap() == expected, "{path} differs");
    }
}
