"""Runs the queries of docs/index-format.md, and compares them with `zobrist explore`.

    python page.py --zobrist COMMAND FOLDER

FOLDER is empty but for `data`. Every block of SQL and Python is run but that of Spark; what
gives moves or games must give those of the command that stands before it on the page. The
conditions of the table of filters are compared with the filters over games of odd tags.
"""

import argparse
import json
import math
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import duckdb

from expected import ROOT
from tables import same

PAGE = ROOT / "docs/index-format.md"
TOUR = ROOT / "docs/players.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| `(--[^`]+)` \| `([^`]+)` \|\n", re.MULTILINE)
# The line of the query that conditions of the table replace.
CONDITION = re.compile(r"      AND contains\(.*\n")
KEY = "key_of('644d4afe02564aeb')"
FIRST_KEY = "key_of('463b96181691fc9c')"


def uci(move):
    """A move of standard chess without castling by Chess960's rule."""
    square = lambda at: "abcdefgh"[at % 8] + str(at // 8 + 1)
    return square(move >> 6 & 63) + square(move & 63) + ["", *"nbrq"][move >> 12]


def is_same(one, other):
    if isinstance(one, float) and isinstance(other, (int, float)):
        return math.isclose(one, other)
    return one == other


# The line with which a command ends that has made something.
CLOSING = re.compile(r"^zobrist: [0-9a-z, ]+ in [0-9.]+ s(: .+)?\n", re.MULTILINE)


class Page:
    def __init__(self, command):
        self.command, self.duckdb = command, duckdb.connect()
        self.explore, self.compared, self.names = None, 0, {}
        self.query = None

    def zobrist(self, words):
        run = subprocess.run([self.command, *words], capture_output=True, encoding="utf-8")
        messages = CLOSING.sub("", run.stderr)
        same(f"{words}, status and messages", (0, ""), (run.returncode, messages))
        return run.stdout

    def told(self, words, kind):
        """What explore says of moves or games."""
        text = re.sub(r" --(format|games) \S+", "", shlex.join(words))
        options = ["--format=jsonl"] + ["--games=100000"] * (kind == "game")
        out = self.zobrist(shlex.split(text) + options)
        return [line for line in map(json.loads, out.splitlines()) if line["type"] == kind]

    def compare(self, what, rows, least_columns, words=None):
        """Compares the rows of a query with those of the command, by the columns that both have."""
        kind = "game" if "game_id" in rows[0] else "move"
        expected = self.told(words or self.explore, kind)
        if kind == "move":
            for row in rows:
                row.setdefault("uci", uci(row["move"]) if "move" in row else None)
            order = lambda row: row["uci"]
            rows, expected = sorted(rows, key=order), sorted(expected, key=order)
        same(f"{what}: rows", len(expected), len(rows))
        columns = [column for column in expected[0] if column in rows[0]]
        same(f"{what}: columns to compare", True, len(columns) >= least_columns)
        for one, other in zip(expected, rows):
            for column in columns:
                if not is_same(one[column], other[column]):
                    same(f"{what}: {column}", one, other)
        self.compared += 1

    def sql(self, text):
        for statement in filter(str.strip, text.split(";\n")):
            result = self.duckdb.execute(statement)
            if result.description and "SELECT" in statement.split("\n\n")[-1][:500]:
                names = [column[0] for column in result.description]
                rows = [dict(zip(names, map(plain, row))) for row in result.fetchall()]
                if {"uci", "game_id"} & set(names):
                    self.compare(statement, rows, 7)
            if CONDITION.search(statement):
                self.query = statement

    def python(self, text):
        names = {}
        exec(compile(text, str(PAGE), "exec"), names)
        if "moves" in names:
            moves = names["moves"]
            # A data frame of Polars, or of pandas with the move as its index.
            rows = moves.to_dicts() if hasattr(moves, "to_dicts") else None
            rows = rows or moves.reset_index().to_dict("records")
            self.compare(text, rows, 3)

    def block(self, language, text):
        if language == "console":
            for line in text.splitlines():
                if line.startswith("$ zobrist "):
                    words = shlex.split(line)[2:]
                    if words[0] == "explore":
                        self.explore = words
        elif language == "sql":
            self.sql(text)
        elif language == "python" and "pyspark" in text:
            print("not run: the block of Spark")
        elif language == "python":
            self.python(text)
        elif language not in ("toml", "json", "text"):
            raise SystemExit(f"a block of {language}")

    def tour(self, text):
        """Runs the queries of the tour, over an index of another name, and the commands that make
        their tables. Rows that are shown are compared, and counts with those of explore."""
        rows, compared = [], 0
        for language, block in BLOCK.findall(text):
            if language == "console":
                for line in block.splitlines():
                    if line.startswith("$ zobrist hash ") and " > " in line:
                        words, name = line.split(" > ")
                        Path(name).write_text(self.zobrist(shlex.split(words)[2:]))
            elif language == "sql":
                rows = self.duckdb.execute(block.replace("'my-index/", "'index/")).fetchall()
                same(f"{block}: rows", True, len(rows) > 0)
            elif language == "text" and "/" in block and rows:
                shown = [re.split("  +", line) for line in block.splitlines()]
                same("rows of the tour", shown, [list(map(str, row)) for row in rows])
                for fen, _, visits, _ in shown:
                    moves = self.told(["explore", "index", "--fen", fen], "move")
                    same(f"visits of {fen}", int(visits), sum(move["games"] for move in moves))
                compared += 1
        return compared

    def filters(self, table):
        """Each condition of the table in the query, beside the filter."""
        odd_games = Path(__file__).with_name("odd_games.py")
        games = subprocess.run(
            [sys.executable, "-B", odd_games, "600", "3", "plain"], check=True, capture_output=True
        )
        Path("odd.pgn").write_bytes(games.stdout)
        self.zobrist(["index", "build", "odd", "odd.pgn"])
        everything = ["explore", "odd"]
        all_games = sum(move["games"] for move in self.told(everything, "move"))
        for arguments, condition in table:
            query, times = CONDITION.subn(lambda _: f"      AND ({condition})\n", self.query)
            same("the condition of the query", 1, times)
            query = query.replace("'index/", "'odd/").replace(KEY, FIRST_KEY)
            result = self.duckdb.execute(query)
            names = [column[0] for column in result.description]
            rows = [dict(zip(names, map(plain, row))) for row in result.fetchall()]
            if "--as white" not in arguments:
                for row in rows:
                    del row["player_score"]
            kept = sum(row["games"] for row in rows)
            # Moves are played later, too, but a game has the start position once or more.
            if not 0 < kept < all_games and "--max-ply" not in arguments:
                raise SystemExit(f"{arguments}: expected some games, not all, got {kept}")
            self.compare(arguments, rows, 7, [*everything, *arguments.split()])
        return len(table)


def plain(value):
    """Sums of DuckDB are wide integers or decimals."""
    return int(value) if hasattr(value, "as_integer_ratio") and value == int(value) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zobrist", metavar="COMMAND", required=True)
    parser.add_argument("--page", type=Path, default=PAGE, help="another page to check")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    text = arguments.page.read_text()
    command = os.path.abspath(arguments.zobrist)
    os.chdir(arguments.folder)
    page = Page(command)
    build = re.search(r"^\$ zobrist (index build .*)$", text, re.MULTILINE)
    page.zobrist(shlex.split(build[1]))
    for language, block in BLOCK.findall(text):
        page.block(language, block)
    compared = page.compared
    joined = page.tour(TOUR.read_text())
    same("tables of the tour that join the index", 1, joined)
    table = page.filters(ROW.findall(text))
    print(f"{compared} queries and {table} filters")
    same("queries and filters", True, compared >= 7 and table >= 14)


if __name__ == "__main__":
    main()
