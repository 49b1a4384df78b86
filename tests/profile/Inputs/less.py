"""less.py OLD.json NEW.json ID:NAME: of two profiles, the second after that finding was mended: less was copied or allocated,
no more of either, and the finding is gone, but for other callers of its function"""
import json, sys

old, new = (json.load(open(f))["profiles"][0] for f in sys.argv[1:3])
id_, name = sys.argv[3].split(":", 1)
sums = [[sum(i[key] for i in p["moves"]["items"]) for key in ("to_bytes", "from_bytes", "allocs")] for p in (old, new)]
assert sums[0] != sums[1] and all(after <= before for before, after in zip(*sums)), sums
times = [sum(f["times"] for f in p["findings"] if f["finding"] == id_ and f["name"] == name) for p in (old, new)]
assert times[1] < times[0], times
