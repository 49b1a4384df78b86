"""names.py EXPLAINED EXPLAINED.JSON PROFILE.JSON: the same kernels by the same names in all three, and in explain's in the order of
the source."""
import json
import re
import sys

text, document, profile = sys.argv[1:]
with open(text, encoding="utf-8") as f:
    said = re.findall(r"^  kernel    (\S+)$", f.read(), re.M)
with open(document, encoding="utf-8") as f:
    regions = [r for file in json.load(f)["files"] for r in file["regions"]]
with open(profile, encoding="utf-8") as f:
    ran = [r for p in json.load(f)["profiles"] for r in p["rows"] if r["kind"] == "region"]
assert said == [r["kernel"] for r in regions], (said, regions)
assert sorted(said) == sorted({r["name"] for r in ran}), (said, ran)
lines = [r["line"] for r in regions]
assert lines == sorted(lines), lines
for r in ran:
    same = next(x for x in regions if x["kernel"] == r["name"])
    assert (same["line"], same["function"]) == (r["line"], r["function"]), (same, r)
