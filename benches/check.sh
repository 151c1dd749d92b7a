#!/usr/bin/env bash
# `git sr check` of a staged change of 10 files in a repository of 100,000 files, beside `git diff --cached --check`.
# Exits 1 where a bound is broken.
# usage: benches/check.sh [<git-sr>]      (default: target/release/git-sr)
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

# Median of the wall time of 31 runs in microseconds: median <command>
median() {
    for _ in 1 2 3; do eval "$1" >/dev/null 2>&1 || true; done
    for _ in $(seq 31); do
        local start=${EPOCHREALTIME/./}
        eval "$1" >/dev/null 2>&1 || true
        echo $((${EPOCHREALTIME/./} - start))
    done | sort -n | awk '{ times[NR] = $1 } END { print times[int((NR + 1) / 2)] }'
}

bound() { # <what> <found> <limit>
    if [ "$2" -gt "$3" ]; then
        echo "BROKEN: $1: $2 is more than $3"
        broken=1
    else
        echo "ok: $1: $2, at most $3"
    fi
}

echo "== 10 staged files in a repository of 100,000 =="
cd "$scratch"
git init -q large
cd large
# Through fast-import: 1,000 folders of 100 files, without writing 100,000 files first.
awk 'BEGIN {
    print "commit refs/heads/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 1\nx"
    for (d = 0; d < 1000; d++) for (f = 0; f < 100; f++) {
        text = sprintf("fn f_%d_%d() {\n    let value = compute(%d);\n    value\n}\n", d, f, d * f)
        printf "M 100644 inline src/part_%d/module_%d/file_%d.rs\ndata %d\n%s\n", d % 40, d, f, length(text), text
    } }' | git fast-import --quiet
git symbolic-ref HEAD refs/heads/main
git read-tree HEAD
for part in 0 3 7 11 17 19 23 29 31 39; do
    path=src/part_$part/module_$part/file_$part.rs
    id=$({ git cat-file blob "HEAD:$path"; echo "// one more line"; } | git hash-object -w --stdin)
    git update-index --cacheinfo "100644,$id,$path"
done
test "$(git diff --cached --name-only | wc -l)" = 10
"$program" check
# As `git commit` leaves the index for its hook: with the ids of all folders.
git write-tree >/dev/null
sr=$(median "'$program' check")
git=$(median "git diff --cached --check")
echo "git sr check: $sr us; git diff --cached --check: $git us (medians of 31)"
bound "wall time in microseconds" "$sr" 100000
bound "wall time in per cent of git's" $((sr * 100 / git)) 300
exit "$broken"
