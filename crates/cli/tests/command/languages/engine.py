"""Hashes positions as an engine would: by the accessors of an export and the conventions that its
header states, with python-chess for the board. `engine.py MISTAKE` takes one of them wrongly."""

import re
import sys

import chess
import keys

MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""


def header():
    lines = []
    with open(keys.__file__, encoding="utf-8") as text:
        for line in text:
            if not line.startswith("#"):
                break
            if line.startswith("#   "):
                lines[-1] += " " + line[1:].strip()
            else:
                lines.append(line[1:].strip())
    return dict(line.split(": ", 1) for line in lines if ": " in line)


ABOUT = header()
ORDER = re.findall("[A-Za-z]", re.search("pieces ((?:[pnbrqk],? ?){12})", ABOUT["pieces"], re.I)[1])
FIRST, SECOND = map(chess.parse_square, re.search(r"squares (..), (..), \.\.\.", ABOUT["pieces"]).groups())
PUT = getattr(keys, "plus" if "added" in ABOUT["bits"] else "combine")


def number(square):
    """The number of a square in the order of the keys."""
    files = abs(chess.square_file(square) - chess.square_file(FIRST))
    ranks = abs(chess.square_rank(square) - chess.square_rank(FIRST))
    if MISTAKE == "squares":
        ranks = 7 - ranks
    is_by_rank = chess.square_rank(FIRST) == chess.square_rank(SECOND)
    return 8 * ranks + files if is_by_rank else 8 * files + ranks


def castling(board):
    words = ABOUT["castling"]
    order = re.findall(r"\b[KQkq]\b", words)
    if MISTAKE == "castling":
        order = order[::-1]
    has = {
        "K": board.has_kingside_castling_rights(chess.WHITE),
        "Q": board.has_queenside_castling_rights(chess.WHITE),
        "k": board.has_kingside_castling_rights(chess.BLACK),
        "q": board.has_queenside_castling_rights(chess.BLACK),
    }
    if words.startswith("16 for the sets"):
        yield keys.castling_key(sum(1 << bit for bit, right in enumerate(order) if has[right]))
    else:
        assert words.startswith("4 for the castling rights"), words
        yield from (keys.castling_key(place) for place, right in enumerate(order) if has[right])


def turn(board):
    words = ABOUT["turn"]
    is_white = board.turn != (MISTAKE == "turn")
    if words == "2 for the side to move, White first":
        yield keys.turn_key(0 if is_white else 1)
    elif ("White" if is_white else "Black") in words:
        yield keys.turn_key()


def en_passant(board):
    words = ABOUT["en-passant"]
    counts = {
        "after every double step": board.ep_square is not None,
        "when a pawn stands beside, legal or not": board.has_pseudo_legal_en_passant(),
        "when a capture is legal": board.has_legal_en_passant(),
    }[re.search(r"\(it counts (.*)\)", words)[1]]
    if MISTAKE == "en-passant":
        counts = False
    if not counts:
        if "no-en-passant" in ABOUT:
            yield keys.no_en_passant_key()
    elif words.startswith("8 for the file"):
        yield keys.en_passant_key(chess.square_file(board.ep_square))
    else:
        assert words.startswith("64 for the square behind"), words
        yield keys.en_passant_key(number(board.ep_square))


def others(board):
    if "start" in ABOUT:
        yield keys.start_key()
    if "empty" in ABOUT:
        yield from (keys.empty_key(number(s)) for s in chess.SQUARES if not board.piece_at(s))
    if "clock" in ABOUT:
        count, first, step = map(int, re.findall(r"\d+", ABOUT["clock"]))
        if board.halfmove_clock >= first:
            yield keys.clock_key(min((board.halfmove_clock - first) // step, count - 1))


def hash_of(fen):
    board = chess.Board(fen)
    hash_ = 0
    for square, piece in board.piece_map().items():
        letter = piece.symbol().swapcase() if MISTAKE == "pieces" else piece.symbol()
        hash_ = PUT(hash_, keys.piece_key(ORDER.index(letter), number(square)))
    for facts in (castling, turn, en_passant, others):
        for key in facts(board):
            hash_ = PUT(hash_, key)
    return hash_


assert len(keys.POSITIONS) == 12
wrong = [fen for fen, hash_ in keys.POSITIONS if hash_of(fen) != hash_]
print(len(wrong))
