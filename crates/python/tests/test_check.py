"""`check`: its rows are those of the command, and those that python-chess confirms."""

from __future__ import annotations

import gzip
import io
from collections import Counter
from pathlib import Path
from typing import Any

import chess.pgn
import polars
import pyarrow
import pytest
import zobrist
from command import CLUB, ENGINES, REPOSITORY, rows

TYPES = [
    "threefold",
    "fivefold",
    "fifty-moves",
    "seventy-five-moves",
    "illegal-move",
    "after-the-end",
    "wrong-result",
]
ROOKS = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n"
MATE = "1. f3 e5 2. g4 Qh4# 1-0\n"
ILLEGAL = "1. e4 e5 2. Ke3 *\n"
SOUND = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"
LONG = '[FEN "8/8/4k3/8/8/3K4/8/R6r w - - 148 80"]\n\n80. Rb1 Rh2 1/2-1/2\n'
UNREAD = '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n'
GAMES = "\n".join([ROOKS, MATE, UNREAD, ILLEGAL, SOUND, LONG])


def found(stream: zobrist.GameStream) -> list[dict[str, Any]]:
    return [row for table in stream for row in table]


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize(("files", "findings"), [([ENGINES], 0), ([CLUB], 37), ([ENGINES, CLUB], 37)])
def test_rows_of_files_are_those_of_the_command(
    files: list[Path], findings: int, threads: int
) -> None:
    expected = rows("check", *files)
    stream = zobrist.check(files, threads=threads)
    assert found(stream) == expected
    assert len(expected) == findings
    assert len(stream.rejected) == 0


def test_repetitions_are_those_of_python_chess() -> None:
    threefold = {
        (row["game"], row["ply"]) for row in found(zobrist.check(CLUB, only="threefold"))
    }
    expected = set()
    with gzip.open(CLUB, "rt") as text:
        for number in range(1, 101):
            game = chess.pgn.read_game(text)
            assert game is not None
            seen: Counter[Any] = Counter()
            for ply, node in enumerate([game, *game.mainline()]):
                key = node.board()._transposition_key()
                seen[key] += 1
                if seen[key] == 3:
                    expected.add((number, ply))
                    break
    assert {row for row in threefold if row[0] <= 100} == expected
    assert expected


def test_texts() -> None:
    stream = zobrist.check(texts=[ROOKS, MATE, None, ILLEGAL.encode(), SOUND])
    assert stream.columns == ["type", "file", "game", "ply", "detail"]
    assert [tuple(row.values()) for row in found(stream)] == [
        ("threefold", "texts[0]", 1, 8, "plies 0, 4, 8"),
        ("wrong-result", "texts[1]", 1, 4, "expected 0-1 (checkmate), got 1-0"),
        ("illegal-move", "texts[3]", 1, 3, "illegal move Ke3 at ply 3"),
    ]


def test_a_file_of_faults_equals_the_command(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    expected = rows("check", path, status=1)
    stream = zobrist.check(path)
    assert found(stream) == expected
    assert [(row["game"], row["type"]) for row in expected] == [
        (1, "threefold"),
        (2, "wrong-result"),
        (4, "illegal-move"),
        (6, "fifty-moves"),
        (6, "seventy-five-moves"),
    ]
    # The game that cannot be read has its place.
    (rejected,) = stream.rejected.to_list()
    place = GAMES.index("8/8/8/8/8/8/8/8 w")
    assert rejected["file"] == str(path)
    assert rejected["offset"] == place
    assert rejected["line"] == GAMES.count("\n", 0, place) + 1
    assert rejected["reason"].startswith("game 3: FEN tag: expected a legal position")
    # The same text in memory has the same rows, under another name.
    in_memory = found(zobrist.check(texts=GAMES))
    assert in_memory == [{**row, "file": "texts"} for row in expected]


@pytest.mark.parametrize("only", [*TYPES, ["fifty-moves", "illegal-move"], TYPES])
def test_only(tmp_path: Path, only: str | list[str]) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    names = [only] if isinstance(only, str) else only
    every = found(zobrist.check(path))
    rows = found(zobrist.check(path, only=only))
    assert rows == [row for row in every if row["type"] in names]


def test_types_of_the_text_are_found_if_they_are_asked_for(tmp_path: Path) -> None:
    types = [
        "result",
        "move-numbers",
        "seven-tag-roster",
        "dates",
        "elo",
        "duplicate-tags",
        "fen-without-setup",
        "spellings",
    ]
    games = (
        '[white "Alder"]\n[White "Birch"]\n[Date "2023.02.29"]\n[WhiteElo "high"]\n'
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Result "1-0"]\n\n2. e2-e4 0-1 [Event "x"]\n\n1. e4 *\n'
    )
    path = tmp_path / "games.pgn"
    path.write_text(games)
    expected = rows("check", path, "--only", ",".join(types))
    assert {row["type"] for row in expected} == set(types)
    assert found(zobrist.check(path, only=types)) == expected
    assert not {row["type"] for row in found(zobrist.check(path))} & set(types)
    for name in types:
        assert found(zobrist.check(path, only=name)) == [r for r in expected if r["type"] == name]


