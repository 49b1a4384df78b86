"""cuts.py GANTRY RUN.json: a profile cut at many places, with bytes changed, with huge numbers: report, compare and merge
answer with a message and status 0, 1, 2 or 3, and never end by a signal. Cuts: each of the first and last bytes, and at
places spread over the rest. Of a cut that leaves no sums the report makes them from the events; one before the first of
these is refused; merge keeps the events."""
import random, re, subprocess, sys

gantry, path = sys.argv[1:3]
data = open(path, "rb").read()
random.seed(15)
open("beside.json", "wb").write(re.sub(rb'"process":\d+', b'"process":1', data))  # another process
places = sorted(set(range(0, 60)) | set(range(len(data) - 30, len(data))) | set(random.sample(range(len(data)), 60)))


def run(*words):
    r = subprocess.run([gantry, *words], capture_output=True, timeout=60)
    err = r.stderr.decode(errors="replace")
    assert r.returncode in (0, 1, 2, 3), (words, r.returncode, err)
    assert (r.returncode in (0, 3)) or "gantry: error: " in err, (words, r.returncode, err)
    assert "Sanitizer" not in err and "runtime error" not in err, err
    return r.returncode, err


whole = data.rstrip()
for n in places:
    open("cut.json", "wb").write(data[:n])
    status, err = run("report", "cut.json")
    first = data.find(b'"ph":"X"')
    assert status == 0 if n > data.find(b"\n", first) else status == 1 or n > first, (n, status, err)
    assert status == 0 or "ends in the middle" in err or "it is empty" in err or "no events" in err, (n, err)
    if status == 0:
        text = subprocess.run([gantry, "report", "cut.json"], capture_output=True, text=True).stdout
        assert ("\ncut: " in text) == (n < len(whole) - 3), (n, text[:300])  # else the sums are whole
    if n % 4 == 0:
        run("profile", "merge", "cut.json", "beside.json", "-o", "merged.json")
        run("report", "--compare", path, "cut.json")
for k in range(60):  # bytes that are others, or are missing, or stand twice
    bad = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(bad))
        end = at + random.choice((0, 1, 8, 100))
        bad[at:end] = random.choice((b"", b"\0", b'"', b"9" * 400, b"-1e999", b"{", b"]", b"\xff\xfe", bytes(bad[at:end]) * 2))
    open("bad.json", "wb").write(bad)
    run("report", "bad.json")
    run("report", "bad.json", "-o", "bad.html")
    if k % 4 == 0:
        run("profile", "merge", "bad.json", "beside.json", "-o", "merged.json")
        run("report", "--compare", path, "bad.json")
