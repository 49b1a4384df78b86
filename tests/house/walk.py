#!/usr/bin/env python3
"""The section "One clause and one map item on their way" of docs/architecture.md is true. walk.py SOURCE BUILD

The first block of the section is the program. Every other block shows what the last command named before it prints: each
of its lines stands in that output, one after the other; … stands for anything.
"""
import os
import re
import subprocess
import sys
import tempfile

COMMAND = re.compile(r"`([^`]*(?:--dump=|--probe|GANTRY_TRACE)[^`]*)`")
HOST = "float sum(float *, int);\nint main(void) { static float a[1000]; return sum(a, 1000) != 0; }\n"


def output(command, build, folder):
    words = [os.path.join(build, "bin", w) if w == "gantry" else w for w in command.split()]
    words = [os.path.join(build, w[len("build/"):]) if w.startswith("build/bin/") else w for w in words]
    if len(words) == 1:  # `--dump=STAGE` alone
        words = [os.path.join(build, "bin", "gantry"), "cc", words[0], "walk.c"]
    done = subprocess.run(["env"] + words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command}: ends with {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def missing(block, text):
    """The first line of the block that the text does not have after the lines before it."""
    at = 0
    for line in block:
        for part in line.strip().split("…"):
            found = text.find(part.strip(), at) if part.strip() else at
            if found < 0:
                return line
            at = found + len(part.strip())
    return None


def main():
    source, build = map(os.path.abspath, sys.argv[1:])
    with open(os.path.join(source, "docs/architecture.md"), encoding="utf-8") as f:
        section = f.read().split("## One clause and one map item on their way\n")[1].split("\n## ")[0]
    pieces = re.split(r"^```\w*\n(.*?)^```$", section, flags=re.S | re.M)
    wrong, shown = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("walk.c", pieces[1]), ("main.c", HOST)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.write(text)
        for words, block in zip(pieces[2::2], pieces[3::2]):
            command = COMMAND.findall(words)[-1]
            line = missing(block.splitlines(), output(command, build, folder))
            shown += 1
            if line is not None:
                wrong.append(f"{command} does not print: {line}")
    print("\n".join(wrong) if wrong else f"{shown} excerpts are true")
    sys.exit(bool(wrong) or shown < 8)


main()
