#!/usr/bin/env bash
# A batch that is applied, recorded and committed, against `git apply --index` and `git commit`, in a repository of
# 100,000 files. Without hooks. Both wall and processor time are told; the bound is for the latter, which a busy machine
# does not disturb. Exits 1 where it is broken.
# usage: benches/commit.sh [<git-sr>] [<files>]      (default: target/release/git-sr, 100000)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
files=${2:-100000}
rounds=11
memory=/dev/shm
[ -w "$memory" ] || memory=${TMPDIR:-/tmp}
scratch=$(mktemp -d -p "$memory")
trap 'rm -rf "$scratch"' EXIT
for variable in $(compgen -e | grep '^GIT_' || true); do unset "$variable"; done
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git config --global user.name Bench
git config --global user.email bench@example.com
git config --global gc.auto 0
git config --global maintenance.auto false

git init -q -b main --template= "$scratch/work"
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

TIMEFORMAT='%3R %3U %3S'
median() { # <side> wall|cpu, in milliseconds
    local sum='$1'
    [ "$2" = wall ] || sum='$2 + $3'
    awk "{ print ($sum) * 1000 }" "$scratch/$1" | sort -n | awk '{ times[NR] = $1 } END { print times[int((NR + 1) / 2)] }'
}
by_sr() { "$program" apply -q -m change "$scratch/reply.md" >/dev/null; }
by_git() { git apply --index "$scratch/diff" && git commit -q -m change; }

# Both sides make the same change to a line of one file, each time another file, in turn.
for round in $(seq "$rounds"); do
    for side in sr git; do
        number=$((round * 2 * files / (rounds * 2 + 3)))
        [ "$side" = sr ] || number=$((number + 1))
        path=$(printf 'd%03d/f%05d.txt' $((number / 100)) "$number")
        printf '%s\n<<<<<<< SEARCH\none %s\n=======\nONE %s\n>>>>>>> REPLACE\n' "$path" "$number" "$number" >"$scratch/reply.md"
        printf -- '--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n-one %s\n+ONE %s\n two\n three\n' "$path" "$path" "$number" "$number" >"$scratch/diff"
        { time "by_$side" 2>&1; } 2>>"$scratch/$side"
    done
done
test -z "$(git status --porcelain)"
test "$(git rev-list --count HEAD)" = $((rounds * 2 + 1))
git fsck --no-progress >/dev/null

verdict=ok
for time in wall cpu; do
    awk -v files="$files" -v rounds="$rounds" -v a="$(median sr "$time")" -v b="$(median git "$time")" -v time="$time" 'BEGIN {
        printf "%d files: git sr apply --commit: %s %.1f ms; git apply --index and git commit: %.1f ms; %.3f, at most 0.150 (medians of %d)\n",
            files, time, a, b, a / b, rounds
        exit time == "cpu" && a / b > 0.15 }' || verdict=BROKEN
done
echo "$verdict"
[ "$verdict" = ok ]
