"""Jobs of Spark: one task for each run, and for each range of the keys."""

from __future__ import annotations

import importlib
import json
import re
import threading
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from zobrist import _errors, _progress, runs
from zobrist._errors import PlanError, ReadError, ZobristError

if TYPE_CHECKING:
    from zobrist._types import ProgressOrFlag, Size

#: The result of a task: its number, and either its counts or the reason of a failure, as JSON.
SCHEMA = "number long, done string, failure string"

#: Seconds between two looks at the records of the tasks that are done.
PAUSE = 1.0

#: Stands before the parts of an error in its text, where Spark keeps nothing but that.
MARK = "zobrist-error: "


@dataclass(frozen=True)
class Task:
    """A kind of task, and the number of its tasks."""

    kind: Literal["run", "range"]
    of: int

    def do(self, folder: str, number: int, memory: Size, threads: int) -> dict[str, Any]:
        """Does one of them, on any machine."""
        if self.kind == "run":
            built = runs.run(folder, number, memory=memory, threads=threads, progress=False)
            counts = ["games", "rejected"]
            numbers = {name: getattr(built, name) for name in counts}
            return {**numbers, "rejections": built.rejections.to_list()}
        combined = runs.combine(folder, number, self.of, memory=memory, threads=threads)
        return {"positions": combined.positions, "occurrences": combined.occurrences}

    def done(self, folder: str) -> set[int]:
        """The numbers of those that are done."""
        status = runs.status(folder)
        if self.kind == "run":
            return set(status.runs_done)
        return {number for number, of in status.ranges_done if of == self.of}


