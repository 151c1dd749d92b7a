#!/usr/bin/env bash
# A batch that is applied, recorded and committed, against `git apply --index` and `git commit`, in a repository of
# 100,000 files. Without hooks. Exits 1 where the bound is broken.
# usage: benches/commit.sh [<git-sr>]      (default: target/release/git-sr; FILES=<n> for other sizes)
set -euo pipefail
. "$(dirname "$0")/common.sh"

files=${FILES:-100000}
rounds=11
git init -q --template= "$scratch/work"
cd "$scratch/work"
awk -v files="$files" 'BEGIN { for (i = 0; i < files; i++) {
    folder = sprintf("d%03d", i / 100)
    if (i % 100 == 0) system("mkdir " folder)
    name = sprintf("%s/f%05d.txt", folder, i)
    print "one " i "\ntwo\nthree" > name
    close(name) } }'
git add .
git commit -qm start
# An index of the same second as the files would have to be checked by content.
sleep 1.1
git update-index --force-write-index

by_sr() { "$program" apply -q -m change "$scratch/reply.md"; }
by_git() { git apply --index "$scratch/diff" && git commit -q -m change; }

# Both sides make the same change to a line of one file, each time another file, in turn.
for round in $(seq "$rounds"); do
    for side in sr git; do
        number=$((round * 2 * files / (rounds * 2 + 3)))
        [ "$side" = sr ] || number=$((number + 1))
        path=$(printf 'd%03d/f%05d.txt' $((number / 100)) "$number")
        printf '%s\n<<<<<<< SEARCH\none %s\n=======\nONE %s\n>>>>>>> REPLACE\n' "$path" "$number" "$number" >"$scratch/reply.md"
        printf -- '--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n-one %s\n+ONE %s\n two\n three\n' "$path" "$path" "$number" "$number" >"$scratch/diff"
        measure "$side" "by_$side"
    done
done
test -z "$(git status --porcelain)"
test "$(git rev-list --count HEAD)" = $((rounds * 2 + 1))
git fsck --no-progress >/dev/null

echo "$files files; medians of $rounds"
against "git sr apply --commit against git apply --index and git commit" sr git 0.15
exit "$broken"
