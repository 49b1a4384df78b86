#!/usr/bin/env python3
"""instructions.py BUILD [options]: what Gantry's PTX executes per element beside nvcc's for the same loops by hand.

The loops of bench/hot_loops.c (OpenMP) and bench/cuda/hot_loops.cu (by hand), compiled for the same GPU, run on the GPU in software with equal
sizes and launch shapes: PTX instructions by lane. Each loop runs with five elements per thread and with nine, so that both compilers' loops of four
go round once more: the difference is the loop's, the rest is what a thread does once. nvcc gets -fmad=false, as Gantry's -ffp-contract=off, unless --contract.

  --arch SM       sm_75 (default), or another one that both know
  --only TEXT     loops whose name contains TEXT
  --contract      products and sums become one instruction: nvcc's default, -ffp-contract=fast of Gantry
  --flags FLAGS   further options of Gantry's
  --bar           status 1 where a loop takes more than 1.1 times the instructions of nvcc's
  --nvcc PATH     its nvcc (default: the first in PATH, else /usr/local/cuda/bin); without one, status 77

With nvdisasm and ptxas beside nvcc, also the machine's instructions of whole kernels; with ptxas alone, their bytes / 16."""
import argparse, ctypes, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
TEAMS, THREADS = 16, 128
BAR = 1.1
LOOPS = ["triad", "saxpy", "reduction", "stencil", "spmv", "transpose"]
ROW = 8


def fail(what):
    sys.exit("instructions.py: " + what)


def run(command, env=None, cwd=None):
    r = subprocess.run(command, capture_output=True, text=True, env=env, cwd=cwd, timeout=600)
    if r.returncode:
        fail("status %d: %s\n%s%s" % (r.returncode, " ".join(command), r.stdout[-2000:], r.stderr[-2000:]))
    return r.stdout


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not re.match(r"(GANTRY|OMP|KMP|LIBOMP)_", k)}
    env.update(more)
    return env


# ---- kernels by hand: this script once more, as the program that launches them ----

class Driver:
    def __init__(self, library, ptx):
        self.cu = ctypes.CDLL(library)
        context, self.module = ctypes.c_void_p(), ctypes.c_void_p()
        self.ask("cuInit", 0)
        self.ask("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self.ask("cuCtxPushCurrent_v2", context)
        with open(ptx, "rb") as f:
            self.ask("cuModuleLoadDataEx", ctypes.byref(self.module), f.read() + b"\0", 0, None, None)

    def ask(self, name, *arguments):
        code = getattr(self.cu, name)(*arguments)
        if code:
            fail("%s: error %d" % (name, code))

    def put(self, array):
        address, size = ctypes.c_uint64(), ctypes.sizeof(array)
        self.ask("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        self.ask("cuMemcpyHtoD_v2", address, array, ctypes.c_size_t(size))
        return address

    def get(self, address, array):
        self.ask("cuMemcpyDtoH_v2", array, address, ctypes.c_size_t(ctypes.sizeof(array)))
        return array

    def launch(self, name, *arguments):
        function = ctypes.c_void_p()
        self.ask("cuModuleGetFunction", ctypes.byref(function), self.module, name.encode())
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(a) for a in arguments])
        self.ask("cuLaunchKernel", function, TEAMS, 1, 1, THREADS, 1, 1, 0, None, pointers, None)
        self.ask("cuCtxSynchronize")


def doubles(values):
    values = list(values)
    return (ctypes.c_double * len(values))(*values)


