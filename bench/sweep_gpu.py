"""Times on a real GPU, for sweep.py --gpu. All programs run in turns, --rounds times; a time is the median of its rounds."""
import os, re, shutil, statistics, subprocess

import sweep

SKIPPED = 77
# At least this much faster than two levels, as published for an A100, and what generic modes may cost.
TO_BEAT = {"sparse_matvec, stencil": (8, 4.15), "su3": (4, 1.3), "ideal": (16, 2.13)}
GENERIC, SPMD, CLANG = 1.05, 1.02, 1.03


class Runs:
    """what to run: name -> command; and the seconds and GB/s of each round"""

    def __init__(self):
        self.todo, self.seconds, self.rates, self.wrong = [], {}, {}, []

    def add(self, name, command, version):
        self.todo.append((name, command, version))

    def round(self):
        env = sweep.clean_env(GANTRY_DEVICES="cuda", OMP_TARGET_OFFLOAD="MANDATORY")
        for name, command, version in self.todo:
            r = sweep.run(command, env, check=False)
            m = re.search(r"^%s\s+(\S+)\s+(\S+)" % re.escape(version), r.stdout, re.M)
            if r.returncode or not m or "regions run on the host" in r.stdout:
                self.wrong.append("%s: status %d: %s" % (name, r.returncode, (r.stdout + r.stderr)[-300:]))
                continue
            self.seconds.setdefault(name, []).append(float(m.group(1)))
            self.rates.setdefault(name, []).append(float(m.group(2)))

    def time(self, *name):
        v = self.seconds.get(name)
        return statistics.median(v) if v else None

    def rate(self, *name):
        v = self.rates.get(name)
        return statistics.median(v) if v else None


def architecture():
    """sm_XY of the first GPU, or None"""
    tool = shutil.which("nvidia-smi")
    if not tool:
        return None
    r = subprocess.run([tool, "--query-gpu=compute_cap,name", "--format=csv,noheader"], stdout=subprocess.PIPE, text=True)
    m = re.match(r"(\d+)\.(\d+), *(.*)", r.stdout)
    return ("sm_%s%s" % (m.group(1), m.group(2)), m.group(3)) if r.returncode == 0 and m else None


def cuda_program(work, arch):
    nvcc = shutil.which("nvcc")
    path = os.path.join(work, "csr_vector")
    if not nvcc:
        return None
    r = sweep.run([nvcc, "-O3", "-arch=" + arch, os.path.join(sweep.HERE, "cuda", "csr_vector.cu"), "-o", path], check=False)
    return path if r.returncode == 0 else None


def clang_program(work, source, arch):
    llvm = os.environ.get("LLVM_ROOT", "/usr/lib/llvm-19")
    path = os.path.join(work, source + ".clang")
    r = sweep.run([llvm + "/bin/clang", "-O3", "-fopenmp", "--offload-arch=" + arch, "--libomptarget-nvptx-bc-path=%s/lib" % llvm,
                   "--cuda-path=" + os.environ.get("CUDA_PATH", "/usr/local/cuda"),
                   os.path.join(sweep.LEVELS, source + ".c"), "-o", path, "-L%s/lib" % llvm, "-Wl,-rpath,%s/lib" % llvm, "-lm"],
                  check=False)
    return path if r.returncode == 0 else None


def plan(o, builder, work, arch):
    runs = Runs()
    for case in sweep.CASES:
        if o.only not in case.name:
            continue
        args = ["--repeat", "20"] + case.gpu.split()
        one = lambda only: ["--only", only] + args
        program = builder.program(case.source, "", 1, [])[0]
        runs.add((case.name, "two levels"), [program] + one(case.only2), case.only2)
        clang = clang_program(work, case.source, arch)
        if clang:
            runs.add((case.name, "clang"), [clang] + one(case.only2), case.only2)
        for size in sweep.SIZES + ["auto"]:
            runs.add((case.name, size), [builder.program(case.source, "", size, [])[0]] + one(case.only3), case.only3)
        if case.source in sweep.MODE_PROGRAMS:
            for mode, nest, macros, options in sweep.MODES:
                p = builder.program(case.source, (macros + " " + options).strip(), "auto", [])[0]
                runs.add((case.name, mode, nest), [p] + one(case.only3), case.only3)
    cuda = cuda_program(work, arch) if o.only in "sparse_matvec" else None
    for what in ["copy:memcpy", "copy:kernel"] + ["%s:cuda-%d" % (m, n) for m in ("stencil", "varying") for n in sweep.SIZES]:
        if cuda:
            runs.add(("cuda", what), [cuda, "128"], what)
    return runs


