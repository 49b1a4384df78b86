"""trace.py FILE OPERATION=COUNT …: is FILE a trace as chrome://tracing and Perfetto read it, and as docs/see.md says, with
so many slices of each operation (or rank=N,…) in the lanes of the host, and sums that are those of the slices?"""
import collections, json, sys

trace = json.load(open(sys.argv[1]))
assert trace["otherData"]["gantry_trace"] == 1 and trace["otherData"]["began"] > 1e15, trace["otherData"]
events = trace["traceEvents"]
slices = [e for e in events if e["ph"] == "X"]
names = {(e["name"], e["pid"], e["tid"]): e["args"] for e in events if e["ph"] == "M"}
for e in slices:
    assert e["dur"] >= 0 and e["ts"] >= 0 and e["name"], e
    assert ("process_name", e["pid"], 0) in names and ("thread_name", e["pid"], e["tid"]) in names, e
hosts = [p["pid"] for p in trace["profiles"]]
on_host = [e for e in slices if e["pid"] in hosts]
counts = collections.Counter(e["cat"] for e in on_host)
for word in sys.argv[2:]:
    what, count = word.split("=")
    if what == "rank":  # of the processes, each with its rows
        assert [p["rank"] for p in trace["profiles"]] == [int(r) for r in count.split(",")]
        assert all(f"rank {p['rank']}, " in names["process_name", p["pid"], 0]["name"] for p in trace["profiles"])
        continue
    assert counts[what] == int(count), (word, counts)

# an arrow from each launch of the host to the kernel on the device
begins = {e["id"]: e for e in events if e["ph"] == "s"}
ends = {e["id"]: e for e in events if e["ph"] == "f"}
assert len(begins) == len(ends) == counts["launch"] and begins.keys() == ends.keys()
for i, b in begins.items():
    at = [{(s["pid"], s["tid"]) for s in slices if s["cat"] == "launch" and s["ts"] == e["ts"]} for e in (b, ends[i])]
    assert (b["pid"], b["tid"]) in at[0] and (ends[i]["pid"], ends[i]["tid"]) in at[1] and b["pid"] in hosts

lanes = collections.defaultdict(list)
for e in slices:
    lanes[e["pid"], e["tid"]].append((e["ts"], e["ts"] + e["dur"]))
for spans in lanes.values():  # slices of one lane lie in each other or apart
    open_ = []
    for begin, end in sorted(spans, key=lambda s: (s[0], -s[1])):
        while open_ and open_[-1] <= begin + 1e-3:
            open_.pop()
        assert not open_ or end <= open_[-1] + 1e-3, (begin, end, open_)
        open_.append(end)

for p in trace["profiles"]:
    rows = collections.Counter()
    for r in p["rows"]:
        assert r["calls"] > 0 and 0 <= r["own"] <= r["total"] + 1e-3 and r["least"] <= r["most"], r
        rows[r["operation"]] += r["calls"]
    assert rows == collections.Counter(e["cat"] for e in on_host if e["pid"] == p["pid"]), (rows, counts)
    assert sum(rows.values()) == p["events"] == sum(t["events"] for t in p["threads"]), p