def by_hand(library, ptx, name, size):
    """launches one kernel, with the numbers of hot_loops.c, and checks what it did"""
    d, integer = Driver(library, ptx), ctypes.c_int
    x, y = [float(i % 31) for i in range(size)], [float(i % 17) for i in range(size)]
    if name == "triad":
        a = d.put(doubles([0] * size))
        d.launch(name, integer(size), ctypes.c_double(3), a, d.put(doubles(x)), d.put(doubles(y)))
        good = list(d.get(a, doubles([0] * size))) == [p + 3 * q for p, q in zip(x, y)]
    elif name == "saxpy":
        v, w = [(ctypes.c_float * size)(*[float(i % m) for i in range(size)]) for m in (13, 7)]
        at = d.put(w)
        d.launch(name, integer(size), ctypes.c_float(3), d.put(v), at)
        good = list(d.get(at, (ctypes.c_float * size)())) == [3 * p + q for p, q in zip(v, w)]
    elif name == "reduction":
        at = d.put(doubles([0]))
        d.launch(name, integer(size), d.put(doubles(x)), at)
        good = d.get(at, doubles([0]))[0] == sum(x)
    elif name == "spmv":
        offset = [i * ROW for i in range(size + 1)]
        column, value = [k * 7919 % 2**32 % size for k in range(size * ROW)], [float(k % 5) for k in range(size * ROW)]
        at = d.put(doubles([0] * size))
        d.launch(name, integer(size), d.put((integer * len(offset))(*offset)), d.put((integer * len(column))(*column)), d.put(doubles(value)),
                 d.put(doubles(x)), at)
        good = list(d.get(at, doubles([0] * size))) == [sum(value[k] * x[column[k]] for k in range(i * ROW, i * ROW + ROW)) for i in range(size)]
    else:
        edge = 2 if name == "stencil" else 0
        rows, columns = TEAMS + edge, size // TEAMS + edge
        x = [float(i % 31) for i in range(rows * columns)]
        at = d.put(doubles([0] * len(x)))
        d.launch(name, integer(rows), integer(columns), d.put(doubles(x)), at)
        z = d.get(at, doubles([0] * len(x)))
        if name == "transpose":
            good = all(z[i % columns * rows + i // columns] == x[i] for i in range(len(x)))
        else:
            good = all(abs(z[i] - 0.2 * (x[i] + x[i - 1] + x[i + 1] + x[i - columns] + x[i + columns])) < 1e-12
                       for i in range(columns, len(x) - columns) if 0 < i % columns < columns - 1)
    if not good:
        fail("%s by hand: wrong result" % name)


def read_counts(file, name):
    with open(file) as f:
        for line in f:
            c = json.loads(line)
            if name in c["kernel"]:
                return c
    fail("%s: nothing was counted" % name)


class Bench:
    def __init__(self, o, work):
        self.o, self.work = o, work
        build = os.path.realpath(o.build)
        self.gantry = os.path.join(build, "bin", "gantry")
        self.library = os.path.join(build, "lib", "gantry", "libgantry_softgpu.so")
        self.counts = os.path.join(work, "counts.json")
        self.ptx = os.path.join(work, "hand.ptx")
        self.program = os.path.join(work, "hot_loops")
        run([o.nvcc, "-O3", "-arch=" + o.arch, "-ptx", *([] if o.contract else ["-fmad=false"]), os.path.join(HERE, "cuda", "hot_loops.cu"), "-o",
             self.ptx])
        run([self.gantry, "cc", "-O3", "--offload-arch=" + o.arch, "--save-temps", *(["-ffp-contract=fast"] if o.contract else []),
             *o.flags.split(), os.path.join(HERE, "hot_loops.c"), "-o", self.program, "-lm"], environment(), work)

    def of_hand(self, name, size):
        run([sys.executable, os.path.realpath(__file__), "--launch", self.library, self.ptx, name, str(size)],
            environment(GANTRY_SOFTGPU_COUNTS=self.counts))
        return read_counts(self.counts, name)

    def of_gantry(self, name, size):
        run([self.program, name, str(size), str(TEAMS), str(THREADS)],
            environment(GANTRY_DEVICES="cuda", GANTRY_CUDA_LIBRARY=self.library, OMP_TARGET_OFFLOAD="MANDATORY", GANTRY_SOFTGPU_COUNTS=self.counts))
        return read_counts(self.counts, "_%s_" % name)


def per_element(count, name):
    """instructions of a lane: (of the loop, per element), (once, per thread); by class, of the loop"""
    five, nine = 5 * TEAMS * THREADS, 9 * TEAMS * THREADS
    a, b = count(name, five), count(name, nine)
    loop = (b["lane_instructions"] - a["lane_instructions"]) / (nine - five)
    classes = {k: 32 * (b["classes"][k] - a["classes"][k]) / (nine - five) for k in b["classes"]}
    return loop, a["lane_instructions"] / (TEAMS * THREADS) - 5 * loop, classes, b


def main():
    if len(sys.argv) == 6 and sys.argv[1] == "--launch":
        by_hand(*sys.argv[2:5], int(sys.argv[5]))
        return 0
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("build")
    p.add_argument("--arch", default="sm_75")
    p.add_argument("--only", default="")
    p.add_argument("--contract", action="store_true")
    p.add_argument("--flags", default="")
    p.add_argument("--bar", action="store_true")
    p.add_argument("--classes", action="store_true", help="the loop's instructions by class, too")
    p.add_argument("--keep", help="a folder for the PTX of both")
    p.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    o = p.parse_args()
    if not os.path.exists(o.nvcc):
        print("instructions.py: skipped, there is no nvcc")
        return 77
    over = 0
    with tempfile.TemporaryDirectory(prefix="gantry-instructions.") as work:
        bench = Bench(o, work)
        if o.keep:
            os.makedirs(o.keep, exist_ok=True)
            shutil.copy(bench.ptx, o.keep)
            shutil.copy(os.path.join(work, o.arch + ".ptx"), os.path.join(o.keep, "gantry.ptx"))
        print("| loop | Gantry | nvcc | ratio | once per thread: Gantry | nvcc | sectors: Gantry | nvcc |\n" + "|---" * 8 + "|")
        for name in LOOPS:
            if o.only not in name:
                continue
            g, once, classes, counts = per_element(bench.of_gantry, name)
            h, hand_once, hand_classes, hand_counts = per_element(bench.of_hand, name)
            over += g > BAR * h
            sectors = [c["load_sectors"] + c["store_sectors"] + c["atomic_sectors"] for c in (counts, hand_counts)]
            print("| %s | %.2f | %.2f | %s%.2f%s | %.1f | %.1f | %d | %d |" % (
                name, g, h, "**" if g > BAR * h else "", g / h, "**" if g > BAR * h else "", once, hand_once, *sectors))
            if o.classes:
                print("\n".join("    %-10s %8.2f %8.2f" % (k, classes[k], hand_classes[k]) for k in classes if classes[k] or hand_classes[k]))
    return 1 if o.bar and over else 0


if __name__ == "__main__":
    sys.exit(main())
