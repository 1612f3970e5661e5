"""Building and changing indexes, compared with the commands."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import CLUB, ENGINES, run

import zobrist

BAD = '[White "A"]\n\n1. e4 e5 1-0\n\n1. e4 Ke5 0-1\n\n1. d4 d5 2. Qd5 *\n\n1. c4 *\n'


def tables(folder: Path) -> dict[str, bytes]:
    """The keyed tables, which do not depend on the machine."""
    files = sorted((folder / "positions").iterdir()) + sorted((folder / "occurrences").iterdir())
    return {f"{file.parent.name}/{file.suffix}{n}": file.read_bytes() for n, file in enumerate(files)}


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        ({"scheme": "polyglot"}, ["--scheme", "polyglot"]),
        ({"max_ply": 10}, ["--max-ply", 10]),
        ({"min_elo": 1900}, ["--min-elo", 1900]),
        ({"dedup": True}, ["--dedup"]),
        ({"dedup": "players"}, ["--dedup=players"]),
        ({"files_per_table": 3}, ["--files", 3]),
        ({"memory": "16MiB", "threads": 1}, ["--memory", "16MiB", "--jobs", 1]),
        ({"memory": 1 << 25, "relative": True}, ["--memory", "32MiB", "--relative"]),
    ],
    ids=str,
)
def test_builds_are_those_of_the_command(
    tmp_path: Path, options: dict[str, object], arguments: list[object]
) -> None:
    built = zobrist.build_index(tmp_path / "one", [CLUB, ENGINES], **options)
    run("index", "build", tmp_path / "other", CLUB, ENGINES, *arguments)
    one, other = tmp_path / "one", tmp_path / "other"
    assert tables(one) == tables(other)
    assert len(tables(one)) == 2 * options.get("files_per_table", 1)
    index = zobrist.Index(one)
    assert built.games == len(index) > 0
    assert built.positions == index.info["occurrences_rows"]
    assert index.sources == zobrist.Index(other).sources
    assert (built.below_elo > 0) == ("min_elo" in options)
    assert zobrist.verify(one) is None
    run("index", "verify", one)


def test_rejected_and_shortened_games_are_listed(tmp_path: Path) -> None:
    games = tmp_path / "bad.pgn"
    games.write_text(BAD)
    built = zobrist.build_index(tmp_path / "one", games)
    assert (built.games, built.rejected, built.shortened) == (2, 2, 0)
    first, second = built.rejections
    assert (first["file"], first["line"], first["offset"]) == (str(games), 5, BAD.index("Ke5"))
    assert first["reason"].startswith("game 2: ") and "Ke5" in first["reason"]
    assert second["line"] == 7
    assert repr(built) == "<zobrist.Built: 2 games, 5 positions, 2 rejected>"
    built = zobrist.build_index(tmp_path / "two", str(games), keep_valid=True)
    assert (built.games, built.rejected, built.shortened) == (4, 0, 2)
    assert [row["reason"].endswith("; kept the moves before it") for row in built.rejections] == [True] * 2
    with pytest.raises(AttributeError):
        built.games = 3


def test_no_more_than_a_thousand_rejections_are_listed(tmp_path: Path) -> None:
    games = tmp_path / "bad.pgn"
    games.write_text("1. Ke4 *\n\n" * 1500 + "1. e4 *\n")
    built = zobrist.build_index(tmp_path / "idx", games)
    assert (built.games, built.rejected, len(built.rejections)) == (1, 1500, 1000)
    assert built.rejections[999]["line"] == 1999


def test_files_that_are_named_twice_count_once(tmp_path: Path) -> None:
    link = tmp_path / "link.pgn.gz"
    link.symlink_to(CLUB)
    built = zobrist.build_index(tmp_path / "idx", [CLUB, str(link), CLUB])
    assert built.games == 320
    assert built.left_out == [str(link), str(CLUB)]


def test_add_and_merge(tmp_path: Path) -> None:
    folder = tmp_path / "idx"
    zobrist.build_index(folder, CLUB)
    added = zobrist.add(folder, [ENGINES, CLUB])
    assert (added.games, added.left_out) == (2000, [str(CLUB)])
    assert len(zobrist.Index(folder)) == 2320
    nothing = zobrist.add(str(folder), CLUB)
    assert (nothing.games, nothing.left_out, len(nothing.rejections)) == (0, [str(CLUB)], 0)
    again = zobrist.add(folder, CLUB, dedup=True, again=True)
    assert (again.games, again.duplicates) == (0, 320)
    assert zobrist.Index(folder).info["segments"] >= 2
    merged = zobrist.merge(folder, files_per_table=2, threads=1)
    assert zobrist.Index(folder).info["segments"] == 1
    assert merged.games == len(zobrist.Index(folder)) == 2320
    zobrist.build_index(tmp_path / "whole", [CLUB, ENGINES], files_per_table=2)
    assert zobrist.Index(folder).moves() == zobrist.Index(tmp_path / "whole").moves()
    assert zobrist.verify(folder, temp=tmp_path, memory="64MiB", threads=2) is None


def test_an_index_is_not_replaced_unasked(tmp_path: Path) -> None:
    folder = tmp_path / "idx"
    zobrist.build_index(folder, CLUB)
    with pytest.raises(FileExistsError, match="holds an index already; zobrist.add adds .*replace=True"):
        zobrist.build_index(folder, ENGINES)
    assert len(zobrist.Index(folder)) == 320
    zobrist.build_index(folder, ENGINES, replace=True)
    assert len(zobrist.Index(folder)) == 2000


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(zobrist.DataError, match="holds other files; name a new folder"):
        zobrist.build_index(tmp_path, CLUB)
    assert os.listdir(tmp_path) == ["notes.txt"]
    for change in [lambda: zobrist.add(tmp_path, CLUB), lambda: zobrist.merge(tmp_path), lambda: zobrist.verify(tmp_path)]:
        with pytest.raises(zobrist.DataError, match="holds no index; zobrist.build_index makes one"):
            change()
    assert os.listdir(tmp_path) == ["notes.txt"]


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(zobrist.ReadError, match="missing.pgn") as caught:
        zobrist.build_index(tmp_path / "idx", [CLUB, tmp_path / "missing.pgn"])
    assert isinstance(caught.value, OSError)
    assert not (tmp_path / "idx").exists()


@pytest.mark.parametrize("call", ["build_index", "add"])
def test_a_file_that_is_cut(tmp_path: Path, call: str) -> None:
    folder, cut = tmp_path / "idx", tmp_path / "cut.pgn.gz"
    whole = gzip.compress(gzip.decompress(ENGINES.read_bytes()), mtime=0)
    cut.write_bytes(whole[: len(whole) // 2])
    if call == "add":
        zobrist.build_index(folder, CLUB)
    before = sorted(folder.glob("*.json"))
    read = getattr(zobrist, call)
    with pytest.raises(zobrist.ReadError, match="nothing was put into the index; mend .*partial=True") as caught:
        read(folder, cut)
    error = caught.value
    assert error.file == str(cut) and error.line > 1000 and error.offset > 10000
    assert sorted(folder.glob("*.json")) == before
    # It is mended, and the same call continues.
    cut.write_bytes(whole)
    seen: list[zobrist.Progress] = []
    built = read(folder, cut, progress=seen.append)
    assert (built.games, built.rejected) == (2000, 0)
    assert 0 < seen[-1].games < 2000
    zobrist.verify(folder)


def test_a_part_of_a_file_is_accepted(tmp_path: Path) -> None:
    cut = tmp_path / "cut.pgn.gz"
    cut.write_bytes(CLUB.read_bytes()[:10000])
    built = zobrist.build_index(tmp_path / "idx", cut, partial=True)
    assert built.partial == 1 and 0 < built.games < 320
    assert zobrist.Index(tmp_path / "idx").info["partial"] == 1


def test_progress(tmp_path: Path) -> None:
    seen: list[zobrist.Progress] = []
    zobrist.build_index(tmp_path / "idx", [CLUB, ENGINES], progress=seen.append)
    last = seen[-1]
    assert (last.what, last.unit) == ("reading games", "B")
    assert last.done == last.total == CLUB.stat().st_size + ENGINES.stat().st_size
    assert (last.games, last.rejected) == (2320, 0) and last.plies > 200_000


def test_an_error_of_the_progress_stops_the_work(tmp_path: Path) -> None:
    games = tmp_path / "many.pgn"
    games.write_bytes(gzip.decompress(ENGINES.read_bytes()) * 10)

    def broken(progress: zobrist.Progress) -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        zobrist.build_index(tmp_path / "idx", games, threads=1, progress=broken)
    assert not (tmp_path / "idx" / "manifest.json").exists()


STOPPED = """
import sys, zobrist
folder, games = sys.argv[1:]
def show(progress):
    print(progress.games, flush=True)
