#!/usr/bin/env python3
"""rules_of_openmp.py GANTRY LIST FOLDER: compiles each program of the list in FOLDER and compares the first message.

The list has a program after each line `== name`: the statements of a function (or, after a line `@@`, a file's), and then what
the compiler says first about it, `-- LINE:COLUMN: error: TEXT` (LINE counts the program's lines, TEXT may be a beginning), or
`-- silent`. What is before the first program is put before each.

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
    """What is before and after the lines of a program, and the lines."""
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


def compile_some(gantry, folder, before, programs, alone=False):
    """Compiles programs as one file: what is said about each of them. Lines count from 1 in each."""
    text, starts = list(before), []
    for name, lines, _ in programs:
        head, lines, tail = around("program" if alone else "program_" + re.sub(r"\W", "_", name), lines)
        starts.append(len(text) + len(head))
        text += head + lines + tail
    source = folder / (programs[0][0] + (".c" if alone else ".all.c"))
    source.write_text("\n".join(text) + "\n")
    run = subprocess.run([gantry, "cc", "-c", "--offload-arch=emulated", source.name, "-o", source.stem + ".o"],
                         cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    said = [[] for _ in programs]
    for line in run.stderr.splitlines():
        match = re.match(r"(.*?):(\d+)(:\d+)?: (error|warning): (.*)", line)
        if match:
            of = max((i for i, start in enumerate(starts) if start < int(match[2])), default=0)
            said[of].append(f"{int(match[2]) - starts[of]}{match[3] or ''}: {match[4]}: {match[5]}")
    if run.returncode not in (0, 1):
        said[0].insert(0, f"exit status {run.returncode}")
    return run.returncode, said


def right(program, said):
    want = program[2][0][3:] if program[2] else "?"
    return not said and want == "silent" or bool(said) and said[0].startswith(want)


def check_some(gantry, folder, before, programs):
    """What is said of each. Many share a file; one that is not as wanted there gets a file of its own, which counts.

    Silence counts in a file without errors only: an error keeps later passes from saying anything.
    """
    status, said = compile_some(gantry, folder, before, programs)
    for i, program in enumerate(programs):
        if not right(program, said[i]) or not said[i] and status != 0:
            said[i] = compile_some(gantry, folder, before, [program], True)[1][0]
    return said


def main():
    gantry, list_file, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    folder.mkdir(exist_ok=True)
    if gantry == "--seeds":
        write_seeds(list_file, folder)
        return 0
    before, programs = read_list(list_file)
    programs.sort(key=lambda p: (p[1][0] == "@@", "error:" in "".join(p[2])))  # those of a kind share files
    groups = [programs[i:i + 20] for i in range(0, len(programs), 20)]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda group: check_some(gantry, folder, before, group), groups))
    wrong = 0
    for program, said in zip(programs, sum(found, [])):
        if not right(program, said):
            wrong += 1
            print(f"{program[0]}:\n  wanted {program[2][:1]}\n  got    {said[0] if said else 'silent'}")
    print(f"{len(programs)} programs, {wrong} wrong")
    return wrong != 0


sys.exit(main())
