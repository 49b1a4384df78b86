#!/usr/bin/env python3
"""apart.py PROGRAM PTX LIBRARY: runs each case of apart.c on the strict software GPU, and holds whether loads of memory that nobody changes ran
against whether the case's data is apart."""
import os, subprocess, sys

program, ptx, library = sys.argv[1:]
APART = {"apart", "rows", "array", "parts"}
lines = open(ptx).read().split("\n")
bad = 0
for case in subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout.split():
    executed = f"executed.{case}"
    env = dict(os.environ, GANTRY_DEVICES="cuda", GANTRY_CUDA_LIBRARY=library, OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_SOFTGPU_STRICT="1",
               GANTRY_SOFTGPU_EXECUTED=executed)
    r = subprocess.run([program, case], capture_output=True, text=True, env=env)
    ran = [lines[int(n) - 1] for n in open(executed).read().split("\n") if n.isdigit()]
    early = sum("ld.global.nc" in line for line in ran)
    if r.returncode or r.stderr or (early > 0) != (case in APART):
        bad += 1
        print(f"{case}: status {r.returncode}, {early} loads of what nobody changes\n{r.stdout}{r.stderr}")
sys.exit(bad != 0)
