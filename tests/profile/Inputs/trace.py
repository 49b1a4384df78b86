"""trace.py FILE OPERATION=COUNT …: is FILE a trace as chrome://tracing and Perfetto read it, with so many of each?"""
import collections, json, sys

trace = json.load(open(sys.argv[1]))
events = trace["traceEvents"]
slices = [e for e in events if e["ph"] == "X"]
names = {(e["name"], e["pid"], e["tid"]) for e in events if e["ph"] == "M"}
for e in slices:
    assert e["dur"] >= 0 and e["ts"] >= 0 and e["name"], e
    assert ("process_name", e["pid"], 0) in names, e
on_host = collections.Counter(e["cat"] for e in slices if e["pid"] == 1)
for word in sys.argv[2:]:
    what, count = word.split("=")
    assert on_host[what] == int(count), (word, on_host)
assert sum(e["ph"] == "s" for e in events) == sum(e["ph"] == "f" for e in events) == on_host["launch"]
for e in slices:  # slices of one lane lie in each other or apart
    for f in slices:
        if (e["pid"], e["tid"]) == (f["pid"], f["tid"]) and e["ts"] < f["ts"] < e["ts"] + e["dur"]:
            assert f["ts"] + f["dur"] <= e["ts"] + e["dur"] + 1e-3, (e, f)
