"""The blocks of the pages that need an engine run as they stand, with the output shown."""

from __future__ import annotations

import contextlib
import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from command import CLUB, ENGINES, REPOSITORY
from engines import Engine
from pages import ON_A_CLUSTER, PAGES, blocks, is_like


@pytest.mark.parametrize("page", PAGES)
def test_blocks_print_what_is_shown(page: str, tmp_path: Path, engine: Engine) -> None:
    shutil.copy(ENGINES, tmp_path / "games-1.pgn.gz")
    shutil.copy(CLUB, tmp_path / "games-2.pgn.gz")
    shutil.copy(REPOSITORY / "data/evals.csv", tmp_path)
    found = [block for block in blocks(page) if block.code.startswith(ON_A_CLUSTER)]
    assert found
    for block in found:
        names: dict[str, Any] = {"__name__": "__main__"}
        code = block.code.replace("/shared/", f"{tmp_path}/").replace("progress=True", "progress=False")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * (block.line - 1) + code, page, "exec"), names)
        assert block.output is not None and is_like(block.output, printed.getvalue()), block.place
