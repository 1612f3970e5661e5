"""Compares `zobrist go explore`, from files and from an index, with a replay of all games by sgfmill and a plain comparison of
windows: the games in which a position, a corner or a side occurs, the first move after which it
does, the next move there, and the moves elsewhere before it.

    python tests/readers/go_explore.py --zobrist target/release/zobrist --games 2000 --queries 500
    python tests/readers/go_explore.py --zobrist target/release/zobrist --queries 500 FOLDER

Games are made at random, or are the files in SGF of a folder, on boards of 19 x 19.
"""

import argparse
import csv
import io
import random
import subprocess
import sys
import tempfile
from operator import itemgetter
from pathlib import Path

from sgfmill import boards, sgf, sgf_moves

SIDE = 19
LETTERS = "ABCDEFGHJKLMNOPQRST"
SWAP = bytes.maketrans(b"bw", b"wb")


def make(folder, count, seed):
    """Writes random games: plays near the last one, near corners, passes and captures."""
    chance = random.Random(seed)
    for number in range(count):
        board, moves, last = boards.Board(SIDE), [], (15, 15)
        turn = chance.choice("bbbw")
        for _ in range(chance.randrange(20, 140)):
            near = chance.random()
            if near < 0.5:
                row, column = (at + chance.randrange(-2, 3) for at in last)
            elif near < 0.9:
                row, column = (chance.choice([2, 3, 4, 9, 14, 15, 16]) for _ in range(2))
            else:
                row, column = (chance.randrange(SIDE) for _ in range(2))
            if near > 0.98:
                moves.append((turn, None))
            elif 0 <= row < SIDE and 0 <= column < SIDE and board.get(row, column) is None:
                board.play(row, column, turn)
                moves.append((turn, (row, column)))
                last = (row, column)
            else:
                continue
            turn = "w" if turn == "b" else "b"
        game = sgf.Sgf_game(SIDE)
        for color, move in moves:
            game.extend_main_sequence().set_move(color, move)
        (folder / f"{number:05}.sgf").write_bytes(game.serialise())


def replay(path):
    """The moves of a game, and the board before each of them and at the end as bytes."""
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    if game.get_size() != SIDE:
        return None
    board, moves = sgf_moves.get_setup_and_moves(game)

    def cells():
        got = (board.get(row, column) for row in range(SIDE) for column in range(SIDE))
        return "".join(color or "." for color in got).encode()

    positions = [cells()]
    for color, move in moves:
        if move is not None:
            board.play(*move, color)
        positions.append(cells())
    return moves, positions


def turns():
    """The rotations and reflections as maps of (row, column)."""
    end = SIDE - 1
    for row_end in (False, True):
        for column_end in (False, True):
            for exchanged in (False, True):

                def turn(row, column, a=row_end, b=column_end, c=exchanged):
                    row, column = (end - row if a else row), (end - column if b else column)
                    return (column, row) if c else (row, column)

                yield turn


WINDOWS = {
    "corner": [(row, column) for row in range(10, 19) for column in range(10, 19)],
    "small": [(row, column) for row in range(12, 19) for column in range(12, 19)],
    "side": [(row, column) for row in range(7) for column in range(4, 15)],
    "board": [(row, column) for row in range(SIDE) for column in range(SIDE)],
}


class Image:
    """A window turned by a symmetry, with the colors swapped or not."""

    def __init__(self, window, turn, swapped):
        self.places = {turn(*point): point for point in window}
        self.pick = itemgetter(*(SIDE * row + column for row, column in self.places))
        self.swapped = swapped
        self.is_whole = len(window) == SIDE * SIDE

    def content(self, position):
        content = bytes(self.pick(position))
        return content.translate(SWAP) if self.swapped else content

    def next(self, moves):
        """The next move in the window, its player and the moves elsewhere before it."""
        for elsewhere, (color, move) in enumerate(moves):
            player = color.translate({98: "w", 119: "b"}) if self.swapped else color
            player = "Black" if player == "b" else "White"
            if move is None and self.is_whole:
                return "pass", player, elsewhere
            if move in self.places:
                row, column = self.places[move]
                return f"{LETTERS[column]}{row + 1}", player, elsewhere
        return "none", "", len(moves)


