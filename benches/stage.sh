#!/usr/bin/env bash
# A large repository: one block in one of 100,000 tracked files, applied, recorded and staged, against `git apply --index`
# of the equal diff and against `git add` of the file; and applied alone, against `git apply`. Exits 1 where a bound is
# broken.
# usage: benches/stage.sh [<git-sr>]      (default: target/release/git-sr; FILES=<n> for other sizes)
set -euo pipefail
. "$(dirname "$0")/common.sh"

files=${FILES:-100000}
rounds=${ROUNDS:-21}
git init -q "$scratch/work"
cd "$scratch/work"
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
    forget
    touch -d '1 hour ago' "$target"
    git update-index -q --refresh
}
run() { # <name> <command>...
    reset
    measure "$@"
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
echo "$files files; medians of $rounds"
against "apply --index against git apply --index" sr git 0.33
against "apply --index against git add" sr add 0.80
against "apply against git apply" plain git-plain 1.40
exit "$broken"
