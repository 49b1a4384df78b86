#!/usr/bin/env python3
"""readme.py BUILD README [--update]: runs the commands of README's samples, in the current folder, and compares what they
print with what stands there. A block of C with a main program is saxpy.c; another becomes rows.c, in a function. In the
blocks after them a line "$ command" is run, and the lines up to the next must be its output; a line with an ellipsis
stands for any lines. Addresses, times and which team met an error first may differ. --update writes what was printed into
README, where the lines are as many; elsewhere it is shown and for a person to settle."""
import os
import re
import subprocess
import sys

ROWS = "\n" * 7 + "void rows(int n, int m, double *a, double *x, double *y)\n{\n%s}\n"
VARIES = [(r"0x[0-9a-f]+", "0x"), (r"[\d.]+ [mun]?s\b", "s"), (r"\d+\.\d %", "%"), (r" s +\d+\.\d +s ", " s % s "), (r"\s+", " "), (r"\(byte \d+ of it\)", "(byte of it)"),
          (r"by thread \d+ of team \d+ \(lane \d+ of warp \d+\), in", "by thread, in")]


def plain(line):
    for pattern, text in VARIES:
        line = re.sub(pattern, text, line)
    return line.rstrip()


def blocks(lines):
    """(word after the fence, first line, line of the closing fence)"""
    begin = None
    for i, line in enumerate(lines):
        if line.startswith("```"):
            if begin is None:
                begin = (line[3:].strip(), i + 1)
            else:
                yield begin[0], begin[1], i
                begin = None


def aligned(expected, printed):
    """for each expected line the number of the printed one, None for an ellipsis; or None: they do not fit"""
    places, at, gap = [], 0, False
    for line in expected:
        if line.strip() == "…":
            gap = True
            places.append(None)
            continue
        while gap and at < len(printed) and plain(printed[at]) != plain(line):
            at += 1
        if at >= len(printed) or plain(printed[at]) != plain(line):
            return None
        places.append(at)
        at, gap = at + 1, False
    return places if gap or at == len(printed) else None


def check_command(lines, at, end, update):
    command = lines[at][2:]
    expected = lines[at + 1:end]
    run = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100)
    printed = run.stdout.rstrip("\n").split("\n") if run.stdout else []
    places = aligned(expected, printed)
    if places is not None:
        return True
    if update and len(expected) == len(printed) and "…" not in expected:
        lines[at + 1:end] = printed
        return True
    print("README.md:%d: %s\nprints\n%s\nand README says\n%s\n" % (at + 1, command, "\n".join(printed), "\n".join(expected)))
    return False


def main():
    build, readme = sys.argv[1:3]
    update = "--update" in sys.argv
    os.environ["PATH"] = os.path.join(build, "bin") + ":" + os.environ["PATH"]
    lines = open(readme, encoding="utf-8").read().split("\n")
    good, commands = True, 0
    for language, begin, end in blocks(lines):
        text = "\n".join(lines[begin:end]) + "\n"
        if language == "c":
            with open("saxpy.c" if "main(" in text else "rows.c", "w", encoding="utf-8") as f:
                f.write(text if "main(" in text else ROWS % text)
            continue
        starts = [i for i in range(begin, end) if lines[i].startswith("$ ")]
        for i, nxt in zip(starts, starts[1:] + [end]):
            good &= check_command(lines, i, nxt, update)
            commands += 1
    if update:
        open(readme, "w", encoding="utf-8").write("\n".join(lines))
    assert commands >= 6, "README has fewer samples than it had"
    return 0 if good else 1


sys.exit(main())
