"""Recounts with python-chess what `zobrist explore` says of the games that filters keep.

    python filters.py --zobrist COMMAND --list LIST INDEX PGN...

The files are those that the index was built from, in their order, without --min-elo and
--dedup. Each filter of the list and all pairs of them are asked: each alone in all
positions, pairs in three of them. Positions are compared by board, turn, rights, en
passant and pockets, not by hashes; names and dates by rules of their own. Ends with the
first mismatch and a non-zero status.
"""

import argparse
import io
import json
import math
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import chess
import chess.pgn

from expected import BLANK, GAME_COLUMNS, RESULTS, Reader, game_row, packed, read
from filter_rules import CLASHES, LISTS, asked, facts, keeps, player_side
from tables import same, same_rows

VARIANTS = {"chess": "chess", "crazyhouse": "crazyhouse"}


def en_passant(board, scheme):
    """The en passant square, if it counts."""
    at = board.ep_square
    if at is None or scheme != "polyglot":
        return at if board.has_legal_en_passant() else None
    own = board.pieces(chess.PAWN, board.turn)
    behind = at - 8 if board.turn else at + 8
    return at if own & chess.BB_RANKS[behind // 8] & beside(behind) else None


def beside(square):
    file = chess.square_file(square)
    files = [chess.BB_FILES[f] for f in (file - 1, file + 1) if 0 <= f < 8]
    return chess.SquareSet(sum(files))


def identity(board, scheme):
    """What makes two positions the same."""
    pockets = promoted = None
    if board.uci_variant == "crazyhouse":
        pockets = tuple(str(pocket) for pocket in board.pockets)
        promoted = board.promoted
    return (
        VARIANTS[board.uci_variant],
        *(board.pieces_mask(role, color) for role in chess.PIECE_TYPES for color in chess.COLORS),
        board.turn,
        board.clean_castling_rights(),
        en_passant(board, scheme),
        pockets,
        promoted,
    )


def code(board, move):
    """A move in sixteen bits, which is the order of moves that were played as often."""
    if move.drop:
        return 1 << 15 | move.drop - 1 << 12 | move.to_square
    return packed(board, move)


def white_score(counts):
    decided = counts["white"] + counts["draws"] + counts["black"]
    return (counts["white"] + counts["draws"] / 2) / decided if decided else None


# Differences of Elo by percents above 50: FIDE Handbook, B.02, table 8.1.1.
# fmt: off
FIDE = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
]
# fmt: on


def performance(score, elo):
    """The rating that has this score against this mean Elo, between the percents of the table."""
    above = abs(100 * score - 50)
    whole = min(int(above), 49)
    difference = FIDE[whole] + (FIDE[whole + 1] - FIDE[whole]) * (above - whole)
    return math.floor(elo + (difference if score >= 0.5 else -difference) + 0.5)


class Game(Reader):
    """A game whose positions have no names but identities."""

    def visit_board(self, board):
        if self.start is None:
            self.start = board.copy(stack=False)
        self.names.append(identity(board, self.scheme))

    def visit_move(self, board, move):
        self.played.append(move)
        self.packed.append(code(board, move))


