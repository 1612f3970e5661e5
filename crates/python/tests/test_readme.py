"""The Python blocks of the README and of the tour run as they stand, with the output shown."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest
from pages import PAGES, REPOSITORY, is_like, programs


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    page: str = request.param
    return page


def test_blocks_print_what_is_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ["duckdb", "matplotlib", "polars", "pyarrow"]:
        pytest.importorskip(module)
    (tmp_path / "data").symlink_to(REPOSITORY / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    for program in programs(page):
        names: dict[str, Any] = {"__name__": "__main__"}
        for block in program:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * (block.line - 1) + block.code, page, "exec"), names)
            got = "".join(line.rstrip() + "\n" for line in printed.getvalue().splitlines())
            if block.output is not None:
                assert is_like(block.output, got), f"{block.place} prints\n{got}"


def test_pages_have_what_they_promise() -> None:
    readme = (REPOSITORY / PAGES[0]).read_text(encoding="utf-8")
    recipes = readme.split("\n## Recipes\n")[1].split("\n## ")[0].split("\n### ")[1:]
    assert len(recipes) == 8
    for recipe in recipes:
        assert "\n```python\n" in recipe, recipe.splitlines()[0]
    assert len(programs(PAGES[1])) >= 4


def test_an_ellipsis_stands_for_any_text() -> None:
    assert is_like("a … c\n", "a b c\n")
    assert is_like("a\n…\nd\n", "a\nb\nc\nd\n")
    assert not is_like("a … c\n", "a b d\n")
    assert not is_like("a", "a b")
