#!/usr/bin/env python3
"""clean.py BUILD [NAME...]: rows of docs/openmp.md and examples, all or those named, compile without a warning.

With -Wall -Wextra -Werror, so Gantry's own warnings count, too: they are silent on legal code. Left out are rows that Gantry
refuses, and Clang's warnings about what a row is there to show."""
import concurrent.futures, pathlib, re, subprocess, sys

SHOWN = ("-Wno-deprecated-non-prototype", "-Wno-gcc-compat", "-Wno-implicit-int", "-Wno-string-concatenation",
         "-Wno-pointer-arith", "-Wno-user-defined-warnings", "-Wno-openmp-clauses")
root = pathlib.Path(__file__).resolve().parent.parent.parent
rows, examples = root / "tests/openmp", root / "examples"
gantry = pathlib.Path(sys.argv[1]).resolve() / "bin/gantry"


def compile(file):
    source = file.read_text()
    if re.search(r"^// REFUSED:", source, re.M):
        return ""
    flags = " ".join(re.findall(r"^// FLAGS: *(.*)", source, re.M)).split()
    folders = [file.parent, root / "tests/run", rows, examples / "cuda_like/common"]
    r = subprocess.run([gantry, "cc", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *SHOWN, "--offload-arch=emulated",
                        *(f"-I{f}" for f in folders), *flags, file], capture_output=True, text=True)
    return f"{file}: status {r.returncode}\n{r.stderr}" if r.returncode or r.stderr else ""


files = sorted([*rows.glob("*/*.c"), *examples.glob("**/*.c")])
if sys.argv[2:]:
    files = [f for f in files if any(str(f.relative_to(root)).startswith(n) for n in sys.argv[2:])]
    assert len(files) >= len(sys.argv[2:])
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    wrong = "".join(pool.map(compile, files))
print(wrong, end="")
sys.exit(1 if wrong else 0)
