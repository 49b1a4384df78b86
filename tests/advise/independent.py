"""independent.py FOUND.JSON: of functions free_… a certain directive is proposed, of likely_… one that is likely, with the words behind
their names' last `_says_` as its doubt, of kept_… none; in each exactly one loop is found."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    found = {x["function"]: x for file in json.load(f)["files"] for x in file["findings"] if x["id"] == "GA101"}
with open(sys.argv[1], encoding="utf-8") as f:
    functions = [r["function"] for file in json.load(f)["files"] for r in file["regions"]]
wanted = {"free": "certain", "likely": "likely", "kept": None}
bad = []
for name in functions:
    x, want = found.get(name), wanted[name.split("_")[0]]
    got = x["severity"] if x and x["edits"] else None
    if not x or got != want:
        bad.append((name, "wanted", want, "found", got, x and x.get("prevents")))
assert len(functions) > 60 and not bad, "\n".join(map(str, bad))
