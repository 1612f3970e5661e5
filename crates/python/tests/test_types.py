"""The stub agrees with the package, and programs of the documentation pass mypy and pyright, both strict."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pages import PAGES, REPOSITORY, programs

#: Wrong uses, each of which a type checker must refuse.
WRONG = {
    "a number is no position": "zobrist.hash(5)",
    "a list is no scheme": 'zobrist.hash("", [1])',
    "errors have two values": 'zobrist.hash([""], errors="ignore")',
    "a key is a number": 'text: str = zobrist.hash("")',
    "a key may be missing": 'key: int = zobrist.hash("", errors="null")',
    "keys are unsigned": 'keys: npt.NDArray[np.int64] = zobrist.hash([""])',
    "a filter has a name": 'zobrist.Index("club").moves(playr="ada")',
    "a build by tasks keeps duplicates": 'zobrist.spark.build_index("/index", "/a.pgn", dedup=True)',
    "a plan has its paths": 'zobrist.build_index("index", "a.pgn", plan="plan.json")',
    "an index is no book": 'zobrist.Index("club").probe()',
    "a simulation has a configuration": "zobrist.lattice.run()",
    "barriers are a function": 'zobrist.lattice.run("alloy.toml", barriers=0.6)',
    "a function takes a list of jumps": """
def barrier(jump: zobrist.lattice.Jump) -> float:
    return 0.6

zobrist.lattice.run("alloy.toml", barriers=barrier)
""",
    "a jump cannot be changed": """
def barriers(jumps: list[zobrist.lattice.Jump]) -> list[float]:
    jumps[0].species = "Cu"
    return [0.6]
""",
}

#: Right uses that the documentation lacks.
RIGHT = """
from collections.abc import Iterator
from pathlib import Path

import chess
import numpy as np
import numpy.typing as npt
import zobrist

FEN = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
one: int = zobrist.hash(chess.Board())
wide: npt.NDArray[np.uint64] = zobrist.hash([FEN], "zobrist", bits=128)
narrow: npt.NDArray[np.uint32] = zobrist.hash([FEN], "zobrist", bits=32)
signed: npt.NDArray[np.int64] = zobrist.hash([chess.Board()], "fide", signed=True)
nulls: zobrist.KeyArray = zobrist.hash([FEN, None], errors="null")
perhaps: int | None = zobrist.hash(FEN, Path("own.toml"), errors="null")


def boards() -> Iterator[chess.Board]:
    yield chess.Board()


def show(progress: zobrist.Progress) -> None:
    print(progress.done, progress.total)


several = zobrist.hash(boards(), progress=show)
plan: zobrist.runs.Plan = zobrist.runs.plan("index", ["a.pgn"], runs=2, add=True)
run: zobrist.runs.BuiltRun = zobrist.runs.run("index", 1, memory=1 << 30, progress=show)
merged: zobrist.runs.Combined = zobrist.runs.combine("index", 1, of=plan.runs)
built: zobrist.Built = zobrist.runs.commit(Path("index"))
again: zobrist.Built = zobrist.build_index("one", plan="index/.building/plan.json")
built = zobrist.spark.build_index("/index", Path("/a.pgn"), ranges=3, scheme=zobrist.Scheme("fide"))
numbers: list[int] = zobrist.spark.hash_column([5], "fen")
for table in zobrist.visits([Path("a.pgn"), Path("b.pgn.zst")], progress=True):
    for row in table:
        print(row["key"])
index = zobrist.Index(Path("club"))
games: zobrist.Table = index.games(chess.Board(), player=["ada", "luca"], elo=(2000, None))
key: int = index.keys(chess.Board())


def barriers(jumps: list[zobrist.lattice.Jump]) -> list[float]:
    return [0.6 + 0.01 * float(jump.positions[0, 0]) + len(jump.symbols) for jump in jumps]


def pairs(jumps: list[zobrist.lattice.Jump]) -> npt.NDArray[np.float64]:
    return np.array([(0.6, 6e12)] * len(jumps))


def tuples(jumps: list[zobrist.lattice.Jump]) -> list[tuple[float, float]]:
    return [(0.6, 6e12)] * len(jumps)