def occurrences(games, images):
    """For every content of the window, the games with the first ply and the images there."""
    found = {}
    for name, (_, positions) in games.items():
        for ply, position in enumerate(positions):
            for image in images:
                at = found.setdefault(image.content(position), {}).setdefault(name, (ply, []))
                if at[0] == ply:
                    at[1].append(image)
    return found


def options(kind, content):
    stones = [
        (color, row, column)
        for (row, column), color in zip(WINDOWS[kind], content.decode())
        if color != "."
    ]
    if not stones:
        return None
    if kind == "board":
        rows = [content[SIDE * row : SIDE * (row + 1)].decode() for row in range(SIDE)]
        text = "/".join(reversed(rows)).replace("b", "X").replace("w", "O")
        return ["--board", text]
    names = " ".join(f"{color}:{LETTERS[column]}{row + 1}" for color, row, column in stones)
    if kind == "side":
        return ["--side", names]
    return ["--corner", names, "--corner-size", "9" if kind == "corner" else "7"]


def explore(zobrist, place, kind, content):
    command = [zobrist, "go", "explore", str(place), "--games", "--format", "csv"]
    done = subprocess.run(command + options(kind, content), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{kind}: exit status {done.returncode}: {done.stderr}")
    return done


def compare(zobrist, folder, index, games, kind, content, expected):
    done = explore(zobrist, folder, kind, content)
    asked = explore(zobrist, index, kind, content)
    if (asked.stdout, asked.stderr) != (done.stdout, done.stderr):
        sys.exit(f"{kind}: the index answers {asked.stdout}{asked.stderr}, the files {done.stdout}{done.stderr}")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    got = {Path(row["file"]).name: row for row in rows}
    if set(got) != set(expected) or len(rows) != len(expected):
        sys.exit(f"{kind} {options(kind, content)}: games {set(got) ^ set(expected)} differ")
    for name, (ply, images) in expected.items():
        row, moves = got[name], games[name][0]
        answers = {image.next(moves[ply:]) for image in images}
        answer = (row["move"], row["player"], int(row["tenuki"]))
        if int(row["at"]) != ply or answer not in answers:
            sys.exit(f"{kind} in {name}: {row['at']} {answer}, expected {ply} {answers}")
    return len(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zobrist", required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("folder", nargs="?", type=Path)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as scratch:
        folder = args.folder or Path(made)
        if args.folder is None:
            make(folder, args.games, args.seed)
        index = Path(scratch) / "index"
        command = [args.zobrist, "go", "index", str(index), str(folder), "--quiet"]
        # Exit status 1: some games of a folder of others cannot be replayed to their ends.
        if subprocess.run(command, capture_output=args.folder is not None).returncode not in (0, 1):
            sys.exit("the index could not be built")
        # The first question to files builds an index in the cache, and says so.
        subprocess.run([args.zobrist, "go", "explore", str(folder), "--corner", "Q16"], capture_output=True)
        paths = sorted(folder.glob("*.sgf"))
        replayed = {path.name: replay(path) for path in paths}
        games = {name: game for name, game in replayed.items() if game is not None}
        queries = found = several = 0
        for kind, window in WINDOWS.items():
            images = [Image(window, turn, swap) for turn in turns() for swap in (False, True)]
            known = occurrences(games, images)
            # Half of the questions are about what occurs in more than one game.
            contents = sorted(content for content in known if content.strip(b"."))
            shared = [content for content in contents if len(known[content]) > 1]
            for _ in range(args.queries // len(WINDOWS)):
                among = shared if shared and chance.random() < 0.5 else contents
                content = chance.choice(among)
                rows = compare(args.zobrist, folder, index, games, kind, content, known[content])
                queries, found, several = queries + 1, found + rows, several + (rows > 1)
        if not several:
            sys.exit("expected a window that several games have, got none")
        print(f"{queries} questions about {len(games)} games, {found} games found, all the same")


main()
