"""Opening books, compared with those of the command."""

from __future__ import annotations

import gzip
import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import chess
import chess.polyglot
import pytest
from command import CLUB, ENGINES, rows, run

import zobrist


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "book.bin"
    zobrist.make_book(path, [CLUB, ENGINES], min_games=2)
    return path


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        ({"min_games": 1}, ["--min-games", 1]),
        ({"win": 3, "draw": 2, "loss": 1}, ["--win", 3, "--draw", 2, "--loss", 1]),
        ({"unknown": 4, "min_games": 1}, ["--unknown", 4, "--min-games", 1]),
        ({"min_score": 55.5}, ["--min-score", 55.5]),
        ({"only": "white"}, ["--only", "white"]),
        ({"only": "black", "max_ply": 12}, ["--only", "black", "--max-ply", 12]),
        ({"win": 70000, "scale": "book"}, ["--win", 70000, "--scale", "book"]),
        ({"win": 70000, "scale": "position"}, ["--win", 70000, "--scale", "position"]),
        ({"uniform": True}, ["--uniform"]),
        ({"keep_zero": True}, ["--keep-zero"]),
        ({"compat": True}, ["--compat"]),
        ({"threads": 1}, ["--jobs", 1]),
        ({"player": "stockfish", "color": "white"}, ["--player", "stockfish", "--as", "white"]),
        ({"since": "2025", "until": 2025}, ["--since", 2025, "--until", 2025]),
        ({"min_elo": 1900, "result": "1-0"}, ["--min-elo", 1900, "--result", "1-0"]),
    ],
    ids=str,
)
def test_books_are_those_of_the_command(
    tmp_path: Path, options: dict[str, object], arguments: list[object]
) -> None:
    one, other = tmp_path / "one.bin", tmp_path / "other.bin"
    made = zobrist.make_book(one, [CLUB, ENGINES], **options)
    run("book", "make", CLUB, ENGINES, "-o", other, *arguments)
    assert one.read_bytes() == other.read_bytes()
    assert made.entries == len(zobrist.Book(one)) == one.stat().st_size // 16 > 0
    assert (made.games, made.rejected) == (2320, 0)
    is_filtered = not {"player", "since", "min_elo"}.isdisjoint(options)
    assert (made.kept is not None and 0 < made.kept < 2320) if is_filtered else made.kept is None
    assert os.listdir(tmp_path) == ["one.bin", "other.bin"] or len(os.listdir(tmp_path)) == 2


def test_books_of_an_index(tmp_path: Path, path: Path) -> None:
    zobrist.build_index(tmp_path / "idx", CLUB)
    made = zobrist.make_book(tmp_path / "new.bin", [tmp_path / "idx", ENGINES], min_games=2)
    assert made.games == 2320
    assert (tmp_path / "new.bin").read_bytes() == path.read_bytes()
    with pytest.raises(zobrist.DataError, match="holds no index"):
        zobrist.make_book(tmp_path / "none.bin", CLUB.parent)
    with pytest.raises(zobrist.ReadError, match="is the source .*, or in it; give another name"):
        zobrist.make_book(tmp_path / "idx" / "manifest.json", tmp_path / "idx", overwrite=True)
    with pytest.raises(zobrist.ReadError, match="or in it; give another name"):
        zobrist.make_book(tmp_path / "idx" / "new.bin", tmp_path / "idx")


@pytest.mark.parametrize("line", ["", "e4", "d4 d5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5 a6", "a4 h5 a5"])
def test_probes(path: Path, line: str) -> None:
    book = zobrist.Book(path)
    expected = rows("book", "probe", path, "--moves", line)
    table = book.probe(moves=line)
    assert list(table) == expected
    assert table.columns == ["uci", "san", "weight", "percent", "learn"]
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    assert book.probe(board) == book.probe(board.fen()) == table
    with chess.polyglot.open_reader(path) as reader:
        found = sorted((entry.move.uci(), entry.weight) for entry in reader.find_all(board))
    assert sorted((row["uci"], row["weight"]) for row in table) == found


