"""A store like S3 on loopback, made by moto, which a test starts and stops."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator

from command import REPOSITORY

SCRIPT = REPOSITORY / "crates/cli/tests/remote/s3_server.py"


@contextlib.contextmanager
def store() -> Iterator[dict[str, str]]:
    """The variables by which a process finds a store with the empty bucket ``chess``."""
    arguments = [sys.executable, "-B", str(SCRIPT), "/dev/null", "chess"]
    server = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), url
        yield {
            "AWS_ACCESS_KEY_ID": "test-key",
            "AWS_SECRET_ACCESS_KEY": "test-secret",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": url,
            "AWS_ALLOW_HTTP": "true",
            "ZOBRIST_REMOTE_TIMEOUT": "20",
        }
    finally:
        server.kill()
        server.wait()
