#!/usr/bin/env bash
# A large repository: one block in one of 100,000 tracked files, applied, recorded and staged, against `git apply --index`
# of the equal diff and against `git add` of the file; and applied alone, against `git apply`. Both wall and processor time
# are told; the bounds are for the latter, which a busy machine does not disturb. Exits 1 where one is broken.
# usage: benches/stage.sh [<git-sr>]      (default: target/release/git-sr; FILES=<n> for other sizes)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
memory=/dev/shm
[ -w "$memory" ] || memory=${TMPDIR:-/tmp}
scratch=$(mktemp -d -p "$memory")
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
TIMEFORMAT='%3R %3U %3S'
run() { # <name> <command>...
    local name=$1
    shift
    reset
    { time "$@" >/dev/null 2>&1; } 2>>"$scratch/$name"
}
median() { # <name> wall|cpu, in milliseconds
    local sum='$1'
    [ "$2" = wall ] || sum='$2 + $3'
    awk "{ print ($sum) * 1000 }" "$scratch/$1" | sort -n | awk '{ times[NR] = $1 } END { print times[int((NR + 1) / 2)] }'
}

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
    run git-plain git apply "$scratch/equal.diff"
done
broken=0
against() { # <what> <name> <other> <limit>
    for time in wall cpu; do
        awk -v what="$1" -v a="$(median "$2" "$time")" -v b="$(median "$3" "$time")" -v limit="$4" -v time="$time" 'BEGIN {
            printf "%s: %s %.1f ms to %.1f ms, %.2f, at most %.2f\n", what, time, a, b, a / b, limit
            exit time == "cpu" && a / b > limit }' || { echo "BROKEN"; broken=1; }
    done
}
echo "$files files; medians of $rounds"
against "apply --index against git apply --index" sr git 0.33
against "apply --index against git add" sr add 0.80
against "apply against git apply" plain git-plain 1.40
exit "$broken"
