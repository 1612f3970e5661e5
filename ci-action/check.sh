#!/usr/bin/env bash
# Checks the hash of an engine, writes the report to a file and prints it. The exit status is that of
# `zobrist engine check`: 1 for faults, 2 for an engine that could not be asked.
#
# ENGINE            command of the engine, split into words at spaces
# CHECK_SECONDS     time for comparisons (30)
# CHECK_ARGUMENTS   further arguments of `zobrist engine check`, split into words at spaces
# REPORT            file of the report (zobrist-engine.txt)
# ZOBRIST           the command (zobrist)
set -uo pipefail
# Words are no patterns of files.
set -f
if [ -z "${ENGINE:-}" ]; then
    echo "expected the command of the engine in ENGINE, got none" >&2
    exit 2
fi
report=${REPORT:-zobrist-engine.txt}
# shellcheck disable=SC2086 # they are lists of words
"${ZOBRIST:-zobrist}" engine check --seconds "${CHECK_SECONDS:-30}" ${CHECK_ARGUMENTS:-} -- $ENGINE >"$report"
status=$?
cat "$report"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    { echo '```'; cat "$report"; echo '```'; } >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
