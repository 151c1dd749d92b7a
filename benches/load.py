#!/usr/bin/env python3
"""What `git sr` does under load: time and peak memory of very large batches, and many processes at once.

Each part makes a repository in memory (or in TMPDIR), prints its figures, and removes it. The script fails where a run fails
or takes more memory than its limit, where a batch or its undo is not what it should be, or where a run does not end.
`together` has 50 processes at once: each changes a file, a line of a file that all share, and makes a file, over and over,
some staged and some committed, and whoever holds the lock is killed again and again. Nothing may be lost: a batch of which
a process said that it is done is there, a killed one is whole or absent, and undo of all of them gives the start.

usage: python3 benches/load.py [<git-sr> [<part>...]]      (default: target/release/git-sr and all parts)
SCALE=<part of the full size>, SECONDS=<n> and PROCESSES=<n> for `together`; Python's library is enough
"""

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from growth import PROGRAM, Repository, block, line, path

SCALE = float(os.environ.get("SCALE", 1))
SECONDS = float(os.environ.get("SECONDS", 60))
PROCESSES = int(os.environ.get("PROCESSES", 50))
MB = 1_000_000
# A run that takes longer is taken for one that waits for ever.
FOREVER = 600
# What took more memory than its limit.
OVER = []


def scaled(number):
    return max(int(number * SCALE), 1)


def broken(what):
    sys.exit(f"BROKEN: {what}")


