#!/usr/bin/env python3
"""How the time of `git sr apply` grows with blocks, files, the size of the reply and that of the repository.

Draws docs/growth.svg and prints the figures: processor time, the least of some runs, each in a clean repository.
usage: python3 benches/growth.py [<git-sr>]      (default: target/release/git-sr; ROUNDS=<n>; Python's library is enough)
"""

import math
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/release/git-sr"))
ROUNDS = int(os.environ.get("ROUNDS", 3))


def line(file, number, name="value"):
    return f"    let {name}_{file}_{number} = compute({number * 7919 % 1000});\n"


def block(file, start, count):
    lines = range(start, start + count)
    search = "".join(line(file, number) for number in lines)
    replace = "".join(line(file, number, "other" if number == start + count // 2 else "value") for number in lines)
    return f"{path(file)}\n```\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n```\n\n"


def path(file):
    return f"d{file // 100}/f{file}.txt"


class Repository:
    """A repository of files of lines, below a folder that is removed at the end."""

    def __init__(self, scratch, files, lines):
        self.folder = tempfile.mkdtemp(dir=scratch)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        names = {f"GIT_{who}_{what}": "bench@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = {**kept, **names, "HOME": scratch, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
        self.git("init", "-q")
        self.git("config", "gc.auto", "0")
        for file in range(files):
            whole = os.path.join(self.folder, path(file))
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, "w", encoding="ascii") as opened:
                opened.writelines(line(file, number) for number in range(lines))
        self.git("add", ".")
        self.git("commit", "-qm", "start", "--allow-empty")

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.folder, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def time(self, blocks, *options):
        """Milliseconds of processor time, and the bytes of the reply."""
        reply = self.folder + ".md"
        with open(reply, "w", encoding="ascii") as opened:
            opened.writelines(blocks)
        least = math.inf
        for _ in range(ROUNDS):
            self.git("reset", "-q", "--hard")
            subprocess.run([PROGRAM, "forget", "-q", "--all"], cwd=self.folder, env=self.environment, check=False)
            run = subprocess.Popen([PROGRAM, "apply", "-q", *options, reply], cwd=self.folder, env=self.environment)
            _, status, used = os.wait4(run.pid, 0)
            if status:
                sys.exit(f"apply ended with {status}")
            least = min(least, 1000 * (used.ru_utime + used.ru_stime))
        return least, os.path.getsize(reply)


def measured(scratch):
    """The panels: title, what grows, and lines of points."""
    one = Repository(scratch, 1, 100_000)
    counts = (1, 10, 100, 1_000, 10_000)
    blocks = [(n, one.time(block(0, k * (100_000 // n), 3) for k in range(n))[0]) for n in counts]
    yield "blocks in a file of 100,000 lines", "blocks", {"apply": blocks}
    many = Repository(scratch, 10_000, 20)
    points = [(n, many.time(block(file, 5, 3) for file in range(n))[0]) for n in counts]
    yield "files of 20 lines, a block in each", "files", {"apply": points}
    points = []
    for lines in (10, 100, 1_000, 10_000):
        repository = Repository(scratch, 40, lines)
        time, size = repository.time(block(file, 0, lines) for file in range(40))
        points.append((size / 1e6, time))
    yield "size of a reply of 40 blocks", "MB", {"apply": points}
    apply, staged = [], []
    for files in (10, 100, 1_000, 10_000, 100_000):
        repository = Repository(scratch, files, 5)
        apply.append((files, repository.time([block(0, 2, 1)])[0]))
        staged.append((files, repository.time([block(0, 2, 1)], "--index")[0]))
        shutil.rmtree(repository.folder)
    yield "files in the repository, one edit", "files", {"apply": apply, "apply --index": staged}


WIDTH, HEIGHT, LEFT, TOP = 320, 190, 60, 36
COLORS = ("#0969da", "#bf3989")


def panel(title, unit, lines):
    """A chart with both axes logarithmic, so that linear growth is a straight line."""
    points = [point for line in lines.values() for point in line]
    low, high = ([f(math.log10(axis) for axis in axes) for axes in zip(*points)] for f in (min, max))
    low, high = [math.floor(low[0]), math.floor(low[1])], [math.ceil(high[0]), math.ceil(high[1])]

    def at(x, y):
        across = (math.log10(x) - low[0]) / (high[0] - low[0])
        up = (math.log10(y) - low[1]) / (high[1] - low[1])
        return LEFT + across * WIDTH, TOP + HEIGHT - up * HEIGHT

    yield f'<text x="{LEFT}" y="20" class="title">{title}</text>'
    for power in range(low[1], high[1] + 1):
        _, y = at(10 ** low[0], 10**power)
        yield f'<path d="M{LEFT} {y:.1f}h{WIDTH}" class="grid"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" class="end">{10**power:,g} ms</text>'
    for power in range(low[0], high[0] + 1):
        x, _ = at(10**power, 10 ** low[1])
        yield f'<text x="{x:.1f}" y="{TOP + HEIGHT + 16}" class="mid">{10**power:,g}</text>'
    yield f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 32}" class="end">{unit}</text>'
    for (name, line), color in zip(lines.items(), COLORS):
        places = [at(x, y) for x, y in line]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{drawn}" stroke="{color}"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in places)
        if len(lines) > 1:
            x, y = places[-1]
            yield f'<text x="{x - 8:.1f}" y="{y - 8:.1f}" class="end" fill="{color}">{name}</text>'


STYLE = """text { font: 11px sans-serif; fill: #57606a } .title { font-weight: bold } .end { text-anchor: end } .mid { text-anchor: middle }
.grid { stroke: #d0d7de } polyline { fill: none; stroke-width: 2 }"""


def main():
    scratch = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    drawn = []
    try:
        for number, (title, unit, lines) in enumerate(measured(scratch)):
            for name, points in lines.items():
                print(f"{title}, {name}: " + ", ".join(f"{x:,g} {unit}: {y:,.1f} ms" for x, y in points), flush=True)
            x, y = 400 * (number % 2), 280 * (number // 2)
            drawn.append(f'<g transform="translate({x} {y})">' + "\n".join(panel(title, unit, lines)) + "</g>")
    finally:
        shutil.rmtree(scratch)
    with open(os.path.join(ROOT, "docs/growth.svg"), "w", encoding="ascii") as svg:
        svg.write('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="560" role="img">\n')
        svg.write("<title>Processor time of git sr apply, as its input grows</title>\n")
        svg.write(f'<style>{STYLE}</style>\n<rect width="800" height="560" fill="#fff"/>\n')
        svg.write("\n".join(drawn) + "\n</svg>\n")


if __name__ == "__main__":
    main()
