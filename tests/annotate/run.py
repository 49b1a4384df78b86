#!/usr/bin/env python3
"""Runs the programs of the corpus as `gantry annotate` writes them: they print what they printed before.

run.py GANTRY [--annotate=OPTION...] COMPILER [OPTION...] [-- COMPILER [OPTION...]]...
status 1 and a line for each that does not compile, or prints something else; with -fsyntax-only among the options of a compiler they are not run.
What is annotated once is given to all compilers.
"""
import os
import subprocess
import sys
import tempfile

import truth  # the programs' files and flags


def said(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


def annotated(gantry, options, program, folder):
    """The C files as they are written, or None and what gantry said."""
    made = []
    for source in program.sources:
        out = os.path.join(folder, os.path.basename(source))
        if source.endswith(".c"):
            made.append(out)
            ran = said([gantry, "annotate", "-w", *options, *program.flags, source, "-o", out])
            if ran.returncode:
                return None, f"gantry annotate: {ran.stderr}"
    return made, None


def wrong(compiler, program, made, folder):
    headers = "-I" + os.path.dirname(program.sources[0])
    if "-fsyntax-only" in compiler:
        return said([*compiler, "-w", headers, *program.flags, *made]).stderr or None
    plain, parallel = os.path.join(folder, "plain"), os.path.join(folder, "parallel")
    said(["gcc", "-O1", "-w", *program.flags, *[s for s in program.sources if s.endswith(".c")], "-o", plain, "-lm"])
    built = said([*compiler, "-w", headers, *program.flags, *made, "-o", parallel, "-lm"])
    if built.returncode:
        return built.stderr
    few = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    want, got = said([plain]), said([parallel], env=few, timeout=300)
    if got.returncode or got.stdout != want.stdout:
        return f"status {got.returncode}\n{got.stderr}{got.stdout}instead of\n{want.stdout}"
    return None


def main():
    options = [w.removeprefix("--annotate=") for w in sys.argv[2:] if w.startswith("--annotate=")]
    compilers = [c.split("\0") for c in "\0".join(sys.argv[2 + len(options):]).split("\0--\0")]
    gantry, failed = os.path.abspath(sys.argv[1]), 0
    for program in truth.programs([]):
        # Programs with directives of their own add floats in any order.
        fit = [c for c in compilers if "-fsyntax-only" in c or not any("unknown-pragmas" in f for f in program.flags)]
        if not fit:
            continue
        with tempfile.TemporaryDirectory() as folder:
            made, message = annotated(gantry, options, program, folder)
            messages = [message] if message else [wrong(c, program, made, folder) for c in fit]
        for message in filter(None, messages):
            failed += 1
            print(f"{program.name}: {message}")
    print(f"{failed} differ")
    sys.exit(failed > 0)


main()
