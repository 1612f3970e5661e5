"""Makes the vectors of this folder again: python make.py

Needs Python 3.10 or later and python-chess 1.11.2 (pip install chess==1.11.2).

python-chess supplies the rules, the FENs and the hashes of `polyglot`. The hashes of
`fide` and `fen` are python-chess's own, with the en passant key by the other rule. Those
of `zobrist` are computed here from the definition of the scheme alone, without any code
of this project. All random choices come from one seeded generator and moves are sorted
before one is chosen, so the files come out the same each time.
"""

import csv
from pathlib import Path

import chess
import chess.polyglot
import chess.variant

MASK = 2**64 - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        return z ^ z >> 31

    def below(self, n):
        return self.next() % n

    def choice(self, items):
        return items[self.below(len(items))]

    def sample(self, items, n):
        items = list(items)
        return [items.pop(self.below(len(items))) for _ in range(n)]


# The scheme `zobrist`: its keys.

KINDS = [
    ("piece", 12 * 64),
    ("castling", 2 * 8),
    ("en-passant", 8),
    ("turn", 1),
    ("promoted", 64),
    ("pocket", 2 * 5 * 7),
    ("checks", 2 * 2),
    ("variant", 8),
]
FEATURES = sum(size for _, size in KINDS)
START = {name: sum(size for _, size in KINDS[:i]) for i, (name, _) in enumerate(KINDS)}
SEED, CAPACITY = 1970, 1024


def multiply(a, b, polynomial, degree):
    product = 0
    for bit in range(degree):
        if b >> bit & 1:
            product ^= a
        a <<= 1
        if a >> degree:
            a ^= polynomial
    return product


def powers_of_alpha(polynomial, degree):
    """1, x, x^2, ... modulo the polynomial, until 1 comes again."""
    powers = [1]
    while (power := multiply(powers[-1], 2, polynomial, degree)) != 1:
        powers.append(power)
    return powers


def field(degree):
    """The least primitive polynomial of the degree, and the elements: powers, then 0."""
    for polynomial in range(2**degree + 1, 2 ** (degree + 1), 2):
        powers = powers_of_alpha(polynomial, degree)
        if len(powers) == 2**degree - 1:
            return polynomial, powers + [0]


def independent(rows, candidate):
    """Whether a word is no sum of the others; `rows` holds an echelon form of them."""
    for row in rows:
        candidate = min(candidate, candidate ^ row)
    if candidate:
        rows.append(candidate)
        rows.sort(reverse=True)
    return candidate != 0


def keys(bits):
    """Columns (1, x, x^3, x^5, ...) of an extended BCH code, filled and mixed."""
    degree = (CAPACITY - 1).bit_length()
    count = (bits - 1) // degree
    polynomial, elements = field(degree)

    random = SplitMix64(SEED)
    fill = SplitMix64(random.next())
    mix, rows = [], []
    while len(mix) < bits:
        candidate = (random.next() << 64 | random.next()) >> (128 - bits)
        if independent(rows, candidate):
            mix.append(candidate)

    spare = bits - 1 - degree * count
    result = []
    for x in elements[:FEATURES]:
        column, power = 1, x
        for _ in range(count):
            column = column << degree | power
            power = multiply(power, multiply(x, x, polynomial, degree), polynomial, degree)
        column |= fill.next() >> (64 - spare) << (bits - spare)
        key = 0
        for bit in range(bits):
            if column >> bit & 1:
                key ^= mix[bit]
        result.append(key)
    return result


