#!/bin/sh
# The command of a PROCESS environment: Beam's boot program, whose path is in BEAM_BOOT.
# It is needed because
#  - Prism gives the id of the worker in literal apostrophes. Boot would register under
#    them and the job would wait for ever.
#  - boot writes the options of the pipeline to its working directory, and the program of
#    the workers, 90 MB, to a folder that it does not remove. Prism ends boot by SIGKILL,
#    so that a process beside it has to clear away.
#  - boot stays where the engine ends first.
set -eu
: "${BEAM_BOOT:?must be the path of the boot program of the Go SDK}"
dir=$(mktemp -d "${TMPDIR:-/tmp}/leasehold-beam.XXXXXX")
cd "$dir"
while kill -0 $$; do
	kill -0 $PPID || kill $$
	sleep 1
done 2>/dev/null && rm -rf "$dir" &
for arg; do
	shift
	set -- "$@" "$(printf %s "$arg" | tr -d "'")"
done
exec "$BEAM_BOOT" "$@" --semi_persist_dir="$dir"
