#!/usr/bin/env python3
"""rows.py [--suite=FOLDER] [--level=-ON | --check="CLASSES WORD..." | --softgpu="[-ON] NAME=VALUE..."] BUILD TOPIC | EVERY | FILE.c...: rows of docs/openmp.md, all of a topic (a folder
beside this script), with a number every so many-th of all topics, or those named. With --check they are compiled with
-fcheck at -O1, run on emulated only, and nothing may be found (docs/checks.md); further words are variables of the
environment (NAME=VALUE), a level (-O0) or options of gantry cc. With --softgpu they are compiled for sm_70 alone and run on the
GPU in software (docs/softgpu.md), with these variables of the environment; NAME=1,2,3 are three runs.

With --suite=openacc they are those of docs/openacc.md, in tests/openacc, compiled with -fopenacc.

A row is a program that checks itself (tests/run/check.h). It is compiled at -O0 and -O3, or at the level asked for, and run on the initial device and
on emulated devices of warps of 32 and 64, where its regions must run on the device.

  // ROW: target map(always, to:)      what the row shows
  // SPEC: 5.2 5.8.3                   version that brought it, section of OpenMP 5.2
  // MAY: why                          an implementation may leave this without effect
  // FLAGS: -DX=1 -lm                  more words for the compiler
  // FILES: other.c                    more files, in the row's folder
  // ENV: OMP_NUM_TEAMS=3              for all runs
  // DEVICES: host emulated cuda       default all; a row about the host alone says host
  // REFUSED: GN0204                   what Gantry does not take, yet or ever: an error with this id, and no program

Rows that differ in a directive or a word of a clause share the rest: a header of their folder, after check.h.

The rows of a topic are compiled as one file (one_file.py) and linked to one program, which runs the row that it is told,
each run in a process of its own; a file that fails is compiled again in halves, down to the row that is to blame. Rows of
several files, with `requires`, or about the name of main(), are programs of their own, and so are rows named on the command
line.

Results go to BUILD/tests/openmp/TOPIC/NAME.result: a line "KIND OUTCOME" per device kind; outcome: right, ignored (exit
status 3 of the program: values right, but the clause had no effect), wrong, crash, refused. cuda: PTX is made for sm_70
("compiles") and shown to ptxas where that is installed; where there is a GPU the program runs on it. Rows about C
make PTX at -O0 too, where LLVM sees more that it cannot select."""
import os, pathlib, re, shutil, subprocess, sys
from one_file import one_file

here = pathlib.Path(__file__).resolve().parent
SUITE = sys.argv.pop(1).partition("=")[2] if sys.argv[1].startswith("--suite=") else "openmp"
here = here.parent / SUITE
EMULATED, CUDA, BOTH = "emulated", "sm_70", "emulated,sm_70"  # for --offload-arch
LEVELS = ("-O0", "-O3")
ON_DEVICE = {"OMP_TARGET_OFFLOAD": "MANDATORY", "EXPECT_DEVICE": "1"}
RUNS = {  # kind: the environments to run in
    "host": [{"OMP_TARGET_OFFLOAD": "DISABLED"}],
    "emulated": [{"GANTRY_DEVICES": "emulated", "GANTRY_EMULATED_WARP": warp, **ON_DEVICE} for warp in ("32", "64")],
    "cuda": [{"GANTRY_DEVICES": "cuda", **ON_DEVICE}],
}
LEVEL = sys.argv.pop(1).partition("=")[2] if sys.argv[1].startswith("--level=") else None
if LEVEL:
    LEVELS = (LEVEL,)
CHECK = sys.argv.pop(1).partition("=")[2] if sys.argv[1].startswith("--check=") else None
FCHECK = ["-fopenacc"] if SUITE == "openacc" else []
if CHECK:
    CHECK, *words = CHECK.split()
    LEVELS = tuple(w for w in words if re.match(r"-O\d$", w)) or ("-O1",)
    FCHECK += ["-fcheck"] + [w for w in words if w[0] == "-" and w not in LEVELS]
    variables = dict(w.split("=", 1) for w in words if w[0] != "-")
    RUNS = {"emulated": [{"GANTRY_DEVICES": "emulated", "GANTRY_CHECK": CHECK, **variables, **ON_DEVICE}], "host": [], "cuda": []}
