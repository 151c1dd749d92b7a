#!/usr/bin/env bash
# Whole processes against git and patch, the sides of each pair by turns, in one table: one edit among 10 files (W1) and
# among 100,000 (W2), 1,000 edits in 500 of 10,000 files (W3), 100 edits in a file of 129 MB (W4), 20,000 blocks of 36
# lines for 2,000 files (W5), `check` of one staged file, syntax, and memory. Exits 1 where a bound is broken.
# usage: benches/compare.sh [<git-sr> [<workload>...]]      (default: target/release/git-sr, all; ROUNDS=<n>, SEED=<n>)
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/workloads.sh"

shift $(($# > 0 ? 1 : 0))
wanted=("$@")
is_wanted() { [ ${#wanted[@]} = 0 ] || [[ " ${wanted[*]} " = *" $1 "* ]]; }

rows=()
# Measures two commands by turns, each in the clean repository here: pair <what> <limit> <other> <rounds> <sr...> -- <other...>
pair() {
    local what=$1 limit=$2 other=$3 rounds=${ROUNDS:-$4} sr=()
    shift 4
    while [ "$1" != -- ]; do sr+=("$1") && shift; done
    shift
    rm -f "$scratch/times"/*
    # The first round warms what both read.
    for round in $(seq 0 "$rounds"); do
        clean
        measure sr "${sr[@]}"
        clean
        measure other "$@"
        if [ "$round" = 0 ]; then rm -f "$scratch/times"/*; fi
    done
    row "$what" "$limit" "$other"
}

clean() {
    git reset -q --hard
    forget
    git prune --expire=now
}

row() { # <what> <limit> <other>
    local ratio cpu
    ratio=$(paste <(noted sr wall) <(noted other wall) | awk '$2 > 0 { print $1 / $2 }' | median)
    cpu=$(paste <(noted sr cpu) <(noted other cpu) | awk '$2 > 0 { print $1 / $2 }' | median)
    rows+=("$(awk -v what="$1" -v limit="$2" -v other="$3" -v a="$(taken sr wall)" -v b="$(taken other wall)" -v ratio="$ratio" -v cpu="${cpu:-0}" 'BEGIN {
        printf "| %-36s | %9.2f | %-26s | %9.2f | %5.2f | %5s | %5.2f | %s", what, a / 1000, other, b / 1000, ratio, (cpu > 0 ? sprintf("%.2f", cpu) : "-"), limit, (ratio > limit ? "BROKEN |" : "ok |") }')")
    awk -v ratio="$ratio" -v limit="$2" 'BEGIN { exit ratio > limit }' || broken=1
}

# Both sides make the same: same <reply>
same() {
    "$program" apply -n "$1" >"$scratch/equal.diff"
    clean
    git apply --index "$scratch/equal.diff"
    git write-tree >"$scratch/by-git"
    clean
    "$program" apply -q --index "$1"
    git write-tree >"$scratch/by-sr"
    cmp "$scratch/by-git" "$scratch/by-sr"
}

# Apply and apply --index against git's: apply_both <name> <limit> <limit with --index> <rounds> <reply>
apply_both() {
    same "$5"
    pair "$1 apply" "$2" "git apply" "$4" "$program" apply -q "$5" -- git apply "$scratch/equal.diff"
    pair "$1 apply --index" "$3" "git apply --index" "$4" "$program" apply -q --index "$5" -- git apply --index "$scratch/equal.diff"
}

checked() { # <name> <limit>
    echo "// one more line" >>d0/f3.txt
    git add d0/f3.txt
    rm -f "$scratch/times"/*
    for _ in $(seq "${ROUNDS:-15}"); do
        measure sr "$program" check
        measure other git status --porcelain -- d0/f3.txt
    done
    row "$1 check" "$2" "git status -- <path>"
    clean
}

one() { # <name> <files> <limit> <limit with --index> <limit of check> <rounds>
    files "$scratch/$1" "$2" 20
    blocks "$2" "$2" 20 1 1 >"$scratch/$1.md"
    if is_wanted "$1"; then apply_both "$1" "$3" "$4" "$6" "$scratch/$1.md"; fi
    if is_wanted check; then checked "$1" "$5"; fi
}

if is_wanted W1 || is_wanted check; then one W1 10 2.5 2.2 1.8 41; fi
if is_wanted W2 || is_wanted check; then one W2 100000 2.5 0.4 0.8 11; fi
if is_wanted W3; then
    files "$scratch/W3" 10000 200
    blocks 20 10000 200 2 1 >"$scratch/W3.md"
    apply_both W3 4 1.2 7 "$scratch/W3.md"
fi
if is_wanted W4; then
    files "$scratch/W4" 1 3000000
    blocks 1 1 3000000 100 1 >"$scratch/W4.md"
    "$program" apply -n "$scratch/W4.md" >"$scratch/equal.diff"
    if command -v patch >/dev/null; then
        pair "W4 apply" 3.5 "patch -p1" 5 "$program" apply -q "$scratch/W4.md" -- patch -s -p1 -i "$scratch/equal.diff"
    else
        echo "SKIP: patch is not installed"
    fi
    if [ -x /usr/bin/time ]; then
        clean
        /usr/bin/time -f %M -o "$scratch/peak" "$program" apply -q "$scratch/W4.md"
        bound "W4 peak memory against the file" $(($(cat "$scratch/peak") * 1024 * 1000 / $(wc -c <d0/f0.txt))) 2200
    else
        echo "SKIP: /usr/bin/time is not installed"
    fi
    rm -rf "$scratch/W4"
fi
if is_wanted W5; then
    files "$scratch/W5" 2000 432
    blocks 1 2000 432 10 36 >"$scratch/W5.md"
    apply_both W5 8 2.2 5 "$scratch/W5.md"
    rm -rf "$scratch/W5"
fi
if is_wanted syntax; then
    files "$scratch/syntax" 200 300 rs
    blocks 1 200 300 5 2 rs >"$scratch/syntax.md"
    pair "200 Rust files" 3 "apply --no-syntax" 9 "$program" apply -q "$scratch/syntax.md" -- "$program" apply -q --no-syntax "$scratch/syntax.md"
fi

echo "| git sr                               |        ms | against                    |        ms | ratio |   cpu | limit |    |"
echo "|--------------------------------------|-----------|----------------------------|-----------|-------|-------|-------|----|"
printf '%s\n' "${rows[@]}"
exit "$broken"