def test_arrow() -> None:
    stream = zobrist.check(CLUB)
    table = pyarrow.table(stream)
    assert table.schema.names == stream.columns
    assert [str(field.type) for field in table.schema] == [
        "string",
        "string",
        "int64",
        "int32",
        "string",
    ]
    assert table.to_pylist() == found(stream)
    games = polars.DataFrame(zobrist.games(CLUB))
    joined = polars.DataFrame(stream).join(games, on=["file", "game"])
    assert len(joined) == len(table)
    assert (joined["ply"] <= joined["plies"]).all()
    # No row at all is still a table.
    empty = polars.DataFrame(zobrist.check(texts=SOUND))
    assert (len(empty), empty.columns) == (0, stream.columns)


def test_a_file_that_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    whole = gzip.compress(f"{ROOKS}\n{MATE}\n".encode() * 3000)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(zobrist.ReadError, match="cut.pgn.gz"):
        found(zobrist.check(path))
    stream = zobrist.check(path, partial=True)
    expected = rows("check", path, status=1)
    assert found(stream) == expected
    assert 0 < len(expected) < 6000
    (rejected,) = stream.rejected.to_list()
    assert rejected["file"] == str(path)


def test_progress() -> None:
    seen: list[zobrist.Progress] = []
    large = io.BytesIO()
    with gzip.open(ENGINES) as text:
        content = text.read()
    for _ in range(20):
        large.write(content)
    assert not found(zobrist.check(texts=large.getvalue(), threads=1, progress=seen.append))
    assert seen
    assert all(a.done <= b.done for a, b in zip(seen, seen[1:], strict=False))
    assert seen[-1].games > 0
    assert seen[-1].plies > seen[-1].games

    def fail(_: zobrist.Progress) -> None:
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        found(zobrist.check(texts=large.getvalue(), threads=1, progress=fail))


def test_errors() -> None:
    expected = "only: expected a type of finding.*threefold.*wrong-result"
    with pytest.raises(ValueError, match=expected):
        zobrist.check(texts=SOUND, only="fourfold")
    with pytest.raises(ValueError, match='got "fourfold"'):
        zobrist.check(texts=SOUND, only=["threefold", "fourfold"])
    with pytest.raises(ValueError, match="only: expected one or more of threefold.*got none"):
        zobrist.check(texts=SOUND, only=[])
    for wrong in (3, [3], [None]):
        with pytest.raises(TypeError, match="only: expected the name of a type"):
            zobrist.check(texts=SOUND, only=wrong)
    with pytest.raises(TypeError, match="expected either the paths of files, or texts="):
        zobrist.check()
    with pytest.raises(zobrist.ReadError, match="missing.pgn"):
        zobrist.check(REPOSITORY / "missing.pgn")
    with pytest.raises(RuntimeError, match="nobody has read"):
        zobrist.check(texts=SOUND).rejected  # noqa: B018
    with pytest.raises(ValueError, match="threads: expected 1 to"):
        zobrist.check(texts=SOUND, threads=0)
