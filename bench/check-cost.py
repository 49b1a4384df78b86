#!/usr/bin/env python3
"""check-cost.py BUILD [options]: what `-fcheck` costs on the emulated device, against the same programs without it.

Programs: three small loops (saxpy, a stencil, a sum: of a million floats) and the examples, with arguments that keep
the kernels busy. A row gives the program without -fcheck, then with -fcheck and GANTRY_CHECK=none, each class alone, and
all: as multiples of the first. What is counted is the processor time of the process, all threads, the least of
--repeat runs in turns; with --count instructions, by valgrind's callgrind.

--memory measures shadow instead: each loop of check_shadow.c at two sizes; by how much the peak of memory grows from the
smaller to the larger with -fcheck more than without, for each 8 bytes that are mapped more. --compile measures compile and link.
Programs are made once in --keep DIR, where that is given."""
import argparse, os, pathlib, re, shutil, subprocess, sys, tempfile, time

CLASSES = ("none", "bounds", "uninit", "stale", "races", "barriers", "misuse", "all")

KERNEL = """#include <stdio.h>
#include <stdlib.h>
#ifndef T
#define T float
#endif
int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000000;
    T *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b), s = 0;
    (void)s;
    #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
    {
%s
    }
    printf("%%g %%g\\n", (double)a[n / 2], (double)s);
    free(a);
    free(b);
}
"""
SAXPY = "for (long i = 0; i < n; i++)\n            a[i] = 2 * b[i] + a[i];"
STENCIL = "for (long i = 1; i < n - 1; i++)\n            a[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) / 4;"
SUM = "for (long i = 0; i < n; i++)\n            s += b[i];"
LOOP = "        #pragma omp target teams distribute parallel for"
KERNELS = {
    "saxpy": KERNEL % f"{LOOP}\n        {SAXPY}",
    "stencil": KERNEL % f"{LOOP}\n        {STENCIL}",
    "sum": KERNEL % f"{LOOP} reduction(+: s)\n        {SUM}",
}

# (folder, program, arguments): enough work that the start of the process does not count
EXAMPLES = [
    ("", "vadd", "100000"), ("", "vadd_heap", "1000000"), ("", "pi", "1000000"), ("", "saxpy", "300000"),
    ("", "saxpy_struct", "300000"), ("", "device_query", "4"), ("", "matmul", "96"), ("", "heat", "200 40"),
    ("", "jacobi2d", "100 100 20"), ("", "poisson", "128 96"),
    ("levels", "sparse_matvec", "8"), ("levels", "su3", "400"), ("levels", "ideal", "2000 16"),
    ("levels", "laplace3d", "20 20 20"), ("levels", "transpose3d", "30 31 32"), ("levels", "interpolate3d", "16 17 18"),
    ("levels", "cg", "8"),
    ("cuda_like/btree", "btree", ""), ("cuda_like/denoise", "denoise", ""), ("cuda_like/kmeans", "kmeans", ""),
    ("cuda_like/matmul", "matmul", ""), ("cuda_like/ode", "ode", ""), ("cuda_like/reaction", "reaction", ""),
    ("cuda_like/sort", "sort", ""), ("cuda_like/transport", "transport", ""),
]


class Program:
    def __init__(self, name, plain, checked, arguments, compile_time=None):
        self.name, self.plain, self.checked, self.arguments = name, plain, checked, arguments
        self.compile_time = compile_time


def compiler(build, checked):
    return f"{build}/bin/gantry cc --offload-arch=emulated" + (" -fcheck" if checked else "")


def shell(command, cwd):
    before = time.monotonic()
    r = subprocess.run(command, shell=True, cwd=cwd, capture_output=True, text=True)
    if r.returncode:
        sys.exit(f"check-cost.py: {command}\n{r.stdout}{r.stderr}")
    return time.monotonic() - before


def make_kernel(o, work, name, source, flags=""):
    paths, times = [], []
    for checked in (False, True):
        exe = work / f"{name.replace(' ', '_')}{'.checked' if checked else ''}"
        paths.append(exe)
        if exe.exists():
            continue
        (work / "kernel.c").write_text(source)
        times.append(shell(f"{compiler(o.build, checked)} {o.flags} {flags} kernel.c -o {exe}", work))
    return Program(name, *paths, "", times)


def make_example(o, work, folder, name, arguments):
    root = pathlib.Path(__file__).resolve().parent.parent / "examples"
    title = f"{folder}/{name}" if folder and not folder.endswith(name) else folder or name
    paths, times = [], []
    for checked in (False, True):
        tree = work / ("examples.checked" if checked else "examples")
        if not tree.exists():
            shutil.copytree(root, tree)
        exe = tree / folder / name
        paths.append(exe)
        if not exe.exists():
            cc = compiler(o.build, checked)
            times.append(shell(f"make -B CC='{cc}' CFLAGS='{o.flags}' {name}", tree / folder))
    return Program(title, *paths, arguments, times)


# ---- measuring ----

threads = 1


