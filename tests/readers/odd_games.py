"""Prints games whose tags are incomplete, odd and in two encodings, always the same ones.

    python odd_games.py GAMES SEED [plain] > FILE

Few different moves are played, so that many games reach the same positions, again within
one game too. Some are Chess960, of the usual first position and of two that differ only
in the rooks that may castle, and some are Crazyhouse. With `plain` all are standard chess
from its first position, in UTF-8, dates have the form of PGN, and all letters that are
not plain have a decomposition.
"""

import random
import sys

import chess
import chess.variant

NAMES = [
    "Carlsen, Magnus", "DrNykterstein", "Müller, Jörg", "MULLER, J.", "Mu\u0308ller",
    "Łukasz Żak", "lukasz", "Straße, Øyvind", "STRASSE", "Алёхин, А.", "Ångström", "Ngstrom",
    "?", "", None,
]  # fmt: skip
DATES = [
    "2023.05.01", "2023.05.??", "2023.??.??", "????.??.??", "?", "", "2022.06.30", "2022.??.30",
    "2024.02.29", "2023.02.29", "2023-05-02", "2023/5/3", "2023.05.31 12:00", "2021.12.31",
    "20230501", "0000.01.01", "2023.13.01", "2023.05.01-03", "2023.05-06", "2024", None, None,
]  # fmt: skip
ELOS = ["2400", " 2000 ", "1999", "2401", "2100", "?", "0", "-", "2100?", None]
EVENTS = ["München Open", "Munchen blitz", "Titled Blitz", "?", None]
CONTROLS = ["180+2", " 180+2 ", "1180+2", "180+20", "-", "?", None]
RESULTS = ["1-0", "0-1", "1/2-1/2", "*", "1-0 ", None]
STARTS = [
    (None, None),
    (None, None),
    (None, None),
    ("Chess960", chess.STARTING_FEN),
    ("Crazyhouse", None),
    ("Chess960", "r1k1r2r/ppppppp1/8/8/8/8/PPPPPPP1/R1K1R2R w HAha - 0 1"),
    ("Chess960", "r1k1r2r/ppppppp1/8/8/8/8/PPPPPPP1/R1K1R2R w EAea - 0 1"),
    (None, "r3k2r/3p1p2/8/4P3/4p3/8/3P1P2/R3K2R w KQkq - 0 1"),
]
LINES = [
    "e4 c5", "e4 c5 Nf3", "Nf3 Nf6 Ng1 Ng8", "Nf3 Nf6 Ng1 Ng8 e4 c5", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6",
    "e4 d5 exd5 Qxd5", "",
]  # fmt: skip

PLAIN_NAMES = [
    "Carlsen, Magnus", "Müller, Jörg", "MULLER, J.", "Mu\u0308ller", "Ångström", "?", None,
]  # fmt: skip
PLAIN_DATES = [
    "2023.05.01", "2023.05.??", "2023.??.??", "????.??.??", "2022.06.30", "2022.??.30",
    "2024.02.29", "2023.02.??", "2023.05.31", "2021.12.31", "0000.01.01", "????.05.01", None,
]  # fmt: skip


def board_of(variant, fen):
    if variant == "Crazyhouse":
        return chess.variant.CrazyhouseBoard()
    return chess.Board(fen or chess.STARTING_FEN, chess960=variant == "Chess960")


def game(choose, is_plain):
    variant, fen = choose.choice(STARTS[:1] if is_plain else STARTS)
    board = board_of(variant, fen)
    moves = []
    for san in choose.choice(LINES).split() if fen in (None, chess.STARTING_FEN) else []:
        moves.append(san)
        board.push_san(san)
    for _ in range(choose.randrange(8)):
        legal = sorted(board.legal_moves, key=str)
        # Castling, captures in passing and drops where there are any, or one of three moves.
        rare = [m for m in legal if m.drop or board.is_castling(m) or board.is_en_passant(m)]
        move = choose.choice(rare[:3] if rare and choose.random() < 0.4 else legal[:3])
        moves.append(board.san(move))
        board.push(move)
    names, dates = (PLAIN_NAMES, PLAIN_DATES) if is_plain else (NAMES, DATES)
    tags = [
        ("Event", EVENTS), ("Date", dates), ("UTCDate", dates), ("White", names),
        ("Black", names), ("WhiteElo", ELOS), ("BlackElo", ELOS), ("TimeControl", CONTROLS),
        ("Result", RESULTS),
    ]  # fmt: skip
    given = [(tag, choose.choice(values)) for tag, values in tags]
    given += [("Variant", variant), ("FEN", fen)]
    text = "".join(f'[{tag} "{value}"]\n' for tag, value in given if value is not None)
    numbered = [f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san for ply, san in enumerate(moves)]
    end = choose.choice(["1-0", "0-1", "1/2-1/2", "*"])
    text += "\n" + " ".join([*numbered, end]) + "\n\n"
    is_latin = not is_plain and all(ord(character) < 256 for character in text)
    return text.encode("latin-1" if is_latin and choose.random() < 0.3 else "utf-8")


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    is_plain = "plain" in sys.argv[3:]
    choose = random.Random(seed)
    for _ in range(count):
        sys.stdout.buffer.write(game(choose, is_plain))


if __name__ == "__main__":
    main()