def run(repository, *words):
    """Seconds and peak bytes of a run that must succeed."""
    start = time.monotonic()
    child = subprocess.Popen([PROGRAM, *words], cwd=repository.folder, env=repository.environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        broken(f"{words} ended with {status}")
    return time.monotonic() - start, used.ru_maxrss * 1024


def figures(what, taken, limit=None):
    """Prints them. The system counts what this script had at its start as the child's, so that is the least there is."""
    seconds, peak = taken
    least = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    memory = f"{peak / MB:,.0f} MB" if peak > least else f"less than {least / MB:,.0f} MB"
    held = "" if limit is None else f", at most {limit / MB:,.0f}"
    if limit is not None and peak > max(limit, least):
        held = f"{held}: BROKEN"
        OVER.append(what)
    print(f"{what}: {seconds:,.2f} s, {memory}{held}", flush=True)


def asked(repository, *words):
    done = subprocess.run(words, cwd=repository.folder, env=repository.environment, check=True, capture_output=True)
    return done.stdout.decode()


def clean(repository, what):
    if left := asked(repository, "git", "status", "--porcelain", "--ignored"):
        broken(f"{what} left {left[:300]}")


def there_and_back(repository, what, blocks, expected, limit, again_limit=None, undo_limit=None):
    """Applies a reply of these blocks, sends it again, and takes it back."""
    reply = repository.folder + ".md"
    with open(reply, "w", encoding="ascii") as opened:
        opened.writelines(blocks)
    size = os.path.getsize(reply)
    batches = len(asked(repository, PROGRAM, "log").splitlines()) + 1
    figures(f"{what}, a reply of {size / MB:,.1f} MB", run(repository, "apply", "-q", reply), limit(size))
    found = subprocess.run(["grep", "-rch", "other_", "--exclude-dir=.git", "."], cwd=repository.folder, check=False, capture_output=True)
    if (count := sum(map(int, found.stdout.split()))) != expected:
        broken(f"{what}: {count} lines are changed, not {expected}")
    figures("    sent again", run(repository, "apply", "-q", reply), (again_limit or limit)(size))
    if (count := len(asked(repository, PROGRAM, "log").splitlines())) != batches:
        broken(f"{what}, sent again: {count} batches, not {batches}")
    figures("    undo", run(repository, "undo", "-q"), (undo_limit or limit)(size))
    clean(repository, what)
    os.remove(reply)


def many_blocks(scratch):
    files, each = scaled(100), 1_000
    repository = Repository(scratch, files, 10 * each)
    blocks = (block(file, 10 * number, 3) for file in range(files) for number in range(each))
    there_and_back(repository, f"{files * each:,} blocks", blocks, files * each, lambda reply: 15 * reply + 50 * MB)


def many_files(scratch):
    files = scaled(20_000)
    repository = Repository(scratch, files, 20)
    blocks = (block(file, 5, 3) for file in range(files))
    there_and_back(repository, f"a block in each of {files:,} files", blocks, files, lambda reply: 30 * reply + 50 * MB)


def large_file(scratch):
    lines = scaled(25_000_000)
    repository = Repository(scratch, 0, 0)
    whole = os.path.join(repository.folder, path(0))
    os.makedirs(os.path.dirname(whole))
    with open(whole, "w", encoding="ascii") as opened:
        opened.writelines(line(0, number) for number in range(lines))
    size = os.path.getsize(whole)
    repository.git("-c", "core.compression=0", "add", ".")
    repository.git("commit", "-qm", "large")
    blocks = (block(0, number * (lines // 100), 3) for number in range(100))
    what = f"100 blocks in a file of {size / MB:,.0f} MB"
    limits = [lambda _, times=times: times * size + 50 * MB for times in (1.3, 4.3, 3.3)]
    there_and_back(repository, what, blocks, 100, *limits)


def large_reply(scratch):
    files, lines = scaled(100), 27_000
    repository = Repository(scratch, files, lines)
    blocks = (block(file, 0, lines) for file in range(files))
    there_and_back(repository, f"{files} blocks", blocks, files, lambda reply: 3 * reply + 50 * MB)
    prose = scaled(4_000_000)
    words = (f"{number} words before and after it; not code.\n" for number in range(prose))
    blocks = (block(0, 5, 3) if number == prose // 2 else text for number, text in enumerate(words))
    there_and_back(repository, "one block in much prose", blocks, 1, lambda reply: 3 * reply + 50 * MB)


def long_log(scratch):
    count = scaled(10_000)
    repository = Repository(scratch, 1, 100)
    for key in ("sr.keepBatches", "sr.keepDays"):
        repository.git("config", key, str(2 * count + 100))
    reply = repository.folder + ".md"
    start = time.monotonic()
    for number in range(count):
        with open(reply, "w", encoding="ascii") as opened:
            opened.write(f"made/{number % 100}/{number}.txt\n<<<<<<< SEARCH\n=======\nmade\n>>>>>>> REPLACE\n")
        run(repository, "apply", "-q", reply)
    print(f"{count:,} batches, one after the other: {time.monotonic() - start:,.1f} s", flush=True)
    with open(reply, "w", encoding="ascii") as opened:
        opened.write(block(0, 50, 3))
    figures("    an edit after them", run(repository, "apply", "-q", reply), 200 * MB)
    for words in (["log"], ["log", "-n", "1"], ["show", "1"], ["undo", "-q"], ["redo", "-q"]):
        figures("    " + " ".join(words), run(repository, *words), 200 * MB)
    everything = ["undo", "-q", "--count", str(count + 1)]
    # All records are read, and all files are taken back in one step.
    figures("    " + " ".join(everything), run(repository, *everything), 400 * MB)
    clean(repository, "undo of all")
    figures("    forget --all", run(repository, "forget", "--all"), 200 * MB)


class Together:
    """Processes that work on one repository at once, and one that kills them."""

    # Lines between those of two workers, so that git's merges of staged files keep them apart.
    APART = 10

    def __init__(self, scratch):
        self.repository = Repository(scratch, 0, 0)
        self.folder = self.repository.folder
        for worker in range(PROCESSES):
            self.write(f"own/{worker}.txt", f"worker {worker} at 0\n")
        filler = "".join(f"filler {number}\n" for number in range(self.APART))
        self.write("shared.txt", "".join(f"worker {worker} at 0\n{filler}" for worker in range(PROCESSES)))
        self.repository.git("add", ".")
        self.repository.git("commit", "-qm", "all")
        for key, value in (("keepBatches", 1_000_000), ("lockTimeout", 60_000)):
            self.repository.git("config", f"sr.{key}", str(value))
        self.first = self.head()
        self.guard, self.children, self.wrong = threading.Lock(), {}, []
        self.done = self.killed = self.whole = self.refused = 0
        self.slowest = 0.0

    def write(self, name, text):
        whole = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="ascii") as opened:
            opened.write(text)

    def head(self):
        return asked(self.repository, "git", "rev-parse", "HEAD").strip()

    def reply(self, worker, step):
        change = f"<<<<<<< SEARCH\nworker {worker} at {step}\n=======\nworker {worker} at {step + 1}\n>>>>>>> REPLACE\n"
        made = f"made/{worker}/{step + 1}.txt\n<<<<<<< SEARCH\n=======\nmade\n>>>>>>> REPLACE\n"
        return f"own/{worker}.txt\n{change}\nshared.txt\n{change}\n{made}".encode()

    def begin(self, words, **pipes):
        with self.guard:
            place = {"cwd": self.folder, "env": self.repository.environment}
            pipes |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
            child = subprocess.Popen([PROGRAM, *words], **place, **pipes)
            self.children[child.pid] = child
        return child

    def finish(self, child, text=None):
        start = time.monotonic()
        try:
            _, said = child.communicate(text, timeout=FOREVER)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            said = b"does not end"
            self.wrong.append(f"a run did not end in {FOREVER} s")
        with self.guard:
            del self.children[child.pid]
            self.slowest = max(self.slowest, time.monotonic() - start)
        return child.returncode, said.decode(errors="replace")

    def at(self, worker):
        """The step that its files are at; each of them tells."""
        with open(os.path.join(self.folder, f"own/{worker}.txt"), encoding="ascii") as opened:
            own = opened.read()
        with open(os.path.join(self.folder, "shared.txt"), encoding="ascii") as opened:
            shared = [text for text in opened if text.startswith(f"worker {worker} at ")]
        made = os.path.join(self.folder, f"made/{worker}")
        names = sorted(os.listdir(made), key=lambda name: int(name.removesuffix(".txt"))) if os.path.isdir(made) else []
        step = int(own.split()[-1])
        if shared != [own] or names != [f"{number}.txt" for number in range(1, step + 1)]:
            self.wrong.append(f"half a batch of {worker}: {own!r}, {shared}, {names[-3:]}")
        return step

    def recover(self):
        while True:
            status, said = self.finish(self.begin(["recover", "-q"]))
            if status == 0:
                return
            if status != -9:
                self.wrong.append(f"recover: {said}")
                return

    def work(self, worker, until):
        words = {3: ["apply", "--index"], 4: ["apply", "--commit"]}.get(worker % 5, ["apply"])
        step = 0
        while time.monotonic() < until and not self.wrong:
            status, said = self.finish(self.begin([*words, "-q"], stdin=subprocess.PIPE), self.reply(worker, step))
            if status == -9:
                self.recover()
            now = self.at(worker)
            expected = {0: [step + 1], -9: [step, step + 1]}.get(status, [step])
            if now not in expected:
                self.wrong.append(f"worker {worker} is at {now} after {status} at {step}: {said}")
            with self.guard:
                self.done += status == 0
                self.killed += status == -9
                self.whole += status == -9 and now > step
                if status not in (0, -9):
                    self.refused += 1
                    if self.refused <= 3:
                        print(f"    refused with {status}: {said.strip()[:300]}")
            step = now

    def kill(self, until):
        """Kills the process that holds the lock, if it is one of ours, and sometimes any."""
        while time.monotonic() < until and not self.wrong:
            time.sleep(random.uniform(0.0, 0.4))
            try:
                with open(os.path.join(self.folder, ".git/sr/lock"), encoding="utf-8") as opened:
                    holder = int(opened.read().split()[0])
            except (OSError, ValueError, IndexError):
                continue
            with self.guard:
                pids = [*self.children]
                if pids and random.random() < 0.1:
                    holder = random.choice(pids)
                if holder in self.children:
                    self.children[holder].kill()

    def steps(self):
        until = time.monotonic() + SECONDS
        threads = [threading.Thread(target=self.work, args=(worker, until)) for worker in range(PROCESSES)]
        threads.append(threading.Thread(target=self.kill, args=(until,)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def judge(self):
        run(self.repository, "recover")
        for worker in range(PROCESSES):
            self.at(worker)
        for wrong in self.wrong:
            print(f"    {wrong}")
        if self.wrong:
            broken("something was lost")
        print(
            f"{PROCESSES} processes for {SECONDS:,.0f} s: {self.done:,} batches, {self.refused} refused; "
            f"{self.killed:,} runs killed, {self.whole:,} of them when their batch was whole; the slowest run took {self.slowest:,.1f} s"
        )
        faults = asked(self.repository, "git", "fsck", "--strict", "--no-dangling")
        if faults:
            broken(faults)
        # What a killed run left is taken back by a batch of its own where it was recorded already.
        batches = json.loads(asked(self.repository, PROGRAM, "log", "--json"))["batches"]
        applied = sum(batch["kind"] == "apply" and batch["state"] == "applied" for batch in batches)
        if applied != self.done + self.whole:
            broken(f"{applied} batches are applied by the log, not {self.done + self.whole}")
        figures(f"    undo of all {applied:,}", run(self.repository, "undo", "-q", "--count", str(applied)))
        clean(self.repository, "undo of all")
        if self.head() != self.first:
            broken("HEAD is not back")


def together(scratch):
    load = Together(scratch)
    load.steps()
    load.judge()


PARTS = {
    "blocks": many_blocks,
    "files": many_files,
    "large-file": large_file,
    "large-reply": large_reply,
    "log": long_log,
    "together": together,
}


def main():
    for name in sys.argv[2:] or PARTS:
        scratch = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        try:
            PARTS[name](scratch)
        finally:
            shutil.rmtree(scratch)
    if OVER:
        broken(", ".join(OVER))


if __name__ == "__main__":
    main()