def test_what_a_book_says_of_itself(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = zobrist.Book(path)
    assert len(book) == path.stat().st_size // 16
    assert book.path == str(path)
    assert str(path) in repr(book) and "entries" in repr(book)
    monkeypatch.chdir(path.parent)
    relative = pickle.dumps(zobrist.Book(path.name))
    monkeypatch.chdir("/")
    assert pickle.loads(relative).probe() == book.probe()


def test_compressed_and_empty_books(path: Path, tmp_path: Path) -> None:
    packed = tmp_path / "book.bin.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert zobrist.Book(packed).probe() == zobrist.Book(path).probe()
    (tmp_path / "empty.bin").touch()
    book = zobrist.Book(tmp_path / "empty.bin")
    assert len(book) == 0 and book and len(book.probe()) == 0


def test_files_that_are_no_books(path: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.bin"
    text.write_text("1. e4 e5 2. Nf3 Nc6 *")
    with pytest.raises(zobrist.DataError, match="text that begins .*zobrist.make_book makes a book"):
        zobrist.Book(text)
    book = path.read_bytes()
    cut = tmp_path / "cut.bin"
    cut.write_bytes(book[:-3])
    with pytest.raises(zobrist.DataError, match="got 13 bytes more than"):
        zobrist.Book(cut)
    unsorted = tmp_path / "unsorted.bin"
    unsorted.write_bytes(book[-16:] + book)
    with pytest.raises(zobrist.DataError, match=r"not sorted by key: at entry 2 \(byte 16\)"):
        zobrist.Book(unsorted)
    for other in [tmp_path, tmp_path / "missing.bin"]:
        with pytest.raises(zobrist.ReadError, match=other.name):
            zobrist.Book(other)


def test_an_illegal_move_is_left_out_with_a_warning(tmp_path: Path) -> None:
    key = zobrist.hash(chess.STARTING_FEN).to_bytes(8, "big")
    e2e4, e2e5 = (12 << 6 | 28).to_bytes(2, "big"), (12 << 6 | 36).to_bytes(2, "big")
    entries = [key + move + weight.to_bytes(2, "big") + bytes(4) for move, weight in [(e2e5, 9), (e2e4, 1), (bytes(2), 1)]]
    (tmp_path / "book.bin").write_bytes(b"".join(entries))
    book = zobrist.Book(tmp_path / "book.bin")
    with pytest.warns(UserWarning, match=r"entry 1 \(byte 0\): expected a legal move, got e2e5; left out"):
        table = book.probe()
    assert list(table) == [{"uci": "e2e4", "san": "e4", "weight": 1, "percent": 100.0, "learn": 0}]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            book.probe()


def test_castling_as_two_squares_of_the_king_is_read_with_a_warning(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    key = zobrist.hash(fen).to_bytes(8, "big")
    (tmp_path / "book.bin").write_bytes(key + (4 << 6 | 6).to_bytes(2, "big") + (3).to_bytes(2, "big") + bytes(4))
    book = zobrist.Book(tmp_path / "book.bin")
    with pytest.warns(UserWarning, match="two squares of the king, e1g1 for e1h1, and read as castling"):
        table = book.probe(fen)
    assert list(table) == [{"uci": "e1g1", "san": "O-O", "weight": 3, "percent": 100.0, "learn": 0}]


def test_positions_without_books(path: Path) -> None:
    book = zobrist.Book(path)
    with pytest.raises(ValueError, match="variant: Polyglot's books have standard chess and Chess960"):
        book.probe(variant="atomic")
    import chess.variant

    with pytest.raises(zobrist.PositionError, match="chess or Chess960"):
        book.probe(chess.variant.AtomicBoard())
    with pytest.raises(zobrist.MoveError):
        book.probe(moves="e5")


def test_a_book_is_not_replaced_unasked(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.bin"
    there.write_bytes(b"mine")
    there.chmod(0o640)
    with pytest.raises(FileExistsError, match="overwrite=True replaces it, or give another name"):
        zobrist.make_book(there, CLUB)
    assert there.read_bytes() == b"mine"
    zobrist.make_book(there, [CLUB, ENGINES], min_games=2, overwrite=True)
    assert there.read_bytes() == path.read_bytes()
    assert there.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["there.bin"]
    with pytest.raises(zobrist.ReadError, match="what is there is not a file"):
        zobrist.make_book(tmp_path, CLUB, overwrite=True)
    with pytest.raises(zobrist.ReadError, match="cannot write"):
        zobrist.make_book(tmp_path / "missing" / "new.bin", CLUB)


def test_bad_games_and_files(tmp_path: Path) -> None:
    games = tmp_path / "bad.pgn"
    games.write_text("1. e4 e5 1-0\n\n1. e4 Ke5 1-0\n\n1. d4 1-0\n")
    made = zobrist.make_book(tmp_path / "new.bin", games, min_games=1)
    assert (made.games, made.rejected, made.entries) == (2, 1, 2)
    (row,) = made.rejections
    assert (row["file"], row["line"]) == (str(games), 3) and "Ke5" in row["reason"]
    made = zobrist.make_book(tmp_path / "kept.bin", games, min_games=1, keep_valid=True)
    assert (made.games, made.rejected, made.shortened) == (3, 0, 1)
    cut = tmp_path / "cut.pgn.gz"
    cut.write_bytes(CLUB.read_bytes()[:10000])
    with pytest.raises(zobrist.ReadError, match="no book was written; mend the file") as caught:
        zobrist.make_book(tmp_path / "cut.bin", cut)
    assert caught.value.file == str(cut) and caught.value.line > 1
    assert not (tmp_path / "cut.bin").exists()
    assert zobrist.make_book(tmp_path / "cut.bin", cut, partial=True).games > 10
    with pytest.raises(zobrist.ReadError, match="missing.pgn"):
        zobrist.make_book(tmp_path / "none.bin", tmp_path / "missing.pgn")
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_arguments_that_are_wrong(tmp_path: Path) -> None:
    for options, message in [
        ({"scale": "best"}, 'scale: expected "book" or "position", got "best"'),
        ({"only": "red"}, 'only: expected "white" or "black", got "red"'),
        ({"min_score": 101}, "min_score: expected a number from 0 to 100"),
        ({"min_score": float("nan")}, "min_score: expected"),
        ({"compat": True, "win": 3}, "compat: expected no win"),
        ({"uniform": True, "scale": "position"}, "uniform: expected no scale"),
        ({"color": "white"}, "color: expected a player"),
        ({"since": "2025", "until": "2024"}, "no date is in the range"),
        ({"threads": 0}, "threads: expected"),
    ]:
        with pytest.raises(ValueError, match=message):
            zobrist.make_book(tmp_path / "new.bin", CLUB, **options)
    with pytest.raises(TypeError, match="make_book.. got an unexpected keyword argument 'opponent'"):
        zobrist.make_book(tmp_path / "new.bin", CLUB, opponent="x")
    assert os.listdir(tmp_path) == []


STOPPED = """
import sys, zobrist
def show(progress):
    print(progress.games, flush=True)
try:
    zobrist.make_book(sys.argv[1], sys.argv[2], threads=1, progress=show)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    games = tmp_path / "many.pgn"
    games.write_bytes(gzip.decompress(ENGINES.read_bytes()) * 30)
    child = subprocess.Popen(
        [sys.executable, "-c", STOPPED, tmp_path / "new.bin", games], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    while int(child.stdout.readline()) < 1000:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest.splitlines()[-1] == "stopped"
    assert os.listdir(tmp_path) == ["many.pgn"]
