# The workloads of the scripts in this folder: repositories and replies that are the same for the same SEED.
# shellcheck shell=bash

seed=${SEED:-1}

# Files of lines, committed: files <folder> <number> <lines of each> [<ending>]
files() {
    git init -q "$1"
    cd "$1"
    # A folder for each hundred files.
    for folder in $(seq 0 $((($2 - 1) / 100))); do mkdir "d$folder"; done
    awk -v files="$2" -v lines="$3" -v ending="${4:-txt}" -v seed="$seed" 'BEGIN { for (i = 0; i < files; i++) {
        name = sprintf("d%d/f%d.%s", i / 100, i % 100, ending)
        for (k = 0; k < lines; k++) printf "    let value_%d_%d = compute(%d);\n", i, k, (k * 7919 + seed) % 1000 > name
        close(name) } }'
    commit
}

commit() {
    # Older than the index, as files are that were not checked out in the last second.
    find . -path ./.git -prune -o -type f -print0 | xargs -0 touch -d '1 hour ago'
    git add .
    git commit -qm start
}

# Blocks for these files, to standard output, each with so many lines of which the middle one changes:
# blocks <every which file> <files in all> <lines of a file> <blocks for each> <lines of a block> [<ending>]
blocks() {
    awk -v every="$1" -v files="$2" -v lines="$3" -v blocks="$4" -v quoted="$5" -v ending="${6:-txt}" -v seed="$seed" '
    function line(i, k, name) {
        return sprintf("    let %s_%d_%d = compute(%d);\n", name, i, k, (k * 7919 + seed) % 1000)
    }
    BEGIN { for (i = 0; i < files; i += every) for (b = 0; b < blocks; b++) {
        from = int(b * lines / blocks)
        search = replace = ""
        for (k = from; k < from + quoted; k++) {
            search = search line(i, k, "value")
            replace = replace line(i, k, k == from + int(quoted / 2) ? "other" : "value")
        }
        printf "d%d/f%d.%s\n```\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n\n", i / 100, i % 100, ending, search, replace
    } }'
}
