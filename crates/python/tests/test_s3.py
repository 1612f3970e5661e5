"""An index in S3: planned, built by tasks, committed and asked there, from files there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import CLUB
from s3 import store
from same_index import LINES, cut

pytest.importorskip("moto")

#: The environment of a process is that of its start, so this is a process of its own.
PROGRAM = """
import sys
import pickle
import boto3
import os
from concurrent.futures import ThreadPoolExecutor
import zobrist
from zobrist import runs

files, lines = sys.argv[1].split(), sys.argv[2].split(";")
s3 = boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"])
for number, file in enumerate(files):
    s3.upload_file(file, "chess", f"games/{number}-{os.path.basename(file)}")
urls = [f"s3://chess/games/{n}-{os.path.basename(file)}" for n, file in enumerate(files)]
folder = "s3://chess/my/index"
plan = runs.plan(folder, urls, runs=2, files_per_table=2)
assert plan.files == urls, plan.files
with ThreadPoolExecutor(2) as pool:
    built = list(pool.map(lambda number: runs.run(folder, number, threads=1), [1, 2, 2]))
    assert runs.status(folder).runs_done == [1, 2]
    list(pool.map(lambda number: runs.combine(folder, number, 2, threads=1), [1, 2]))
total = runs.commit(folder)
assert total.games == built[0].games + built[1].games
plain = zobrist.build_index(sys.argv[3], files)
assert (plain.games, plain.rejected) == (total.games, total.rejected)
index = pickle.loads(pickle.dumps(zobrist.Index(folder)))
local = zobrist.Index(sys.argv[3])
for line in lines:
    assert index.moves(moves=line, other_orders=True) == local.moves(moves=line)
    rows = index.moves(moves=line)
    assert rows["games"] == local.moves(moves=line)["games"]
    assert set(rows["other_orders"]) <= {None}
assert repr(index).startswith("<zobrist.Index s3://chess/my/index: "), index
try:
    runs.plan(folder, urls)
except FileExistsError:
    pass
else:
    raise AssertionError("replaced")
keys = [entry["Key"] for entry in s3.list_objects_v2(Bucket="chess", Prefix="my/")["Contents"]]
assert not [key for key in keys if ".building" in key], keys
print(total)
"""


def test_an_index_is_built_in_s3(tmp_path: Path) -> None:
    files = [*cut(tmp_path, 2), CLUB]
    arguments = [" ".join(map(str, files)), ";".join(LINES), str(tmp_path / "plain")]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    with store() as variables:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            env={**kept, **variables},
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<zobrist.Built: 2324 games")


def test_an_index_behind_http_is_asked(tmp_path: Path) -> None:
    script = Path(str(__file__)).parents[2] / "cli/tests/remote/range_server.py"
    import zobrist

    zobrist.build_index(tmp_path / "index", CLUB)
    server = subprocess.Popen(
        [sys.executable, "-B", str(script), str(tmp_path), str(tmp_path / "log"), "none"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip() + "/index"
        index, local = zobrist.Index(url), zobrist.Index(tmp_path / "index")
        for line in LINES:
            assert index.moves(moves=line)["games"] == local.moves(moves=line)["games"]
            assert index.games(moves=line, limit=5) == local.games(moves=line, limit=5)
        assert index.folder == url
        with pytest.raises(zobrist.DataError, match="holds no index"):
            zobrist.Index(url + "-none")
    finally:
        server.kill()
        server.wait()
