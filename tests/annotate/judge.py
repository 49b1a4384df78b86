#!/usr/bin/env python3
"""Holds `gantry annotate` against the truths of the corpus.

judge.py GANTRY [--table] [--misses] [--least N]   status 1 and a line for each loop that is called parallel and is not,
or whose variables have other roles than the truth allows, or if fewer than N parallel loops are found. The last line
counts.
"""
import collections
import json
import os
import re
import subprocess
import sys

import truth  # the programs' files and flags

HERE = os.path.dirname(os.path.abspath(__file__))
# Called parallel under a test though they are serial: a test that never holds.
ARGUED = {
    "promises.c:121": "leaked and t, which overlap by one element, are tested not to overlap",
    # all that iterations may share is updated, which atomic updates allow in any case
    "assembly.c:122": "mass[tri[e][k]] +=",
    "bits.c:48": "ring[(i + off) & 255] +=",
    "levels.c:157": "val[k] *=, where the factors do not depend on val",
    "sizes.c:21": "a[i * ld + j] *=",
    "sizes.c:52": "a[i * (ld + 1)] +=",
    "sizes.c:60": "a[i * (ld - 1) + ld - 1] +=",
    "sizes.c:93": "p[...] +=",
    # what the last iteration that stores has left is kept, by a reduction that the output declares
    "exits.c:65": "value",
    "levels.c:89": "d",
    "levels.c:134": "d",
    "privates.c:45": "last",
}
LOOP = re.compile(r"^(\S+):(\d+): (parallel under a test|parallel|serial): .*\[(GL\d+)\]$")


def verdicts(gantry, files, flags):
    """(file, line) -> list of (verdict, id, roles), in the order in which loops begin on the line"""
    text = subprocess.run([gantry, "annotate", "-w", "--explain", *flags, *files], capture_output=True, text=True)
    if text.returncode:
        sys.exit(f"{' '.join(files)}: status {text.returncode}\n{text.stderr}")
    found, last = collections.defaultdict(list), None
    for line in text.stdout.splitlines():
        m = LOOP.match(line)
        if m:
            last = [m[3], m[4], []]
            found[os.path.basename(m[1]), int(m[2])].append(last)
        elif last and re.match(r"  (private|lastprivate|reduction) ", line):
            last[2].append(" ".join(line.split()))
    return found


def truths():
    return json.loads(subprocess.run([sys.executable, os.path.join(HERE, "truth.py"), "--json"], capture_output=True,
                                     text=True, check=True).stdout)


def name_of(item):
    return re.sub(r"\[\]$", "", item)


def allowed_roles(t):
    """variable -> the roles that the truth gives it"""
    roles = collections.defaultdict(set)
    for w in t["words"]:
        for item in w["items"] or []:
            if w["name"] == "reduction":
                roles[name_of(item)].add(f"reduction {w['operator']}:")
            elif w["name"] in ("private", "firstprivate", "lastprivate", "induction"):
                roles[name_of(item)].add(w["name"])
    return roles


def wrong_roles(t, roles):
    """a private copy of an induction, or of what the truth calls lastprivate, is wrong; the other way round it is not. What is stored last may be
    the greatest index, too."""
    allowed = allowed_roles(t)
    for r in roles:
        role, variable = r.rsplit(" ", 1)
        may = allowed[variable]
        if role == "reduction last:" and (may & {"lastprivate", "reduction max:"} or f"{os.path.basename(t['file'])}:{t['line']}" in ARGUED):
            continue
        if role not in may and not (role == "lastprivate" and "private" in may):
            yield f"{r} (the truth: {', '.join(sorted(may)) or 'nothing of it'})"


def is_wrong(t, verdict):
    if verdict == "serial" or t["verdict"] in ("parallel", "reduction", "histogram"):
        return False
    return not (t["verdict"] == "guarded" and verdict == "parallel under a test")


def main():
    gantry = sys.argv[1]
    by_program = collections.defaultdict(list)
    for t in truths():
        by_program[t["program"]].append(t)
    count, wrong, misses = collections.Counter(), [], []
    for program in truth.programs([]):
        found = verdicts(gantry, [s for s in program.sources if s.endswith(".c")], program.flags)
        for t in by_program[program.name]:
            place = f"{t['file']}:{t['line']}"
            row = found.get((os.path.basename(t["file"]), t["line"]))
            verdict, why, roles = row.pop(0) if row else ("serial", "none", [])
            count[t["verdict"], verdict] += 1
            if is_wrong(t, verdict) and place not in ARGUED:
                wrong.append(f"{place}: {verdict} [{why}], and the truth is {t['verdict']} {t['note']}")
            if verdict != "serial":
                wrong += [f"{place}: {w}" for w in wrong_roles(t, roles)]
            if verdict == "serial" and t["verdict"] in ("parallel", "reduction"):
                misses.append((why, place))
    if "--misses" in sys.argv:
        for why, place in sorted(misses):
            print(why, place)
    print("\n".join(wrong))
    if "--table" in sys.argv:
        for key, n in sorted(count.items()):
            print(f"{n:5} {key[0]:10} {key[1]}")
    good = sum(n for (t, v), n in count.items() if t in ("parallel", "reduction"))
    got = sum(n for (t, v), n in count.items() if t in ("parallel", "reduction") and v != "serial")
    print(f"{sum(count.values())} loops, {len(wrong)} wrong; of {good} parallel ones {got} found ({100 * got / good:.0f} %)")
    least = int(sys.argv[sys.argv.index("--least") + 1]) if "--least" in sys.argv else 0
    sys.exit(bool(wrong) or got < least)


main()
