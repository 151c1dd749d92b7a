#!/usr/bin/env bash
# Counts the instructions of five fixed runs with callgrind, and compares them with `instructions.txt` beside this
# script: more than a tenth above is a failure. A count depends on the compiler, the C library and what the processor can
# do, so that it is compared only where these are those of the file. Exits 1 where one run takes too many.
# usage: benches/instructions.sh [<git-sr>]      (default: target/release/git-sr; UPDATE=1 writes the file)
set -euo pipefail
here=$(realpath "$(dirname "$0")")
baseline=$here/instructions.txt
# What a count depends on besides the program.
machine() {
    local avx2=no-avx2
    if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then avx2=avx2; fi
    rustc -vV | sed -n 's/^\(release\|host\): /rustc &/p'
    echo "libc $(getconf GNU_LIBC_VERSION 2>/dev/null || echo unknown), $avx2"
    valgrind --version
}

for program in valgrind rustc; do
    if ! command -v "$program" >/dev/null; then
        echo "SKIP: instruction counts: $program is not installed"
        exit 0
    fi
done
here_is=$(machine)
if [ -z "${UPDATE:-}" ] && [ "$here_is" != "$(grep -v ' instructions$' "$baseline")" ]; then
    echo "SKIP: instruction counts: the baseline is of another compiler, library or processor"
    diff <(grep -v ' instructions$' "$baseline") <(echo "$here_is") || true
    exit 0
fi

. "$here/common.sh"
. "$here/workloads.sh"

: >"$scratch/counts"
# Counts a run: count <name> <argument>...
count() {
    local name=$1
    shift
    forget
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$scratch/log" "$program" "$@" >/dev/null
    awk -v name="$name" '/Collected/ { printf "%s: %d instructions\n", name, $NF }' "$scratch/log" >>"$scratch/counts"
    git reset -q --hard
}

files "$scratch/small" 10 20
blocks 10 10 20 1 1 >"$scratch/one.md"
count "one edit" apply -q "$scratch/one.md"
count "one edit, staged" apply -q --index "$scratch/one.md"
files "$scratch/many" 200 100
blocks 1 200 100 2 1 >"$scratch/many.md"
count "400 edits in 200 files" apply -q "$scratch/many.md"
files "$scratch/large" 1 200000
blocks 1 1 200000 20 1 >"$scratch/large.md"
count "20 edits in 8 MB" apply -q "$scratch/large.md"
files "$scratch/long" 50 432
blocks 1 50 432 10 36 >"$scratch/long.md"
count "a reply of 2 MB" apply -q "$scratch/long.md"

if [ -n "${UPDATE:-}" ]; then
    { echo "$here_is" && cat "$scratch/counts"; } >"$baseline"
    cat "$baseline"
    exit 0
fi
join -t : <(grep ' instructions$' "$baseline" | sort) <(sort "$scratch/counts") | tr -d : | awk '{
    now = $(NF - 1); was = $(NF - 3); name = $0; sub(/ [0-9]+ instructions.*/, "", name)
    over = now > 1.1 * was
    printf "%s: %s: %d instructions, %+.1f %% against the baseline\n", over ? "BROKEN" : "ok", name, now, 100 * (now / was - 1)
    broken += over } END { exit broken > 0 || NR != 5 }'
