"""idle.py COUNTS.JSON FUNCTION ... '<' SHARE FUNCTION ... '>' SHARE: of the lanes of warps with work, less or more than this
share takes part in the instructions of these functions' kernels."""
import json
import sys

rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
names, words = [], iter(sys.argv[2:])
for word in words:
    if word not in "<>":
        names.append(word)
        continue
    limit = float(next(words))
    for name in names:
        mine = [row for row in rows if row["function"] == name]
        used, idle = (sum(row[key] for row in mine) for key in ("lane_instructions", "idle_lanes"))
        share = used / (used + idle)
        print(f"{name}: {share:.2f} of the lanes in use")
        assert share < limit if word == "<" else share > limit, (name, share)
    names = []