def fingerprint(name, keys, bits):
    data = name.encode() + b"\0"
    for kind, size in KINDS:
        data += kind.encode() + b"\0" + size.to_bytes(4, "little")
        for key in keys[START[kind] : START[kind] + size]:
            data += key.to_bytes(bits // 8, "little")
    fnv = 0xCBF29CE484222325
    for byte in data:
        fnv = (fnv ^ byte) * 0x100000001B3 & MASK
    return f"{fnv:016x}"


KEYS = {bits: keys(bits) for bits in (32, 64, 128)}

# As zobrist-chess pins them in its tests.
for bits, pinned in [(32, "ddc313930b4913f5"), (64, "da9c45f6164d001a"), (128, "18e050ff652bb80e")]:
    assert fingerprint("zobrist", KEYS[bits], bits) == pinned, bits


# The scheme `zobrist`: the features of a position.

VARIANTS = {
    "chess": chess.Board,
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "3check": chess.variant.ThreeCheckBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "racingkings": chess.variant.RacingKingsBoard,
    "horde": chess.variant.HordeBoard,
}


def has_legal_en_passant(board):
    """Asks for the moves: python-chess's method of this name thinks, in Atomic, that a
    capture may blow up one's own king, and may not leave it in check though it blows up
    the other."""
    legal = any(board.is_en_passant(move) for move in board.legal_moves)
    assert type(board) is not chess.Board or legal == board.has_legal_en_passant()
    return legal


def features(board):
    """(kind, index) of each feature."""
    for square, piece in board.piece_map().items():
        block = piece.piece_type - 1 + 6 * (piece.color == chess.BLACK)
        yield "piece", 64 * block + square
    for rook in chess.SquareSet(board.clean_castling_rights()):
        yield "castling", 8 * (chess.square_rank(rook) == 7) + chess.square_file(rook)
    if has_legal_en_passant(board):
        yield "en-passant", chess.square_file(board.ep_square)
    if board.turn == chess.BLACK:
        yield "turn", 0
    if isinstance(board, chess.variant.CrazyhouseBoard):
        for square in chess.SquareSet(board.promoted):
            yield "promoted", square
        for color in chess.COLORS:
            for role in range(5):
                count = board.pockets[color].count(role + 1)
                for bit in range(7):
                    if count >> bit & 1:
                        yield "pocket", 7 * (5 * (color == chess.BLACK) + role) + bit
    if isinstance(board, chess.variant.ThreeCheckBoard):
        for color in chess.COLORS:
            for bit in range(2):
                if board.remaining_checks[color] >> bit & 1:
                    yield "checks", 2 * (color == chess.BLACK) + bit
    if type(board) is not chess.Board:
        yield "variant", list(VARIANTS.values()).index(type(board))


def zobrist(board, bits):
    value = 0
    for kind, index in features(board):
        value ^= KEYS[bits][START[kind] + index]
    return value


# The schemes on Polyglot's keys.


def polyglot(board):
    return chess.polyglot.zobrist_hash(board)


def with_en_passant(board, present):
    bare = board.copy(stack=False)
    bare.ep_square = None
    key = 0
    if present:
        key = chess.polyglot.POLYGLOT_RANDOM_ARRAY[772 + chess.square_file(board.ep_square)]
    return polyglot(bare) ^ key


def fide(board):
    return with_en_passant(board, has_legal_en_passant(board))


def fen(board):
    return with_en_passant(board, board.ep_square is not None)


# Positions.

PUBLISHED = [
    "",
    "e2e4",
    "e2e4 d7d5",
    "e2e4 d7d5 e4e5",
    "e2e4 d7d5 e4e5 f7f5",
    "e2e4 d7d5 e4e5 f7f5 e1e2",
    "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
    "a2a4 b7b5 h2h4 b5b4 c2c4",
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
]

# The two orders of moves that Polyglot tells apart and the Laws do not.
PINNED = [
    "g1f3 g8f6 c2c4 b8c6 d1b3 e7e5 b3e3 e5e4 d2d4",
    "c2c4 e7e5 d2d4 b8c6 d1d3 g8f6 g1f3 e5e4 d3e3",
]

# Two positions of Chess960 that Polyglot does not tell apart.
INNER_ROOKS = [
    "r1k1r2r/8/8/8/8/8/8/R1K1R2R w KQkq - 0 1",
    "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1",
]

# What random games seldom meet.
RARE = {
    "atomic": [
        # En passant that blows up nothing more, one's own king, and the other king while
        # one's own is in check.
        "4k3/8/3K4/1pP5/8/8/8/8 w - b6 0 1",
        "4k3/8/2K5/1pP5/8/8/8/8 w - b6 0 1",
        "K7/2k5/8/1pP5/4b3/8/8/8 w - b6 0 1",
        "r3k2r/1p4p1/8/N6N/n6n/8/1P4P1/R3K2R w KQkq - 0 1",
        "8/8/8/8/8/8/4k3/R6R w - - 0 1",
    ],
    "antichess": ["k1K5/8/8/2pP4/8/8/k7/KK5k w - c6 0 1", "8/8/8/8/8/8/8/k7 w - - 0 1"],
    "kingofthehill": ["4k3/8/8/1Pp5/3K4/8/8/8 w - c6 0 1", "4k3/8/8/1Pp5/8/3K4/8/8 w - c6 0 1"],
    "3check": [
        # The double step gives the last check: the game is over, nobody captures.
        "4k3/8/8/3pP3/2K5/8/8/8 w - d6 3+0 0 2",
        "4k3/8/8/3pP3/2K5/8/8/8 w - d6 3+1 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+2 0 1",
    ],
    "crazyhouse": [
        "r2qk2r/8/8/3Q~4/3n~4/8/8/R2QK2R[PPPPPPPPPNbbb] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2B[ppppppppppppppppNNNNBBBRRRRQQ] b - - 0 1",
        "4k3/8/8/1Pp5/8/8/8/2R~1K3[Pq] w - c6 0 1",
    ],
    "racingkings": ["8/1K4k1/8/8/8/8/8/8 w - - 0 1", "1K4k1/8/8/8/8/8/8/8 w - - 0 1"],
    "horde": [
        "4k3/8/8/1Pp5/8/8/PPPPPPPP/PPPPPPPP w - c6 0 1",
        "4k3/8/8/8/3Pp3/8/8/4R2P b - d3 0 1",
        "r3k2r/8/8/8/8/8/8/QNBRP3 b kq - 0 1",
    ],
}


def line(moves):
    board = chess.Board()
    for move in moves.split():
        board.push_uci(move)
    return board


def game(board, random, plies):
    """Random moves, with a liking for what hashes get wrong. Yields each position."""
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            return
        special = [
            move
            for move in moves
            if move.promotion
            or move.drop
            or board.is_castling(move)
            or board.is_en_passant(move)
            or board.piece_type_at(move.from_square) == chess.PAWN
            and abs(move.to_square - move.from_square) == 16
        ]
        board.push(random.choice(special if special and random.below(3) == 0 else moves))
        yield board


def from_games(board, random, games, plies, each):
    """Some positions of each of some games."""
    for _ in range(games):
        played = [b.copy(stack=False) for b in game(board.copy(), random, plies)]
        yield from random.sample(played, min(each, len(played)))


def direction(board, pawn):
    """On which line a pawn and its own king stand, if they do."""
    king = board.king(board.turn)
    files = abs(chess.square_file(king) - chess.square_file(pawn))
    ranks = abs(chess.square_rank(king) - chess.square_rank(pawn))
    lines = [(ranks == 0, "rank"), (files == 0, "file"), (files == ranks, "diagonal")]
    return next((name for stands, name in lines if stands), "none")


def double_steps(random, tries, each):
    """Random positions after a double step, by how many pawns stand ready to capture, how
    many of them may, whether there is a check, and how the king stands to those that
    may not: a few of each kind."""
    kinds = {}
    for _ in range(tries):
        board = chess.Board(None)
        board.turn = mover = random.below(2) == 0
        file, (first, over, last) = random.below(8), (1, 2, 3) if mover else (6, 5, 4)
        board.set_piece_at(chess.square(file, first), chess.Piece(chess.PAWN, mover))
        for beside in (file - 1, file + 1):
            if beside in range(8) and random.below(3):
                board.set_piece_at(chess.square(beside, last), chess.Piece(chess.PAWN, not mover))
        path = [chess.square(file, over), chess.square(file, last)]
        free = [s for s in chess.SQUARES if not board.piece_at(s) and s not in path]
        pieces = [chess.Piece(chess.KING, color) for color in chess.COLORS]
        for _ in range(random.below(5)):
            role = random.choice([chess.BISHOP, chess.ROOK, chess.QUEEN])
            pieces.append(chess.Piece(role, mover if random.below(4) else not mover))
        for square, piece in zip(random.sample(free, len(pieces)), pieces):
            board.set_piece_at(square, piece)
        move = chess.Move(chess.square(file, first), path[1])
        if not board.is_valid() or not board.is_legal(move):
            continue
        board.push(move)
        ready = list(board.generate_pseudo_legal_ep())
        legal = list(board.generate_legal_ep())
        barred = sorted(direction(board, m.from_square) for m in ready if m not in legal)
        kind = kinds.setdefault((len(ready), len(legal), board.is_check(), *barred), [])
        if len(kind) < each:
            kind.append(board.copy(stack=False))
    return [board for kind in sorted(kinds) for board in kinds[kind]]


def rooks_anywhere(random, count):
    """Chess960 midgames: up to four rooks a side, rights with rooks that need not be the
    outermost."""
    while count:
        board = chess.Board(None, chess960=True)
        for color, rank in ((chess.WHITE, 0), (chess.BLACK, 7)):
            king, *rooks = random.sample(range(8), 2 + random.below(4))
            board.set_piece_at(chess.square(king, rank), chess.Piece(chess.KING, color))
            for rook in rooks:
                board.set_piece_at(chess.square(rook, rank), chess.Piece(chess.ROOK, color))
            for side in ([r for r in rooks if r < king], [r for r in rooks if r > king]):
                if side and random.below(4):
                    rook = chess.square(random.choice(side), rank)
                    board.castling_rights |= chess.BB_SQUARES[rook]
        if board.is_valid():
            count -= 1
            yield board


def chess960_positions(random, starts, games):
    for _ in range(starts):
        yield chess.Board.from_chess960_pos(random.below(960))
    for _ in range(games):
        start = chess.Board.from_chess960_pos(random.below(960))
        yield from from_games(start, random, 1, 80, 3)
    for fen in INNER_ROOKS:
        yield chess.Board(fen, chess960=True)
    yield from rooks_anywhere(random, starts)


# Rows.


def text(board, i):
    """The FEN, which must hold all that the hashes ask for. Every other position of
    Chess960 has the files of its rooks in it."""
    fen = board.fen(shredder=board.chess960 and i % 2 == 1, en_passant="fen")
    again = type(board)(fen, chess960=board.chess960)
    assert zobrist(again, 128) == zobrist(board, 128), fen
    return fen


def write(name, header, rows):
    rows = list(dict.fromkeys(rows))
    with open(Path(__file__).parent / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    print(name, len(rows))


def on_polyglot_keys(name, scheme, boards):
    fens = [text(board, i) for i, board in enumerate(boards)]
    hashes = [f"{scheme(board):016x}" for board in boards]
    write(name, ["hash", "fen"], zip(hashes, fens))


def zobrist_rows(random):
    for name, kind in VARIANTS.items():
        boards = [kind(), *from_games(kind(), random, 6, 120, 4)]
        boards += [kind(fen) for fen in RARE.get(name, [])]
        if name == "chess":
            boards += [line(moves) for moves in PUBLISHED[1:] + PINNED]
            boards += double_steps(random, 1000, 1)
            boards += chess960_positions(random, 8, 6)
        for i, board in enumerate(boards):
            assert board.is_valid(), board.fen()
            fen = text(board, i)
            for bits in (32, 64, 128):
                yield name, bits, f"{zobrist(board, bits):0{bits // 4}x}", fen


def main():
    random = SplitMix64(1)
    start = chess.Board()
    lines = [line(moves) for moves in PUBLISHED + PINNED]
    boards = lines + double_steps(random, 4000, 5)
    boards += chess960_positions(random, 24, 20)
    boards += from_games(start, random, 30, 150, 4)
    on_polyglot_keys("polyglot.csv", polyglot, boards)
    for name, scheme in (("fide.csv", fide), ("fen.csv", fen)):
        boards = lines + double_steps(random, 20000, 16)
        boards += chess960_positions(random, 8, 8)
        boards += from_games(start, random, 20, 150, 4)
        on_polyglot_keys(name, scheme, boards)
    write("zobrist.csv", ["variant", "bits", "hash", "fen"], zobrist_rows(random))


if __name__ == "__main__":
    main()
