"""examples.py FILE.c 'ARGUMENTS' COMPILER…: what the profile proposes for the program, the first finding of each run, is pasted as it stands
until nothing is proposed any more. The program says OK each time, no more is copied than before, and less memory is taken. Of those of levels
nothing is found."""
import json, os, subprocess, sys

source, arguments, compiler = sys.argv[1], sys.argv[2].split(), sys.argv[3:]
name = os.path.basename(source)[:-2]


def run(text):
    with open(name + ".c", "w") as f:
        f.write(text)
    subprocess.run(compiler + ["-w", "-O1", name + ".c", "-o", name, "-lm"], check=True)
    env = dict(os.environ, GANTRY_PROFILE=name + ".json")
    out = subprocess.run(["./" + name] + arguments, env=env, capture_output=True, text=True, timeout=300)
    assert out.returncode == 0 and out.stdout.rstrip().split("\n")[-1].startswith("OK"), out
    (profile,) = json.load(open(name + ".json"))["profiles"]
    items = profile["moves"]["items"]
    return profile["findings"], [sum(i[k] for i in items) for k in ("to_calls", "to_bytes", "from_calls", "from_bytes", "allocs")]


def paste(text, writes):
    lines = text.split("\n")
    for w in sorted(writes, key=lambda w: -w["line"]):
        at = end = w["line"] - 1
        if w["how"] == "behind":
            lines.insert(at + 1, w["text"])
        elif w["how"] == "in front":
            lines.insert(at, w["text"])
        else:
            while lines[end].endswith("\\"):
                end += 1
            lines[at : end + 1] = [w["text"]] if w["how"] == "in place" else []
    return "\n".join(lines)


text = open(source, encoding="utf-8").read()
findings, first = run(text)
assert "/levels/" not in source or not findings, (name, findings)  # as good as one writes it by hand
sums = first
for step in range(12):
    writes = next((f["writes"] for f in findings if "writes" in f), None)
    if writes is None:
        break
    text = paste(text, writes)
    findings, now = run(text)
    assert all(after <= before for before, after in zip(sums, now)), (name, step, sums, now, writes)
    sums = now
else:
    raise AssertionError((name, "proposes again and again"))
print(f"{name}: {step} pasted; copies there, bytes, back, bytes, memory taken: {first} {sums}")
