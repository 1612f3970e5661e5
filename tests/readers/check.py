"""Checks the rows of `zobrist check --format jsonl` by python-chess.

    python check.py --rows ROWS FILE...

ROWS are those that the command printed for the files, in this order. Every verdict is that
of a method of python-chess on the position that was reached: `is_repetition`,
`is_fifty_moves`, `is_seventyfive_moves`, `outcome` and `parse_san`. The files have no
variations, and comments in braces alone.
"""

import argparse
import collections
import gzip
import json
import re
import sys

import chess
import chess.variant

ENDS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.INSUFFICIENT_MATERIAL: "dead position",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.SEVENTYFIVE_MOVES: "seventy-five moves",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold repetition",
}
TAG = re.compile(r'^\[(\w+) "(.*)"\]\s*$', re.MULTILINE)
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
KNOWN = RESULTS[:3]
FAULTS = ("illegal-move", "after-the-end", "wrong-result")


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        return file.read().decode("utf-8")


def games(text):
    """The tags and the words of the moves of each game."""
    for game in re.split(r"\n\s*\n(?=\[)", text.strip()):
        tags = dict(TAG.findall(game))
        moves = re.sub(r"\{[^}]*\}|\$\d+", " ", TAG.sub("", game))
        yield tags, re.sub(r"\d+\.+", " ", moves).split()


def first_board(tags):
    variant = tags.get("Variant", "Standard")
    if variant in ("Standard", "Chess960"):
        kind = chess.Board
    else:
        kind = chess.variant.find_variant(variant)
    board = kind(tags.get("FEN", kind.starting_fen), chess960=variant == "Chess960")
    board.chess960 = board.chess960 or board.has_chess960_castling_rights()
    return board


def result_of(tags, words):
    """The result: that of the tag if it is one, else the first known one after the moves."""
    tag = tags.get("Result", "*").strip()
    if tag in KNOWN:
        return tag
    return next((word for word in words if word in KNOWN), "*")


def end_of(board):
    """How the game is over, in words, and its result; None if it is not."""
    outcome = board.outcome()
    if outcome is None:
        return None
    if outcome.termination in ENDS:
        return ENDS[outcome.termination], outcome.result()
    won = {True: "White won", False: "Black won", None: "drawn"}[outcome.winner]
    return f"{won} by the rules of {board.uci_variant}", outcome.result()


class Checked:
    """The rows of one game."""

    def __init__(self, board):
        self.board, self.keys, self.rows, self.end = board, [], {}, None

    def add(self, kind, detail, ply=None):
        self.rows.setdefault(kind, (len(self.board.move_stack) if ply is None else ply, detail))

    def position(self):
        board = self.board
        self.keys.append(board._transposition_key())
        plies = board.halfmove_clock
        for kind, count in [("threefold", 3), ("fivefold", 5)]:
            if kind not in self.rows and board.is_repetition(count):
                same = [ply for ply, key in enumerate(self.keys) if key == self.keys[-1]]
                assert len(same) == count, (board.fen(), same)
                self.add(kind, "plies " + ", ".join(map(str, same)))
        for kind, holds in [
            ("fifty-moves", board.is_fifty_moves),
            ("seventy-five-moves", board.is_seventyfive_moves),
        ]:
            if kind not in self.rows and holds():
                self.add(kind, f"{plies} plies without a capture or a pawn move")
        if self.end is None and (end := end_of(board)):
            self.end = len(board.move_stack), end[0]

    def moved(self):
        """A move is played or tried."""
        if self.end:
            ply = len(self.board.move_stack) + 1
            self.add("after-the-end", f"{self.end[1]} at ply {self.end[0]}", ply)

    def play(self, words):
        """True if all words are legal moves."""
        self.position()
        for word in words:
            ply = len(self.board.move_stack) + 1
            try:
                move = self.board.parse_san(word)
                error = None if move else f"null move {word} at ply {ply}"
            except chess.IllegalMoveError:
                error = f"illegal move {word} at ply {ply}"
            except chess.AmbiguousMoveError:
                error = f"ambiguous move {word} at ply {ply}"
            except chess.InvalidMoveError:
                self.add("illegal-move", f'expected a move, got "{word}"', ply)
                return False
            self.moved()
            if error:
                self.add("illegal-move", error, ply)
                return False
            self.board.push(move)
            self.position()
        return True


def rows_of(tags, words):
    checked = Checked(first_board(tags))
    is_whole = checked.play([word for word in words if word not in RESULTS])
    got = result_of(tags, words)
    if is_whole and got in KNOWN and (end := end_of(checked.board)):
        how, expected = end
        if expected != got:
            checked.add("wrong-result", f"expected {expected} ({how}), got {got}")
    return checked.rows


def compare(file, number, got, expected):
    for row in got:
        assert list(row) == ["type", "file", "game", "ply", "detail"], row
    plies = [row["ply"] for row in got]
    found = {row["type"]: (row["ply"], row["detail"]) for row in got}
    if found == expected and len(found) == len(got) and plies == sorted(plies):
        return
    sys.exit(f"{file}, game {number}: expected {expected}, got {got}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    rows = collections.defaultdict(list)
    with open(options.rows, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            rows[row["file"], row["game"]].append(row)
    counts = collections.Counter()
    for file in options.files:
        all_games = list(games(read(file)))
        for number, (tags, words) in enumerate(all_games, 1):
            expected = rows_of(tags, words)
            counts.update(expected.keys())
            compare(file, number, rows.pop((file, number), []), expected)
        counts["games"] += len(all_games)
    if rows:
        sys.exit(f"rows of games that are not there: {list(rows)[:3]}")
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
