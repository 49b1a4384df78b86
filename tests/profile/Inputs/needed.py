"""needed.py PROFILE.json COUNTS.json [PLACE:BYTES_A_POINT …]: what regions must move, by their formulas, is what the
emulated device counted, to the byte. Prints a line for each region that has a formula."""
import json, os, sys

(profile,) = json.load(open(sys.argv[1]))["profiles"]
counts = {}
for line in open(sys.argv[2]):
    c = json.loads(line)
    counts[os.path.basename(c["file"]), c["line"], c["function"]] = c
wanted = dict(a.split("=") for a in sys.argv[3:])
wrong = 0
for r in profile["rows"]:
    if r["kind"] != "region" or r["operation"] != "launch" or "read_bytes" not in r:
        continue
    place = os.path.basename(r["file"]), r["line"], r["function"]
    c = counts[place]
    assert c["launches"] == r["calls"], place
    counted = c["distinct_read_bytes"], c["distinct_written_bytes"]
    formula = r["read_bytes"], r["written_bytes"]
    point = sum(formula) / r["points"] if r["points"] else 0
    name = r["function"]
    good = counted == formula
    if name in wanted:
        good = good and abs(point - float(wanted.pop(name))) < 0.2 * point
    wrong += not good
    print(f"{'' if good else 'WRONG '}{place[0]}:{place[1]} {name}: {formula} bytes, counted {counted}; {point:.3g} a point")
assert not wanted, f"no formula for {wanted}"
sys.exit(wrong > 0)
