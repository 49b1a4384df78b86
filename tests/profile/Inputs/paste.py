"""paste.py PROFILE.json FILE.c OUT.c [ID:NAME]: writes what a finding of a profile proposes into a copy of the file: of
the first one that says what to write, or of that one. Fails where there is none, and says which lines it wrote."""
import json, os, sys

profile, source, out = sys.argv[1:4]
lines = open(source, encoding="utf-8").read().split("\n")
found = []
for p in json.load(open(profile))["profiles"]:
    for f in p["findings"]:
        f["writes"] = p["findings"][f["writes_of"]]["writes"] if "writes_of" in f else f.get("writes")
    found += [f for f in p["findings"] if f["writes"]]
if len(sys.argv) > 4:
    found = [f for f in found if f"{f['finding']}:{f['name']}" == sys.argv[4]]
assert found, "nothing to write"
for w in sorted(found[0]["writes"], key=lambda w: -w["line"]):
    assert os.path.basename(w["file"]) == os.path.basename(source), w
    at = w["line"] - 1
    if w["how"] == "behind":
        lines.insert(at + 1, w["text"])
    elif w["how"] == "in front":
        lines.insert(at, w["text"])
    else:
        assert lines[at].lstrip().startswith("#pragma omp target"), lines[at]
        lines[at : at + 1] = [w["text"]] if w["how"] == "in place" else []
    print(w["how"], w["line"], w.get("text", ""))
open(out, "w", encoding="utf-8").write("\n".join(lines))
