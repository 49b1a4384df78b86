#!/usr/bin/env python3
"""Nothing in analysis and gen looks into the user's text again: what is asked is a fact of the front end's.

no_text.py SOURCE no_text.txt   counts the places that name the text of a unit, file by file, and holds them against
the list: more than listed, a file that is not listed, or fewer than listed (then the list is to be shortened) are
errors. What prints goes through text_slice (region.h) or the printer in gen/common/text.c.
"""
import os
import re
import sys

TEXT = re.compile(r"\b(?:u|unit)->text\b")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


def places(source):
    found = {}
    for room in ("src/analysis", "src/gen"):
        for folder, _, files in os.walk(os.path.join(source, room)):
            for name in files:
                path = os.path.join(folder, name)
                with open(path) as f:
                    n = len(TEXT.findall(COMMENT.sub("", f.read())))
                if n:
                    found[os.path.relpath(path, source)] = n
    return found


def main():
    source, table = sys.argv[1:3]
    found, listed = places(source), {}
    with open(table) as f:
        for line in f:
            words = line.split("#")[0].split()
            if words:
                listed[words[0]] = int(words[1])
    wrong = []
    for path in sorted(found.keys() | listed.keys()):
        n, most = found.get(path, 0), listed.get(path, 0)
        if n > most:
            wrong.append(f"{path} looks into the user's text in {n} places, {most} are allowed: ask the front end's facts")
        elif n < most:
            wrong.append(f"{path} looks into the user's text in {n} places only: say so in {table}, where {most} stand")
    print("\n".join(wrong) if wrong else f"{sum(found.values())} places in {len(found)} files")
    return 1 if wrong else 0


sys.exit(main())
