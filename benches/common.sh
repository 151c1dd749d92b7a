# What the scripts in this folder share; they source it. Their first argument is the program (default:
# target/release/git-sr). Here are an environment without configuration, a folder to work in that is removed at the end,
# and how runs are measured, medians told and bounds held.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$(realpath "${1:-$root/target/release/git-sr}")
# In memory where that is possible, so that a disk is not measured.
memory=/dev/shm
[ -w "$memory" ] || memory=${TMPDIR:-/tmp}
scratch=$(mktemp -d -p "$memory")
folders=("$scratch")
trap 'rm -rf "${folders[@]}"' EXIT
mkdir "$scratch/times"

for variable in $(compgen -e | grep '^GIT_' || true); do unset "$variable"; done
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git config --global user.name Bench
git config --global user.email bench@example.com
git config --global init.defaultBranch main
git config --global gc.auto 0
git config --global maintenance.auto false

broken=0

median() { # of the numbers on standard input
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# Runs a command and notes under a name how long it took: measure <name> <command>...
measure() {
    local name=$1 start=${EPOCHREALTIME/./} TIMEFORMAT='%3U %3S'
    shift
    { time "$@" >/dev/null 2>&1; } 2>>"$scratch/times/$name.cpu"
    echo $((${EPOCHREALTIME/./} - start)) >>"$scratch/times/$name.wall"
}

# What was noted, in microseconds: noted <name> wall|cpu
noted() {
    if [ "$2" = wall ]; then
        cat "$scratch/times/$1.wall"
    else
        awk '{ print ($1 + $2) * 1000000 }' "$scratch/times/$1.cpu"
    fi
}

# The median of it: taken <name> wall|cpu
taken() {
    noted "$1" "$2" | median
}

# Tells how two compare whose runs were taken in turn, and holds the ratio of their wall times to a limit: the median of
# the ratios of neighbours, which a machine that slows down and speeds up disturbs less than the ratio of the medians.
# against <what> <name> <other> <limit>
against() {
    local time ratio
    for time in wall cpu; do
        ratio=$(paste <(noted "$2" "$time") <(noted "$3" "$time") | awk '$2 > 0 { print $1 / $2 }' | median)
        awk -v what="$1" -v a="$(taken "$2" "$time")" -v b="$(taken "$3" "$time")" -v ratio="$ratio" -v limit="$4" -v time="$time" 'BEGIN {
            over = time == "wall" && ratio > limit
            printf "%s: %s: %s %.2f ms to %.2f ms, %.2f", over ? "BROKEN" : "ok", what, time, a / 1000, b / 1000, ratio
            print time == "wall" ? sprintf(", at most %.2f", limit) : ""
            exit over }' || broken=1
    done
}

bound() { # <what> <found> <limit>, both in thousandths
    local verdict=ok
    if [ "$2" -gt "$3" ]; then verdict=BROKEN broken=1; fi
    printf '%s: %s: %d.%03d, at most %d.%03d\n' "$verdict" "$1" $(($2 / 1000)) $(($2 % 1000)) $(($3 / 1000)) $(($3 % 1000))
}

forget() { # all batches, without a trace
    git for-each-ref --format='delete %(refname)' refs/worktree/sr refs/sr | git update-ref --stdin
}

# A file of 100 MB, and a reply of 100 edits in it: large <folder>
large() {
    git init -q "$1"
    cd "$1"
    awk 'BEGIN { for (i = 1; i <= 2400000; i++) printf "    let value_%07d = compute(%07d);\n", i, i }' >large.rs
    git add .
    git commit -qm start
    awk 'BEGIN { for (i = 20000; i <= 2000000; i += 20000) {
        printf "large.rs\n<<<<<<< SEARCH\n    let value_%07d = compute(%07d);\n=======\n", i, i
        printf "    let other_%07d = compute(%07d);\n>>>>>>> REPLACE\n\n", i, i } }' >"$scratch/reply.md"
}
