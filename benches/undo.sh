#!/usr/bin/env bash
# How long undo takes against the batch that it takes back: 500 files of 3.6 KB, in memory and on a disk, several rounds
# by turns; and the memory that both need for 100 edits in a file of 100 MB. Exits 1 where a bound is broken.
# usage: benches/undo.sh [<git-sr> [<folder on a disk>]]      (default: target/release/git-sr and target)
set -euo pipefail
. "$(dirname "$0")/common.sh"

disk=$(realpath "${2:-$root/target}")
rounds=${ROUNDS:-15}

many() { # <where> <folder>
    local work
    work=$(mktemp -d "$2/git-sr-undo.XXXXXX")
    folders+=("$work")
    git init -q "$work"
    cd "$work"
    for file in $(seq 500); do
        mkdir -p "part_$((file % 50))"
        awk -v file="$file" 'BEGIN { for (i = 1; i <= 100; i++) printf "    let value_%03d = compute(%03d, %d);\n", i, file, i }' \
            >"part_$((file % 50))/file_$file.rs"
    done
    git add .
    git commit -qm start
    awk 'BEGIN { for (file = 1; file <= 500; file++) for (i = 30; i <= 60; i += 30) {
        printf "part_%d/file_%d.rs\n```rust\n<<<<<<< SEARCH\n", file % 50, file
        printf "    let value_%03d = compute(%03d, %d);\n=======\n", i, file, i
        printf "    let other_%03d = compute(%03d, %d);\n>>>>>>> REPLACE\n```\n\n", i, file, i } }' >"$scratch/reply.md"
    "$program" apply -q "$scratch/reply.md"
    "$program" undo -q
    rm -f "$scratch/times"/*
    for round in $(seq "$rounds"); do
        "$program" forget -q --all
        # As it would be the first time: no object of an earlier round is there.
        git prune --expire=now
        sync -f .
        # Another text each round, so that no object of one is one of another.
        sed -i "s/other_/other_${round}_/" "$scratch/reply.md"
        measure apply "$program" apply -q "$scratch/reply.md"
        sync -f .
        measure undo "$program" undo -q
        sed -i "s/other_${round}_/other_/" "$scratch/reply.md"
    done
    test -z "$(git status --short)"
    # Of each round, since a disk is not as fast in all of them.
    paste "$scratch/times/apply.wall" "$scratch/times/undo.wall" | awk '{ print int($2 * 1000 / $1) }' >"$scratch/ratio"
    echo "apply: $(taken apply wall) us; undo: $(taken undo wall) us (medians of $rounds rounds)"
    bound "undo against apply, $1" "$(median <"$scratch/ratio")" 1100
    cd "$root"
}

if [ -d /dev/shm ]; then
    echo "== 1,000 blocks over 500 files, in memory =="
    many "in memory" /dev/shm
else
    echo "SKIP: there is no /dev/shm"
fi
echo "== 1,000 blocks over 500 files, on $(stat -f -c %T "$disk") =="
many "on a disk" "$disk"

echo "== 100 edits in a file of 100 MB =="
if [ -x /usr/bin/time ]; then
    work=$(mktemp -d "$disk/git-sr-undo.XXXXXX")
    folders+=("$work")
    large "$work"
    bytes=$(wc -c <large.rs)
    for verb in apply undo; do
        arguments=()
        if [ "$verb" = apply ]; then arguments=("$scratch/reply.md"); fi
        /usr/bin/time -f '%M %e' -o "$scratch/$verb" "$program" "$verb" -q "${arguments[@]}"
    done
    test -z "$(git status --short)"
    read -r apply_peak apply_seconds <"$scratch/apply"
    read -r undo_peak undo_seconds <"$scratch/undo"
    echo "apply: $apply_seconds s; undo: $undo_seconds s"
    bound "peak memory of apply against the file" $((apply_peak * 1024 * 1000 / bytes)) 3000
    bound "peak memory of undo against that of apply" $((undo_peak * 1000 / apply_peak)) 1050
else
    echo "SKIP: /usr/bin/time is not installed"
fi
exit "$broken"
