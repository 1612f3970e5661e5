"""Questions to an index, compared with the answers of the command."""

from __future__ import annotations

import datetime
import pickle
import threading
from pathlib import Path

import chess
import duckdb
import numpy
import polars
import pyarrow
import pytest
from command import CLUB, ENGINES, rows

import zobrist

START = chess.STARTING_FEN


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of both files of games."""
    folder = tmp_path_factory.mktemp("index") / "both"
    built = zobrist.build_index(folder, [CLUB, ENGINES])
    assert built.rejected == 0 and built.games > 2300
    return folder


@pytest.fixture(scope="module")
def index(folder: Path) -> zobrist.Index:
    return zobrist.Index(folder)


def as_moves(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """The moves of the command as rows of the package."""
    moves = []
    for line in lines:
        if line.pop("type") == "move":
            opening = line.pop("opening")
            score = {"player_score": line.pop("player_score")} if "player_score" in line else {}
            eco, name = (opening["eco"], opening["name"]) if opening else (None, None)
            moves.append({**line, "eco": eco, "opening": name, **score})
    return moves


def ask(folder: Path, *arguments: object) -> tuple[dict, list[dict], list[dict]]:
    """The totals, the moves and the games that the command prints."""
    lines = rows("explore", folder, "--games", 5, *arguments)
    games = [{k: v for k, v in line.items() if k != "type"} for line in lines if line["type"] == "game"]
    totals = {k: v for k, v in lines[0].items() if k != "type"}
    return totals, as_moves(lines), games


def agrees(index: zobrist.Index, folder: Path, arguments: list[object], **options: object) -> int:
    """Compares all three answers, and returns the number of games."""
    totals, moves, games = ask(folder, *arguments)
    assert index.totals(**options) == totals
    assert list(index.moves(**options)) == moves
    assert list(index.games(limit=5, **options)) == games
    return totals["games"]


LINES = [
    "",
    "e4",
    "e4 c5",
    "e4 e5 Nf3 Nc6 Bb5",
    "d4 d5 c4",
    "d4 Nf6 c4 g6 Nc3 Bg7",
    "Nf3 d5 c4",
    "e4 e6 d4 d5",
    "e4 c6",
    "c4 e5",
    "1.e4 e5 2.Nf3 Nf6",
    "g1f3 g8f6 f3g1 f6g8",
    "a4 a5 b4 b5",
]


@pytest.mark.parametrize("line", LINES)
def test_positions(index: zobrist.Index, folder: Path, line: str) -> None:
    games = agrees(index, folder, ["--moves", line], moves=line)
    assert games > 0 or line == "a4 a5 b4 b5"
    # The same position by moves in place of it, and by lists.
    assert index.moves(line or "startpos") == index.moves(moves=line)
    assert index.moves(moves=line.split()) == index.moves(moves=line)


def test_positions_of_every_kind(index: zobrist.Index, folder: Path) -> None:
    board = chess.Board()
    board.push_san("e4")
    board.push_san("c5")
    expected = index.moves(moves="e4 c5")
    assert len(expected) > 3
    assert index.moves(board) == expected == index.moves(board.fen())
    assert index.moves(START, moves="e4 c5") == expected
    assert index.moves(moves=list(board.move_stack)) == expected
    assert index.moves(chess.Board()) == index.moves() == index.moves("startpos")
    fen = board.fen()
    assert agrees(index, folder, ["--fen", fen], position=fen) > 0
    assert agrees(index, folder, ["--fen", fen, "--moves", "Nf3"], position=fen, moves="Nf3") > 0


FILTERS = [
    (["--player", "lindqvist"], {"player": "lindqvist"}),
    (["--player", "LAVIGNE, elise"], {"player": "LAVIGNE, elise"}),
    (["--player", "mori", "--player", "haddad"], {"player": ["mori", "haddad"]}),
    (["--player", "mori", "--as", "black"], {"player": "mori", "color": "black"}),
    (["--opponent", "okafor"], {"opponent": "okafor"}),
    (["--player", "stockfish", "--opponent", "1350"], {"player": "stockfish", "opponent": "1350"}),
    (["--since", "2025"], {"since": 2025}),
    (["--since", "2024.05"], {"since": "2024.05"}),
    (["--until", "2024-05-31"], {"until": datetime.date(2024, 5, 31)}),
    (["--since", "2024", "--until", "2024"], {"since": "2024", "until": 2024}),
    (["--elo", "2000..2400"], {"elo": "2000..2400"}),
    (["--elo", "2000..2400"], {"elo": (2000, 2400)}),
    (["--elo", "..1800"], {"elo": (None, 1800)}),
    (["--min-elo", "2100"], {"min_elo": 2100}),
    (["--result", "1/2-1/2"], {"result": "1/2-1/2"}),
    (["--event", "league"], {"event": "league"}),
    (["--time-control", "900+10"], {"time_control": "900+10"}),
    (["--max-ply", "2"], {"max_ply": 2}),
    (["--dedup"], {"dedup": True}),
    (["--dedup=players"], {"dedup": "players"}),
    (["--jobs", "1"], {"threads": 1}),
]


@pytest.mark.parametrize(("arguments", "options"), FILTERS, ids=lambda value: str(value))
def test_filters(
    index: zobrist.Index, folder: Path, arguments: list[str], options: dict[str, object]
) -> None:
    games = agrees(index, folder, arguments, **options)
    plain = index.totals()["games"]
    assert 0 < games <= plain
    assert games < plain or not {"max_ply", "dedup", "threads"}.isdisjoint(options)
    agrees(index, folder, ["--moves", "e4 e5", *arguments], moves="e4 e5", **options)


@pytest.mark.parametrize("sort", ["games", "score", "elo", "year"])
def test_orders_of_moves(index: zobrist.Index, folder: Path, sort: str) -> None:
    for line in ["", "e4", "d4 d5 c4"]:
        lines = rows("explore", folder, "--moves", line, "--sort", sort, "--top", 3, "--min-games", 5)
        table = index.moves(moves=line, sort=sort, top=3, min_games=5)
        assert list(table) == as_moves(lines) and len(table) == 3


@pytest.mark.parametrize("sort", ["first", "newest", "strongest"])
def test_orders_of_games(index: zobrist.Index, folder: Path, sort: str) -> None:
    lines = rows("explore", folder, "--moves", "e4 c5", "--games", 20, "--sort-games", sort)
    expected = [line["game_id"] for line in lines if line["type"] == "game"]
    assert index.games(moves="e4 c5", limit=20, sort=sort)["game_id"] == expected


def test_games_have_a_limit_or_none(index: zobrist.Index) -> None:
    every = index.games(moves="e4", limit=None)
    assert len(every) == index.totals(moves="e4")["games"] > 300
    assert len(index.games(moves="e4")) == 10
    assert len(index.games(moves="e4", limit=0)) == 0


def test_columns_have_their_types(index: zobrist.Index) -> None:
    moves = pyarrow.table(index.moves(player="mori")).schema
    assert moves.field("average_elo").type == pyarrow.float64()
    for name in ["games", "last_year", "other_orders"]:
        assert moves.field(name).type == pyarrow.int64()
    assert moves.names[-1] == "player_score"
    # A table without rows has them, too.
    assert pyarrow.table(index.moves(moves="a4 a5 b4 b5", player="mori")).schema == moves
    games = polars.DataFrame(index.games(limit=None))
    assert games.height == len(index)
    assert games.schema["ply"] == polars.Int64


def test_keys_join_with_the_tables(index: zobrist.Index, folder: Path) -> None:
    fens = [chess.Board().fen()]
    board = chess.Board()
    for san in ["d4", "Nf6", "c4", "e6"]:
        board.push_san(san)
        fens.append(board.fen())
    keys = index.keys(fens)
    assert keys.dtype == numpy.int64
    assert [index.keys(fen) for fen in fens] == keys.tolist()
    assert index.keys(board) == keys[-1]
    assert keys.tolist() == zobrist.hash(fens, "fide", signed=True).tolist()
    asked = polars.DataFrame({"fen": fens, "key": keys})
    joined = duckdb.sql(
        f"""SELECT fen, sum(white + draws + black + unknown) AS games
        FROM asked JOIN '{folder}/positions/*.parquet' USING (key) GROUP BY fen"""
    ).fetchall()
    assert dict(joined) == {
        fen: sum(index.moves(fen)["games"]) + index.totals(fen)["ended"] for fen in fens
    }
    assert asked.height == len(joined)


def test_keys_follow_the_scheme_of_the_index(tmp_path: Path) -> None:
    zobrist.build_index(tmp_path / "idx", CLUB, scheme="polyglot")
    index = zobrist.Index(tmp_path / "idx")
    assert index.scheme == zobrist.Scheme("polyglot")
    assert index.keys(START) == zobrist.hash(START, "polyglot", signed=True)
    atomic = zobrist.hash(START, "polyglot", variant="atomic", signed=True)
    assert index.keys(START, variant="atomic") == atomic


def test_keys_of_bad_positions(index: zobrist.Index) -> None:
    with pytest.raises(zobrist.PositionError) as caught:
        index.keys([START, "8/8 w"])
    assert caught.value.row == 1
    keys = index.keys([START, "8/8 w", None], errors="null")
    assert keys.to_list() == [index.keys(START), None, None]
    assert index.keys("8/8 w", errors="null") is None
    with pytest.raises(TypeError, match="expected a FEN"):
        index.keys(3)


def test_what_an_index_says_of_itself(index: zobrist.Index, folder: Path) -> None:
    (facts,) = rows("index", "info", folder)
    assert facts.pop("type") == "index"
    assert index.info == facts
    assert len(index) == facts["games"]
    assert index.version == facts["version"] == 1
    assert index.folder == str(folder)
    assert index.sources == [str(CLUB), str(ENGINES)]
    assert index.scheme.name == "fide"
    text = repr(index)
    assert str(folder) in text and "fide" in text and f"{len(index)} games" in text.replace(",", "")


def test_an_index_is_pickled_by_its_folder(
    index: zobrist.Index, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = pickle.loads(pickle.dumps(index))
    assert again.moves() == index.moves()
    monkeypatch.chdir(folder.parent)
    relative = pickle.dumps(zobrist.Index(folder.name))
    monkeypatch.chdir("/")
    assert len(pickle.loads(relative)) == len(index)


def test_threads_may_ask_at_once(index: zobrist.Index) -> None:
    expected = index.moves(player="stockfish")
    answers: list[zobrist.Table] = []
    threads = [
        threading.Thread(target=lambda: answers.append(index.moves(player="stockfish")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and all(answer == expected for answer in answers)


BAD_FILTERS = [
    ({"since": "2024-13"}, "since: expected a month from 01 to 12"),
    ({"until": "yesterday"}, "until: expected a date"),
    ({"since": 0}, "since: expected a year from 1 to 9999, got 0"),
    ({"since": 2025, "until": "2024"}, "no date is in the range"),
    ({"elo": "2400"}, "elo: expected Elos as 2000..2400"),
    ({"elo": (2400, 2000)}, "elo: no Elo is in the range"),
    ({"elo": (None, None)}, "elo: expected Elos as"),
    ({"elo": (1, 2, 3)}, "elo: expected a pair"),
    ({"min_elo": 0}, "min_elo: expected a number from 1 to 9999, got 0"),
    ({"min_elo": 2000, "elo": "2000.."}, "min_elo: expected it without elo"),
    ({"color": "white"}, "color: expected a player with the games as White, got none"),
    ({"player": "mori", "color": "red"}, "color: expected \"white\" or \"black\", got \"red\""),
    ({"player": ""}, "player: expected a text to search for"),
    ({"event": " "}, "event: expected a text to search for"),
    ({"time_control": ""}, "expected a text to search for"),
    ({"result": "2-0"}, "result: expected one of 1-0"),
    ({"max_ply": 0}, "max_ply: expected a number from 1"),
]


@pytest.mark.parametrize(("options", "message"), BAD_FILTERS, ids=lambda value: str(value))
def test_filters_that_no_game_meets(
    index: zobrist.Index, options: dict[str, object], message: str
) -> None:
    for ask in [index.moves, index.totals, index.games]:
        with pytest.raises(zobrist.FilterError) as caught:
            ask(**options)
        assert message in str(caught.value)
        assert isinstance(caught.value, ValueError)


def test_options_that_do_not_exist(index: zobrist.Index) -> None:
    with pytest.raises(TypeError, match="moves.. got an unexpected .*'playr'; did you mean player"):
        index.moves(playr="mori")
    for options in [{"player": 3}, {"since": []}, {"min_elo": "high"}, {"elo": 2000}, {"event": 1}]:
        with pytest.raises(TypeError, match=f"{next(iter(options))}: expected"):
            index.totals(**options)
    for options in [{"sort": "best"}, {"dedup": "all"}, {"threads": 0}, {"variant": "shogi"}]:
        with pytest.raises(ValueError, match=f"{next(iter(options))}: expected"):
            index.moves(**options)
    with pytest.raises(ValueError, match='sort: expected "first", "newest" or "strongest"'):
        index.games(sort="best")


def test_positions_that_are_none(index: zobrist.Index) -> None:
    with pytest.raises(zobrist.PositionError):
        index.moves("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(zobrist.MoveError, match="did you mean .*Nf6"):
        index.moves(moves="e4 Nf4")
    with pytest.raises(TypeError, match="position: expected a FEN or a chess.Board, got int"):
        index.moves(3)
    with pytest.raises(TypeError, match="moves: expected a text"):
        index.moves(moves=3)


def test_folders_that_hold_no_index(tmp_path: Path) -> None:
    with pytest.raises(zobrist.DataError, match="holds no index; zobrist.build_index makes one"):
        zobrist.Index(tmp_path)
    for other in [tmp_path / "missing", CLUB]:
        with pytest.raises((zobrist.DataError, zobrist.ReadError)) as caught:
            zobrist.Index(other)
        assert other.name in str(caught.value)
    with pytest.raises(TypeError):
        zobrist.Index(3)


def test_a_damaged_index_is_told(folder: Path, tmp_path: Path) -> None:
    zobrist.build_index(tmp_path / "idx", CLUB)
    index = zobrist.Index(tmp_path / "idx")
    for file in (tmp_path / "idx" / "occurrences").iterdir():
        data = bytearray(file.read_bytes())
        for at in range(100, len(data) - 100, 1000):
            data[at] ^= 255
        file.write_bytes(data)
    with pytest.raises(zobrist.DataError, match="damaged"):
        index.games()
    with pytest.raises(zobrist.DataError, match="faults? in .*; build the index again: "):
        zobrist.verify(tmp_path / "idx")
    (tmp_path / "idx" / "manifest.json").write_text("{}")
    with pytest.raises(zobrist.DataError):
        zobrist.Index(tmp_path / "idx")
