"""Values that variables cannot have: one message each, about the variable, and the program goes on or ends with status 1.
knob_values.py SOURCE_FOLDER PROGRAM"""
import os
import re
import subprocess
import sys

source, program = sys.argv[1:]
VALUES = ["99999999999", "99999999999999999999999", "-3", "", "word", "7x"]
TEXTS = {"GANTRY_STATS", "GANTRY_CHECK_REPORT", "GANTRY_CHECK_AIM", "GANTRY_CHECK_OBSERVED", "GANTRY_EMULATED_COUNTS", "GANTRY_CUDA_LIBRARY"}  # names of files: any value is one
LARGE = {"GANTRY_EMULATED_MEMORY", "GANTRY_EMULATED_SEED", "GANTRY_EMULATED_DEVICES"}  # have no upper limit
PER_DEVICE = ["_DEV", "_DEV_0", "_ALL"]


def rows(file):
    text = open(f"{source}/include/{file}", encoding="utf-8").read()
    return re.findall(r"^(?:KNOB|VARIABLE)\((\w+), (\w+)", text, re.M)


names = [("GANTRY_" + name, kind) for name, kind in rows("gantry_knobs.def")]
for name, kind in rows("gantry_environment.def"):
    names += [(name + suffix, kind) for suffix in [""] + PER_DEVICE * (kind != "OTHER")]

wrong = tried = 0
for name, kind in names:
    for value in VALUES:
        if name in TEXTS or (name in LARGE and value == VALUES[0]):
            continue
        env = dict(os.environ, GANTRY_DEVICES="emulated")
        env[name] = value
        try:
            r = subprocess.run([program], env=env, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            r = subprocess.CompletedProcess([], "no end", "", "")
        # not counted: the trace, and what the host's OpenMP library takes instead, which follows its warning
        said = [line for line in r.stderr.splitlines()
                if not re.match(r"gantry +[0-9.]+ us |OMP: (Info|Hint)", line)]
        tried += 1
        named = name[: name.find("_DEV")] if name.startswith("OMP_") and "_DEV" in name[4:] else name
        ok = r.returncode in (0, 1) and len(said) == (value != "") and all(named in line for line in said)
        if not ok:
            wrong += 1
            print(f"{name}={value!r}: status {r.returncode}", *said, sep="\n    ")
print(f"{tried} values tried")
sys.exit(wrong != 0)
