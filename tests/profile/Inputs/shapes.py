"""shapes.py FILE: the rows of a profile without what differs from run to run: places, names, where, calls, bytes."""
import json, os, sys

rows = []
for r in json.load(open(sys.argv[1]))["profiles"][0]["rows"]:
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