SOFTGPU = sys.argv.pop(1).partition("=")[2] if sys.argv[1].startswith("--softgpu=") else None
if SOFTGPU is not None:
    LEVELS = tuple(w for w in SOFTGPU.split() if re.match(r"-O\d$", w)) or ("-O3",)
OUTCOMES = {0: "right", 1: "wrong", 3: "ignored"}  # by the program's exit status; any other is a crash


def badness(outcome):
    return {"right": 0, "compiles": 0, "ignored": 1}.get(outcome, 2)


class Row:
    def __init__(self, file, results):
        self.file, self.name = file, f"{file.parent.name}/{file.stem}"
        self.source = file.read_text()
        self.result = results / f"{self.name}.result"
        self.environment = dict(w.split("=", 1) for w in self.words("ENV"))
        self.kinds = self.words("DEVICES") or ["host", "emulated", "cuda"]
        if CHECK:
            self.kinds = [kind for kind in self.kinds if kind == "emulated"]
        if SOFTGPU is not None:
            self.kinds = [kind for kind in self.kinds if kind == "cuda"]
        self.files = [file] + [file.parent / f for f in self.words("FILES")]
        # else a program of its own: several files; `requires`, which all files must share; and who asks for the name of main()
        self.shared = len(self.files) == 1 and not re.search(r"^#pragma omp requires|\"main\"", self.source, re.M)
        self.outcomes = {}  # kind: the worst of all steps

    def word(self, name):
        m = re.search(rf"^// {name}: *(.*)", self.source, re.M)
        return m.group(1) if m else ""

    def words(self, name):
        return self.word(name).split()

    def note(self, kind, outcome, what="", said=""):
        """the outcome of one step; what is not as it should be is shown, with what was said"""
        if kind not in self.kinds:
            return
        if kind not in self.outcomes or badness(outcome) > badness(self.outcomes[kind]):
            self.outcomes[kind] = outcome
        if outcome not in self.fine():
            print(f"== {SUITE}/{self.name}: {kind}: {outcome}: {what}\n{said}", flush=True)

    def fine(self):
        if self.word("REFUSED"):
            return {"refused"}
        return {"right", "compiles", "ignored"} if self.word("MAY") else {"right", "compiles"}

    def archs(self, level):
        if SOFTGPU is not None:
            return CUDA
        return BOTH if not CHECK and (level == "-O3" or self.file.parent.name == "c_language") else EMULATED

    def good(self):
        return set(self.outcomes.values()) <= self.fine()


