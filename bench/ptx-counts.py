#!/usr/bin/env python3
"""ptx-counts.py BEFORE AFTER [FILE...]: PTX instructions of each kernel, as two builds of Gantry compile it.

BEFORE and AFTER are build folders. FILEs default to all of examples/ that compile alone. Each is compiled with
`gantry cc -O3 --offload-arch=sm_70`; a line per function of the PTX: kernel, instructions before, after, difference.
--changed prints those alone that differ; --flags adds options of the compiler. The status is 1 where a count rose.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
BEGIN = re.compile(r"^(?:\.visible |\.weak |\.extern )*\.(?:entry|func)\b[^;]*?\b([A-Za-z_$][\w$]*)\s*\($")
NO_INSTRUCTION = re.compile(r"^(?:$|[.{}()/]|//|[$\w]+:)")


def counts(ptx):
    """name of a function -> instructions; without the hash that a name ends with"""
    found, name = {}, None
    for line in ptx.splitlines():
        begin = BEGIN.match(line.strip())
        if begin:
            name = re.sub(r"_[0-9a-f]{8}(?=$|__)", "", begin.group(1))
            body = False
        elif name and line == "{":
            body = True
            found[name] = 0
        elif name and line == "}":
            name = None
        elif name and body and not NO_INSTRUCTION.match(line.strip()):
            found[name] += 1
    return found


def compile_one(build, file, flags):
    gantry = os.path.join(os.path.realpath(build), "bin", "gantry")
    with tempfile.TemporaryDirectory() as work:
        command = [gantry, "cc", "-O3", "--offload-arch=sm_70", "--save-temps", *flags, os.path.realpath(file), "-lm"]
        made = subprocess.run(command + ["-o", "a.out"], cwd=work, capture_output=True, text=True)
        path = os.path.join(work, "sm_70.ptx")
        if made.returncode or not os.path.exists(path):
            print(f"{file}: not compiled by {build}: {(made.stderr.splitlines() or ['no PTX'])[0]}")
            return {}
        with open(path) as f:
            return counts(f.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("--flags", default="", help="options of the compiler, as one word")
    options = parser.parse_intermixed_args()
    files = options.files or sorted(glob.glob(f"{ROOT}/examples/*.c") + glob.glob(f"{ROOT}/examples/*/*.c"))
    kernels = total_before = total_after = rose = 0
    print(f"{'kernel':60} {'before':>7} {'after':>7} {'difference':>10}")
    for file in files:
        if "#pragma omp" not in open(file).read():
            continue
        before, after = (compile_one(b, file, options.flags.split()) for b in (options.before, options.after))
        for name in sorted(before.keys() | after.keys()):
            old, new = before.get(name), after.get(name)
            kernels += 1
            total_before += old or 0
            total_after += new or 0
            rose += old is not None and new is not None and new > old
            if old != new or not options.changed:
                print(f"{name:60} {'-' if old is None else old:>7} {'-' if new is None else new:>7} "
                      f"{(new or 0) - (old or 0):>+10}")
    print(f"{f'{kernels} functions':60} {total_before:>7} {total_after:>7} {total_after - total_before:>+10}")
    return 1 if rose else 0


if __name__ == "__main__":
    sys.exit(main())