@dataclass(frozen=True)
class Job:
    """The tasks of a build."""

    session: Any
    folder: str
    memory: Size
    threads: int
    progress: ProgressOrFlag | None

    def do(self, task: Task) -> list[dict[str, Any]]:
        """Has all tasks done that are not done yet; what they return, in their order."""
        done = task.done(self.folder)
        left = [number for number in range(1, task.of + 1) if number not in done]
        if not left:
            return []
        return self.do_some(task, left)

    def do_some(self, task: Task, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """Has some tasks done."""
        what = "reading games" if task.kind == "run" else "merging"
        bar = _progress.start(self.progress, what, f"{task.kind}s", task.of)
        frame = tasks(self.session, task, numbers, self.folder, self.memory, self.threads)
        try:
            rows = self._collect(frame, task, bar)
            failures = [row for row in rows if row["failure"] is not None]
            results = {row["number"]: json.loads(row["done"]) for row in rows if row["done"]}
            if bar is not None:
                games = sum(result.get("games", 0) for result in results.values())
                rejected = sum(result.get("rejected", 0) for result in results.values())
                bar.update(len(_done_or_none(task, self.folder)), games + rejected, 0, rejected)
        finally:
            if bar is not None:
                bar.close()
        if failures:
            others = len({row["number"] for row in failures}) - 1
            _raise(json.loads(failures[0]["failure"]), task.kind, others)
        return list(results.values())

    def _collect(self, frame: Any, task: Task, bar: Any) -> list[Any]:
        """The rows that the tasks return, by their numbers."""
        action = _Action(self.session, frame)
        try:
            while not action.ended(PAUSE):
                if bar is not None:
                    bar.update(len(_done_or_none(task, self.folder)), 0, 0, 0)
        except BaseException:
            action.interrupt()
            raise
        if action.error is not None:
            _raise_of_spark(action.error)
        return sorted(action.rows, key=lambda row: int(row["number"]))


def tasks(
    session: Any, task: Task, numbers: Sequence[int], folder: str, memory: Size, threads: int
) -> Any:
    """A DataFrame with a row for each number, which a task of its own makes."""
    chosen = list(numbers)

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                yield _row(task, folder, chosen[int(place)], memory, threads)

    return session.range(0, len(chosen), 1, len(chosen)).mapInArrow(work, SCHEMA)


def _row(task: Task, folder: str, number: int, memory: Size, threads: int) -> Any:
    """Does a task. An error that stays when the task is repeated is its result; others are raised, so
    that Spark repeats it."""
    pyarrow = importlib.import_module("pyarrow")
    done, failure = None, None
    try:
        done = json.dumps(task.do(folder, number, memory, threads))
    except ZobristError as error:
        failure = json.dumps(_parts(error, task.kind, number))
        if _may_pass(error):
            text = f"{task.kind} {number}: {error}"
            raise type(error)(f"{text}\n{MARK}{failure}") from error
    columns = {
        "number": pyarrow.array([number], pyarrow.int64()),
        "done": pyarrow.array([done], pyarrow.string()),
        "failure": pyarrow.array([failure], pyarrow.string()),
    }
    return pyarrow.RecordBatch.from_pydict(columns)


def _may_pass(error: ZobristError) -> bool:
    """True if another attempt, on another machine or later, may succeed."""
    is_remote = (error.file or "").startswith(("s3://", "https://", "http://"))
    if isinstance(error, ReadError):
        # Of a damaged file there is a place; the system's own errors have numbers.
        return error.line is None or is_remote or "(os error " in error.reason
    if isinstance(error, PlanError):
        # A file that this machine does not see.
        return "got none" in error.reason
    # A lack of memory.
    return type(error) is ZobristError


def _parts(error: ZobristError, kind: str, number: int) -> dict[str, Any]:
    return {
        "class": type(error).__name__,
        "number": number,
        "message": f"{kind} {number}: {error}",
        "reason": error.reason,
        "file": error.file,
        "line": error.line,
        "offset": error.offset,
    }


def _raise(parts: dict[str, Any], kind: str, others: int = 0, cause: Any = None) -> NoReturn:
    """Raises the error of a task."""
    found = getattr(_errors, parts["class"], ZobristError)
    message = parts["message"]
    if others > 0:
        message += f"; {others} more {kind}{'s' if others > 1 else ''} failed"
    places = {name: parts[name] for name in ["reason", "file", "line", "offset"]}
    raise found(message, **places) from cause


def _raise_of_spark(error: BaseException) -> NoReturn:
    """Raises the error for which Spark has given up a task."""
    text = str(error)
    if found := re.search(re.escape(MARK) + r"(\{.*\})", text):
        try:
            parts = json.loads(found[1])
        except ValueError:
            raise error from None
        _raise(parts, "", cause=error)
    if re.search(r"No module named '?zobrist", text):
        expected = 'expected the package on each worker, as on the driver: pip install "zobrist[spark]"'
        raise ZobristError(expected) from error
    raise error


def _done_or_none(task: Task, folder: str) -> set[int]:
    """Those that are done, for the progress alone."""
    try:
        return task.done(folder)
    except ZobristError:
        return set()


class _Action:
    """A query that runs on a thread of its own."""

    def __init__(self, session: Any, frame: Any) -> None:
        self.rows: list[Any] = []
        self.error: BaseException | None = None
        self._session = session
        self._tag = f"zobrist-{uuid.uuid4().hex}"

        def collect() -> None:
            self._tagged("addTag")
            try:
                self.rows = frame.collect()
            except BaseException as error:
                self.error = error

        self._thread = _thread(session, collect)
        self._thread.start()

    def ended(self, seconds: float) -> bool:
        """Waits for the end, some seconds at most."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def interrupt(self) -> None:
        """Asks Spark to stop the tasks."""
        self._tagged("interruptTag")

    def _tagged(self, method: str) -> None:
        try:
            getattr(self._session, method)(self._tag)
        except Exception:
            # Not all engines have tags; the tasks then come to their end.
            pass


def _thread(session: Any, target: Any) -> threading.Thread:
    """A thread with the local properties of this one, such as a pool of Spark's scheduler."""
    thread: threading.Thread
    try:
        inheriting = importlib.import_module("pyspark").InheritableThread
        thread = inheriting(target, session=session)
    except (ImportError, AttributeError, TypeError):
        thread = threading.Thread(target=target)
    thread.daemon = True
    return thread
