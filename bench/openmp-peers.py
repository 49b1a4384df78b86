#!/usr/bin/env python3
"""openmp-peers.py [--jobs N] [--only TEXT]: what Clang 19 and GCC 12 do with the rows of docs/openmp.md.

Each program of tests/openmp is compiled at -O2 and run: by Clang with its x86-64 offload plug-in (device memory of its
own, regions must run there), by Clang on the host, by GCC on the host. What happens is kept in
docs/openmp-peers.tsv beside a digest of the program; rows whose digest is known are not measured again."""
import argparse, concurrent.futures, hashlib, os, pathlib, re, shutil, subprocess, tempfile

root = pathlib.Path(__file__).resolve().parent.parent
rows_dir = root / "tests/openmp"
table = root / "docs/openmp-peers.tsv"
PEERS = (
    ("clang-19", ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"], {"OMP_TARGET_OFFLOAD": "MANDATORY", "EXPECT_DEVICE": "1"}),
    ("clang-19", ["-fopenmp"], {"OMP_TARGET_OFFLOAD": "DISABLED"}),
    ("gcc-12", ["-fopenmp"], {}),
)


def word(source, name):
    m = re.search(rf"^// {name}: *(.*)", source, re.M)
    return m.group(1).split() if m else []


def once(peer, path, source, folder):
    compiler, flags, environment = peer
    program = folder / "program"
    files = [path] + [path.parent / f for f in word(source, "FILES")]
    words = [w for w in word(source, "FLAGS") if not w.startswith("--")]
    try:
        done = subprocess.run([compiler, *flags, "-O2", "-w", "-I", rows_dir.parent / "run", *files, "-o", program, *words, "-lm"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, cwd=folder)
    except subprocess.TimeoutExpired:
        return "crash"
    if done.returncode:
        text = done.stdout.decode(errors="replace")
        crashed = done.returncode < 0 or "PLEASE submit a bug report" in text or "internal compiler error" in text
        return "crash" if crashed else "refused"
    environment = {**{k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_", "GANTRY_"))},
                   "LD_LIBRARY_PATH": "/usr/lib/llvm-19/lib", **environment, **dict(w.split("=", 1) for w in word(source, "ENV"))}
    try:
        code = subprocess.run([program], env=environment, timeout=10, cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return "crash"
    return {0: "right", 1: "wrong", 3: "ignored"}.get(code, "crash")


def measure(path):
    source = path.read_text()
    devices = word(source, "DEVICES")
    cells = []
    for peer in PEERS:
        if devices and "emulated" not in devices and peer[1] != ["-fopenmp"]:
            cells.append("-")
            continue
        with tempfile.TemporaryDirectory() as folder:
            cells.append(once(peer, path, source, pathlib.Path(folder)))
    return cells


def version(compiler):
    line = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return ("Clang " if "clang" in compiler else "GCC ") + re.search(r"(\d+\.\d+\.\d+)", line).group(1)


def shared(path):
    """the headers that a row shares with others of its folder"""
    names = re.findall(r'^#include "(.*)"', path.read_text(), re.M)
    return [name for name in names if "/" not in name and (path.parent / name).exists()]


def digest(path):
    h = hashlib.sha256(path.read_bytes() + (rows_dir.parent / "run/check.h").read_bytes())
    for f in word(path.read_text(), "FILES") + shared(path):
        h.update((path.parent / f).read_bytes())
    return h.hexdigest()[:12]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--only", default="")
    o = p.parse_args()
    for compiler, _, _ in PEERS:
        if not shutil.which(compiler):
            raise SystemExit(f"{compiler} is not installed")
    known = {}
    if table.exists():
        known = {c[0]: c[1:] for c in (line.split("\t") for line in table.read_text().splitlines() if not line.startswith("#"))}
    rows = {str(f.relative_to(rows_dir))[:-2]: f for f in sorted(rows_dir.glob("*/*.c")) if "\n// SPEC" in f.read_text()}
    unmeasured = [n for n, f in rows.items() if o.only in n and known.get(n, [""])[0] != digest(f)]
    head = [f"#version\t{k}\t{version(c)}" for k, c in (("clang", "clang-19"), ("gcc", "gcc-12"))]

    def save():
        table.write_text("\n".join(head + ["\t".join([n, *known[n]]) for n in rows if n in known]) + "\n")

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for k, (name, cells) in enumerate(zip(unmeasured, pool.map(lambda n: measure(rows[n]), unmeasured)), 1):
            known[name] = [digest(rows[name]), *cells]
            print(f"{k}/{len(unmeasured)} {name}: " + ", ".join(cells), flush=True)
            if k % 20 == 0: # it takes long; what is known need not be measured again
                save()
    save()


if __name__ == "__main__":
    main()
