"""model.py: a profile p.json and counts c.json of regions of which each is bound by something else, on a V100 for 10 ms."""
import json

REGIONS = {
    "memory": {"distinct_read_bytes": 8.19e9},
    "cache": {"distinct_read_bytes": 8, "load_sectors": 656250000},
    "arithmetic": {"distinct_read_bytes": 8, "double_operations": 39e9, "float_operations": 78.5e9},
    "issue": {"distinct_read_bytes": 8, "warp_instructions": 4.896e9},
    "latency": {"distinct_read_bytes": 8, "load_requests": 2 * 44444, "store_requests": 2 * 44445, "lanes": 64},
    "rounds": {"distinct_read_bytes": 8, "load_requests": 11111 * 40960, "lanes": 32 * 40960},
    "little": {"distinct_read_bytes": 8},
}
rows = []
with open("c.json", "w") as f:
    for line, (name, counts) in enumerate(REGIONS.items(), 1):
        rows.append({"kind": "region", "operation": "launch", "name": f"k_{name}", "file": "m.c", "function": name, "line": line,
                     "device": 0, "calls": 2, "total": 1000, "teams": 1, "threads": 32, "lanes": 1})
        twice = {k: 2 * v for k, v in counts.items()}
        print(json.dumps({"kernel": f"k_{name}", "file": "m.c", "line": line, "function": name, "launches": 2, **twice}), file=f)
rows.append({"kind": "region", "operation": "launch", "name": "k_dark", "file": "m.c", "function": "dark", "line": 20, "device": 0,
             "calls": 1, "total": 5})
rows.append({"kind": "region", "operation": "launch", "name": "k_formula", "file": "m.c", "function": "formula", "line": 21,
             "device": 0, "calls": 1, "total": 5, "read_bytes": 4.095e9, "written_bytes": 4.095e9, "points": 1})
rows.append({"kind": "copy", "operation": "copy to", "name": "x[0:n]", "file": "m.c", "function": "f", "line": 30, "device": 0,
             "calls": 1, "total": 5, "bytes": 40000000})
with open("p.json", "w") as f:
    json.dump({"otherData": {"gantry_trace": 1}, "traceEvents": [],
               "profiles": [{"program": "m", "node": "n", "process": 1, "rows": rows}]}, f)