def environment(classes):
    e = dict(os.environ, GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY", OMP_NUM_THREADS=str(threads),
             OMP_WAIT_POLICY="passive")
    e.pop("GANTRY_CHECK", None)
    if classes:
        e["GANTRY_CHECK"] = classes
    return e


def run(exe, arguments, classes):
    """seconds of processor time, and the peak of memory in bytes"""
    with open(os.devnull, "w") as null, tempfile.TemporaryFile("w+") as err:
        p = subprocess.Popen([str(exe)] + arguments.split(), cwd=exe.parent, env=environment(classes), stdout=null,
                             stderr=err)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode:
            err.seek(0)
            sys.exit(f"check-cost.py: {exe} {arguments} (GANTRY_CHECK={classes}): {p.returncode}\n{err.read()}")
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def count(exe, arguments, classes):
    """millions of instructions; valgrind cannot read the debugging information of checked programs"""
    bare = exe.with_name(exe.name + ".bare")
    subprocess.run(["strip", "-g", "-o", str(bare), str(exe)], check=True)
    r = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(bare)] + arguments.split(),
                       cwd=exe.parent, env=environment(classes), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                       text=True)
    bare.unlink()
    found = re.findall(r"Collected : (\d+)", r.stderr)
    if r.returncode or not found:
        sys.exit(f"check-cost.py: callgrind of {exe}:\n{r.stderr}")
    return int(found[-1]) / 1e6


def measure(o, program, classes):
    """{None: without -fcheck, class: …}"""
    kinds = [None] + list(classes)

    def exe(k):
        return program.checked if k else program.plain

    if o.count:
        return {k: count(exe(k), program.arguments, k) for k in kinds}
    best = {}
    for _ in range(o.repeat):
        for k in kinds:
            t = run(exe(k), program.arguments, k)[0]
            best[k] = min(t, best.get(k, t))
    return best


def cost_table(o, programs):
    classes = o.classes.split(",")
    unit = "M instructions" if o.count else "s"
    print(f"| program | without -fcheck, {unit} | " + " | ".join(classes) + " |")
    print("|" + "---|" * (len(classes) + 2))
    for p in programs:
        m = measure(o, p, classes)
        ratios = " | ".join(f"{m[k] / m[None]:.1f}" for k in classes)
        print(f"| {p.name} {p.arguments} | {m[None]:.3g} | {ratios} |", flush=True)


def memory_table(o, work):
    source = (pathlib.Path(__file__).resolve().parent / "check_shadow.c").read_text()
    p = make_kernel(o, work, "check_shadow", source)
    families = subprocess.run([str(p.plain)], capture_output=True, text=True, env=environment(None)).stdout.split()
    print("| loop | shadow for 8 bytes mapped |\n|---|---|")
    for name in families:
        if not re.search(o.only, name):
            continue
        sizes = (1 << 22, 1 << 23) if "char" in name else (1 << 20, 1 << 22)
        grown = []
        for exe in (p.plain, p.checked):
            small, large = (run(exe, f"{name} {n}", "all" if exe == p.checked else None) for n in sizes)
            grown.append(large[1] - small[1])
        said = [subprocess.run([str(p.plain), name, str(n)], capture_output=True, text=True,
                               env=environment(None)).stdout for n in sizes]
        print(f"| {name} | {8 * (grown[1] - grown[0]) / (int(said[1]) - int(said[0])):.1f} |", flush=True)


def compile_table(programs):
    print("| program | without -fcheck, s | with it |\n|---|---|---|")
    for p in programs:
        if len(p.compile_time) == 2:
            print(f"| {p.name} | {p.compile_time[0]:.2f} | {p.compile_time[1] / p.compile_time[0]:.1f} |")


def options():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("build", type=lambda s: str(pathlib.Path(s).resolve()))
    p.add_argument("--only", default="", help="programs whose name matches this")
    p.add_argument("--classes", default=",".join(CLASSES))
    p.add_argument("--flags", default="-O2")
    p.add_argument("--threads", type=int, default=1, help="of the host, which wait passively")
    p.add_argument("--repeat", type=int, default=3)
    p.add_argument("--count", action="store_true", help="instructions by callgrind")
    p.add_argument("--memory", action="store_true")
    p.add_argument("--compile", action="store_true")
    p.add_argument("--keep", help="a folder for the programs")
    return p.parse_args()


def main():
    global threads
    o = options()
    threads = o.threads
    work = pathlib.Path(o.keep or tempfile.mkdtemp()).resolve()
    work.mkdir(exist_ok=True)
    try:
        if o.memory:
            return memory_table(o, work)
        programs = [make_kernel(o, work, n, s) for n, s in KERNELS.items() if re.search(o.only, n)]
        programs += [make_example(o, work, *e) for e in EXAMPLES if re.search(o.only, "/".join(e[:2]))]
        compile_table(programs) if o.compile else cost_table(o, programs)
    finally:
        if not o.keep:
            shutil.rmtree(work)


main()
