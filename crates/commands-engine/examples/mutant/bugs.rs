//! The bugs of the mutant engine.

/// The bugs: their names and their descriptions.
pub(crate) const BUGS: &[(&str, &str)] = &[
    ("rook-capture-keeps-right", "a castling right stays when its rook is captured"),
    ("promotion-capture-keeps-right", "the same, when a pawn captures it and promotes"),
    ("rook-move-keeps-right", "a castling right stays when its rook moves"),
    ("king-move-keeps-long", "the right on the queen's side stays when the king moves"),
    ("castling-keeps-other-right", "castling takes out the right of its own side alone"),
    ("rook-capture-toggles", "the right of a captured rook is XORed though it was gone"),
    ("rook-move-toggles", "the right of a moved rook is XORed though it was gone"),
    ("en-passant-not-removed", "the word of en passant is never taken out"),
    ("en-passant-stays-on-castling", "it stays if the answer to a double step is castling"),
    ("en-passant-stays-on-king-move", "it stays if the answer is a move of the king"),
    ("en-passant-captured-square", "the pawn is taken out on the square of the capturing one"),
    ("en-passant-black-pawn-kept", "a black pawn that is captured en passant stays"),
    ("en-passant-file-next-black", "the file after a double step of Black is the next one"),
    ("en-passant-a-file-lost", "no word of en passant on the a-file, by moves"),
    ("moves-en-passant-always", "every double step counts by moves"),
    ("fen-en-passant-unchecked", "the square of a FEN counts without a pawn beside"),
    ("fen-en-passant-ignored", "the square of a FEN does not count"),
    ("fen-en-passant-assigned", "the key of a FEN with a square of en passant is its word alone"),
    ("en-passant-not-inserted", "a double step inserts no word, and the answer takes it out"),
    ("underpromotion-as-queen", "every promotion is keyed as that to a queen"),
    ("promotion-capture-kept", "the victim of a promoting pawn stays"),
    ("promotion-stays-pawn", "the pawn stays on its last rank"),
    ("promotion-pawn-kept", "the pawn stays where it promoted from"),
    ("promotion-color", "a black promoted piece has the word of a white one"),
    ("castling-rook-not-moved", "the rook stays when the king castles"),
    ("castling-long-rook-c", "it goes to the c-file on the queen's side"),
    ("castling-side-not-flipped", "the turn does not change on castling"),
    ("castling-king-kept", "the king's first square stays on castling"),
    ("capture-kept-of-knights", "the victim of a knight stays"),
    ("capture-color", "a captured queen is taken out in the color of the capturing piece"),
    ("king-capture-kept", "the victim of a king stays"),
    ("fen-side-ignored", "a FEN with Black to move has the key of White's"),
    ("fen-castling-ignored", "the castling rights of a FEN do not count"),
    ("clock-fen-lost", "the clock counts by moves and not by FEN"),
    ("castling-one-word", "all castling rights have one word"),
    ("castling-is-side", "a castling right has the word of the turn"),
    ("queen-is-king", "queens have the words of kings"),
    ("bits-32", "words of 32 bits in a key of 64"),
    ("rank-lost", "the words of the eighth rank are those of the first"),
    ("zero-word", "the word of a piece is zero"),
    ("few-bits", "the word of a piece has one bit"),
    ("sum-of-two", "a word is the XOR of two others"),
    ("rank-40", "all words are sums of forty"),
    ("casanchess-26", "a FEN without an en passant square has the word of the h-file"),
    ("chess-coding-adventure-14", "a double step does not take out the word of the one before"),
    ("libchess-28", "moves do not change the castling rights of the key"),
    ("pgx-1078", "a pawn captured en passant stays, and a promoted pawn is keyed as a pawn"),
    ("stockfish-6492", "the key of pieces other than pawns ignores promotions, by moves"),
    ("rudim-88", "all castling rights have the word of the turn"),
    ("reckless-1095", "a null move takes the castling rights out of the key, and not in again"),
    ("pgx-1320", "the key of the start of a game is a constant, made with other words"),
    ("clockwork-60", "the sets of castling rights are numbered by bits of which two are one"),
    ("fairy-stockfish-1020", "the words of two captures en passant on one file cancel out"),
    ("sets-keep-right", "a word for each set of rights; a right stays when its rook is captured"),
    ("en-passant-across-edge", "an enemy pawn across the edge of the board counts as beside"),
    ("black-mirrored", "Black's pieces but the king are put on the mirrored square"),
    ("promotion-truncates", "the key after a promotion has 32 bits"),
    ("underpromotion-unread", "moves that promote to a rook, bishop or knight are ignored"),
    ("chess960-king-to-rook", "the king castles to the square of its rook"),
    (
        "chess960-right-by-corner",
        "a right stays when its rook is captured or moves on an inner file",
    ),
    (
        "chess960-standard-squares",
        "a word for each set; rights are lost by moves from or to e1, a1, h1, e8, a8, h8",
    ),
    ("crazyhouse-drop-keeps-pocket", "a dropped piece stays in the pocket"),
    ("crazyhouse-promoted-to-pocket", "a captured promoted piece is in the pocket as it was"),
    ("atomic-explosion-keeps-neighbors", "an explosion takes out the captured piece alone"),
    ("3check-not-counted", "a check does not change the number of remaining ones"),
    ("crash", "the engine ends after some commands"),
    ("hang", "it gives no more answers after some commands"),
    ("null-move-keeps-side", "the turn does not change back after a null move"),
    ("null-move-loses-en-passant", "the word of en passant is not restored after a null move"),
    ("unmake-loses-castling", "castling rights are not restored"),
    ("unmake-loses-captured-pawn", "a pawn captured en passant is not restored"),
];

/// Variants without a bug.
pub(crate) const CORRECT: &[&str] = &["none", "clock", "random", "additive", "variants"];

/// True if an engine has Chess960 and variants.
pub(crate) fn has_variants(bug: &str) -> bool {
    bug == "variants"
        || ["chess960-", "crazyhouse-", "atomic-", "3check-"].iter().any(|of| bug.starts_with(of))
}

/// True if an engine has a word for each set of castling rights.
pub(crate) fn has_sets(bug: &str) -> bool {
    matches!(bug, "sets-keep-right" | "chess960-standard-squares")
}
