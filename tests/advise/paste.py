"""paste.py FINDINGS.JSON FILE.c OUT.c: writes what the findings of `gantry explain --json FILE.c` propose into a copy of
the file. Two edits of one directive are none of its business: it fails."""
import json
import sys

document, source, out = sys.argv[1:]
lines = open(source, encoding="utf-8").read().split("\n")
found = [f for file in json.load(open(document, encoding="utf-8"))["files"] for f in file["findings"]]
edits = sorted(((e["line"], e) for f in found for e in f["edits"]), key=lambda e: -e[0])
assert len({line for line, _ in edits}) == len(edits), "two edits of one line"
for line, e in edits:
    end = line - 1
    if e["replaces"] == "directive":
        assert lines[end].lstrip().startswith("#pragma omp"), lines[end]
        while lines[end].endswith("\\"):
            end += 1
        end += 1
    lines[line - 1:end] = [e["text"]] if e["text"] else []
with open(out, "w", encoding="utf-8") as f:
    f.write("\n".join(lines))
