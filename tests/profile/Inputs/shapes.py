"""shapes.py PROFILE.json REPORT.txt: a profile, its trace and its report without what differs from run to run: places, names,
where, calls, bytes; slices by kind of lane; the report's rows."""
import json, os, re, sys

profile = json.load(open(sys.argv[1]))
rows = []
for r in profile["profiles"][0]["rows"]:
    place = f"{os.path.basename(r['file'])}:{r['line']} {r['function']}" if "file" in r else "-"
    words = [r["kind"], r["operation"], place, r["construct"] if "construct" in r else r["name"]]
    if r["operation"] == "launch":
        words[3:] = ["%dx%dx%d%s %s" % (r["teams"], r["threads"], r["lanes"], ".." * ("shapes_differ" in r), r["mode"])]
    elif r["operation"] == "host":
        words[3:] = [r["why"]]
    words.append(f"calls {r['calls']}")
    if "bytes" in r:
        words.append(f"bytes {r['bytes']}")
    rows.append("  ".join(words))
print("\n".join(sorted(rows)))

slices = {}
for e in profile["traceEvents"]:
    if e["ph"] in "Xs":
        lane = "arrow from" if e["ph"] == "s" else "host" if e["pid"] == 1 else "device"
        key = f"trace  {lane}  {e['cat'] if e['ph'] == 'X' else 'launch'}"
        slices[key] = slices.get(key, 0) + 1
print("\n".join(f"{k}  {n}" for k, n in sorted(slices.items())))

shown, section = [], None
for line in open(sys.argv[2]).read().split("\n"):
    head = re.match(r"(region|copies|device memory|variable) {2,}", line)
    if head or not line:
        section = head and head.group(1)
    elif section == "variable":
        shown.append("report  variable  " + re.sub(r" {2,}", "  ", line.strip()))
    elif section and not re.search(r" [0-9]+ +[0-9.]+ [mu]?s ", line):  # a long name, above its row
        above = line
    elif section:
        name, calls, what = re.match(r"(.*?) +([0-9]+) +[0-9.]+ [mu]?s.*  (\S.*)$", line).groups()
        name = name or above
        shown.append(f"report  {section}  {name}  calls {calls}  {what}")
print("\n".join(sorted(shown)))
