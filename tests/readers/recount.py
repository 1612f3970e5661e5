"""Reads an index with DuckDB and pyarrow and recounts it with python-chess.

    python recount.py [--zobrist COMMAND] INDEX PGN...

The files are those that the index was built from, in their order, without --min-elo and
--dedup. Every row of the three tables is compared; so is what DuckDB, pyarrow and, with
--zobrist, `zobrist explore` say about single positions: the start, the one after 1.e4 c5
and 200 others. Ends with the first mismatch and a non-zero status.
"""

import argparse
import json
import random
import subprocess
from pathlib import Path

import chess

from expected import GAME_COLUMNS, Expected, name, packed
from tables import TABLES, Index, same, same_rows


def sums(rows):
    """The rows of all segments: one for each position and move."""
    summed = {}
    for key, check, move, *counts in rows:
        old = summed.setdefault((key, check, move), counts)
        if old is counts:
            continue
        old[:6] = [a + b for a, b in zip(old[:6], counts[:6])]
        for column, choose in ((6, min), (7, max), (8, min)):
            known = [x for x in (old[column], counts[column]) if x is not None]
            old[column] = choose(known, default=None)
    return summed


class Recount:
    """An index beside what it must hold."""

    def __init__(self, index, expected, command):
        self.index, self.expected, self.command = index, expected, command
        self.asked = 0
        # By key: what single positions are asked for.
        self.moves, self.visits = {}, {}
        for (key, check, move), counts in expected.positions.items():
            self.moves.setdefault(key, []).append((check, move, *counts))
        for key, *visit in expected.occurrences:
            self.visits.setdefault(key, []).append(tuple(visit))

    def tables(self):
        """Compares every row."""
        columns = [column for column, _, _ in TABLES["games"]]
        games = [tuple(row[column] for column in columns) for row in self.expected.rows]
        same_rows("games", games, self.index.rows("games"))
        same("games of the manifest", len(games), self.index.manifest["games"])
        positions = sums(self.index.rows("positions"))
        same_rows("positions", sorted(self.expected.positions.items()), sorted(positions.items()))
        occurrences = sorted(self.index.rows("occurrences"))
        same_rows("occurrences", self.expected.occurrences, occurrences)
        counts = f"{len(positions)} positions and moves, {len(occurrences)} visits"
        print(f"{len(games)} games, {counts}")

    def position(self, board):
        """Asks for one position as users do."""
        at = name(board, self.index.scheme)
        columns = [column for column, _, _ in TABLES["positions"]]
        rows = sums((at[0], *row) for row in self.index.query("positions", columns[1:], at[0]))
        got = sorted((check, move, *counts) for (_, check, move), counts in rows.items())
        same(f"positions of {board.fen()}", sorted(self.moves.get(at[0], [])), got)
        got = self.index.query("occurrences", ["game_id", "ply", "move"], at[0])
        same(f"occurrences of {board.fen()}", self.visits.get(at[0], []), got)
        if self.asked < 20:
            self.asked += 1
            for table in ("positions", "occurrences"):
                names = [column for column, _, _ in TABLES[table]][1:]
                rows = [query(table, names, at[0]) for query in self.index.queries]
                same(f"{table} of {board.fen()}, over ranges", *rows)
        if self.command:
            self.explore(board, at)

    def explore(self, board, at):
        """What `zobrist explore` must print, and prints."""
        legal = {packed(board, move): move for move in board.legal_moves}
        played = [row for row in self.moves.get(at[0], []) if row[0] == at[1] and row[1]]
        lines = []
        for _, move, *counts in sorted(played, key=lambda row: (-sum(row[2:6]), row[1])):
            white, draws, black, unknown, elo_sum, elo_count = counts[:6]
            lines.append(
                {
                    "type": "move",
                    "uci": legal[move].uci(),
                    "san": board.san(legal[move]),
                    "games": white + draws + black + unknown,
                    "white": white,
                    "draws": draws,
                    "black": black,
                    "unknown": unknown,
                    "average_elo": elo_sum / elo_count if elo_count else None,
                    "last_year": counts[7],
                }
            )
        first = {}
        for game_id, ply, _ in self.visits.get(at[0], []):
            first.setdefault(game_id, ply)
        for game_id, ply in list(first.items())[:3]:
            row = self.expected.rows[game_id]
            columns = {column: row[column] for column in GAME_COLUMNS}
            lines.append({"type": "game", "ply": ply} | columns)
        fen = board.fen(en_passant="fen")
        arguments = ["--fen", fen, "--format", "jsonl", "--games", "3"]
        command = [self.command, "explore", self.index.folder, *arguments]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
        same(f"explore {fen}, status", 0, run.returncode)
        same(f"explore {fen}, a message", not played, run.stderr != "")
        position, *got = [json.loads(line) for line in run.stdout.splitlines()]
        same(f"explore {fen}, type and games", ("position", len(first)), fields(position))
        # filters.py recounts the other orders.
        for line in got:
            if line["type"] == "move":
                del line["other_orders"], line["opening"]
        same_rows(f"explore {fen}", lines, got)

    def positions(self, count):
        """The start, the position after 1.e4 c5, and some of the games."""
        sicilian = chess.Board()
        for move in ("e4", "c5"):
            sicilian.push_san(move)
        boards = [chess.Board(), sicilian]
        choose = random.Random(1)
        places = [
            (number, ply)
            for number, game in enumerate(self.expected.games)
            # On the command line, Chess960 would have to be said.
            if not game.start.chess960
            for ply in range(len(game.names))
        ]
        for number, ply in choose.sample(places, min(count, len(places))):
            boards.append(self.expected.board(number, ply))
        for board in boards:
            self.position(board)
        print(f"{len(boards)} single positions")


def fields(position):
    return position["type"], position["games"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zobrist", metavar="COMMAND", help="compare with what explore prints")
    parser.add_argument("index", type=Path)
    parser.add_argument("pgn", nargs="+")
    arguments = parser.parse_args()
    index = Index(arguments.index)
    sources = index.manifest["sources"]
    same("sources", len(sources), len(arguments.pgn))
    expected = Expected(zip(sources, arguments.pgn), index.scheme)
    recount = Recount(index, expected, arguments.zobrist)
    recount.tables()
    recount.positions(200)


if __name__ == "__main__":
    main()