class Games:
    """All games of some sources, and who reached which position."""

    def __init__(self, sources, scheme):
        self.games, self.rows, self.facts, self.scheme = [], [], [], scheme
        # By identity: the plies of each game, and the legal moves, which many questions need.
        self.visits, self.moves = {}, {}
        for source, path in sources:
            data = read(path).decode("latin-1")
            handle = io.StringIO(data, newline="")
            most = source["select"]["max_ply"]
            in_file = 0
            while True:
                offset = handle.tell()
                game = chess.pgn.read_game(handle, Visitor=lambda: Game(scheme))
                if game is None:
                    break
                in_file += 1
                offset = BLANK.match(data, offset).end()
                game_id = len(self.games)
                limit = len(game.packed) + 1 if most is None else most
                row = game_row(game_id, in_file, game, source["file"], offset, limit)
                self.games.append(game)
                self.rows.append(row)
                self.facts.append(facts(row))
                for ply, position in enumerate(game.names[: row["indexed"]]):
                    self.visits.setdefault(position, {}).setdefault(game_id, []).append(ply)

    def board(self, position):
        """The board of a position that was reached."""
        game_id, plies = next(iter(self.visits[position].items()))
        board = self.games[game_id].start.copy()
        for move in self.games[game_id].played[: plies[0]]:
            board.push(move)
        return board

    def legal(self, position):
        """The legal moves of a position: their names, and the positions that they lead to."""
        if position not in self.moves:
            board = self.board(position)
            self.moves[position] = {}
            for move in board.legal_moves:
                after = board.copy(stack=False)
                after.push(move)
                names = (board.uci(move), board.san(move))
                self.moves[position][code(board, move)] = names, identity(after, self.scheme)
        return self.moves[position]

    def answer(self, position, options, most):
        """What explore must print, as its objects."""
        reached = self.visits.get(position, {})
        visits = self.kept(position, options)
        moves, kept, ended = {}, [], 0
        for game_id, plies in visits.items():
            game = self.games[game_id]
            kept.append((game_id, plies[0]))
            ended += plies[-1] == len(game.packed)
            for played in {game.packed[ply] for ply in plies if ply < len(game.packed)}:
                moves.setdefault(played, []).append(game_id)
        totals = self.counts([game_id for game_id, _ in kept])
        # A game that came back to the position counts once.
        lines = [
            {"type": "position", "games": len(kept), "reached": len(reached), "duplicates": 0}
            | totals
            | {"ended": ended, "score": white_score(totals)}
        ]
        if "player" in options:
            lines[0] |= self.player_totals([game_id for game_id, _ in kept], options)
        if reached:
            legal = self.legal(position)
            most_played = sorted(moves.items(), key=lambda played: (-len(played[1]), played[0]))
            for played, games in most_played:
                names, after = legal[played]
                others = self.kept(after, options).keys() - games
                lines.append(self.move(names, games, len(others), options))
        for game_id, ply in kept[:most]:
            row = self.rows[game_id]
            columns = {column: row[column] for column in GAME_COLUMNS}
            lines.append({"type": "game", "ply": ply} | columns)
        return lines

    def kept(self, position, options):
        """The games that reached a position and are kept, with the plies that count."""
        kept = {}
        for game_id, plies in sorted(self.visits.get(position, {}).items()):
            plies = [ply for ply in plies if ply < options.get("max-ply", 1 << 32)]
            if plies and keeps(options, self.facts[game_id]):
                kept[game_id] = plies
        return kept

    def counts(self, games):
        rows = [self.rows[game_id] for game_id in games]
        results = [row["result"] for row in rows]
        columns = zip(("white", "draws", "black", "unknown"), RESULTS)
        counts = {column: results.count(result) for column, result in columns}
        elos = [row[side] for row in rows for side in ("white_elo", "black_elo")]
        elos = [elo for elo in elos if elo is not None]
        counts["average_elo"] = sum(elos) / len(elos) if elos else None
        years = [row["year"] for row in rows if row["year"] is not None]
        return counts | {"last_year": max(years, default=None)}

    def move(self, names, games, others, options):
        line = {"type": "move", "uci": names[0], "san": names[1], "games": len(games)}
        line |= self.counts(games) | {"other_orders": others}
        if "player" in options:
            line["player_score"] = self.player_totals(games, options)["player_score"]
        return line

    def player_totals(self, games, options):
        """The score of the player, and the performance in games with the opponent's Elo."""
        scores, rated, elos = [], [], []
        for game_id in games:
            row = self.rows[game_id]
            side = player_side(options, self.facts[game_id])
            won, opponent = {"white": ("1-0", "black_elo"), "black": ("0-1", "white_elo")}[side]
            if row["result"] == "*":
                continue
            scores.append(0.5 if row["result"] == "1/2-1/2" else float(row["result"] == won))
            if row[opponent] is not None:
                rated.append(scores[-1])
                elos.append(row[opponent])
        return {
            "player_score": sum(scores) / len(scores) if scores else None,
            "performance": performance(sum(rated) / len(rated), sum(elos) / len(elos)) if elos else None,
        }


def arguments_of(options):
    """The options of a command line."""
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            yield f"--{name}={one}"


