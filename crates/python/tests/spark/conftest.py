"""The engine that the tests run under: ``ZOBRIST_ENGINE`` is ``sail`` or ``standalone``.

``.ci/sail`` and ``.ci/spark`` call them, each in an environment that has the engine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

ENGINE = os.environ.get("ZOBRIST_ENGINE")

if ENGINE is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from engines import Engine, Sail, Standalone

    @pytest.fixture(scope="session")
    def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
        folder = tmp_path_factory.mktemp("engine")
        engine = {"sail": Sail, "standalone": Standalone}[ENGINE](folder)
        try:
            engine.start()
            yield engine
        finally:
            engine.stop()
