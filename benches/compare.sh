#!/usr/bin/env bash
# Whole processes against git: 1,000 blocks over 200 files against `git apply` of the equal diff, and the memory that
# 100 edits in a file of 100 MB take. Exits 1 where a bound is broken.
# usage: benches/compare.sh [<git-sr>]      (default: target/release/git-sr)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for variable in $(compgen -e | grep '^GIT_' || true); do unset "$variable"; done
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git config --global user.name Bench
git config --global user.email bench@example.com
broken=0

bound() { # <what> <found> <limit>, both in thousandths
    if [ "$2" -gt "$3" ]; then
        echo "BROKEN: $1: $(($2 / 1000)).$(printf %03d $(($2 % 1000))) is more than $(($3 / 1000))"
        broken=1
    else
        echo "ok: $1: $(($2 / 1000)).$(printf %03d $(($2 % 1000))), at most $(($3 / 1000))"
    fi
}

# Median of the wall time in microseconds, the preparation not counted: median <rounds> <prepare> <command>
median() {
    local prepare=$2 command=$3
    if command -v hyperfine >/dev/null; then
        hyperfine --shell=bash --warmup 2 --runs "$1" --prepare "$prepare" --export-json "$scratch/times.json" \
            "$command" >/dev/null 2>"$scratch/errors" || { cat "$scratch/errors" >&2; return 1; }
        awk -F'[:,]' '/"median"/ { printf "%d\n", $2 * 1000000 }' "$scratch/times.json"
    else
        for _ in $(seq "$1"); do
            eval "$prepare"
            local start=${EPOCHREALTIME/./}
            eval "$command" >/dev/null 2>&1
            echo $((${EPOCHREALTIME/./} - start))
        done | sort -n | awk '{ times[NR] = $1 } END { print times[int((NR + 1) / 2)] }'
    fi
}

echo "== 1,000 blocks over 200 files =="
many=$scratch/many
git init -q "$many"
cd "$many"
for file in $(seq 200); do
    awk -v file="$file" 'BEGIN { for (i = 1; i <= 300; i++) printf "    let value_%d = compute(%d, %d);\n", i, file, i }' \
        >"file_$file.rs"
done
git add .
git commit -qm start
awk 'BEGIN { for (file = 1; file <= 200; file++) for (i = 30; i <= 270; i += 60) {
    printf "file_%d.rs\n```rust\n<<<<<<< SEARCH\n", file
    printf "    let value_%d = compute(%d, %d);\n    let value_%d = compute(%d, %d);\n", i, file, i, i + 1, file, i + 1
    printf "=======\n"
    printf "    let other_%d = compute(%d, %d);\n    let value_%d = compute(%d, %d);\n", i, file, i, i + 1, file, i + 1
    printf ">>>>>>> REPLACE\n```\n\n" } }' >"$scratch/reply.md"
"$program" apply -n "$scratch/reply.md" >"$scratch/equal.diff"
git apply "$scratch/equal.diff"
git diff >"$scratch/by-git"
git checkout -q .
"$program" apply -q "$scratch/reply.md"
git diff >"$scratch/by-sr"
cmp "$scratch/by-git" "$scratch/by-sr"
prepare="git -C '$many' checkout -q . ; git -C '$many' for-each-ref --format='delete %(refname)' refs/worktree/sr refs/sr | git -C '$many' update-ref --stdin"
sr=$(median 15 "$prepare" "'$program' apply -q '$scratch/reply.md'")
git=$(median 15 "$prepare" "git apply '$scratch/equal.diff'")
echo "git sr apply: $sr us; git apply: $git us (medians)"
bound "wall time against git apply" $((sr * 1000 / git)) 3000

echo "== 100 edits in a file of 100 MB =="
large=$scratch/large
git init -q "$large"
cd "$large"
awk 'BEGIN { for (i = 1; i <= 2400000; i++) printf "    let value_%07d = compute(%07d);\n", i, i }' >large.rs
git add .
git commit -qm start
awk 'BEGIN { for (i = 20000; i <= 2000000; i += 20000) {
    printf "large.rs\n<<<<<<< SEARCH\n    let value_%07d = compute(%07d);\n=======\n", i, i
    printf "    let other_%07d = compute(%07d);\n>>>>>>> REPLACE\n\n", i, i } }' >"$scratch/reply.md"
bytes=$(($(wc -c <large.rs) + $(wc -c <"$scratch/reply.md")))
if [ -x /usr/bin/time ]; then
    /usr/bin/time -f '%M %e' -o "$scratch/time" "$program" apply -q "$scratch/reply.md"
    read -r peak seconds <"$scratch/time"
    git diff --numstat
    /usr/bin/time -f '%M %e' -o "$scratch/undo" "$program" undo -q
    read -r undo_peak undo_seconds <"$scratch/undo"
    test -z "$(git status --short)"
    echo "file and reply: $bytes bytes; apply: $((peak * 1024)) bytes in $seconds s; undo: $((undo_peak * 1024)) bytes in $undo_seconds s"
    bound "peak memory of apply against the file and the reply" $((peak * 1024 * 1000 / bytes)) 3000
else
    echo "SKIP: /usr/bin/time is not installed"
fi
exit "$broken"
