"""tiny.py PROGRAM FOLDER: what one turn of Inputs/tiny.c costs more with GANTRY_PROFILE, in instructions (callgrind):
at most 15 per cent more than what docs/see.md says, and so for what a run with one turn costs once, where the start of
libomp and the dynamic linker differ by some 15,000 from run to run. Beside instructions, pages of memory that are met
for the first time and functions that the dynamic linker looks for, each of which takes a microsecond. And the trace has
every event with numbers of its own."""
import json, os, re, subprocess, sys

exe, work = sys.argv[1:3]
FEW, MANY = 20, 120
# kind: table, table without comparing, trace
MEASURED = {"512": (1640, 770, 3390), "in_place": (590, 535, 1290), "maps": (3480, 890, 5380)}
ONCE = {"512": (103000, 66000, 166000), "in_place": (51600, 49500, 63600), "maps": (279000, 175000, 666000)}
# pages (3, 3 and 7 were measured, one more or less), functions (2, 3 and 2)
MET = {"512": (8, 4), "in_place": (7, 4), "maps": (12, 4)}
WAYS = ("tiny.txt", "tiny.txt,-moves", "tiny.json")


def count(kind, times, profile):
    e = dict(os.environ, GANTRY_PROFILE=profile)
    r = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", exe, kind, str(times)],
                       cwd=work, env=e, stderr=subprocess.PIPE, text=True)
    assert r.returncode == 0, r.stderr
    return int(re.findall(r"Collected : (\d+)", r.stderr)[-1])


def turn(kind, profile):
    return (count(kind, MANY, profile) - count(kind, FEW, profile)) / (MANY - FEW)


def met(kind, profile):
    """pages that were met, the least of some runs, and functions of the C library"""
    e = dict(os.environ, GANTRY_PROFILE=profile)
    pages = []
    for _ in range(7):
        p = subprocess.Popen([exe, kind, "1"], cwd=work, env=e, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        assert p.returncode == 0
        pages.append(usage.ru_minflt)
    said = subprocess.run([exe, kind, "1"], cwd=work, env=dict(e, LD_DEBUG="bindings"), stderr=subprocess.PIPE,
                          text=True).stderr
    return min(pages), set(re.findall(r"symbol `(\S+)'", said))


for kind, (most_pages, most_functions) in MET.items():
    (pages, functions), (pages_with, functions_with) = met(kind, "0"), met(kind, "1")
    new = functions_with - functions
    print(f"{kind} once, 1: {pages_with - pages} pages, {len(new)} functions: {' '.join(sorted(new))}")
    assert pages_with - pages <= most_pages, f"at most {most_pages} pages"
    assert len(new) <= most_functions, f"at most {most_functions} functions"

for kind, limits in ONCE.items():
    plain = count(kind, 1, "0")
    for way, limit in zip(WAYS, limits):
        more = count(kind, 1, way) - plain
        print(f"{kind} once, {way}: {more} instructions more than {plain}")
        assert 0 < more < 1.15 * limit + 15000, f"at most {1.15 * limit + 15000:.0f}"

for kind, limits in MEASURED.items():
    plain = turn(kind, "0")
    for way, limit in zip(WAYS, limits):
        more = turn(kind, way) - plain
        print(f"{kind}, {way}: {more:.0f} instructions more than {plain:.0f}")
        assert 0 < more < 1.15 * limit, f"at most {1.15 * limit:.0f}"
    with open(os.path.join(work, "tiny.json")) as f:
        slices = [e for e in json.load(f)["traceEvents"] if e["ph"] == "X"]
    for pid, operation, expected in {"512": ((1, "copy to", FEW + 1), (100, "copy to", FEW + 1),
                                              (1, "construct", FEW + 2)),
                                     "in_place": ((1, "host", FEW),),
                                     "maps": ((1, "launch", FEW), (100, "launch", FEW))}[kind]:
        some = [e for e in slices if e["pid"] == pid and e["args"]["operation"] == operation]
        assert len(some) >= expected, (kind, operation, len(some))
        begins = [e["ts"] for e in some]
        assert len(set(begins)) == len(begins) and all(e["dur"] >= 0 for e in some), (kind, operation)
        if operation == "copy to":
            assert all(e["args"]["bytes"] == 512 for e in some), some
