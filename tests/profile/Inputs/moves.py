"""moves.py PROFILE.json STATS [ID:NAME:TIMES …]: are just these the findings, and the bytes those that were copied?"""
import json, sys

(profile,) = json.load(open(sys.argv[1]))["profiles"]
rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[2])]
total = dict(zip(rows[0], rows[1])) if len(rows) > 1 else {"to_bytes": 0, "from_bytes": 0}
moves = profile["moves"]
for way in "to_bytes", "from_bytes":
    assert moves[way] == int(total[way]), (way, moves[way], total)
    assert moves[way] == moves["other_" + way] + sum(i[way] for i in moves["items"]), way
assert moves["lost_bytes"] == 0
found = sorted(f"{f['finding']}:{f['name']}:{f['times']}" for f in profile["findings"])
assert found == sorted(sys.argv[3:]), found
order = [(f["severity"] == "perhaps", -f["time"]) for f in profile["findings"]]
assert order == sorted(order), order
for f in profile["findings"]:
    assert f["text"] and f["action"] and f["directive"] and f["where"], f
    if f["finding"] != "GP105":
        assert f["bytes"], f
        continue
    same = [i for i in moves["items"] if (i["name"], i["file"], i["line"]) == (f["name"], f["file"], f["line"])]
    assert f["bytes"] == sum(i["to_bytes"] + i["from_bytes"] for i in same), (f, same)
