#!/usr/bin/env python3
"""profile-cost.py BUILD [options]: what GANTRY_PROFILE costs in the examples, on the initial device and emulated.

A row gives the program without it, then with the table, with the table without the comparison of copies (-moves), and
with the trace, in per cent more. What is counted is instructions (valgrind's callgrind, one host thread), what is timed
(--time) processor time of the process, the least of --repeat runs in turns, or (--clock) what the clock says, the
median; then the table comes on standard error, then in a file. --tiny: instructions that one turn of a
loop takes which does nothing but make events, tests/profile/Inputs/tiny.c. --sizes: programs from tiny to large."""
import argparse, os, pathlib, re, shutil, statistics, subprocess, sys, tempfile, time

here = pathlib.Path(__file__).resolve().parent
# (folder, program, arguments on the initial device, emulated)
PROGRAMS = [
    ("", "heat", "300 40", "200 40"), ("", "jacobi2d", "200 200 40", "100 100 20"),
    ("levels", "sparse_matvec", "32", "8"), ("levels", "su3", "20000", "400"), ("levels", "ideal", "50000 16", "2000 16"),
    ("levels", "laplace3d", "80 80 80", "20 20 20"), ("levels", "transpose3d", "80 81 82", "30 31 32"),
    ("levels", "interpolate3d", "60 61 62", "16 17 18"), ("levels", "cg", "24", "8"),
]
# the same programs from the smallest to those above: one event costs the same in all
SIZES = [
    ("", "heat", ["10 1", "20 5", "50 10", "100 20", "300 40"], ["10 1", "20 5", "50 10", "100 20"]),
    ("", "jacobi2d", ["10 10 1", "20 20 5", "50 50 20", "200 200 40"], ["10 10 1", "20 20 5", "50 50 20"]),
    ("levels", "sparse_matvec", ["1", "4", "32"], ["1", "4", "8"]),
    ("levels", "cg", ["2", "6", "24"], ["2", "4", "8"]),
    ("levels", "su3", ["1", "400", "20000"], ["1", "20", "400"]),
    ("levels", "ideal", ["10 1", "2000 4", "50000 16"], ["10 1", "200 4", "2000 16"]),
    ("levels", "laplace3d", ["4 4 4", "20 20 20", "80 80 80"], ["4 4 4", "10 10 10", "20 20 20"]),
    ("levels", "transpose3d", ["3 4 5", "20 21 22", "80 81 82"], ["3 4 5", "10 11 12", "30 31 32"]),
    ("levels", "interpolate3d", ["4 5 6", "16 17 18", "60 61 62"], ["4 5 6", "8 9 10", "16 17 18"]),
    ("tiny", "tiny", ["in_place 1"], ["empty 1", "8 1", "maps 1"]),  # one region, one update, one region with 16 maps
]
TINY = {"8": "update of 8 B", "512": "update of 512 B", "65536": "update of 64 KiB", "in_place": "empty region in place",
        "empty": "empty region, emulated", "maps": "region with 16 present maps, emulated"}
WAYS = {"table": "table.txt", "without comparing": "table.txt,-moves", "trace": "trace.json"}
TIMED = {"on standard error": "1", "in a file": "table.txt", "trace": "trace.json"}


def environment(device, profile):
    e = dict(os.environ, OMP_NUM_THREADS="1", OMP_TARGET_OFFLOAD="DISABLED" if device == "host" else "MANDATORY")
    if device == "emulated":
        e["GANTRY_DEVICES"] = "emulated"
    e["GANTRY_PROFILE"] = profile or "0"  # libomp reads each variable there is, and that costs, too
    return e


def count(o, exe, arguments, device, profile):
    """millions of instructions"""
    with tempfile.TemporaryDirectory() as work:
        r = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(exe)] + arguments,
                           cwd=work, env=environment(device, profile), stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True)
    found = re.findall(r"Collected : (\d+)", r.stderr)
    if r.returncode or not found:
        sys.exit(f"profile-cost.py: callgrind of {exe}:\n{r.stderr}")
    return int(found[-1]) / 1e6


