"""sectors.py COUNTS.JSON FUNCTION TIMES ...: the loads of a function's kernels take so many times the sectors in which their
bytes would fit, to the nearest number."""
import json
import sys

rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
for function, times in zip(sys.argv[2::2], sys.argv[3::2]):
    mine = [row for row in rows if row["function"] == function]
    found = sum(row["load_sectors"] for row in mine) / sum(row["load_least"] for row in mine)
    print(f"{function}: {found:.2f} times the sectors")
    assert round(found) == int(times), (function, found)
