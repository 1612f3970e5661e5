"""What an index of some games must hold, counted by python-chess.

Follows docs/index-format.md and shares no code with the index. Standard chess and
Chess960 only. The keys of the scheme `zobrist` come from the script that computes them
from their definition, crates/shakmaty/tests/vectors/make.py.
"""

import bz2
import gzip
import importlib.util
import io
import json
import re
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

ROOT = Path(__file__).parents[2]


def load_keys():
    path = ROOT / "crates/shakmaty/tests/vectors/make.py"
    spec = importlib.util.spec_from_file_location("make", path)
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    return make.KEYS[64], make.START


OURS, SLOT = load_keys()
THEIRS = chess.polyglot.POLYGLOT_RANDOM_ARRAY

# Of each piece on each square: its keys by Polyglot and by `zobrist`.
PIECES = {
    (role, color): [
        (
            THEIRS[64 * (2 * (role - 1) + color) + square],
            OURS[SLOT["piece"] + 64 * (role - 1 + 6 * (not color)) + square],
        )
        for square in chess.SQUARES
    ]
    for role in chess.PIECE_TYPES
    for color in chess.COLORS
}


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def name(board, scheme):
    """Key and check of a position, as the tables store them."""
    key = check = 0
    for square, piece in board.piece_map().items():
        theirs, ours = PIECES[piece.piece_type, piece.color][square]
        key ^= theirs
        check ^= ours
    for color in chess.COLORS:
        rank = chess.BB_RANK_1 if color else chess.BB_RANK_8
        for rook in chess.SquareSet(board.castling_rights & rank):
            key ^= THEIRS[768 + 2 * (not color) + (rook < board.king(color))]
            check ^= OURS[SLOT["castling"] + 8 * (not color) + chess.square_file(rook)]
    if board.ep_square is not None and board.has_legal_en_passant():
        file = chess.square_file(board.ep_square)
        key ^= THEIRS[772 + file]
        check ^= OURS[SLOT["en-passant"] + file]
    if board.turn == chess.WHITE:
        key ^= THEIRS[780]
    else:
        check ^= OURS[SLOT["turn"]]
    if scheme == "polyglot":
        key = chess.polyglot.zobrist_hash(board)
    return signed(key, 64), signed(check >> 32, 32)


def packed(board, move):
    """A move in sixteen bits."""
    to = move.to_square
    if board.is_castling(move):
        rank = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
        rooks = list(chess.SquareSet(board.castling_rights & rank))
        to = max(rooks) if board.is_kingside_castling(move) else min(rooks)
    promotion = move.promotion - 1 if move.promotion else 0
    return promotion << 12 | move.from_square << 6 | to


class Reader(chess.pgn.BaseVisitor):
    """One game: its tags, moves and the names of its positions."""

    def __init__(self, scheme):
        self.scheme = scheme
        self.tags, self.played, self.packed, self.names = [], [], [], []
        self.marker, self.start = "*", None

    def visit_header(self, tag, value):
        value = re.sub(r'\\(["\\])', r"\1", value)
        self.tags.append((tag, text(value)))

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_board(self, board):
        if self.start is None:
            self.start = board.copy(stack=False)
        self.names.append(name(board, self.scheme))

    def visit_move(self, board, move):
        self.played.append(move)
        self.packed.append(packed(board, move))

    def visit_result(self, marker):
        self.marker = marker

    def handle_error(self, error):
        raise error

    def result(self):
        return self


def text(latin1):
    """UTF-8 where it is that, else Latin-1."""
    try:
        return latin1.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return latin1


BLANK = re.compile(r"\s*")
RESULTS = ("1-0", "1/2-1/2", "0-1", "*")
KNOWN_RESULTS = RESULTS[:3]
TEXT_TAGS = {
    "White": "white_name",
    "Black": "black_name",
    "Date": "date",
    "UTCDate": "utc_date",
    "Event": "event",
    "Site": "site",
    "Round": "round",
    "TimeControl": "time_control",
    "Variant": "variant",
    "FEN": "fen",
}

