"""Games with clocks, evaluations and glyphs behind their moves, and what python-chess reads of them.

    python annotations.py make GAMES SEED > GAMES.pgn
    python annotations.py check GAMES.pgn[.gz] TABLE.parquet

`make` prints games, always the same ones, with commands in forms that python-chess reads too, alone and among
others, in variations, and with values that cannot be read. `check` compares the columns clk, eval, mate, emt and
nag of `zobrist hash` with python-chess, row by row; a first position has none.
"""

import gzip
import random
import sys

import chess
import chess.pgn
import pyarrow.parquet

from tables import same

PROSE = ["best by test", "[%csl Gd4,Re5]", "[%cal Ge2e4]", "+0.31/18 2.3s", "book", "[sic]", "50 % better", ""]
BROKEN = ["[%clk soon]", "[%clk 5:03]", "[%emt -0:00:01]", "[%eval 0.31/18]", "[%eval #]", "[%clk]", "[%clk 0:01:00"]
SUFFIXES = ["!", "?", "!!", "??", "!?", "?!"]


def time(choose):
    hours, minutes, seconds = choose.randrange(3), choose.randrange(60), choose.randrange(60)
    fraction = choose.choice(["", "", ".7", ".25", ".125", ".", ".0"])
    return f"{hours}:{minutes:02}:{seconds:02}{fraction}"


def score(choose):
    depth = choose.choice(["", "", ",18", ",7"])
    if choose.random() < 0.2:
        return f"#{choose.choice([-12, -3, -1, 1, 2, 30])}{depth}"
    number = choose.choice(["0.31", "-0.31", "+1.5", "0.0", "-0.07", "12.0", ".5", "3.", "63.45", "-99.99"])
    return number + depth


def comment(choose):
    parts = []
    for name, value in (("clk", time), ("eval", score), ("emt", time)):
        if choose.random() < 0.4:
            parts.append(f"[%{name}{choose.choice([' ', chr(10)])}{value(choose)}]")
    parts += choose.sample(PROSE, choose.randrange(3))
    choose.shuffle(parts)
    if choose.random() < 0.15:
        # The last one may lack its bracket.
        parts.append(choose.choice(BROKEN))
    return "{" + choose.choice(["", " "]) + choose.choice(["", " "]).join(parts) + "}"


def behind(choose):
    text = choose.choice(SUFFIXES) if choose.random() < 0.2 else ""
    for _ in range(choose.choice([0, 0, 0, 1, 2])):
        text += f" ${choose.choice([1, 4, 10, 13, 18, 146, 255])}"
    for _ in range(choose.choice([0, 1, 1, 1, 2])):
        text += " " + comment(choose)
    if choose.random() < 0.1:
        # Commands in such comments are not read by python-chess.
        text += " ; to the end of the line\n"
    return text


def game(choose):
    board = chess.Board()
    text = f'[Event "{choose.randrange(1000)}"]\n\n'
    if choose.random() < 0.3:
        text += "$7 {[%clk 9:00:00] before the first move [%eval 9.99]} "
    for ply in range(choose.randrange(30)):
        move, other = (choose.choice(sorted(board.legal_moves, key=str)) for _ in range(2))
        number = f"{ply // 2 + 1}{'. ' if ply % 2 == 0 else '... '}"
        text += number + board.san(move) + behind(choose)
        if choose.random() < 0.15:
            text += f" ({number}{board.san(other)}{behind(choose)})"
            if choose.random() < 0.5:
                text += " " + comment(choose)
        # No empty line, at which python-chess ends a game.
        text += "" if text.endswith("\n") else choose.choice([" ", "\n"])
        board.push(move)
        if not any(board.legal_moves):
            break
    return text.rstrip("\n") + "\n" + choose.choice(["1-0", "0-1", "1/2-1/2", "*"]) + "\n\n"


def make(count, seed):
    choose = random.Random(int(seed))
    sys.stdout.write("".join(game(choose) for _ in range(int(count))))


def expected_rows(file):
    number = 0
    while read := chess.pgn.read_game(file):
        number += 1
        yield {"game": number, "ply": 0, "clk": None, "eval": None, "mate": None, "emt": None, "nag": None}
        for ply, node in enumerate(read.mainline(), 1):
            clock, taken, evaluation = node.clock(), node.emt(), node.eval()
            white = evaluation and evaluation.white()
            yield {
                "game": number,
                "ply": ply,
                "clk": None if clock is None else round(clock * 1000),
                "eval": white and white.score(),
                "mate": white and white.mate(),
                "emt": None if taken is None else round(taken * 1000),
                "nag": sorted(node.nags) or None,
            }


def check(games, table):
    with gzip.open(games, "rt") if games.endswith(".gz") else open(games) as file:
        expected = list(expected_rows(file))
    columns = ["game", "ply", "clk", "eval", "mate", "emt", "nag"]
    rows = pyarrow.parquet.read_table(table, columns=columns).to_pylist()
    for row in rows:
        row["nag"] = row["nag"] and sorted(row["nag"])
    same("rows", expected, rows)
    present = {column: sum(row[column] is not None for row in rows) for column in columns[2:]}
    same("evaluations are there and are missing", True, 0 < present["eval"] < len(rows))
    same("mates are there", True, present["mate"] > 0)
    print(len(rows), "rows", present)


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](*sys.argv[2:])