def merged(one, other):
    """Both filters as one, or None if they exclude each other."""
    both = dict(one)
    for name, value in other.items():
        if name == "player" and name in both:
            value = both[name] + value
        elif name in both or any(clash in both for clash in CLASHES.get(name, ())):
            return None
        both[name] = value
    has_days = asked(both.get("since", "0001"))[0] <= asked(both.get("until", "9999"))[-1]
    return both if has_days else None


class Questions:
    """Asks explore, and compares."""

    def __init__(self, command, index, games):
        self.command, self.index, self.games = command, index, games
        self.asked = self.kept = 0

    def ask(self, question):
        position, options, most = question
        board = self.games.board(position)
        variant = "chess960" if board.chess960 else board.uci_variant
        fen = board.fen(en_passant="fen")
        arguments = [*arguments_of(options), "--fen", fen, "--format=jsonl", f"--games={most}"]
        if variant != "chess":
            arguments.append(f"--variant={variant}")
        command = [self.command, "explore", self.index, *arguments]
        run = subprocess.run(command, capture_output=True, encoding="utf-8")
        what = " ".join(["explore", *arguments])
        expected = self.games.answer(position, options, most)
        same(f"{what}, status", (0, run.stderr), (run.returncode, run.stderr))
        got = [json.loads(line) for line in run.stdout.splitlines()]
        same(f"{what}, a filter in words", bool(options), bool(got) and bool(got[0].pop("filter")))
        legal = board.fen(en_passant="legal")
        same(f"{what}, the position", legal, got and got[0].pop("fen"))
        # Their names are compared with those of the list by another test.
        for line in got:
            if line["type"] != "game":
                line.pop("opening")
        same_rows(what, expected, got)
        has_moves = any(line["type"] == "move" for line in expected)
        same(f"{what}, a message without moves", not has_moves, run.stderr != "")
        return expected[0]["games"] > 0

    def all(self, questions):
        """Asks, two at a time."""
        with ThreadPoolExecutor(2) as threads:
            kept = list(threads.map(self.ask, questions))
        self.asked += len(kept)
        self.kept += sum(kept)


def positions(games, scheme, count):
    """The start, the position after 1.e4 c5, positions of many games and any."""
    sicilian = chess.Board()
    for move in ("e4", "c5"):
        sicilian.push_san(move)
    chosen = [identity(chess.Board(), scheme), identity(sicilian, scheme)]
    for position in chosen:
        same("a position of the list was reached", True, position in games.visits)
    choose = random.Random(1)
    common = sorted(games.visits, key=lambda position: -len(games.visits[position]))
    for places in (common[: 4 * count], list(games.visits)):
        chosen += choose.sample(places, min(count // 2, len(places)))
    return list(dict.fromkeys(chosen))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zobrist", metavar="COMMAND", required=True)
    parser.add_argument("--list", choices=LISTS, required=True, help="the list of filters")
    parser.add_argument("index", type=Path)
    parser.add_argument("pgn", nargs="+")
    arguments = parser.parse_args()
    manifest = json.loads((arguments.index / "manifest.json").read_text())
    sources = manifest["sources"]
    same("sources", len(sources), len(arguments.pgn))
    scheme = manifest["scheme"]
    games = Games(zip(sources, arguments.pgn), scheme)
    chosen = positions(games, scheme, 30)
    filters = LISTS[arguments.list]
    for options in filters:
        # It would test nothing.
        kept = games.answer(chosen[0], options, 0)[0]
        if not kept["games"] or kept["games"] == kept["reached"] and "max-ply" not in options:
            raise SystemExit(f"{options}: expected some games, not all, got {kept}")
    pairs = [merged(one, other) for one, other in combinations(filters, 2)]
    pairs = [both for both in pairs if both is not None]
    questions = Questions(arguments.zobrist, arguments.index, games)
    questions.all((position, options, 2) for position in chosen for options in [{}, *filters])
    for number, position in enumerate(chosen[:3]):
        # A third of the pairs in each position but the first.
        some = pairs if number == 0 else pairs[number::3]
        questions.all((position, options, 0) for options in some)
    filters_text = f"{len(filters)} filters, {len(pairs)} pairs, {len(chosen)} positions"
    print(f"{filters_text}: {questions.asked} questions, {questions.kept} of them with games")


if __name__ == "__main__":
    main()
