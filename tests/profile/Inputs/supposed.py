"""supposed.py PROFILE.json NAME …: these items, and no others, came back unchanged for certain (GP103); what else did is
`perhaps`, and nothing is to be written for it. Prints all findings that say what to write."""
import json, sys

findings = json.load(open(sys.argv[1]))["profiles"][0]["findings"]
told = {"advice": set(), "perhaps": set()}
for f in findings:
    if f["finding"] == "GP103":
        told[f["severity"]].add(f["name"].removesuffix("[0:N]"))
        assert f["severity"] == "advice" or not {"writes", "writes_of"} & set(f) and "in every run" in f["note"], f
    if "writes" in f or "writes_of" in f:
        print(f"{f['finding']}:{f['name']}")
assert told["advice"] == set(sys.argv[2:]), told
assert told["perhaps"] == {"own", "within", "by_call", "by_pointer", "field", "again", "left_out", "once"}, told
