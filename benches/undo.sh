#!/usr/bin/env bash
# How long undo takes against the batch that it takes back: 500 files of 3.6 KB, in memory and on a disk, several rounds
# by turns; and the memory that both need for 100 edits in a file of 100 MB. Exits 1 where a bound is broken.
# usage: benches/undo.sh [<git-sr> [<folder on a disk>]]      (default: target/release/git-sr and target)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
disk=$(realpath "${2:-$root/target}")
rounds=${ROUNDS:-15}
for variable in $(compgen -e | grep '^GIT_' || true); do unset "$variable"; done
scratch=$(mktemp -d)
folders=("$scratch")
trap 'rm -rf "${folders[@]}"' EXIT
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git config --global user.name Bench
git config --global user.email bench@example.com
git config --global gc.auto 0
broken=0

bound() { # <what> <found> <limit>, both in thousandths
    local verdict=ok
    if [ "$2" -gt "$3" ]; then verdict=BROKEN broken=1; fi
    printf '%s: %s: %d.%03d, at most %d.%03d\n' "$verdict" "$1" $(($2 / 1000)) $(($2 % 1000)) $(($3 / 1000)) $(($3 % 1000))
}

median() { # of lines
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

microseconds() { # <command...>
    local start=${EPOCHREALTIME/./}
    "$@" >/dev/null
    echo $((${EPOCHREALTIME/./} - start))
}

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
    : >"$scratch/apply" >"$scratch/undo" >"$scratch/ratio"
    for round in $(seq "$rounds"); do
        "$program" forget -q --all
        # As it would be the first time: no object of an earlier round is there.
        git prune --expire=now
        sync -f .
        # Another text each round, so that no object of one is one of another.
        sed -i "s/other_/other_${round}_/" "$scratch/reply.md"
        local apply undo
        apply=$(microseconds "$program" apply -q "$scratch/reply.md")
        sync -f .
        undo=$(microseconds "$program" undo -q)
        sed -i "s/other_${round}_/other_/" "$scratch/reply.md"
        echo "$apply" >>"$scratch/apply"
        echo "$undo" >>"$scratch/undo"
        echo $((undo * 1000 / apply)) >>"$scratch/ratio"
    done
    test -z "$(git status --short)"
    echo "apply: $(median <"$scratch/apply") us; undo: $(median <"$scratch/undo") us (medians of $rounds rounds)"
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
    large=$(mktemp -d "$disk/git-sr-undo.XXXXXX")
    folders+=("$large")
    git init -q "$large"
    cd "$large"
    awk 'BEGIN { for (i = 1; i <= 2400000; i++) printf "    let value_%07d = compute(%07d);\n", i, i }' >large.rs
    git add .
    git commit -qm start
    awk 'BEGIN { for (i = 20000; i <= 2000000; i += 20000) {
        printf "large.rs\n<<<<<<< SEARCH\n    let value_%07d = compute(%07d);\n=======\n", i, i
        printf "    let other_%07d = compute(%07d);\n>>>>>>> REPLACE\n\n", i, i } }' >"$scratch/reply.md"
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