alloy: zobrist.lattice.Run = zobrist.lattice.run("alloy.toml", out=Path("alloy"), force=True, seed=5)
alloy = zobrist.lattice.run({"seed": 1, "lattice": {"cells": [1, 2, 3]}}, barriers=barriers, temperature=900)
alloy = zobrist.lattice.run(Path("alloy.toml"), barriers=pairs, progress=show)
alloy = zobrist.lattice.run("alloy.toml", barriers=tuples, out="alloy", resume=True)
times: npt.NDArray[np.float64] = alloy.rows["time"]
evicted: int = alloy.recall.evictions if alloy.recall is not None else 0
deviating: int = alloy.audit.deviating if alloy.audit else 0
symbols: list[str] = alloy.symbols(vacancies=False)
keys: npt.NDArray[np.int64] = index.keys([chess.Board()])
"""

HEAD = "import numpy as np\nimport numpy.typing as npt\nimport zobrist\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all programs."""
    folder: Path = tmp_path_factory.mktemp("types")
    for page in PAGES:
        for program in programs(page):
            name = f"{Path(page).stem.lower()}_{program[0].line}.py"
            (folder / name).write_text("\n".join(block.code for block in program))
    (folder / "right.py").write_text(RIGHT)
    for number, line in enumerate(WRONG.values()):
        (folder / f"wrong_{number}.py").write_text(f"{HEAD}{line}\n")
    settings = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.10",
        "venvPath": str(Path(sys.prefix).parent),
        "venv": Path(sys.prefix).name,
        # Of other packages: DuckDB, Polars, matplotlib and pyarrow leave some types open.
        "reportMissingTypeStubs": False,
        "reportMissingModuleSource": False,
        "reportUnknownMemberType": False,
        "reportUnknownVariableType": False,
        "reportUnknownArgumentType": False,
        "reportUnknownLambdaType": False,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    (folder / "mypy.ini").write_text(
        "[mypy]\nstrict = true\n"
        + "".join(f"[mypy-{module}.*]\nignore_missing_imports = true\n" for module in ["pyarrow"])
    )
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True
    )


def names(folder: Path, kind: str) -> list[str]:
    wrong = sorted(path.name for path in folder.glob("wrong_*.py"))
    right = sorted(path.name for path in folder.glob("*.py") if path.name not in wrong)
    return wrong if kind == "wrong" else right


def test_mypy(folder: Path) -> None:
    checked = run(folder, "mypy", *names(folder, "right"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_pyright(folder: Path) -> None:
    checked = run(folder, "pyright", *names(folder, "right"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_wrong_uses_are_refused(folder: Path, checker: str) -> None:
    printed = run(folder, checker, *names(folder, "wrong")).stdout
    for number, what in enumerate(WRONG):
        assert f"wrong_{number}.py" in printed, f"{checker} accepts that {what}: {printed}"


def test_the_package_is_typed() -> None:
    folder = REPOSITORY / "crates/python"
    checked = run(folder, "mypy", "--cache-dir", os.devnull, "python/zobrist")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    # Stubs have the types of `__init__.py` and of `runs.py`.
    package = folder / "python/zobrist"
    files = {path.name for path in package.glob("*.py*") if path.suffix in {".py", ".pyi"}}
    files -= {path.with_suffix(".py").name for path in package.glob("*.pyi")}
    assert "__init__.pyi" in files
    paths = [f"python/zobrist/{name}" for name in sorted(files)]
    checked = run(folder, "pyright", "--pythonpath", sys.executable, *paths)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_stub_agrees_with_the_package(folder: Path) -> None:
    settings = str(REPOSITORY / "crates/python/pyproject.toml")
    # A module in Python has no stub; its aliases are texts at run time.
    (folder / "allowed").write_text(r"zobrist\._types\..*")
    options = ["--concise", "--mypy-config-file", settings, "--allowlist", "allowed"]
    checked = run(folder, "mypy.stubtest", "zobrist", *options)
    assert checked.returncode == 0, checked.stdout + checked.stderr
