"""Sail and Spark on loopback, started and stopped by their process ids."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: Seconds until an engine must be there.
PATIENCE = 90.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def wait_for(what: str, is_there: Any, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < end, f"expected {what} within {seconds} s"
        time.sleep(0.05)


def answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


class Engine:
    """An engine with a session."""

    #: True if it repeats a task that has failed.
    repeats = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.spark: Any = None

    def start(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        """Ends the session and each process that was started."""
        try:
            if self.spark is not None:
                self.spark.stop()
        finally:
            self.spark = None
            for process in reversed(self.processes):
                process.kill()
                process.wait()
            self.processes.clear()

    def begin(self, name: str, command: list[Any], **variables: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{name}.log").open("wb")
        process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=self.folder, env={**os.environ, **variables}
        )
        self.processes.append(process)
        return process


class Sail(Engine):
    """A server of Sail, to which a session of Spark Connect speaks."""

    repeats = False

    def start(self) -> None:
        from pyspark.sql import SparkSession

        # By which a new session of the documentation's examples is one of this server.
        os.environ["SPARK_REMOTE"] = self.serve()
        self.spark = SparkSession.builder.remote(os.environ["SPARK_REMOTE"]).getOrCreate()

    def serve(self) -> str:
        """Starts the server; its URL."""
        port = free_port()
        sail = str(Path(sys.executable).with_name("sail"))
        options = ["spark", "server", "--ip", "127.0.0.1", "--port", str(port)]
        server = self.begin("sail", [sail, *options])
        wait_for("the server of Sail", lambda: answers(port) or server.poll() is not None)
        assert server.poll() is None, (self.folder / "sail.log").read_text()
        return f"sc://127.0.0.1:{port}"


class Standalone(Engine):
    """A master and two workers of Spark, with one core each."""

    def start(self) -> None:
        import pyspark
        from pyspark.sql import SparkSession

        home = Path(pyspark.__file__).parent
        variables = {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"}
        os.environ.update(variables, PYSPARK_PYTHON=sys.executable)
        port = free_port()
        spark_class = str(home / "bin/spark-class")
        place = ["--host", "127.0.0.1", "--port", str(port), "--webui-port", str(free_port())]
        master = [spark_class, "org.apache.spark.deploy.master.Master", *place]
        self.begin("master", master, SPARK_DAEMON_MEMORY="256m")
        wait_for("the master", lambda: answers(port))
        for number in (1, 2):
            self.begin_worker(number, spark_class, f"spark://127.0.0.1:{port}")
        self.worker_class = spark_class
        builder = SparkSession.builder.master(f"spark://127.0.0.1:{port}").appName("zobrist")
        for name, value in {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            "spark.executor.cores": "1",
            "spark.ui.enabled": "false",
            "spark.network.timeout": "60s",
            # Copies of tasks that take longer than others.
            "spark.speculation": "true",
            "spark.speculation.interval": "50ms",
            "spark.speculation.quantile": "0.25",
            "spark.speculation.multiplier": "1.01",
            "spark.speculation.minTaskRuntime": "50ms",
        }.items():
            builder = builder.config(name, value)
        self.spark = builder.getOrCreate()
        for number in (1, 2):
            wait_for(f"executor {number}", lambda: len(list(self.executors())) >= number)

    def begin_worker(self, number: int, spark_class: str, master: str) -> None:
        place = ["--host", "127.0.0.1", "--port", str(free_port())]
        place += ["--webui-port", str(free_port()), "--cores", "1", "--memory", "1g"]
        place += ["--work-dir", str(self.folder / f"work-{number}"), master]
        worker = [spark_class, "org.apache.spark.deploy.worker.Worker", *place]
        self.begin(f"worker-{number}", worker, SPARK_DAEMON_MEMORY="256m")

    def executors(self) -> Iterator[tuple[int, int]]:
        """The number of each worker, from 1, and the process of its executor."""
        for number, worker in enumerate(self.processes[1:], 1):
            for process in descendants(worker.pid):
                if b"CoarseGrainedExecutorBackend" in command_of(process):
                    yield number, process

    def kill_executor(self, number: int) -> None:
        """Kills the executor of a worker, and what it has started."""
        found = [process for worker, process in self.executors() if worker == number]
        assert found, f"worker {number} has no executor"
        for process in [found[0], *descendants(found[0])]:
            os.kill(process, signal.SIGKILL)

    def stop(self) -> None:
        """The workers get a signal first, on which they stop their executors."""
        try:
            if self.spark is not None:
                self.spark.stop()
        finally:
            self.spark = None
            below = [process for one in self.processes for process in descendants(one.pid)]
            for process in self.processes:
                process.terminate()
            for process in self.processes:
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            for left in below:
                if b"spark" in command_of(left):
                    os.kill(left, signal.SIGKILL)
            self.processes.clear()


def command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def descendants(process: int) -> list[int]:
    """The processes that one has started, and those that they have started."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                status = (folder / "stat").read_text()
            except OSError:
                continue
            parent = int(status.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(folder.name))
    found, left = [], [process]
    while left:
        below = children.get(left.pop(), [])
        found += below
        left += below
    return found
