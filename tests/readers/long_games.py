"""Prints random games that repeat positions, shuffle for long and end in every way.

    python long_games.py GAMES SEED > FILE

The games of a seed are always the same. They begin in endgames, at the first positions of
chess, Chess960 and the variants, and near the ends of the variants; with any halfmove
clock, any rights and en passant squares. Few different moves are chosen, so that positions
recur. Games go on after their ends, some have a bad move, and results are random.
"""

import random
import sys

import chess
import chess.variant

STANDARD = [
    "8/8/4k3/8/8/3K4/8/R6r w - - {} 1",
    "8/8/4k3/8/8/3K4/8/Q6q b - - {} 1",
    "8/5b2/4k3/8/8/3K4/2B5/8 w - - {} 1",
    "8/8/4k3/4n3/8/3K4/2B5/8 w - - {} 1",
    "8/8/4k3/8/3b4/3KP3/2N5/8 w - - {} 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - {} 1",
    "r3k2r/7p/8/8/8/8/P7/R3K2R b Qk - {} 1",
    "k7/8/1K6/8/8/8/8/7R w - - {} 1",
    "7k/8/6K1/8/8/8/5Q2/8 w - - {} 1",
    "k7/P7/1K6/8/8/8/8/8 w - - {} 1",
    "4k1n1/8/8/3pP3/8/8/8/4K1N1 w - d6 0 1",
    "4k1n1/8/8/r2pP2K/8/8/8/6N1 w - d6 0 1",
    "3rk1n1/8/8/2PpP3/8/3K4/8/6N1 w - d6 0 1",
    "4k1n1/8/8/8/2PpP3/8/8/4K1N1 b - c3 0 1",
    "b3k1n1/8/8/2KPp3/8/8/8/6N1 w - e6 0 1",
]
CHESS960 = [
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - {} 1",
    "r1k1r2r/8/8/8/8/8/8/R1K1R2R w HAha - {} 1",
    "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAha - {} 1",
]
VARIANTS = {
    "Atomic": [
        "8/8/4k3/8/8/3K4/8/R6r w - - {} 1",
        "8/8/4k3/4p3/8/3K4/2N5/8 w - - {} 1",
        "4k3/2n5/8/8/8/8/2B5/4K3 w - - {} 1",
    ],
    "Antichess": [
        "8/8/4k3/8/8/3K4/8/8 w - - {} 1",
        "8/5p2/4n3/8/8/3B4/6P1/8 w - - {} 1",
        "8/8/4b3/8/8/3B4/8/8 w - - {} 1",
        "8/8/4n3/8/8/3N4/8/8 w - - {} 1",
        "8/p7/P7/8/8/8/8/8 w - - {} 1",
    ],
    "King of the Hill": [
        "8/8/8/2k5/8/8/3K4/R6r w - - {} 1",
        "4k3/8/8/8/8/8/8/4K3 w - - {} 1",
    ],
    "Three-check": [
        "8/8/4k3/8/8/3K4/8/R6r w - - 3+3 {} 1",
        "8/8/4k3/8/8/3K4/8/R6r w - - 1+2 {} 1",
        "8/8/4k3/8/8/3K4/8/7r w - - 3+3 {} 1",
    ],
    "Crazyhouse": [
        "8/8/4k3/8/8/3K4/8/R6r[] w - - {} 1",
        "8/8/4k3/8/8/3K4/8/8[Nn] w - - {} 1",
        "8/8/4k3/8/8/3K4/8/R6r[Pp] w - - {} 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[Q] w KQkq - {} 1",
        "8/4P3/k7/8/8/3K4/4p3/8[] w - - {} 1",
    ],
    "Racing Kings": [
        "8/1k4K1/8/8/8/8/8/r6R w - - {} 1",
        "8/8/1k4K1/8/8/8/8/8 w - - {} 1",
    ],
    "Horde": [
        "4k3/8/8/8/8/8/4P3/8 w - - {} 1",
        "r3k3/8/8/8/8/3N4/8/2B5 w q - {} 1",
        "4k3/8/8/4p3/4P3/8/8/8 w - - {} 1",
    ],
}
CLOCKS = [0, 0, 0, 0, 40, 90, 99, 100, 140, 149, 150]
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
BAD = ["--", "Nd4x", "Qa1xb9", "hello"]


def start(choose):
    """The tags Variant and FEN, and the board."""
    kind = choose.choice(["Standard", "Standard", "Chess960", *VARIANTS])
    clock = choose.choice(CLOCKS)
    if kind == "Standard":
        fen = choose.choice([None, *STANDARD])
        fen = fen and fen.format(clock)
        return None, fen, chess.Board(fen or chess.STARTING_FEN)
    if kind == "Chess960":
        fen = choose.choice([None, *CHESS960])
        first = chess.Board.from_chess960_pos(choose.randrange(960)).fen()
        fen = fen.format(clock) if fen else first
        return kind, fen, chess.Board(fen, chess960=True)
    board = chess.variant.find_variant(kind)
    fen = choose.choice([None, *VARIANTS[kind]])
    fen = fen and fen.format(clock)
    return kind, fen, board(fen or board.starting_fen)


def calm(board, move):
    return not board.is_zeroing(move) and not move.drop


def choice(choose, board, calmness, width):
    legal = sorted(board.legal_moves, key=str)
    if choose.random() < calmness:
        legal = [move for move in legal if calm(board, move)] or legal
    # Moves back are likely.
    if len(board.move_stack) >= 2 and choose.random() < 0.5:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if not last.drop and back in legal:
            return back
    return choose.choice(legal[:width])




def bad_word(choose, board):
    legal = list(board.legal_moves)
    if choose.random() < 0.4:
        return choose.choice(BAD)
    piece, to = choose.choice("NBRQK"), choose.choice(chess.SQUARE_NAMES)
    try:
        board.parse_san(piece + to)
    except chess.AmbiguousMoveError:
        return piece + to
    except ValueError:
        return piece + to
    return "--" if legal else "hello"


def game(choose):
    variant, fen, board = start(choose)
    words = []
    calmness, width = choose.choice([0, 0.9, 0.99, 1]), choose.choice([1, 2, 3, 8, 50])
    for _ in range(choose.choice([0, 3, 20, 40, 120, 200])):
        if not any(board.legal_moves):
            break
        move = choice(choose, board, calmness, width)
        words.append(board.san(move))
        board.push(move)
    if choose.random() < 0.2:
        words.append(bad_word(choose, board))
        words += choose.choice([[], ["e4"]])
    outcome = board.outcome()
    likely = [outcome.result()] * 4 if outcome else []
    tag, marker = choose.choice([*RESULTS, None, "won", *likely]), choose.choice(RESULTS + likely)
    tags = [("Variant", variant), ("FEN", fen), ("Result", tag)]
    tags = "".join(f'[{name} "{value}"]\n' for name, value in tags if value is not None)
    return f'[Event "random"]\n{tags}\n{" ".join([*words, marker])}\n\n'


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    choose = random.Random(seed)
    for _ in range(count):
        sys.stdout.write(game(choose))


if __name__ == "__main__":
    main()
