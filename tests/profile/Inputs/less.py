"""less.py OLD.json NEW.json ID:NAME: of two profiles, the second after that finding was mended: less was copied, and the
finding is gone, but for functions whose other callers are as they were"""
import json, sys

old, new = (json.load(open(f))["profiles"][0] for f in sys.argv[1:3])
id_, name = sys.argv[3].split(":", 1)
before, after = (sum(p["moves"][way] for way in ("to_bytes", "from_bytes")) for p in (old, new))
assert after < before, (before, after)
left = [f for f in new["findings"] if f["finding"] == id_ and f["name"] == name]
times = {f["line"]: f["times"] for f in old["findings"] if f["finding"] == id_ and f["name"] == name}
assert sum(f["times"] for f in left) < sum(times.values()), left