class Bench:
    """a folder to work in, and what compiles, links and runs there"""

    def __init__(self, build, work):
        self.gantry, self.work, self.programs = build / "bin/gantry", work, 0
        self.broken = []  # programs of many rows that do not link
        self.environment = {k: v for k, v in os.environ.items() if not re.match(r"(GANTRY|OMP|KMP|LIBOMP)_", k)}
        self.environment.update(TMPDIR=str(work / "tmp"), XDG_CACHE_HOME=str(work / "cache"), LC_ALL="C")
        shutil.rmtree(work, ignore_errors=True)
        (work / "tmp").mkdir(parents=True)
        self.has_ptxas = SOFTGPU is None and shutil.which("ptxas") or pathlib.Path("/usr/local/cuda/bin/ptxas").exists()
        self.has_gpu = SOFTGPU is not None or shutil.which("nvidia-smi") and self.call(work, "nvidia-smi", "-L")[0] == 0

    def call(self, folder, *words, seconds=300, environment={}):
        """exit status, and what was written"""
        try:
            done = subprocess.run(words, cwd=folder, env={**self.environment, **environment}, timeout=seconds,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired as e:
            return 124, f"no end within {seconds} s\n" + (e.output or b"").decode(errors="replace")
        return done.returncode, done.stdout.decode(errors="replace")

    def compile(self, row, *words):
        return self.call(self.work, self.gantry, "cc", *FCHECK, "-I", here.parent / "run", *words, *row.words("FLAGS"))

    def finish(self, archs, program, *words):
        """the link of a program, or all its steps, and a look at its PTX: status, and what was said"""
        self.programs += 1
        folder = self.work / f"program{self.programs}"
        folder.mkdir()
        saved = ["--save-temps"] if CUDA in archs and self.has_ptxas else []
        status, said = self.call(folder, self.gantry, "cc", *FCHECK, *saved, *words, "-o", program, "-lm", seconds=900)
        if status == 0 and saved:
            # at -O3 also whether the GPU in software knows what kernels take of shared memory and stack
            look = [here.parent / "softgpu/ptxas.py", self.gantry.parent.parent] if "-O3" in words else [here.parent / "link/ptxas.sh"]
            status, said = self.call(folder, *look, *folder.glob("sm_*.ptx"), seconds=900)
        return status, said

    def judge(self, row, level, archs, *command):
        """runs a row on the devices that its program is for"""
        for kind in row.kinds:
            if (CUDA if kind == "cuda" else EMULATED) not in archs:
                continue
            if kind == "cuda" and not self.has_gpu:
                row.note(kind, "compiles")
                continue
            for environment in RUNS[kind]:
                if SOFTGPU is not None and re.search(r"#pragma omp requires .*unified", row.source):
                    environment = {**environment, "GANTRY_SOFTGPU_UNIFIED": "1"}
                if SOFTGPU is not None and "GANTRY_EMULATED_DEVICES" in row.environment:
                    environment = {**environment, "GANTRY_SOFTGPU_DEVICES": row.environment["GANTRY_EMULATED_DEVICES"]}
                seconds = 60 if SOFTGPU is None else 300  # an interpreter, maybe beside others
                status, said = self.call(self.work, *command, seconds=seconds, environment={**environment, **row.environment})
                where = " ".join(f"{k}={v}" for k, v in environment.items())
                found = CHECK and re.search(r"\[GC\d+\]", said)
                row.note(kind, "found" if found else OUTCOMES.get(status, "crash"), f"{level}, {where}: exit status {status}", said)

    def alone(self, row, level, archs):
        """a program of one row; where both kinds of device code in one fail, a program for each"""
        program = self.work / f"{row.file.stem}{level}.{archs}"
        status, said = self.finish(archs, program, level, f"--offload-arch={archs}", "-I", here.parent / "run", *row.files,
                                   *row.words("FLAGS"))
        if status == 0:
            self.judge(row, level, archs, program)
        elif archs == BOTH:
            self.alone(row, level, EMULATED)
            self.alone(row, level, CUDA)
        else:
            for kind in ("host", "emulated") if archs == EMULATED else ("cuda",):
                row.note(kind, "refused", f"{level} --offload-arch={archs}", said)

    def refuse(self, row):
        """a row that must end with an error of a certain id"""
        status, said = self.compile(row, "-O0", "--offload-arch=emulated", *row.files, "-o", "refused")
        expected = status != 0 and re.search(f"error: .*{row.word('REFUSED')}", said)
        for kind in row.kinds:
            row.note(kind, "refused" if expected else "crash" if status else "accepted",
                     f"expected an error {row.word('REFUSED')}", said)

    def objects(self, rows, level):
        """(rows, object, the global names in it) of as few files as hold the rows; a row that fails alone has no object"""
        text, archs = self.work / f"{rows[0].file.stem}{len(rows)}{level}.c", f"--offload-arch={rows[0].archs(level)}"
        object = text.with_suffix(".o")
        text.write_text(one_file([row.file for row in rows]))
        if self.compile(rows[0], "-c", level, archs, text, "-o", object)[0] == 0:
            names = self.call(self.work, "nm", "-g", "--defined-only", object)[1]
            return [(rows, object, {line.split()[2] for line in names.splitlines() if line.split()[1] not in "VWu"})]
        if len(rows) == 1:
            return [(rows, None, set())]
        half = len(rows) // 2
        return self.objects(rows[:half], level) + self.objects(rows[half:], level)

    def together(self, rows, level):
        """as few programs as the objects' global names allow, each with the main() that starts the row it is told"""
        programs = []
        for flags in sorted({row.word("FLAGS") for row in rows}):
            for some, object, names in self.objects([row for row in rows if row.word("FLAGS") == flags], level):
                if not object:
                    self.alone(some[0], level, some[0].archs(level))
                    continue
                fits = next((p for p in programs if not p["names"] & names), None)
                if not fits:
                    programs.append(fits := {"rows": [], "objects": [], "names": set()})
                fits["rows"] += some
                fits["objects"].append(object)
                fits["names"] |= names
        for number, p in enumerate(programs):
            stems = [row.file.stem for row in p["rows"]]
            program, starter = self.work / f"rows{level}.{number}", self.work / f"rows{number}.c"
            starter.write_text(STARTER % ("\n".join(f"int row_{s}(int, char **);" for s in stems),
                                          "\n".join(f'    {{"{s}", row_{s}}},' for s in stems)))
            archs = p["rows"][0].archs(level)  # they are of one topic
            status, said = self.finish(archs, program, level, *p["objects"], starter)
            if status != 0:
                self.broken.append(f"the program of {', '.join(stems)}: {said}")
            for row in p["rows"]:
                if status == 0:
                    self.judge(row, level, archs, program, row.file.stem)
                else:
                    self.alone(row, level, archs)


STARTER = """#include <string.h>
%s
static const struct { const char *name; int (*start)(int, char **); } rows[] = {
%s
};
int main(int argc, char **argv)
{
    for (unsigned k = 0; argc > 1 && k < sizeof rows / sizeof *rows; k++)
        if (!strcmp(argv[1], rows[k].name)) {
            argv[1] = argv[0];
            return rows[k].start(argc - 1, argv + 1);
        }
    return 2;
}
"""


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    topic = here / sys.argv[2]
    every = int(sys.argv[2]) if sys.argv[2].isdigit() else 0
    files = sorted(here.glob("*/*.c") if every else topic.glob("*.c")) if every or topic.is_dir() else [
        pathlib.Path(f).resolve() for f in sys.argv[2:]]
    if SOFTGPU is not None:
        RUNS["cuda"][0].update(GANTRY_CUDA_LIBRARY=str(build / "lib/gantry/libgantry_softgpu.so"))
        for name, values in (w.split("=", 1) for w in SOFTGPU.split() if w[0] != "-"):
            RUNS["cuda"] = [{**run, name: value} for run in RUNS["cuda"] for value in values.split(",")]
    suite = f"{SUITE}_softgpu{LEVELS[0]}" if SOFTGPU is not None else f"{SUITE}_check" if CHECK else f"{SUITE}_O0" if LEVEL == "-O0" else SUITE  # the table shows the last one's results
    rows = [row for row in (Row(f, build / "tests" / suite) for f in files) if row.word("ROW")]
    rows = [row for row in rows if not CHECK and SOFTGPU is None or (row.kinds and not row.word("REFUSED"))]
    if every:
        rows = list({row.file.stem: row for row in rows if row.shared}.values())[::every]  # a stem names a row in its program
    if not rows:
        sys.exit(0)
    many = every or topic.is_dir()
    folder = f"every{every}" if every else f"{'rows' if many else 'named'}/{rows[0].file.parent.name}"
    bench = Bench(build, build / "tests/work" / suite / folder)
    for row in rows:
        row.result.parent.mkdir(parents=True, exist_ok=True)
        row.result.unlink(missing_ok=True)
        if row.word("REFUSED"):
            bench.refuse(row)
    rows_to_run = [row for row in rows if not row.word("REFUSED")]
    for level in LEVELS:
        shared = [row for row in rows_to_run if row.shared and many]
        for row in rows_to_run:
            if row not in shared:
                bench.alone(row, level, row.archs(level))
        bench.together(shared, level)
    for row in rows:
        row.result.write_text("".join(f"{kind} {row.outcomes[kind]}\n" for kind in row.kinds if kind in row.outcomes))
    bad = [row.name for row in rows if not row.good()] + bench.broken
    print(f"{len(rows)} rows, {bench.programs} programs, {len(bad)} failed" + "".join(f"\n  {name}" for name in bad))
    if not bad:
        shutil.rmtree(bench.work)
    sys.exit(bool(bad) or not rows)


main()