def seconds(o, exe, arguments, device, profile):
    with tempfile.TemporaryDirectory() as work, open(os.devnull, "w") as null:
        began = time.perf_counter()
        p = subprocess.Popen([str(exe)] + arguments, cwd=work, env=environment(device, profile), stdout=null,
                             stderr=null if profile == "1" else None)
        _, status, usage = os.wait4(p.pid, 0)
        took = time.perf_counter() - began
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode:
            sys.exit(f"profile-cost.py: {exe}: {p.returncode}")
        return took if o.clock else usage.ru_utime + usage.ru_stime


def measure(o, exe, arguments, device):
    ways = [None] + list(o.ways.values())
    if not o.time and not o.clock:
        return [count(o, exe, arguments, device, w) for w in ways]
    all = [[] for _ in ways]
    for i in range(o.repeat):
        for k in range(len(ways)):
            k = (k + i) % len(ways)
            all[k].append(seconds(o, exe, arguments, device, ways[k]))
    return [statistics.median(t) if o.clock else min(t) for t in all]


def tiny(o, work):
    exe, few, many = work / "tiny", 100, 300
    cc = [f"{o.build}/bin/gantry", "cc", "--offload-arch=emulated", "-O2", "-o", str(exe)]
    subprocess.run(cc + [str(here.parent / "tests/profile/Inputs/tiny.c")], check=True)
    print("| each turn | without, instructions | " + " | ".join(WAYS) + " |\n" + "|" + "---|" * (len(WAYS) + 2))
    for kind, words in TINY.items():
        if re.search(o.only, kind):
            costs = [(count(o, exe, [kind, str(many)], "emulated", w) - count(o, exe, [kind, str(few)], "emulated", w))
                     * 1e6 / (many - few) for w in [None] + list(WAYS.values())]
            print(f"| {words} | " + " | ".join(f"{c:.0f}" for c in costs) + " |", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("build", type=lambda s: str(pathlib.Path(s).resolve()))
    p.add_argument("--only", default="", help="programs whose name matches this")
    p.add_argument("--device", default="host,emulated")
    p.add_argument("--tiny", action="store_true", help="of single events instead")
    p.add_argument("--sizes", action="store_true", help="each program at growing sizes instead")
    p.add_argument("--time", action="store_true")
    p.add_argument("--clock", action="store_true")
    p.add_argument("--repeat", type=int, default=5)
    p.add_argument("--keep", help="a folder for the programs")
    o = p.parse_args()
    o.ways = TIMED if o.clock or o.time else WAYS
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(o.keep or temporary)
        if o.tiny:
            return tiny(o, work)
        unit = "s" if o.time or o.clock else "M instructions"
        print(f"| program | device | without, {unit} | " + " | ".join(o.ways) + " |")
        print("|" + "---|" * (len(o.ways) + 3))
        for folder, name, on_host, emulated in SIZES if o.sizes else PROGRAMS:
            if not re.search(o.only, name):
                continue
            root = work / "examples"
            if not root.exists():
                subprocess.run(["cp", "-r", str(here.parent / "examples"), str(root)], check=True)
                (root / "tiny").mkdir()
                shutil.copy(here.parent / "tests/profile/Inputs/tiny.c", root / "tiny")
            exe = root / folder / name
            if not exe.exists():
                cc = f"{o.build}/bin/gantry cc --offload-arch=emulated"
                rule = [] if (exe.parent / "Makefile").exists() else ["-f", "/dev/null"]
                subprocess.run(["make", "-B", *rule, f"CC={cc}", "CFLAGS=-O2", name], cwd=exe.parent, check=True,
                               stdout=subprocess.DEVNULL)
            for device in o.device.split(","):
                sizes = on_host if device == "host" else emulated
                for arguments in sizes if o.sizes else [sizes]:
                    m = measure(o, exe, arguments.split(), device)
                    more = " | ".join(f"{100 * (v / m[0] - 1):+.2f} %" for v in m[1:])
                    print(f"| {folder + '/' if folder else ''}{name} {arguments} | {device} | {m[0]:.4g} | {more} |",
                          flush=True)


main()
