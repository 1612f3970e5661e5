"""Asks a running `zobrist serve` by berserk, a client of lichess's opening explorer.

    python explorer_client.py URL GAMES.pgn[.gz]

The file is what the server was started with, without rejected games. Counts, moves, castling, lists
of games and whole games are compared with a recount by python-chess, and openings with some that are
known. Ends with the first mismatch and a non-zero status.
"""

import argparse
import gzip
import io
import math
import random
from pathlib import Path

import berserk
import chess
import chess.pgn
import requests

from tables import same

OTHER = {"white": "black", "black": "white"}
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SPEEDS = ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"]
RATINGS = ["0", "1000", "1200", "1400", "1600", "1800", "2000", "2200", "2500"]
WINNERS = {"1-0": "white", "0-1": "black", "1/2-1/2": None}


def key(board):
    """What makes two positions the same: not the counters."""
    return board.epd(shredder=True, en_passant="legal")


def number_of(game_id):
    """The number of a game of the first source."""
    same("length of an id", 8, len(game_id))
    number = 0
    for digit in game_id:
        number = number * 62 + DIGITS.index(digit)
    return number


class Game:
    """A game: its facts, and each position with the move that was played there."""

    def __init__(self, pgn):
        tag = pgn.headers.get
        self.names = {"white": tag("White", "?"), "black": tag("Black", "?")}
        elos = {"white": tag("WhiteElo", ""), "black": tag("BlackElo", "")}
        self.elos = {side: int(elo) if elo.isdigit() else None for side, elo in elos.items()}
        self.date, self.result = tag("Date", "????.??.??"), tag("Result", "*")
        board = pgn.board()
        self.start, self.visits, self.played = board.copy(), [], []
        for move in pgn.mainline_moves():
            uci = board.uci(move, chess960=True)
            self.visits.append((key(board), uci, board.san(move)))
            self.played.append(move)
            board.push(move)
        self.visits.append((key(board), None, None))

    @property
    def year(self):
        return int(self.date[:4]) if self.date[:4].isdigit() else None

    @property
    def month(self):
        return self.date[:7].replace(".", "-") if self.date[5:7].isdigit() else None

    def elo_sum(self):
        return sum(elo or 0 for elo in self.elos.values())


def read(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path, encoding="utf-8")
    with opened as file:
        games = []
        while pgn := chess.pgn.read_game(file):
            same("errors of a game", [], pgn.errors)
            games.append(Game(pgn))
        return games


