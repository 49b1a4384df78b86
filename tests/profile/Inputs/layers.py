"""layers.py PROFILE.json COUNTS.json: the counts of a profile's regions are those of the counting device."""
import json, sys

(profile,) = json.load(open(sys.argv[1]))["profiles"]
rows = {r["line"]: r["counts"] for r in profile["rows"] if r["kind"] == "region"}
seen = 0
for line in open(sys.argv[2]):
    c = json.loads(line)
    got = rows[c["line"]]
    want = {"launches": c["launches"], "sectors": c["load_sectors"] + c["store_sectors"] + c["atomic_sectors"]}
    want["least_sectors"] = c["load_least"] + c["store_least"] + c["atomic_least"]
    for key in "warp_instructions", "lane_instructions", "idle_lanes", "empty_lanes", "shared_passes", "atomics":
        want[key] = c[key]
    want["least_passes"] = c["shared_least"]
    assert got == want, (got, want)
    seen += 1
assert seen == len(rows) == 2, (seen, rows)
