#!/usr/bin/env bash
# Whole processes against git: 1,000 blocks over 200 files against `git apply` of the equal diff, and the memory that
# 100 edits in a file of 100 MB take. Exits 1 where a bound is broken.
# usage: benches/compare.sh [<git-sr>]      (default: target/release/git-sr)
set -euo pipefail
. "$(dirname "$0")/common.sh"

echo "== 1,000 blocks over 200 files =="
git init -q "$scratch/many"
cd "$scratch/many"
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
for _ in $(seq 15); do
    git checkout -q .
    forget
    measure sr "$program" apply -q --no-syntax "$scratch/reply.md"
    git checkout -q .
    forget
    measure syntax "$program" apply -q "$scratch/reply.md"
    git checkout -q .
    measure git git apply "$scratch/equal.diff"
done
against "git sr apply --no-syntax against git apply" sr git 3
against "git sr apply with syntax against that without" syntax sr 3

echo "== 100 edits in a file of 100 MB =="
large "$scratch/large"
bytes=$(($(wc -c <large.rs) + $(wc -c <"$scratch/reply.md")))
if [ -x /usr/bin/time ]; then
    /usr/bin/time -f '%M %e' -o "$scratch/time" "$program" apply -q "$scratch/reply.md"
    read -r peak seconds <"$scratch/time"
    echo "file and reply: $bytes bytes; apply: $((peak * 1024)) bytes in $seconds s"
    bound "peak memory of apply against the file and the reply" $((peak * 1024 * 1000 / bytes)) 3000
else
    echo "SKIP: /usr/bin/time is not installed"
fi
exit "$broken"
