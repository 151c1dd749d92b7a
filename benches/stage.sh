#!/usr/bin/env bash
# Staging in a large repository: one block in one of 100,000 tracked files, applied, recorded and staged, against
# `git apply --index` of the equal diff and against `git add` of the file. Exits 1 where a bound is broken.
# usage: benches/stage.sh [<git-sr>]      (default: target/release/git-sr; FILES=<n> for other sizes)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for variable in $(compgen -e | grep '^GIT_' || true); do unset "$variable"; done
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git config --global user.name Bench
git config --global user.email bench@example.com
git config --global gc.auto 0
files=${FILES:-100000}
rounds=${ROUNDS:-21}
work=$scratch/work
git init -q "$work"
cd "$work"
# As git would have checked it out, without writing a hundred thousand times: few folders, small files.
awk -v files="$files" 'BEGIN { for (i = 0; i < files; i++) printf "src/part_%03d/module_%06d.rs\n", i % 200, i }' >"$scratch/names"
xargs -n 1000 dirname <"$scratch/names" | sort -u | xargs mkdir -p
xargs -n 2000 bash -c 'for name; do echo "pub fn value() -> u32 { 1 }" >"$name"; done' - <"$scratch/names"
target=src/part_100/module_000100.rs
printf 'pub fn one() -> u32 {\n    1\n}\n' >"$target"
# Older than the index, as files are that were not checked out in the last second.
find . -path ./.git -prune -o -type f -print0 | xargs -0 touch -d '1 hour ago'
git add .
git commit -qm start
printf '%s\n<<<<<<< SEARCH\n    1\n=======\n    2\n>>>>>>> REPLACE\n' "$target" >"$scratch/reply.md"
"$program" apply -n "$scratch/reply.md" >"$scratch/equal.diff"

reset() {
    git reset -q --hard
    git for-each-ref --format='delete %(refname)' refs/worktree/sr refs/sr | git update-ref --stdin
    touch -d '1 hour ago' "$target"
    git update-index -q --refresh
}
run() { # <name> <command>...
    local name=$1
    shift
    reset
    local start=${EPOCHREALTIME/./}
    "$@" >/dev/null 2>&1
    echo $((${EPOCHREALTIME/./} - start)) >>"$scratch/$name"
}
median() { sort -n "$scratch/$1" | awk '{ times[NR] = $1 } END { print times[int((NR + 1) / 2)] }'; }

# Both make the same.
reset
git apply --index "$scratch/equal.diff"
git write-tree >"$scratch/by-git"
reset
"$program" apply -q --index "$scratch/reply.md"
git write-tree >"$scratch/by-sr"
cmp "$scratch/by-git" "$scratch/by-sr"
git diff-files --quiet
test "$(git status --porcelain)" = "M  $target"

add() { printf 'pub fn one() -> u32 {\n    2\n}\n' >"$target" && git add "$target"; }
for _ in $(seq "$rounds"); do
    run sr "$program" apply -q --index "$scratch/reply.md"
    run git git apply --index "$scratch/equal.diff"
    run add add
    run plain "$program" apply -q "$scratch/reply.md"
done
sr=$(median sr) git=$(median git) add=$(median add) plain=$(median plain)
echo "$files files; medians of $rounds, in microseconds"
echo "git sr apply --index: $sr; git apply --index: $git; git add: $add; git sr apply: $plain"
awk -v sr="$sr" -v git="$git" -v add="$add" 'BEGIN {
    printf "against git apply --index: %.2f, at most 0.33; against git add: %.2f, at most 0.80\n", sr / git, sr / add
    exit sr / git > 0.33 }' || { echo "BROKEN"; exit 1; }
