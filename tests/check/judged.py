#!/usr/bin/env python3
"""judged.py FILE.c PROGRAM [SEED…]: runs each case of a file of cases for `gantry check`; those with a finding with each seed, too.

  // FOUND name: GC401 12:20 words     the case ends with status 3, and its one finding, but for a deadlock after it, is GC401, with these words in it.
                                       The places of a finding are lines that end in the comment /* name */
  // SILENT name                       no finding, status 0

With every seed a finding names the same places and the same element; who met there may differ."""
import os, re, subprocess, sys

file, program, seeds = sys.argv[1], sys.argv[2], sys.argv[3:]
text = open(file).read()
marks = {}
for number, line in enumerate(text.splitlines(), 1):
    for m in re.finditer(r"/\* (\w+) \*/", line):
        marks.setdefault(m[1], []).append(number)
bad = 0


def run(name, seed):
    environment = {**os.environ, "GANTRY_DEVICES": "emulated", "OMP_TARGET_OFFLOAD": "MANDATORY", "GANTRY_EMULATED_PATIENCE": "1"}
    environment.setdefault("GANTRY_CHECK", "races,barriers")
    if seed:
        environment["GANTRY_EMULATED_SEED"] = seed
    done = subprocess.run([program, name], env=environment, capture_output=True, text=True, timeout=100)
    return done.returncode, done.stderr, done.stdout


def wrong(name, why, said):
    global bad
    bad += 1
    print(f"{name}: {why}\n{said}")


cases = re.findall(r"^// (FOUND|SILENT) (\w+)(?:: (GC\d+) ?(.*))?$", text, re.M)
for kind, name, id, words in cases:
    before = None
    for seed in [None] + (seeds if kind == "FOUND" else []):
        status, said, out = run(name, seed)
        found = re.findall(r"\[(GC\d+)\]$", said, re.M)
        if kind == "SILENT":
            if status != 0 or found:
                wrong(name, f"seed {seed}: status {status}, nothing should be found", said + out)
            continue
        if id != "GC504" and found[1:] == ["GC504"]:
            found.pop()  # the device hangs there, too
        if status not in (3, 1) or found != [id] or words not in said:
            wrong(name, f"seed {seed}: status {status}, found {found}; expected {id} with '{words}'", said + out)
            continue
        first = said.split(f"[{id}]")[0]
        lines = [int(n) for n in re.findall(r":(\d+):\d+: gantry: ", first) + re.findall(r"(?<!task of)(?<!' of) line (\d+)", first)]
        if name in marks and set(lines) != set(marks[name]):
            wrong(name, f"lines {lines}, expected {marks[name]}", said)
        first = re.sub(r"iteration \d+ \(thread[^)]*\)", "iteration", first)
        first = re.sub(r" by (iteration|thread|a thread|the code|another).*?(?= and |$)", "", first)
        first = re.sub(r"thread \d+( of team \d+)?", "thread", first)
        if before and before != first:
            wrong(name, f"seed {seed} says other than no seed", before + said)
        before = first
print(f"{len(cases)} cases, {bad} wrong")
sys.exit(bad != 0)
