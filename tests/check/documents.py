"""The findings of findings.c as a document. documents.py json|sarif FILE"""
import json
import os
import sys

import jsonschema

form, file = sys.argv[1:]
data = json.load(open(file, encoding="utf-8"))
if form == "sarif":
    schema = json.load(open(os.path.join(os.path.dirname(__file__), "sarif.json"), encoding="utf-8"))
    jsonschema.validate(data, schema)
    run, = data["runs"]
    results = run["results"]
    rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
    assert {r["ruleId"] for r in results} <= set(rules) and len(rules) == len(set(rules))
    texts = [(r["ruleId"], r["level"], r["message"]["text"]) for r in results]
    notes = [n["message"]["text"] for n in results[0]["relatedLocations"]]
    edits = [r["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] for r in results if "fixes" in r]
else:
    texts = [(m["id"], m["kind"], m["message"]) for m in data]
    notes = [n["message"] for n in data[0]["children"]]
    edits = [m["fixits"][0]["string"] for m in data if "fixits" in m]
assert texts[0] == ("GC401", "error", "a 'quoted' text with \"marks\", a\\backslash and ümlaut"), texts
assert texts[1] == ("GC610", "warning", "without a place"), texts
assert len(texts) == 7, texts
assert notes == ["the other place", "one line", "another line", "an advice"], notes
assert edits == [" map(tofrom : a)", "a[1]", "a[1]", "        #pragma omp barrier\n"], edits
