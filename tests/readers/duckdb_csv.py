"""Runs a line of DuckDB's own command with its Python module, for pages that show one.

    python duckdb_csv.py -csv -c "SELECT …"

Prints what `duckdb -csv -c "SELECT …"` prints.
"""

import csv
import sys

import duckdb


def main():
    if sys.argv[1:3] != ["-csv", "-c"] or len(sys.argv) != 4:
        raise SystemExit(f'expected -csv -c "SELECT …", got {sys.argv[1:]}')
    result = duckdb.execute(sys.argv[3])
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(column[0] for column in result.description)
    rows.writerows(result.fetchall())


if __name__ == "__main__":
    main()
