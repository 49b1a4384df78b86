"""A document of messages holds what the plain ones say. documents.py json|sarif DOCUMENT PLAIN"""
import json
import re
import sys

form, document, plain = sys.argv[1:]
said = set()
for line in open(plain, encoding="utf-8"):
    m = re.match(r".*?([^/]+):(\d+):(\d+): (warning|error): (.*?)((?: \[[^\]]*\])*)$", line)
    if m:
        file, row, col, level, text, tags = m.groups()
        id = re.search(r"\[(GN\d+)\]", tags)
        said.add((file, int(row), int(col), level, text, id.group(1) if id else None))

got = set()
data = json.load(open(document, encoding="utf-8"))
if form == "json":
    for m in data:
        at = m["locations"][0]["caret"]
        got.add((at["file"].split("/")[-1], at["line"], at["column"], m["kind"], m["message"], m.get("id")))
        assert all(c["kind"] == "note" for c in m["children"])
else:
    run, = data["runs"]
    rules = {r["id"] for r in run["tool"]["driver"]["rules"]}
    for r in run["results"]:
        at = r["locations"][0]["physicalLocation"]
        id = r["ruleId"]
        assert id in rules
        got.add((at["artifactLocation"]["uri"].split("/")[-1], at["region"]["startLine"], at["region"]["startColumn"],
                 r["level"], r["message"]["text"], id if id.startswith("GN") else None))
if said != got or not said:
    sys.exit(f"only plain: {said - got}\nonly {form}: {got - said}")
