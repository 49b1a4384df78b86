#!/usr/bin/env python3
"""The log in docs/port.md. tutorial.py times DOC: its shares, as gantry port takes them by --times.
tutorial.py compare DOC LOG: the steps of both are the same, but for settings, which gantry tune decides."""
import re
import sys

STEP = re.compile(r"([\w.]+:\d+), in \w+, ([\d.]+) % of the time: ")


def log_of(doc):
    with open(doc) as f:
        return re.search(r"^```\n(program    plume\n.*?)^```$", f.read(), re.M | re.S).group(1)


def steps(log):
    """the paragraphs from the first step on, without that of the settings"""
    text = log[log.index("Steps, the hottest"):]
    text = re.sub(r"^ \d+  settings of the regions: .*\n(?:    .*\n)*", "", text, flags=re.M)
    text = re.sub(r"^\d+ of \d+ steps kept.*\n", "", text, flags=re.M)
    lines = text.splitlines()
    for i, line in enumerate(lines):  # the cold ones come in the order of their small shares
        if line.startswith("Not tried, less than"):
            places = [f + ":" + n for f, all_n in re.findall(r"([\w.]+):([\d,]+)", lines[i + 1]) for n in all_n.split(",")]
            lines[i + 1] = " ".join(sorted(places))
    return lines


def main():
    log = log_of(sys.argv[2])
    if sys.argv[1] == "times":
        print("total 100")
        for i, (place, share) in enumerate(STEP.findall(log)):  # equal ones in this order
            print(place, float(share) - 0.001 * i)
        return 0
    with open(sys.argv[3]) as f:
        mine = steps(f.read())
    theirs = steps(log)
    for a, b in zip(theirs + [""] * len(mine), mine + [""] * len(theirs)):
        if a != b:
            print(f"docs: {a}\nnow:  {b}")
            return 1
    return 0


sys.exit(main())
