#!/usr/bin/env python3
"""rules_of_openmp.py GANTRY LIST FOLDER: compiles each program of the list in FOLDER and compares the first message.

The list has a program after each line `== name`: the statements of a function (or, behind a line `@@`, a file's), and then what
the compiler says first about it, `-- LINE:COLUMN: error: TEXT` (LINE counts the program's lines, TEXT may be a beginning), or
`-- silent`. What stands in front of the first program is put in front of each.

rules_of_openmp.py --seeds LIST FOLDER: writes the programs, ten to a file, as first inputs for the fuzzer (tests/fuzz/file.sh).
"""
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def read_list(path):
    before, programs = [], []
    for line in Path(path).read_text().splitlines():
        if line.startswith("== "):
            programs.append((line[3:], [], []))
        elif not programs:
            before.append(line)
        else:
            programs[-1][2 if line.startswith("-- ") else 1].append(line)
    return before, programs


def around(name, lines):
    """What stands before and behind the lines of a program, and the lines."""
    if lines[0] == "@@":
        return [], lines[1:], []
    return [f"void {name}(GIVEN)", "{", "    VARIABLES"], lines, ["    (void)x, (void)y;", "}"]


def write_seeds(list_file, folder):
    before, programs = read_list(list_file)
    for i in range(0, len(programs), 10):
        text = list(before)
        for name, lines, _ in programs[i:i + 10]:
            head, lines, tail = around(name, lines)
            text += head + lines + tail
        (folder / f"rules_{i // 10}.c").write_text("\n".join(text) + "\n")


def compile_one(gantry, folder, before, name, lines):
    own, lines, tail = around("program", lines)
    head = list(before) + own
    source = folder / (name + ".c")
    source.write_text("\n".join(head + lines + tail) + "\n")
    run = subprocess.run([gantry, "cc", "-c", "--offload-arch=emulated", source.name, "-o", name + ".o"],
                         cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    said = []
    for line in run.stderr.splitlines():
        match = re.match(r"(.*?):(\d+)(:\d+)?: (error|warning): (.*)", line)
        if match:
            at = int(match[2]) - len(head)
            said.append(f"{at}{match[3] or ''}: {match[4]}: {match[5]}")
    if run.returncode not in (0, 1):
        said.insert(0, f"exit status {run.returncode}")
    return said


def main():
    gantry, list_file, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    folder.mkdir(exist_ok=True)
    if gantry == "--seeds":
        write_seeds(list_file, folder)
        return 0
    before, programs = read_list(list_file)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda p: compile_one(gantry, folder, before, p[0], p[1]), programs))
    wrong = 0
    for (name, _, wanted), said in zip(programs, found):
        want = wanted[0][3:] if wanted else "?"
        if not said and want == "silent" or said and said[0].startswith(want):
            continue
        wrong += 1
        print(f"{name}:\n  wanted {want}\n  got    {said[0] if said else 'silent'}")
    print(f"{len(programs)} programs, {wrong} wrong")
    return wrong != 0


sys.exit(main())