# The columns of the table of games that explore prints, beside the ply.
GAME_COLUMNS = (
    "game_id file game white_name black_name white_elo black_elo result date event site round "
    "offset"
).split()


def year(date):
    found = re.match(r"\s*([0-9]{4})(?![0-9])", date)
    return int(found[1]) or None if found else None


def game_row(game_id, number, game, file, offset, max_ply):
    """The row of the table `games`; `number` is that of the game in its file."""
    row = dict.fromkeys([*TEXT_TAGS.values(), "white_elo", "black_elo", "year"])
    others, result = {}, None
    for tag, value in game.tags:
        elo = re.fullmatch(r"\s*([0-9]{1,4})\s*", value)
        if tag in TEXT_TAGS:
            row[TEXT_TAGS[tag]] = value
        elif tag == "Result":
            result = value.strip() if value.strip() in KNOWN_RESULTS else None
        elif tag in ("WhiteElo", "BlackElo") and elo and int(elo[1]):
            row["white_elo" if tag == "WhiteElo" else "black_elo"] = int(elo[1])
        else:
            others.setdefault(tag, value)
    years = [year(date) for date in (row["date"], row["utc_date"]) if date is not None]
    row["year"] = next(filter(None, years), None)
    plies = len(game.packed)
    return row | {
        "game_id": game_id,
        "game": number,
        "result": game.marker if result is None else result,
        "tags": json.dumps(others, ensure_ascii=False, separators=(",", ":")),
        "moves": b"".join(move.to_bytes(2, "little") for move in game.packed),
        "plies": plies,
        "indexed": min(plies + 1, max_ply),
        "file": file,
        "offset": offset,
    }


def read(path):
    path = Path(path)
    opener = {".gz": gzip.open, ".bz2": bz2.open}.get(path.suffix, open)
    with opener(path, "rb") as file:
        return file.read()


class Expected:
    """The rows of the three tables, and the games, of some sources in their order."""

    def __init__(self, sources, scheme):
        self.games, self.rows = [], []
        self.positions, self.occurrences = {}, []
        for source, path in sources:
            # In Latin-1 each byte is one character, so that offsets are bytes.
            data = read(path).decode("latin-1")
            handle = io.StringIO(data, newline="")
            limit = source["select"]["max_ply"]
            in_file = 0
            while True:
                offset = handle.tell()
                game = chess.pgn.read_game(handle, Visitor=lambda: Reader(scheme))
                if game is None:
                    break
                offset = BLANK.match(data, offset).end()
                game_id = len(self.games)
                in_file += 1
                limited = len(game.packed) + 1 if limit is None else limit
                row = game_row(game_id, in_file, game, source["file"], offset, limited)
                self.games.append(game)
                self.rows.append(row)
                self.count(game_id, game, row)
        self.occurrences.sort()

    def count(self, game_id, game, row):
        elos = [elo for elo in (row["white_elo"], row["black_elo"]) if elo is not None]
        seen = set()
        for ply, (at, move) in enumerate(zip(game.names, [*game.packed, 0])):
            if ply >= row["indexed"]:
                break
            self.occurrences.append((at[0], game_id, ply, move))
            if (at, move) in seen:
                continue
            seen.add((at, move))
            new = [0, 0, 0, 0, 0, 0, None, None, game_id]
            counts = self.positions.setdefault((*at, move), new)
            counts[RESULTS.index(row["result"])] += 1
            counts[4] += sum(elos)
            counts[5] += len(elos)
            if row["year"] is not None:
                counts[6] = min(row["year"], counts[6] or 9999)
                counts[7] = max(row["year"], counts[7] or 0)

    def board(self, game_id, ply):
        """The position of a game at a ply."""
        board = self.games[game_id].start.copy()
        for move in self.games[game_id].played[:ply]:
            board.push(move)
        return board
