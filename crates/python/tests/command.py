"""Runs the command ``zobrist``, with which the package must agree."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
CLUB = REPOSITORY / "data" / "club.pgn.gz"
ENGINES = REPOSITORY / "data" / "engine-games.pgn.gz"
COMMAND = Path(os.environ.get("ZOBRIST", REPOSITORY / "target" / "debug" / "zobrist"))


def run(*arguments: object, status: int = 0) -> str:
    """What the command prints."""
    if not COMMAND.exists():
        pytest.fail(f"{COMMAND} is missing: cargo build -p zobrist-cli, or set ZOBRIST")
    done = subprocess.run(
        [COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def rows(*arguments: object, status: int = 0) -> list[dict[str, object]]:
    """The JSON lines that the command prints."""
    lines = run(*arguments, "--format", "jsonl", status=status).splitlines()
    return [json.loads(line) for line in lines]
