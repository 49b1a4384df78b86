"""only.py ID FOUND.JSON OUT.JSON: the findings with that id alone."""
import json
import sys

wanted, document, out = sys.argv[1:]
with open(document, encoding="utf-8") as f:
    found = json.load(f)
for file in found["files"]:
    file["findings"] = [x for x in file["findings"] if x["id"] == wanted]
with open(out, "w", encoding="utf-8") as f:
    json.dump(found, f)
