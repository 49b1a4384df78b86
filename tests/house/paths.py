#!/usr/bin/env python3
"""Files that docs and comments name exist. paths.py SOURCE

A name counts when it begins with a folder of the repository, or, in src, with a room or a folder of one (gen/host/x.c).
"""
import os
import re
import sys

ROOTS = ("src", "lib", "runtime", "softgpu", "include", "tests", "docs", "scripts", "examples", "bench", "cmake")
PATH = re.compile(r"(?<![\w./~-])((?:[\w.-]+/)+[\w.-]+\.(?:c|h|def|md|py|sh|txt|tsv|list|test))\b")


def main():
    source = sys.argv[1]
    rooms = tuple(os.listdir(os.path.join(source, "src")))
    inner = {d for r in rooms for d in os.listdir(os.path.join(source, "src", r))
             if os.path.isdir(os.path.join(source, "src", r, d))}
    wrong = []
    for root in ("docs", "src", "lib", "runtime", "softgpu", "include"):
        for folder, _, files in os.walk(os.path.join(source, root)):
            for name in files:
                if not name.endswith((".c", ".h", ".def", ".md")) or "sweep" in folder:
                    continue
                full = os.path.join(folder, name)
                with open(full) as f:
                    for number, line in enumerate(f, 1):
                        for path in PATH.findall(line):
                            first = path.split("/")[0]
                            places = [path] if first in ROOTS else [os.path.join("src", path)] if first in rooms else \
                                [os.path.join("src", r, path) for r in rooms] if first in inner else []
                            if places and "NAME" not in path and not any(os.path.exists(os.path.join(source, p)) for p in places):
                                wrong.append(f"{os.path.relpath(full, source)}:{number}: there is no {path}")
    print("\n".join(wrong) if wrong else "all there")
    return 1 if wrong else 0


sys.exit(main())
