#!/bin/sh
# The command of a PROCESS environment. It runs Beam's boot program, whose path is in BEAM_BOOT,
# and works around three problems:
#  - Prism encloses the worker's id in literal apostrophes. Boot would register under that id, and
#    the job would wait forever.
#  - Boot writes the pipeline's options to its working directory, and the workers' program, 90 MB,
#    to a directory that it does not remove. Prism ends boot with SIGKILL, so another process must
#    remove them.
#  - Boot does not end if the engine ends first.
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
