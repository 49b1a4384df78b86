"""newcomer.py GANTRY PROGRAM...: what a newcomer does who believes the profile: runs each program (a file, or a folder of files), writes
what the first finding with something to write says, and runs it again, until nothing is left. The output is that of the host each time, no
more is copied, what is written compiles without a warning, and at the end no more copies are left than the program's first line says it
needs, in so many words: "needs 2 to, 1 from"."""
import json, os, pathlib, re, shutil, subprocess, sys

gantry, programs = sys.argv[1], sys.argv[2:]
MOST = 9


def build_and_run(folder, flags, arguments):
    sources = sorted(p.name for p in folder.glob("*.c"))
    built = subprocess.run([gantry, "cc", "--offload-arch=emulated", "-O1", *flags, *sources, "-o", "a.out", "-lm"],
                           cwd=folder, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    out = {"host": [], "emulated": []}
    for device in out:
        env = dict(os.environ, OMP_TARGET_OFFLOAD="DISABLED" if device == "host" else "MANDATORY", GANTRY_DEVICES="emulated",
                   OMP_NUM_THREADS="2")
        for i, given in enumerate(arguments):
            r = subprocess.run(["./a.out", *given], cwd=folder, env=dict(env, GANTRY_PROFILE=f"{device}.{i}.json"),
                               capture_output=True, text=True, timeout=100)
            assert r.returncode == 0, (device, r.returncode, r.stderr)
            out[device].append(r.stdout)
    (profile,) = json.load(open(folder / "emulated.0.json"))["profiles"]
    moves = profile["moves"]
    calls = [sum(i[k] for i in moves["items"]) for k in ("to_calls", "from_calls")]
    return out, built.stderr, profile["findings"], calls, moves["to_bytes"] + moves["from_bytes"]


def paste(folder, writes):
    for name in {os.path.basename(w["file"]) for w in writes}:
        lines = (folder / name).read_text().split("\n")
        for w in sorted((w for w in writes if os.path.basename(w["file"]) == name), key=lambda w: -w["line"]):
            at = end = w["line"] - 1
            if w["how"] in ("in front", "behind"):
                lines.insert(at + (w["how"] == "behind"), w["text"])
                continue
            assert re.match(r"\s*#pragma (omp target|acc)", lines[at]), (name, w, lines[at])
            while lines[end].endswith("\\"):
                end += 1
            lines[at:end + 1] = [w["text"]] if w["how"] == "in place" else []
        (folder / name).write_text("\n".join(lines))


def follow(program):
    program = pathlib.Path(program)
    folder = pathlib.Path("newcomer") / program.stem
    shutil.rmtree(folder, ignore_errors=True)
    if program.is_dir():
        shutil.copytree(program, folder)
    else:
        folder.mkdir(parents=True)
        shutil.copy(program, folder)
    flags = ["-fopenacc"] if any("#pragma acc" in p.read_text() for p in folder.glob("*.c")) else []
    first = (folder / ("main.c" if program.is_dir() else program.name)).read_text().split("\n")[0]
    needs = [int(n) for n in re.search(r"needs (\d+) to, (\d+) from", first).groups()]
    also = re.search(r"also with (\w+)", first)
    arguments = [[], [also[1]]] if also else [[]]
    expected, copied, begun = None, None, None
    for step in range(MOST):
        out, warnings, findings, calls, now = build_and_run(folder, flags, arguments)
        expected = expected or out["host"]
        assert out["host"] == expected and out["emulated"] == expected, (program, step, out, expected)
        assert step == 0 or "warning" not in warnings, warnings
        assert copied is None or now <= copied, (program, step, "bytes", now, "after", copied)
        begun = begun or calls
        copied, writes = now, next((f["writes"] for f in findings if f.get("writes")), None)
        if not writes:
            break
        paste(folder, writes)
        for w in writes:
            print("   ", w["how"], w["line"], w.get("text", ""))
    else:
        raise AssertionError((program, "proposes again and again"))
    left = [f"{f['finding']} {f['name']}: {f['action']} {f['directive']} {f['where']}" for f in findings]
    print(f"{program.name}: {step} pasted, copies {begun} -> {calls}, needed {needs}" + "".join("\n    left: " + l for l in left))
    return [] if calls[0] <= needs[0] and calls[1] <= needs[1] else [program.name]


more = sum((follow(p) for p in programs), [])
assert not more, ("more copies than needed", more)