try:
    zobrist.build_index(folder, games, threads=1, progress=show)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_ctrl_c_keeps_what_was_read(tmp_path: Path) -> None:
    folder, games = tmp_path / "idx", tmp_path / "many.pgn"
    games.write_bytes(gzip.decompress(ENGINES.read_bytes()) * 30)
    child = subprocess.Popen(
        [sys.executable, "-c", STOPPED, folder, games], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    while int(child.stdout.readline()) < 1000:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert rest.splitlines()[-1] == "stopped"
    assert not (folder / "manifest.json").exists()
    seen: list[zobrist.Progress] = []
    built = zobrist.build_index(folder, games, threads=1, progress=seen.append)
    assert built.games == 60000
    assert seen[-1].games < 60000


HOLDER = """
import fcntl, sys, time
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""


def test_a_busy_index_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "idx"
    zobrist.build_index(folder, CLUB)
    (folder / ".building").mkdir(exist_ok=True)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder / ".building" / ".lock"], stdout=subprocess.PIPE
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        for call in [lambda: zobrist.merge(folder, wait=0.5), lambda: zobrist.add(folder, ENGINES, wait=0.5)]:
            start = time.monotonic()
            with pytest.raises(zobrist.ZobristError, match="another process is writing the index"):
                call()
            assert 0.4 < time.monotonic() - start < 20
    finally:
        holder.kill()
        holder.communicate()
    assert zobrist.add(folder, ENGINES, wait=0).games == 2000


def test_arguments_that_are_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "idx"
    for options, message in [
        ({"paths": []}, "paths: expected at least one path"),
        ({"paths": ["-"]}, "paths: expected paths of files"),
        ({"memory": "1MiB"}, "memory: expected at least 16MiB"),
        ({"memory": 5}, "memory: expected at least 16MiB, got 5"),
        ({"memory": "lots"}, "memory: expected a size"),
        ({"files_per_table": 0}, "files_per_table: expected 1 to 65536, got 0"),
        ({"dedup": "some"}, "dedup: expected False, True"),
        ({"threads": 0}, "threads: expected 1"),
        ({"scheme": "fidel"}, "scheme: expected"),
        ({"scheme": zobrist.Scheme("zobrist", bits=32)}, "64 bits"),
    ]:
        arguments = {"paths": CLUB, **options}
        with pytest.raises(ValueError, match=message):
            zobrist.build_index(folder, **arguments)
    with pytest.raises(TypeError, match="paths: expected a path or a list of paths, got int"):
        zobrist.build_index(folder, 3)
    with pytest.raises(TypeError, match="memory: expected a number of bytes"):
        zobrist.build_index(folder, CLUB, memory=1.5)
    with pytest.raises(ValueError, match="wait: expected a number of seconds from 0, got -1"):
        zobrist.merge(folder, wait=-1)
    assert not folder.exists()
