"""budget.py PROFILE.json STATS: all bytes are counted, of the copies that were compared all findings are right."""
import json, sys

(profile,) = json.load(open(sys.argv[1]))["profiles"]
names, values = [line.rstrip("\n").split("\t") for line in open(sys.argv[2])][:2]
total = dict(zip(names, values))
moves = profile["moves"]
assert moves["to_bytes"] == int(total["to_bytes"]), (moves, total)
# a machine that is busy with others may leave the program so much time that all is compared within the budget
assert moves["not_compared"] > 0 or moves["cost"] * 39 <= profile["wall"], (moves, profile["wall"])
assert moves["not_compared"] < 400 and moves["not_compared_bytes"] == 8 * (1 << 20) * moves["not_compared"], moves
(f,) = profile["findings"]
assert f["finding"] == "GP101" and 0 < f["times"] == f["of"] - 1 < 200, f
