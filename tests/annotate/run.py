#!/usr/bin/env python3
"""Runs the programs of the corpus as `gantry annotate` writes them: they print what they printed before.

run.py GANTRY [--annotate=OPTION...] COMPILER [OPTION...]   status 1 and a line for each that does not compile, or prints something else;
with -fsyntax-only among the options they are not run
"""
import os
import subprocess
import sys
import tempfile

import truth  # the programs' files and flags


def said(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def wrong(gantry, options, compiler, program, folder):
    made = []
    for source in program.sources:
        out = os.path.join(folder, os.path.basename(source))
        if source.endswith(".c"):
            made.append(out)
            ran = said([gantry, "annotate", "-w", *options, *program.flags, source, "-o", out])
            if ran.returncode:
                return f"gantry annotate: {ran.stderr}"
    headers = "-I" + os.path.dirname(program.sources[0])
    if "-fsyntax-only" in compiler:
        return said([*compiler, "-w", headers, *program.flags, *made]).stderr or None
    plain, annotated = os.path.join(folder, "plain"), os.path.join(folder, "annotated")
    said(["gcc", "-O1", "-w", *program.flags, *[s for s in program.sources if s.endswith(".c")], "-o", plain, "-lm"])
    built = said([*compiler, "-w", headers, *program.flags, *made, "-o", annotated, "-lm"])
    if built.returncode:
        return built.stderr
    few = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    want, got = said([plain]), said([annotated], env=few, timeout=300)
    if got.returncode or got.stdout != want.stdout:
        return f"status {got.returncode}\n{got.stderr}{got.stdout}instead of\n{want.stdout}"
    return None


def main():
    options = [w.removeprefix("--annotate=") for w in sys.argv[2:] if w.startswith("--annotate=")]
    gantry, compiler, failed = os.path.abspath(sys.argv[1]), sys.argv[2 + len(options):], 0
    for program in truth.programs([]):
        if any("unknown-pragmas" in f for f in program.flags) and "-fsyntax-only" not in sys.argv:
            continue  # its own directives add floats in any order
        with tempfile.TemporaryDirectory() as folder:
            message = wrong(gantry, options, compiler, program, folder)
        if message:
            failed += 1
            print(f"{program.name}: {message}")
    print(f"{failed} differ")
    sys.exit(failed > 0)


main()
