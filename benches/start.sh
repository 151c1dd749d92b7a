#!/usr/bin/env bash
# What starting costs: a repository of 10 files, `git sr check` against `git status` of a path, and one edit against
# `git apply`; and both against a program without grammars (`--no-default-features`), if one is named. Each figure is of
# 20 runs. Exits 1 where a bound is broken.
# usage: benches/start.sh [<git-sr> [<git-sr without grammars>]]      (default: target/release/git-sr)
set -euo pipefail
. "$(dirname "$0")/common.sh"

without=${2:+$(realpath "$2")}
git init -q "$scratch/small"
cd "$scratch/small"
for file in $(seq 10); do seq -f "line %g" 200 >"f$file.txt"; done
touch -d '1 hour ago' ./*.txt
git add .
git commit -qm start
printf 'f3.txt\n<<<<<<< SEARCH\nline 100\n=======\nline one hundred\n>>>>>>> REPLACE\n' >"$scratch/reply.md"
"$program" apply -n "$scratch/reply.md" >"$scratch/equal.diff"

often() { for _ in $(seq 20); do "$@"; done; }
edits() { # <command>...
    for _ in $(seq 20); do
        "$@"
        seq -f "line %g" 200 >f3.txt
    done
}
for _ in $(seq 15); do
    measure version often "$program" --version
    measure git-version often git --version
    measure check often "$program" check
    measure status often git status --porcelain -- f3.txt
    measure apply edits "$program" apply -q "$scratch/reply.md"
    measure git-apply edits git apply "$scratch/equal.diff"
    forget
    if [ -n "$without" ]; then
        measure version-without often "$without" --version
        measure apply-without edits "$without" apply -q "$scratch/reply.md"
        forget
    fi
done
against "20 times git sr --version against git --version" version git-version 2
against "20 times git sr check against git status -- <path>" check status 1.5
against "20 times git sr apply against git apply" apply git-apply 3
if [ -n "$without" ]; then
    against "20 times git sr --version with grammars against without" version version-without 1.2
    against "20 times git sr apply with grammars against without" apply apply-without 1.2
fi
exit "$broken"