class Recount:
    """The games, by the positions that they reached."""

    def __init__(self, games):
        self.games, self.reached = games, {}
        for number, game in enumerate(games):
            for visit, _, _ in game.visits:
                self.reached.setdefault(visit, {})[number] = None

    def of(self, position, keep):
        return [number for number in self.reached.get(position, {}) if keep(self.games[number])]

    def counts(self, numbers):
        results = [self.games[number].result for number in numbers]
        return {"white": results.count("1-0"), "draws": results.count("1/2-1/2"), "black": results.count("0-1")}

    def moves(self, position, numbers):
        """The games of each move."""
        moves = {}
        for number in numbers:
            played = {(uci, san) for at, uci, san in self.games[number].visits if at == position and uci}
            for move in played:
                moves.setdefault(move, []).append(number)
        known = lambda numbers: any(self.games[number].result != "*" for number in numbers)
        return {move: numbers for move, numbers in moves.items() if known(numbers)}

    def average(self, numbers):
        elos = [elo for number in numbers for elo in self.games[number].elos.values() if elo]
        return math.floor(sum(elos) / len(elos) + 0.5) if elos else None

    def first_move(self, position, number):
        return next(uci for at, uci, _ in self.games[number].visits if at == position)

    def listed(self, position, numbers, order, count):
        """The first games of an order, of those that have a result and went on."""
        known = [n for n in numbers if self.games[n].result != "*" and self.first_move(position, n)]
        if order == "topGames":
            known.sort(key=lambda n: (-self.games[n].elo_sum(), n))
        else:
            rank = lambda n: self.games[n].date.replace("?", "0")
            known.sort(key=lambda n: (rank(n), n), reverse=True)
        return known[:count]

    def is_game(self, what, number, got):
        game = self.games[number]
        same(f"{what}: number", number, number_of(got["id"]))
        expected = {
            "id": got["id"],
            "winner": WINNERS[game.result],
            "year": game.year,
            "month": game.month,
            **{side: {"name": game.names[side], "rating": game.elos[side]} for side in game.names},
        }
        same(what, expected, {name: value for name, value in got.items() if name != "uci"})

    def opponents(self, numbers, side):
        """The rounded mean Elo of those who had this side, of games with a known result."""
        elos = [self.games[number].elos[side] for number in numbers if self.games[number].result != "*"]
        elos = [elo for elo in elos if elo]
        return math.floor(sum(elos) / len(elos) + 0.5) if elos else None

    def is_answer(self, what, position, got, keep, lists, opponent=None):
        """Compares an answer with the games that a filter keeps, of a player if `opponent` is the other side."""
        has_average = opponent is None
        numbers = self.of(position, keep)
        same(f"{what}: counts", self.counts(numbers), {name: got[name] for name in ("white", "draws", "black")})
        fields = {"white", "draws", "black", "moves", "opening", *lists}
        same(f"{what}: fields", fields | (set() if has_average else {"queuePosition"}), set(got))
        expected = {}
        for (uci, san), games in self.moves(position, numbers).items():
            average = self.average(games) if has_average else None
            rating = {} if average is None else {"averageRating": average}
            if not has_average:
                rating["averageOpponentRating"] = self.opponents(games, opponent)
            expected[uci] = {"uci": uci, "san": san, **rating, **self.counts(games)}
            known = [number for number in games if self.games[number].result != "*"]
            expected[uci]["single"] = known[0] if len(known) == 1 else None
        totals = [move["white"] + move["draws"] + move["black"] for move in got["moves"]]
        same(f"{what}: order of moves", sorted(totals, reverse=True), totals)
        same(f"{what}: moves", sorted(expected), sorted(move["uci"] for move in got["moves"]))
        for move in got["moves"]:
            wanted = expected[move["uci"]]
            game, opening = move.pop("game"), move.pop("opening")
            single = wanted.pop("single")
            if not has_average:
                performance, mean = move.pop("performance"), wanted["averageOpponentRating"]
                same(f"{what}: is rated", mean is not None, performance is not None)
                same(f"{what}: performance", True, mean is None or abs(performance - mean) <= 801)
            same(f"{what}: move", wanted, move)
            if opening is not None:
                same(f"{what}: opening", {"eco", "name"}, set(opening))
            same(f"{what}: is a single game", single is not None, game is not None)
            if game is not None:
                self.is_game(f"{what}: game of {move['uci']}", single, game)
        for order, count in lists.items():
            listed = self.listed(position, numbers, order, count)
            same(f"{what}: {order}", listed, [number_of(game["id"]) for game in got[order]])
            for number, game in zip(listed, got[order]):
                same(f"{what}: move of {order}", self.first_move(position, number), game["uci"])
                self.is_game(f"{what}: {order}", number, game)


def lines(games, count):
    """Positions of games: the game, the ply and the board."""
    chosen = random.Random(40)
    for number in range(count):
        game = games[number % len(games)] if count >= len(games) else chosen.choice(games)
        ply = min(chosen.randrange(20), len(game.played))
        board = game.start.copy()
        for move in game.played[:ply]:
            board.push(move)
        yield game, ply, board


def everything(_):
    return True


