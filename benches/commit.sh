#!/usr/bin/env bash
# A batch that is applied, recorded and committed, against `git apply --index` and `git commit`, in a repository of
# 100,000 files. Without hooks. Exits 1 where the bound is broken.
# usage: benches/commit.sh [<git-sr>] [<files>]      (default: target/release/git-sr, 100000)
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
files=${2:-100000}
rounds=11
scratch=$(mktemp -d)
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

micros() { echo "${EPOCHREALTIME/./}"; }
median() { sort -n | awk '{ times[NR] = $1 } END { print times[int((NR + 1) / 2)] }'; }

# Both sides make the same change to a line of one file, each time another file, in turn.
for round in $(seq "$rounds"); do
    for side in sr git; do
        number=$((round * 2 * files / (rounds * 2 + 3)))
        [ "$side" = sr ] || number=$((number + 1))
        path=$(printf 'd%03d/f%05d.txt' $((number / 100)) "$number")
        printf '%s\n<<<<<<< SEARCH\none %s\n=======\nONE %s\n>>>>>>> REPLACE\n' "$path" "$number" "$number" >"$scratch/reply.md"
        printf -- '--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n-one %s\n+ONE %s\n two\n three\n' "$path" "$path" "$number" "$number" >"$scratch/diff"
        start=$(micros)
        if [ "$side" = sr ]; then
            "$program" apply -q -m change "$scratch/reply.md" >/dev/null
        else
            git apply --index "$scratch/diff"
            git commit -q -m change
        fi
        echo $(($(micros) - start)) >>"$scratch/$side"
    done
done
test -z "$(git status --porcelain)"
test "$(git rev-list --count HEAD)" = $((rounds * 2 + 1))
git fsck --no-progress >/dev/null

sr=$(median <"$scratch/sr")
git=$(median <"$scratch/git")
ratio=$((sr * 1000 / git))
echo "$files files: git sr apply --commit: $sr us; git apply --index and git commit: $git us (medians of $rounds)"
if [ "$ratio" -gt 150 ]; then
    echo "BROKEN: 0.$(printf %03d "$ratio") of git's time is more than 0.150"
    exit 1
fi
echo "ok: 0.$(printf %03d "$ratio") of git's time, at most 0.150"
