"""Engines build the index that one machine builds."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from command import CLUB, ENGINES, REPOSITORY
from engines import Engine, Sail, Standalone, wait_for
from same_index import assert_same, assert_same_answers, cut

import zobrist
import zobrist.spark
from zobrist import _spark_jobs, runs
from zobrist._spark_jobs import Task


def one_machine(folder: Path, plan: Path) -> Path:
    zobrist.build_index(folder, plan=plan)
    return folder


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scheme": REPOSITORY / "data/rookie/rookie.toml", "max_ply": 30, "files_per_table": 5},
        {"keep_valid": True, "ranges": 3},
    ],
    ids=["plain", "own", "shortened"],
)
def test_the_index_is_equal(tmp_path: Path, engine: Engine, options: dict[str, Any]) -> None:
    files = [*cut(tmp_path, 4), CLUB]
    folder, plain = tmp_path / "index", tmp_path / "plain"
    # The plan is made by the same call; this one is kept for the comparison.
    plan = {name: value for name, value in options.items() if name != "ranges"}
    runs.plan(folder, files, runs=4, **plan)
    shutil.copy(folder / ".building/plan.json", tmp_path)
    seen: list[zobrist.Progress] = []
    built = zobrist.spark.build_index(
        folder, files, spark=engine.spark, runs=4, progress=seen.append, **options
    )
    assert_same(folder, one_machine(tmp_path / "one", tmp_path / "plan.json"))
    zobrist.build_index(plain, files, **plan)
    assert_same_answers(folder, plain)
    assert zobrist.verify(folder) is None
    assert len(built.rejections) == 8
    assert built.rejected + built.shortened == 8
    assert built.games == len(zobrist.Index(folder))
    assert {(one.what, one.unit) for one in seen} == {("reading games", "runs"), ("merging", "ranges")}
    last = [one for one in seen if one.unit == "runs"][-1]
    assert (last.done, last.total) == (4, 4)
    with pytest.raises(FileExistsError):
        zobrist.spark.build_index(folder, files, spark=engine.spark)
    added = zobrist.spark.build_index(folder, files, spark=engine.spark, add=True)
    assert (added.games, len(added.left_out)) == (0, 5)


def test_a_build_continues(tmp_path: Path, engine: Engine) -> None:
    files, folder = cut(tmp_path, 3), tmp_path / "index"
    runs.plan(folder, files, runs=3)
    shutil.copy(folder / ".building/plan.json", tmp_path)
    runs.run(folder, 2)
    done: list[int] = []
    job = _spark_jobs.Job(engine.spark, str(folder), "1GiB", 1, False)
    real = _spark_jobs.Job.do_some

    class Counting(_spark_jobs.Job):
        def do_some(self, task: Task, numbers: Any) -> Any:
            done.extend(numbers)
            return real(self, task, numbers)

    counting = Counting(job.session, job.folder, job.memory, job.threads, job.progress)
    counting.do(Task("run", 3))
    assert done == [1, 3]
    zobrist.spark.build_index(folder, files, spark=engine.spark, runs=3)
    assert_same(folder, one_machine(tmp_path / "one", tmp_path / "plan.json"))


def test_repeated_tasks_do_no_harm(tmp_path: Path, engine: Engine) -> None:
    files, folder = cut(tmp_path, 3), tmp_path / "index"
    runs.plan(folder, files, runs=3, files_per_table=4)
    shutil.copy(folder / ".building/plan.json", tmp_path)
    job = _spark_jobs.Job(engine.spark, str(folder), "1GiB", 1, False)
    job.do_some(Task("run", 3), [3, 1, 1, 2, 2, 3])
    assert len(list((folder / ".building").glob("plan-*/runs/*"))) == 6
    job.do_some(Task("run", 3), [2])
    job.do_some(Task("range", 2), [1, 2, 2, 1])
    job.do_some(Task("range", 2), [1])
    runs.commit(folder)
    assert_same(folder, one_machine(tmp_path / "one", tmp_path / "plan.json"))
    assert len(list((folder / "positions").iterdir())) == 4
    assert len(list((folder / "games").iterdir())) == 3


def test_errors_of_tasks_are_those_of_the_package(tmp_path: Path, engine: Engine) -> None:
    files, folder = cut(tmp_path, 2), tmp_path / "index"
    damaged = tmp_path / "damaged.pgn.gz"
    damaged.write_bytes(ENGINES.read_bytes()[:500_000])
    everything = [*files, damaged]
    options: Any = {"spark": engine.spark, "runs": 3}
    with pytest.raises(zobrist.ReadError, match="^run [123]: .*damaged.pgn.gz:") as error:
        zobrist.spark.build_index(folder, everything, **options)
    assert error.value.file == str(damaged)
    assert error.value.line and error.value.offset
    assert "partial=True" in str(error.value)
    # The others are done.
    status = runs.status(folder)
    assert len(status.runs_done) == status.runs - 1 > 0
    damaged.write_bytes(ENGINES.read_bytes())
    with pytest.raises(zobrist.PlanError, match="commit"):
        zobrist.spark.build_index(folder, everything, **options)
    runs.abandon(folder)
    runs.plan(folder, everything, runs=3)
    files[1].rename(tmp_path / "elsewhere")
    job = _spark_jobs.Job(engine.spark, str(folder), "1GiB", 1, False)
    # A machine that sees the file may be next: Spark tries again, and gives up.
    with pytest.raises(zobrist.PlanError, match="^run [123]: .*got none") as lost:
        job.do(Task("run", runs.status(folder).runs))
    assert lost.value.file == str(files[1])
    (tmp_path / "elsewhere").rename(files[1])
    built = zobrist.spark.build_index(folder, everything, **options)
    assert built.rejected == 4


def test_what_is_refused_on_the_driver(tmp_path: Path, engine: Engine) -> None:
    for folder, paths, name in [
        ("index", [CLUB], "folder"),
        (tmp_path, "games.pgn", "paths"),
        (tmp_path, [CLUB, Path("data/club.pgn.gz")], "paths"),
    ]:
        with pytest.raises(ValueError, match=f"{name}: expected an absolute path or a URL"):
            zobrist.spark.build_index(folder, paths, spark=engine.spark)
    with pytest.raises(ValueError, match="dedup: expected none, .*zobrist.build_index"):
        zobrist.spark.build_index(tmp_path / "index", CLUB, spark=engine.spark, dedup=True)
    with pytest.raises(ValueError, match="ranges: expected 1 to 65536, got 0"):
        zobrist.spark.build_index(tmp_path / "index", CLUB, spark=engine.spark, ranges=0)


def large(folder: Path) -> list[Path]:
    """Files of which each takes seconds."""
    paths = []
    for number in range(4):
        path = folder / f"large-{number}.pgn.gz"
        path.write_bytes(ENGINES.read_bytes() * 15)
        paths.append(path)
    return paths


def is_working(folder: Path) -> bool:
    """True while a run is being built."""
    return any((folder / ".building").glob("plan-*/tasks/run-*"))


def planned(folder: Path, files: list[Path]) -> Path:
    """Plans, and keeps the plan."""
    runs.plan(folder, files, runs=4)
    kept = folder.with_suffix(".json")
    shutil.copy(folder / ".building/plan.json", kept)
    return kept


#: A driver, which has the folder, the URL of a server and the files as arguments.
DRIVER = """
import sys
import zobrist.spark
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote(sys.argv[2]).getOrCreate()
zobrist.spark.build_index(sys.argv[1], sys.argv[3:], spark=spark, runs=4, threads=1)
"""


def test_an_engine_and_its_driver_that_are_killed(tmp_path: Path, engine: Engine) -> None:
    if not isinstance(engine, Sail):
        pytest.skip("of Spark, executors are killed")
    files, folder = large(tmp_path), tmp_path / "index"
    plan = planned(folder, files)
    other = Sail(tmp_path)
    try:
        driver = other.begin("driver", [sys.executable, "-c", DRIVER, folder, other.serve(), *files])
        wait_for("a run", lambda: is_working(folder) or driver.poll() is not None)
        time.sleep(0.3)
        assert driver.poll() is None, (tmp_path / "driver.log").read_text()
    finally:
        other.stop()
    assert is_working(folder) and len(runs.status(folder).runs_done) < 4
    zobrist.spark.build_index(folder, files, spark=engine.spark, runs=4)
    assert_same(folder, one_machine(tmp_path / "one", plan))
    assert not is_working(folder)


def test_ctrl_c(tmp_path: Path, engine: Engine) -> None:
    if not isinstance(engine, Sail):
        pytest.skip("Spark has a handler of its own for the signal")
    files, folder = large(tmp_path), tmp_path / "index"
    url = os.environ["SPARK_REMOTE"]
    command = [sys.executable, "-c", DRIVER, folder, url, *files]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        wait_for("a run", lambda: is_working(folder) or driver.poll() is not None)
        driver.send_signal(signal.SIGINT)
        _, errors = driver.communicate(timeout=60)
    finally:
        driver.kill()
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert runs.status(folder).runs == 4


def test_an_executor_that_is_killed(tmp_path: Path, engine: Engine) -> None:
    if not isinstance(engine, Standalone):
        pytest.skip("Sail has no executors")
    files, folder = large(tmp_path), tmp_path / "index"
    plan = planned(folder, files)
    outcome: list[Any] = []

    def build() -> None:
        try:
            outcome.append(zobrist.spark.build_index(folder, files, spark=engine.spark, runs=4))
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=build)
    thread.start()
    wait_for("a run", lambda: is_working(folder))
    time.sleep(0.3)
    before = dict(engine.executors())
    assert thread.is_alive() and len(runs.status(folder).runs_done) < 4
    engine.kill_executor(2)
    thread.join()
    assert not isinstance(outcome[0], Exception), outcome[0]
    assert outcome[0].games == 4 * 15 * 2000
    assert dict(engine.executors())[1] == before[1]
    wait_for("another executor", lambda: dict(engine.executors()).get(2, before[2]) != before[2])
    assert_same(folder, one_machine(tmp_path / "one", plan))
    assert not is_working(folder)