class Judge:
    def __init__(self):
        self.failed = 0

    def bar(self, what, value, good):
        print("%-4s %s: %s" % ("ok" if good else "FAIL", what, "%.3f" % value))
        self.failed += not good


def report_case(runs, case, judge, copy):
    base = runs.time(case.name, "two levels")
    if not base:
        return
    rows = []
    for key in ["two levels", "clang"] + sweep.SIZES + ["auto"]:
        t = runs.time(case.name, key)
        if t:
            rate = runs.rate(case.name, key)
            rows.append([key, "%.3e" % t, "%.1f" % rate, "%.0f %%" % (100 * rate / copy) if copy else "", "%.2f" % (base / t)])
    print("### %s (`%s`)\n" % (case.name, case.gpu))
    print(sweep.table(["lanes", "seconds", "GB/s", "of copy", "gain over two levels"], rows))
    clang = runs.time(case.name, "clang")
    if clang:
        judge.bar(case.name + ": two levels to Clang's", base / clang, base / clang <= CLANG)
    times = {n: runs.time(case.name, n) for n in sweep.SIZES if runs.time(case.name, n)}
    auto = runs.time(case.name, "auto")
    if auto and times:
        ratio = auto / min(times.values())
        judge.bar(case.name + ": automatic size to the best", ratio, ratio <= sweep.AUTO_EACH)
    if case.name in TO_BEAT and times:
        n, gain = TO_BEAT[case.name]
        best = base / min(times.values())
        judge.bar("%s: gain, to beat %.2f (at %d lanes there: %.2f)" % (case.name, gain, n, base / times.get(n, base)), best, best >= gain)


def report_modes(runs, case, judge):
    base, tight = runs.time(case.name, "two levels"), runs.time(case.name, "SPMD/SPMD", "tight")
    if not base or not tight:
        return
    judge.bar(case.name + ": SPMD/SPMD to no simd", tight / base, tight <= SPMD * base)
    for mode, nest, _, _ in sweep.MODES[1:]:
        t = runs.time(case.name, mode, nest)
        if t and nest != "tight": # these do more
            print("     %s: %s, %s, to SPMD/SPMD of the tight nest: %.3f" % (case.name, mode, nest, t / tight))
        elif t:
            judge.bar("%s: %s, %s, to SPMD/SPMD" % (case.name, mode, nest), t / tight, t <= GENERIC * tight)


def main(o, gantry, work):
    gpu = architecture()
    if not gpu:
        print("sweep.py --gpu: skipped, there is no NVIDIA GPU (nvidia-smi)")
        return SKIPPED
    arch, name = gpu
    builder = sweep.Builder(gantry, work, ["--offload-arch=" + arch])
    runs, judge = plan(o, builder, work, arch), Judge()
    for _ in range(o.rounds):
        runs.round()
    copies = [r for r in (runs.rate("cuda", "copy:memcpy"), runs.rate("cuda", "copy:kernel")) if r]
    copy = max(copies) if copies else None
    print("GPU: %s (%s); copy bandwidth %s GB/s; medians of %d rounds\n" % (name, arch, "%.0f" % copy if copy else "unknown", o.rounds))
    for case in sweep.CASES:
        report_case(runs, case, judge, copy)
        report_modes(runs, case, judge)
    for matrix in ["stencil", "varying"]:
        hand = [t for t in (runs.time("cuda", "%s:cuda-%d" % (matrix, n)) for n in sweep.SIZES) if t]
        ours = [t for t in (runs.time("sparse_matvec, " + matrix, n) for n in sweep.SIZES) if t]
        if hand and ours:
            judge.bar("sparse_matvec, %s: best to hand-written CSR-vector" % matrix, min(ours) / min(hand), min(ours) <= 1.1 * min(hand))
    for w in sorted(set(runs.wrong)):
        print("FAIL did not run: " + w)
    return 1 if judge.failed or runs.wrong else 0
