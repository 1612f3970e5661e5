"""An index that many tasks build, on one machine or on many, by any scheduler.

``plan`` cuts the files into runs, ``run`` builds one of them, ``combine`` merges a range of the keys over all
runs, and ``commit`` makes the result the index. A task needs the folder and its number, and nothing from
other tasks. It may be repeated, run twice at once or be killed: what it has written counts only once it is
whole.

>>> import zobrist.runs
>>> from concurrent.futures import ThreadPoolExecutor
>>> folder = f"{tmp}/index"
>>> plan = zobrist.runs.plan(folder, ["data/club.pgn.gz", "data/engine-games.pgn.gz"], runs=2)
>>> with ThreadPoolExecutor() as pool:
...     runs = list(pool.map(lambda number: zobrist.runs.run(folder, number, threads=1), [1, 2]))
...     ranges = list(pool.map(lambda number: zobrist.runs.combine(folder, number, 2, threads=1), [1, 2]))
>>> zobrist.runs.commit(folder).games == sum(run.games for run in runs)
True
"""

from zobrist._zobrist import (
    BuiltRun,
    Combined,
    Plan,
    Status,
    _built_by_tasks,  # noqa: F401 - for zobrist.spark
    _built_run,  # noqa: F401
    abandon,
    combine,
    commit,
    plan,
    run,
    status,
)

__all__ = [
    "BuiltRun",
    "Combined",
    "Plan",
    "Status",
    "abandon",
    "combine",
    "commit",
    "plan",
    "run",
    "status",
]