def compare(explorer, recount, count):
    """Compares positions, asked for by moves and by FEN, with all filters."""
    for number, (game, ply, board) in enumerate(lines(recount.games, count)):
        # Castling is understood in both notations.
        before, play = game.start.copy(), []
        for move in game.played[:ply]:
            play.append(before.uci(move, chess960=number % 2 == 0 or before.chess960))
            before.push(move)
        is_usual = game.start.fen() == chess.STARTING_FEN
        if number % 3 == 0:
            asked = {"position": board.fen(), "play": None}
        else:
            asked = {"position": None if is_usual else game.start.fen(), "play": play}
        variant = "chess960" if board.chess960 else "standard"
        what, position, year = f"{asked}", key(board), game.year or 2024
        got = explorer.get_masters_games(**asked, moves=999)
        recount.is_answer(f"masters {what}", position, got, everything, {"topGames": 15})
        got = explorer.get_masters_games(**asked, since=year, until=year, moves=999, top_games=2)
        keep = lambda other: other.year == year
        recount.is_answer(f"masters {year} {what}", position, got, keep, {"topGames": 2})
        # All speeds and all ratings are no filter: few of the games have a time control.
        month = f"{year}-06"
        got = explorer.get_lichess_games(
            **asked, variant=variant, speeds=SPEEDS, ratings=RATINGS, moves=999, top_games=3, recent_games=3
        )
        lists = {"topGames": 3, "recentGames": 3}
        recount.is_answer(f"lichess {what}", position, got, everything, lists)
        got = explorer.get_lichess_games(**asked, variant=variant, since=month, moves=999, top_games=0)
        keep = lambda other: other.month is not None and other.month >= month
        lists = {"topGames": 0, "recentGames": 4}
        recount.is_answer(f"lichess {month} {what}", position, got, keep, lists)
        color = ("white", "black")[number % 2]
        player = game.names[color][:18]
        if player == "?":
            continue
        got = explorer.get_player_games(player, color, variant=variant, **asked, moves=999)
        keep = lambda other: player.casefold() in other.names[color].casefold()
        recount.is_answer(f"{player} {what}", position, got, keep, {"recentGames": 8}, opponent=OTHER[color])
        for listed in got["recentGames"][:1]:
            is_whole(explorer, recount, listed["id"])


def is_whole(explorer, recount, game_id):
    """Compares a whole game."""
    got = Game(chess.pgn.read_game(io.StringIO(explorer.get_otb_master_game(game_id))))
    expected = recount.games[number_of(game_id)]
    same(f"game {game_id}", vars(expected), vars(got))


def openings(explorer):
    got = explorer.get_masters_games(play=["e2e4", "c7c5"])
    same("opening", {"eco": "B20", "name": "Sicilian Defense"}, got["opening"])
    moves = {move["uci"]: move["opening"] for move in got["moves"]}
    if "g1f3" in moves:
        same("opening of a move", {"eco": "B27", "name": "Sicilian Defense"}, moves["g1f3"])


def refused(explorer):
    for ask, status in (
        (lambda: explorer.get_masters_games(play=["e2e5"]), 400),
        (lambda: explorer.get_masters_games(since=2024, until=2023), 400),
        (lambda: explorer.get_player_games("", "white"), 400),
        (lambda: explorer.get_otb_master_game("zzzzzzzz"), 404),
        (lambda: explorer.get_otb_master_game("none"), 404),
    ):
        try:
            ask()
        except berserk.exceptions.ResponseError as error:
            same("status", status, error.status_code)
        else:
            raise SystemExit(f"no error of status {status}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("games", type=Path)
    parser.add_argument("--positions", type=int, default=60)
    args = parser.parse_args()
    session = requests.Session()
    session.trust_env = False
    explorer = berserk.Client(session=session, explorer_url=args.url.rstrip("/")).opening_explorer
    recount = Recount(read(args.games))
    compare(explorer, recount, args.positions)
    openings(explorer)
    refused(explorer)
    print(f"{args.positions} positions of {len(recount.games)} games agree")


if __name__ == "__main__":
    main()
