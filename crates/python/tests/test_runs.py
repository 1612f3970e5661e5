"""An index that many tasks build is the one that a single machine builds."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import CLUB, ENGINES, REPOSITORY, run
from same_index import BAD, assert_same, assert_same_answers, cut, framed, keyed

import zobrist
from zobrist import runs

ROOKIE = REPOSITORY / "data/rookie/rookie.toml"


def build(folder: Path, ranges: int = 3) -> zobrist.Built:
    """Builds what is planned, and keeps the plan beside the folder."""
    shutil.copy(folder / ".building/plan.json", folder.with_suffix(".json"))
    for number in range(1, runs.status(folder).runs + 1):
        runs.run(folder, number, threads=1, memory="16MiB")
    for number in range(1, ranges + 1):
        runs.combine(folder, number, ranges, threads=1)
    return runs.commit(folder)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scheme": "polyglot"},
        {"scheme": ROOKIE},
        {"max_ply": 12},
        {"min_elo": 1900},
        {"keep_valid": True},
        {"files_per_table": 5},
    ],
    ids=str,
)
def test_many_tasks_build_what_one_machine_builds(tmp_path: Path, options: dict[str, Any]) -> None:
    files = [*cut(tmp_path, 3), CLUB]
    many, one, plain = (tmp_path / name for name in ["many", "one", "plain"])
    plan = runs.plan(many, files, runs=3, **options)
    assert (plan.runs, len(plan), plan.adds) == (3, 3, False)
    assert plan.files == [str(file) for file in files]
    ends = [bound for _, bound in plan.numbers]
    assert [first for first, _ in plan.numbers] == [0, *ends[:-1]]
    built = build(many)
    again = zobrist.build_index(one, plan=tmp_path / "many.json")
    assert_same(many, one)
    run("index", "build", tmp_path / "command", "--plan", tmp_path / "many.json", status=1)
    assert_same(many, tmp_path / "command")
    whole = zobrist.build_index(plain, files, **options)
    for other in [again, whole]:
        for count in ["games", "positions", "rejected", "below_elo", "shortened", "partial"]:
            assert getattr(built, count) == getattr(other, count), count
    bad = (0, 6) if "keep_valid" in options else (6, 0)
    assert (built.rejected, built.shortened) == bad
    assert_same_answers(many, plain)
    assert zobrist.verify(many) is None
    index = zobrist.Index(many)
    assert index.scheme == zobrist.Index(plain).scheme
    assert len(keyed(many)) == 2 * options.get("files_per_table", 1)


def test_processes_and_threads_build_the_same(tmp_path: Path) -> None:
    files = cut(tmp_path, 4)
    folders = [tmp_path / name for name in ["processes", "threads", "one"]]
    context = multiprocessing.get_context("fork")
    pools = [ProcessPoolExecutor(2, context), ThreadPoolExecutor(2)]
    for folder, pool in zip(folders, pools):
        plan = runs.plan(folder, files, runs=4, files_per_table=3)
        with pool:
            numbers = range(1, plan.runs + 1)
            built = list(pool.map(partial(runs.run, folder, threads=1), numbers))
            # One again, at the same time and later.
            list(pool.map(partial(runs.run, folder, threads=1), [2, 2, 3]))
            combine = partial(runs.combine, folder, of=2, threads=1)
            combined = list(pool.map(combine, [1, 2, 1]))
        shutil.copy(folder / ".building/plan.json", tmp_path)
        total = runs.commit(folder)
        assert [run.run for run in built] == [1, 2, 3, 4]
        assert sum(run.games for run in built) == total.games
        assert sum(run.positions for run in built) == total.positions
        assert sum(range_.occurrences for range_ in combined[:2]) == total.positions
        assert [len(run.rejections) for run in built] == [run.rejected for run in built] == [2] * 4
    zobrist.build_index(folders[2], plan=tmp_path / "plan.json")
    assert_same(folders[0], folders[2])
    assert_same(folders[1], folders[2])
    assert {path.name for path in (folders[0] / ".building").iterdir()} <= {
        ".lock",
        "games",
        "occurrences",
        "positions",
    }


def test_a_file_is_cut_at_its_frames(tmp_path: Path) -> None:
    file = framed(tmp_path / "games.pgn.zst", 7)
    many = tmp_path / "many"
    plan = runs.plan(many, file, runs=3)
    assert plan.runs == 3
    built = build(many)
    plain = zobrist.build_index(tmp_path / "plain", file)
    assert (built.games, built.rejected) == (plain.games, 2)
    assert_same_answers(many, tmp_path / "plain")
    assert zobrist.verify(many) is None
    places = [
        zobrist.Index(folder).games(moves="e4 c5", limit=None)
        for folder in [many, tmp_path / "plain"]
    ]
    for column in ["file", "game", "offset", "white_name"]:
        assert places[0][column] == places[1][column]


def test_rejections_have_their_places(tmp_path: Path) -> None:
    games = tmp_path / "bad.pgn"
    games.write_text(BAD)
    runs.plan(tmp_path / "index", games)
    built = runs.run(tmp_path / "index", 1)
    assert repr(built).endswith("2 games, 5 positions, 2 rejected>")
    assert built.rejections.columns == ["file", "line", "offset", "reason", "piece"]
    assert built.rejections["line"] == [5, 7]
    assert built.rejections["piece"] == [None, None]
    copy = pickle.loads(pickle.dumps(built))
    assert (repr(copy), copy.rejections) == (repr(built), built.rejections)
    file = framed(tmp_path / "framed.pgn.zst", 4)
    runs.plan(tmp_path / "framed", file, runs=4)
    last = runs.run(tmp_path / "framed", 4)
    assert last.rejected == 2
    assert all(piece > 0 for piece in last.rejections["piece"])


def test_games_are_added_to_an_index(tmp_path: Path) -> None:
    first, second = cut(tmp_path, 2)
    index = tmp_path / "index"
    zobrist.build_index(index, first, scheme="polyglot")
    plan = runs.plan(index, [first, second, second], add=True)
    assert plan.adds and plan.scheme == "polyglot"
    assert plan.left_out == [str(second), str(first)]
    build(index)
    assert len(zobrist.Index(index)) == 2004
    assert zobrist.verify(index) is None
    nothing = runs.plan(index, first, add=True)
    assert not nothing and nothing.runs == 0 and nothing.left_out == [str(first)]
    again = runs.plan(index, first, add=True, again=True)
    assert again.runs == 1
    runs.abandon(index)
    with pytest.raises(FileExistsError, match="replace=True"):
        runs.plan(index, first)
    runs.plan(index, first, replace=True)
    build(index)
    assert len(zobrist.Index(index)) == 1002


def test_errors_say_what_to_do(tmp_path: Path) -> None:
    folder, games = tmp_path / "index", tmp_path / "games.pgn"
    games.write_text("1. e4 e5 *\n\n1. d4 *\n")
    with pytest.raises(zobrist.PlanError, match="zobrist.runs.plan does it") as error:
        runs.status(folder)
    assert error.value.file == str(folder)
    assert runs.plan(folder, games).runs == 1
    assert runs.plan(folder, games).runs == 1
    with pytest.raises(zobrist.PlanError, match="zobrist.runs.abandon gives it up"):
        runs.plan(folder, games, max_ply=3)
    with pytest.raises(zobrist.PlanError, match="from 1 to 1, got 2"):
        runs.run(folder, 2)
    with pytest.raises(zobrist.PlanError, match="build what is missing: 1; zobrist.runs.run"):
        runs.combine(folder, 1, 1)
    with pytest.raises(zobrist.PlanError, match="build what is missing: 1; zobrist.runs.run"):
        runs.commit(folder)
    runs.run(folder, 1)
    with pytest.raises(zobrist.PlanError, match="got 3 of 2"):
        runs.combine(folder, 3, 2)
    with pytest.raises(zobrist.PlanError, match="zobrist.runs.combine merges one"):
        runs.commit(folder)
    runs.combine(folder, 2, 2)
    assert runs.status(folder).ranges_done == [(2, 2)]
    with pytest.raises(zobrist.PlanError, match="combine what is missing: 1"):
        runs.commit(folder)
    runs.abandon(folder)
    with pytest.raises(zobrist.PlanError, match="holds no plan"):
        runs.commit(folder)
    runs.plan(folder, games)
    games.write_text("1. e4 *\n")
    with pytest.raises(zobrist.PlanError, match="got 8; abandon") as error:
        runs.run(folder, 1)
    assert error.value.file == str(games)
    runs.abandon(folder)
    damaged = tmp_path / "damaged.pgn.gz"
    damaged.write_bytes(ENGINES.read_bytes()[:500_000])
    runs.plan(folder, damaged)
    with pytest.raises(zobrist.ReadError, match="partial=True") as error:
        runs.run(folder, 1)
    assert error.value.file == str(damaged) and error.value.line and error.value.offset
    assert runs.status(folder).runs_done == []
    runs.abandon(folder)
    runs.plan(folder, damaged, partial=True)
    assert build(folder).partial == 1
    (folder / "manifest.json").write_text("{}")
    with pytest.raises(zobrist.DataError):
        runs.plan(folder, games, add=True)


def test_wrong_arguments(tmp_path: Path) -> None:
    for name in [runs.plan, partial(runs.plan, add=True)]:
        with pytest.raises(ValueError, match="zobrist.build_index.*zobrist index duplicates"):
            name(tmp_path / "index", CLUB, dedup=True)
    with pytest.raises(TypeError, match="plan\\(\\) got an unexpected keyword argument 'wait'"):
        runs.plan(tmp_path / "index", CLUB, wait=3)
    with pytest.raises(ValueError, match="scheme: expected it without add=True"):
        runs.plan(tmp_path / "index", CLUB, add=True, scheme="fide")
    with pytest.raises(ValueError, match="again: expected it with add=True"):
        runs.plan(tmp_path / "index", CLUB, again=True)
    with pytest.raises(ValueError, match="runs: expected 1 to 4096, got 0"):
        runs.plan(tmp_path / "index", CLUB, runs=0)
    with pytest.raises(ValueError, match="pathlib.Path takes a slash away"):
        runs.plan(Path("s3://bucket/index"), CLUB)
    with pytest.raises(ValueError, match="number: expected a number from 1, got -1"):
        runs.run(tmp_path / "index", -1)
    with pytest.raises(ValueError, match="of: expected a number from 1, got -2"):
        runs.combine(tmp_path / "index", 1, -2)
    with pytest.raises(ValueError, match="plan: expected no paths"):
        zobrist.build_index(tmp_path / "index", CLUB, plan=tmp_path / "plan.json")
    with pytest.raises(TypeError, match="paths, or a plan"):
        zobrist.build_index(tmp_path / "index")
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    thread = threading.Thread(target=lambda: fifo.open("wb").close(), daemon=True)
    thread.start()
    with pytest.raises(zobrist.ReadError, match="expected a file"):
        runs.plan(tmp_path / "index", fifo)
    assert not (tmp_path / "index").exists()


def test_a_run_that_is_killed_is_built_again(tmp_path: Path) -> None:
    files = [*cut(tmp_path, 2), CLUB]
    many, one = tmp_path / "many", tmp_path / "one"
    runs.plan(many, files, runs=2)
    code = f"import zobrist.runs\nprint(1, flush=True)\nzobrist.runs.run({str(many)!r}, 1, threads=1)"
    for delay in [0.0, 0.02, 0.05, 0.1]:
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        assert child.stdout is not None and child.stdout.readline() == b"1\n"
        time.sleep(delay)
        child.kill()
        child.wait()
    build(many)
    zobrist.build_index(one, plan=tmp_path / "many.json")
    assert_same(many, one)
    left = [path for path in many.rglob("*") if path.is_file() and path.name != ".lock"]
    manifest = (many / "manifest.json").read_text()
    assert all(path.name in manifest for path in left if path.name != "manifest.json")


def test_ctrl_c_stops_a_run(tmp_path: Path) -> None:
    large = tmp_path / "large.pgn.gz"
    large.write_bytes(ENGINES.read_bytes() * 20)
    folder = tmp_path / "index"
    runs.plan(folder, large)
    code = (
        "import sys, zobrist.runs\n"
        "show = lambda progress: print(progress.games, flush=True)\n"
        f"zobrist.runs.run({str(folder)!r}, 1, threads=1, progress=show)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None and child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate()
    assert b"KeyboardInterrupt" in errors and child.returncode != 0
    assert runs.status(folder).runs_done == []
