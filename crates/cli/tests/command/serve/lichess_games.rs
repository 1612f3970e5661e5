//! Games of all that the routes of lichess treat in a way of their own.

use crate::tool::Folder;

/// Moves after which White castles.
pub const CASTLING: &str = "e2e4,e7e5,g1f3,b8c6,f1c4,f8c5";
/// Moves of a whole game.
pub const ENDED: &str = "e2e4,c7c5,g1f3";

/// Results that are known and not, games that end early, castling of both sides, in Chess960 too,
/// and facts that are unknown.
pub const MIXED: &str = r#"[White "First of d4"]
[WhiteElo "2500"]
[Result "*"]

1. d4 d5 *

[White "Single"]
[Date "2023.??.??"]
[Result "0-1"]

1. d4 d5 0-1

[White "Only c4"]
[Result "*"]

1. c4 *

[White "Strong"]
[WhiteElo "2000"]
[BlackElo "1900"]
[Date "2020.01.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 1-0

[White "Weak"]
[WhiteElo "1000"]
[Date "2021.01.02"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 1/2-1/2

[White "Equal"]
[WhiteElo "1000"]
[BlackElo "1000"]
[Date "2021.02.01"]
[Result "1/2-1/2"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 1/2-1/2

[White "Long"]
[Black "Short"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 0-1

[White "Ended"]
[WhiteElo "900"]
[Date "2019.05.01"]
[Result "1-0"]

1. e4 c5 2. Nf3 1-0

[White "Doubled"]
[FEN "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1"]
[SetUp "1"]
[Result "1-0"]

1. O-O-O O-O-O 2. Qxd7+ Rxd7 1-0

[White "Of Chess960"]
[Variant "Chess960"]
[FEN "1rk1r3/4p3/8/8/8/8/4P3/1RK1R3 w KQkq - 0 1"]
[SetUp "1"]
[Result "1-0"]

1. O-O O-O-O 2. e4 1-0

"#;

/// A folder with `mixed.pgn`: those games, and many of the highest Elo without a result and of one
/// move.
pub fn write_mixed() -> Folder {
    let mut text = MIXED.to_owned();
    for number in 0..60 {
        text += &format!(
            "[White \"Open {number}\"]\n[WhiteElo \"3000\"]\n[BlackElo \"3000\"]\n[Date \"2025.05.01\"]\n\
             [Result \"*\"]\n\n1. e4 c5 2. c4 *\n\n"
        );
    }
    for number in 0..5 {
        text += &format!(
            "[White \"Short {number}\"]\n[WhiteElo \"2900\"]\n[BlackElo \"2900\"]\n[Date \"2024.05.01\"]\n\
             [Result \"1-0\"]\n\n1. e4 1-0\n\n"
        );
    }
    Folder::with("mixed.pgn", text)
}
