"""Spark builds an index, and hashes columns of positions.

``build_index`` has the tasks of a cluster read the files and merge the tables; ``hash_column`` adds keys to a
DataFrame. Both run under Spark and, by Spark Connect, under Sail. The package must be installed on each
worker, too: ``pip install "zobrist[spark]"``.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

from zobrist import Scheme, _spark_jobs, hash, runs
from zobrist._errors import SchemeError
from zobrist._spark_jobs import Task
from zobrist.runs import _built_by_tasks  # pyright: ignore[reportPrivateUsage]

if TYPE_CHECKING:
    from zobrist import Built
    from zobrist._types import Path, Paths, ProgressOrFlag, SchemeOrName, Size, Variant

__all__ = ["build_index", "hash_column"]

#: A DataFrame of Spark, classic or by Connect.
Frame = TypeVar("Frame")

#: The least number of ranges, unless it is given.
RANGES = 32

#: The most ranges.
MAX_RANGES = 65536

#: The rejections that are returned, as ``zobrist.build_index`` does.
KEPT = 1000


def build_index(
    folder: Path,
    paths: Paths,
    *,
    spark: Any = None,
    runs: int | None = None,
    ranges: int | None = None,
    memory: Size = "1GiB",
    threads: int = 1,
    progress: ProgressOrFlag | None = None,
    files_per_table: int | None = None,
    add: bool = False,
    replace: bool = False,
    again: bool = False,
    scheme: SchemeOrName | None = None,
    max_ply: int | None = None,
    min_elo: int | None = None,
    keep_valid: bool = False,
    partial: bool = False,
    relative: bool = False,
    encoding: str | None = None,
    language: str | None = None,
    **others: NoReturn,
) -> Built:
    """Builds an index by the tasks of a Spark cluster.

    The driver cuts the files into runs; a task builds each of them, then a task merges each range of the keys,
    and the driver commits. Paths go to the tasks, and no games through Spark. Tasks that fail, are killed or
    run twice do no harm. When the call fails, what is done is kept, and the same call continues with
    the rest; ``zobrist.runs.abandon(folder)`` gives it up.

    Args:
        folder: an absolute path on storage that the driver and all workers share, or an ``s3://`` URL.
        paths: an absolute path or a list of them, which all see, or URLs ``s3://``, ``https://`` and
            ``http://``. For S3, driver and workers need the credentials in their environment.
        spark: the session, of Spark or of Spark Connect; by default the active one, or a new one.
        runs: at most this many runs; by default one for each 4 GiB of the files on the disk.
        ranges: the number of tasks that merge, at most 65,536; by default two for each run, at least 32, and
            no more than ``files_per_table``.
        memory: memory of each task, outside of Spark's own: a number of bytes, or a size such as
            ``"4GiB"``; each thread needs about 25 MiB more.
        threads: threads of each task: as many as ``spark.task.cpus``.
        progress: as in ``zobrist.build_index``; the unit is ``"runs"``, then ``"ranges"``.
        files_per_table, add, replace, again, scheme, max_ply, min_elo, keep_valid, partial, relative,
            encoding, language: as in ``zobrist.runs.plan``. There is no ``dedup``, since no task sees all games.

    Returns:
        What was added and left out: a ``zobrist.Built``. Its ``rejections`` are the first 1,000 of the runs
        that this call has built.

    Raises:
        ValueError: a path is relative, or the options exclude each other.
        PlanError: the folder holds the plan of another build; or a file has changed since it was planned.
        ReadError: a file cannot be read; ``file``, ``line`` and ``offset`` say where. The message begins
            with the number of the run.
        KeyboardInterrupt: on Ctrl-C, which asks Spark to stop the tasks.

    Cost: a little more than twice the processor time of ``zobrist.build_index``, shared out among the tasks; and
    the start of a task for each run and each range.

    >>> import zobrist.spark
    >>> try:
    ...     zobrist.spark.build_index("index", "/data/games.pgn.zst")
    ... except ValueError as error:
    ...     print(error)
    folder: expected an absolute path or a URL, which is the same on all workers, got 'index'
    """
    folder = _everywhere("folder", folder)
    given = [paths] if isinstance(paths, (str, bytes, os.PathLike)) else paths
    files = [_everywhere("paths", path) for path in given]
    plan = _plan(
        folder,
        files,
        runs=runs,
        files_per_table=files_per_table,
        add=add,
        replace=replace,
        again=again,
        scheme=scheme,
        max_ply=max_ply,
        min_elo=min_elo,
        keep_valid=keep_valid,
        partial=partial,
        relative=relative,
        encoding=encoding,
        language=language,
        **others,
    )
    if not plan.runs:
        return _built_by_tasks(None, plan.left_out, [])
    of = _ranges(plan.runs, files_per_table) if ranges is None else ranges
    session = _session() if spark is None else spark
    if not 1 <= of <= MAX_RANGES:
        raise ValueError(f"ranges: expected 1 to {MAX_RANGES}, got {of}")
    job = _spark_jobs.Job(session, folder, memory, threads, progress)
    done = job.do(Task("run", plan.runs))
    job.do(Task("range", of))
    rejections = [row for result in done for row in result["rejections"]]
    return _built_by_tasks(_commit(folder), plan.left_out, rejections[:KEPT])


def _ranges(runs: int, files: int | None) -> int:
    """The number of ranges, unless it is given: the same when a build continues."""
    ranges = max(RANGES, 2 * runs)
    return min(ranges, files) if files else min(ranges, MAX_RANGES)


# The argument `runs` hides the module.
_plan: Any = runs.plan
_commit = runs.commit


def hash_column(
    df: Frame,
    column: str,
    scheme: SchemeOrName = "fide",
    *,
    into: str = "key",
    variant: Variant | None = None,
    errors: Literal["raise", "null"] = "raise",
) -> Frame:
    """Adds the keys of a column of positions to a DataFrame of Spark.

    They are those of an index: signed, of 64 bits, by the scheme ``fide`` unless another is given, so that the
    DataFrame joins with ``positions/*.parquet`` of an index by the column ``key``.

    Args:
        df: a DataFrame, of Spark or of Spark Connect.
        column: the name of a column of FENs. Where it is null, so is the key.
        scheme: the name of a built-in scheme, the path of a TOML file on the driver, or a Scheme, of 64 bits.
        into: the name of the new column, a LongType, which comes last.
        variant: as in ``zobrist.hash``.
        errors: ``"raise"``: a text that is no legal position fails the query, with a PositionError in its
            message; ``"null"``: its key is null.

    Returns:
        A DataFrame with the columns of ``df`` and the keys. Nothing is read before an action.

    Raises:
        ValueError: there is no such column, or one of the name ``into`` already.
        TypeError: the column is no column of text.
        SchemeError: there is no such scheme, or it has no hashes of 64 bits.

    Cost: about that of ``zobrist.hash`` on one core for each task, and of moving all columns of ``df`` to Python and
    back.

    >>> import zobrist.spark
    >>> positions = spark.createDataFrame([("4k3/8/8/8/8/8/8/4K3 w - - 0 1",)], "fen string")  # doctest: +SKIP
    >>> zobrist.spark.hash_column(positions, "fen").columns  # doctest: +SKIP
    ['fen', 'key']
    """
    frame: Any = df
    types = importlib.import_module("pyspark.sql.types")
    fields = {field.name: field for field in frame.schema.fields}
    if column not in fields:
        names = ", ".join(fields)
        raise ValueError(f"column: expected one of {names}, got {column!r}")
    if not isinstance(fields[column].dataType, types.StringType):
        got = fields[column].dataType.simpleString()
        raise TypeError(f"column: expected a column of text, got {column}, a column of {got}")
    if into.lower() in (name.lower() for name in fields):
        raise ValueError(f"into: expected the name of a new column, got {into!r}, which is there")
    if errors not in ("raise", "null"):
        raise ValueError(f'errors: expected "raise" or "null", got {errors!r}')
    keyed = _scheme_of_index(scheme)
    # A wrong variant fails now, and not in a task.
    hash("", variant=variant, errors="null")
    schema = types.StructType([*frame.schema.fields, types.StructField(into, types.LongType())])

    def add_keys(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield _with_keys(batch, column, keyed, into, variant, errors)

    keys: Frame = frame.mapInArrow(add_keys, schema)
    return keys


def _with_keys(
    batch: Any, column: str, scheme: Scheme, into: str, variant: Variant | None, errors: str
) -> Any:
    """A batch of rows with their keys."""
    pyarrow = importlib.import_module("pyarrow")
    numpy = importlib.import_module("numpy")
    fens = batch.column(batch.schema.get_field_index(column))
    options: Any = {"variant": variant, "signed": True, "threads": 1, "progress": False}
    if errors == "null":
        keys = pyarrow.array(hash(fens, scheme, errors="null", **options))
    else:
        missing = fens.is_null().to_numpy(zero_copy_only=False)
        hashes = numpy.zeros(len(fens), numpy.int64)
        hashes[~missing] = hash(fens.drop_null(), scheme, **options)
        keys = pyarrow.array(hashes, mask=missing)
    names = [*batch.schema.names, into]
    return pyarrow.RecordBatch.from_arrays([*batch.columns, keys], names=names)


def _scheme_of_index(scheme: SchemeOrName) -> Scheme:
    """A scheme that can be sent to the workers."""
    if isinstance(scheme, Scheme):
        found = scheme
    elif isinstance(scheme, str) and not scheme.lower().endswith(".toml"):
        found = Scheme(scheme)
    else:
        found = Scheme.from_file(scheme)
    if found.bits != 64:
        got = f"{found.name}, which has {found.bits}"
        raise SchemeError(f"scheme: expected a scheme of 64 bits, got {got}")
    return found


def _everywhere(name: str, path: Any) -> str:
    """A path that is the same on all machines."""
    text = os.fsdecode(path)
    if text.startswith(("s3://", "https://", "http://")) or os.path.isabs(text):
        return text
    expected = "an absolute path or a URL, which is the same on all workers"
    raise ValueError(f"{name}: expected {expected}, got {text!r}")


def _session() -> Any:
    """The active session, or a new one."""
    try:
        sql = importlib.import_module("pyspark.sql")
    except ImportError as error:
        raise ImportError(f'zobrist.spark needs PySpark: pip install "zobrist[spark]" ({error})') from error
    return sql.SparkSession.getActiveSession() or sql.SparkSession.builder.getOrCreate()
