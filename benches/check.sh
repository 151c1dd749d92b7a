#!/usr/bin/env bash
# `git sr check` of a staged change of 10 files in a repository of 100,000 files, beside `git diff --cached --check`.
# Exits 1 where a bound is broken.
# usage: benches/check.sh [<git-sr>]      (default: target/release/git-sr)
set -euo pipefail
. "$(dirname "$0")/common.sh"

echo "== 10 staged files in a repository of 100,000 =="
git init -q "$scratch/large"
cd "$scratch/large"
# Through fast-import: 1,000 folders of 100 files, without writing 100,000 files first.
awk 'BEGIN {
    print "commit refs/heads/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 1\nx"
    for (d = 0; d < 1000; d++) for (f = 0; f < 100; f++) {
        text = sprintf("fn f_%d_%d() {\n    let value = compute(%d);\n    value\n}\n", d, f, d * f)
        printf "M 100644 inline src/part_%d/module_%d/file_%d.rs\ndata %d\n%s\n", d % 40, d, f, length(text), text
    } }' | git fast-import --quiet
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
for _ in $(seq 31); do
    measure sr "$program" check
    measure git git diff --cached --check
done
against "git sr check against git diff --cached --check" sr git 3
bound "wall time in milliseconds" "$(taken sr wall)" 100000
exit "$broken"
