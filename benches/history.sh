#!/usr/bin/env bash
# What the history tier costs: a file with 1,000 commits, and a repository of 100,000 files. Prints medians in
# microseconds: a block that is found at once, one that an old version has, and one that no version has.
# usage: benches/history.sh [<git-sr>]      (default: target/release/git-sr)
set -euo pipefail
. "$(dirname "$0")/common.sh"

# One block, planned eleven times: plan <label> <reply> [<option>...]
plan() {
    local label=$1 reply=$2
    shift 2
    rm -f "$scratch/times"/*
    for _ in $(seq 11); do measure plan "$program" apply --check -q "$@" "$reply" || true; done
    printf '%-44s %7d us\n' "$label" "$(taken plan wall)"
}

# A reply for the lines 50 to 55 of a file, line 52 as it was in a version: reply <path> <version> <name>
reply() {
    {
        printf '%s\n```\n<<<<<<< SEARCH\n' "$1"
        for line in $(seq 50 55); do
            if [ "$line" = 52 ]; then echo "line 52, version $2"; else echo "line $line"; fi
        done
        printf '=======\n'
        for line in $(seq 50 55); do
            case $line in
                52) echo "line 52, version $2" ;;
                54) echo "line 54, changed" ;;
                *) echo "line $line" ;;
            esac
        done
        printf '>>>>>>> REPLACE\n```\n'
    } >"$scratch/$3.md"
}

# Commits with a version of the file each, for git fast-import: versions <path> <count>
versions() {
    awk -v path="$1" -v count="$2" 'BEGIN {
        for (version = 1; version <= count; version++) {
            text = ""
            for (line = 1; line <= 400; line++)
                text = text "line " line (line == 52 ? ", version " version : "") "\n"
            printf "commit refs/heads/main\ncommitter B <b@example.com> %d +0000\ndata 1\nx\n", 1700000000 + version
            printf "M 100644 inline %s\ndata %d\n%s\n", path, length(text), text
        }
    }'
}

plan_all() { # <path>
    reply "$1" 1000 newest
    reply "$1" 970 older
    reply "$1" 1 oldest
    reply "$1" none never
    plan "found at once" "$scratch/newest.md"
    plan "30 versions ago" "$scratch/older.md"
    plan "999 versions ago, of which 50 are looked at" "$scratch/oldest.md"
    git config sr.historyDepth 100000
    plan "999 versions ago, all looked at" "$scratch/oldest.md"
    git config --unset sr.historyDepth
    plan "in no version" "$scratch/never.md"
    plan "in no version, without the tier" "$scratch/never.md" --match elided
}

echo "== a file with 1,000 commits =="
git init -q "$scratch/commits"
cd "$scratch/commits"
versions a.txt 1000 | git fast-import --quiet
git reset -q --hard
plan_all a.txt

echo "== 100,000 files, 1,000 commits to one of them =="
git init -q "$scratch/files"
cd "$scratch/files"
{
    printf 'commit refs/heads/main\ncommitter B <b@example.com> 1600000000 +0000\ndata 1\nx\n'
    awk 'BEGIN { for (file = 0; file < 100000; file++)
        printf "M 100644 inline d%d/e%d/f%d.txt\ndata 2\nx\n\n", file % 100, file % 1000, file }'
    versions d7/e7/a.txt 1000
} | git fast-import --quiet
git reset -q --hard
plan_all d7/e7/a.txt
