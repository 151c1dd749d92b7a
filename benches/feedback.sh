#!/usr/bin/env bash
# How far `git sr apply --feedback` suffices to correct refused replies: the share of failed blocks whose message holds
# every line of the nearest region of the file, and the size of the messages. Exits 1 where a bound is broken.
# usage: benches/feedback.sh <git-sr> <replies>      (needs python3)
# <replies> has an object a line, gzipped or not: {"id", "reply", "before": {path: text}, "tree": [path], "history":
# {path: [older text, the newest first]}}; the last two may lack.
set -euo pipefail
if [ $# -ne 2 ]; then
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 129
fi
replies=$(realpath "$2")
. "$(dirname "$0")/common.sh"

python3 - "$program" "$replies" "$scratch" <<'EOF'
import collections, gzip, json, os, statistics, subprocess, sys

program, replies, scratch = sys.argv[1:]
SHARE, MEDIAN, MOST = 95, 3000, 12 * 1024


def put(root, path, text):
    full = os.path.join(root, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))


def git(root, *words):
    subprocess.run(["git", "-C", root, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def repository(root, case):
    """The files of a case with their older versions as commits."""
    git(scratch, "init", "-q", "--template=", root)
    for path in case.get("tree", []):
        try:
            put(root, path, "x\n")
        except OSError:
            pass
    history = case.get("history", {})
    for age in range(max(map(len, history.values()), default=0), -1, -1):
        for path, text in case["before"].items():
            older = history.get(path, [])
            put(root, path, older[age - 1] if 0 < age <= len(older) else text)
        git(root, "add", "-Af")
        git(root, "commit", "-q", "--allow-empty", "-m", "state")


def is_whole(root, block, feedback):
    """Whether all lines of the block's nearest region are lines of the message, one below the other."""
    first, last = block["nearest"]["lines"]
    with open(os.path.join(root, block["path"]), "rb") as file:
        lines = file.read().decode("utf-8", "surrogateescape").split("\n")[first - 1 : last]
    lines = "\n".join(line.removesuffix("\r") for line in lines)
    return f"\n{lines}\n" in feedback


found, whole, sizes, classes = 0, 0, [], collections.Counter()
with gzip.open(replies, "rt") if replies.endswith(".gz") else open(replies) as lines:
    for number, case in enumerate(json.loads(line) for line in lines if line.strip()):
        root = os.path.join(scratch, f"case-{number}")
        repository(root, case)
        words = [program, "apply", "-n", "--json", "--feedback", "-"]
        reply = case["reply"].encode("utf-8", "surrogateescape")
        run = subprocess.run(words, cwd=root, input=reply, capture_output=True)
        said = json.loads(run.stdout) if run.returncode == 1 else {}
        feedback = said.get("feedback")
        for block in said.get("blocks", []) if feedback else []:
            if block["status"] == "failed":
                classes[block["class"]] += 1
                if block.get("nearest"):
                    found += 1
                    whole += is_whole(root, block, feedback)
                    if not is_whole(root, block, feedback):
                        print(f"not whole: {case.get('id', number)}, block {block['id']}")
        if feedback:
            classes.update("a part that is no block: " + fault["class"] for fault in said["faults"])
            sizes.append(len(feedback.encode()))
        subprocess.run(["rm", "-rf", root], check=True)

for name, count in classes.most_common():
    print(f"{count:5} {name}")
share = 100 * whole / found if found else 100
median = statistics.median(sizes) if sizes else 0
print(f"{len(sizes)} messages: median {median:.0f} bytes, longest {max(sizes, default=0)}")
print(f"{whole} of {found} regions are whole ({share:.0f} %; at least {SHARE})")
sys.exit(share < SHARE or median >= MEDIAN or max(sizes, default=0) > MOST)
EOF
