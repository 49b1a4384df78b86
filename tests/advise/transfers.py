"""transfers.py OLD.JSON NEW.JSON 'FUNCTION OLD NEW' ...: how many copies the constructs of a function made in two profiles."""
import json
import sys


def copies(name, function):
    with open(name, encoding="utf-8") as f:
        profiles = json.load(f)["profiles"]
    return sum(r["calls"] for p in profiles for r in p["rows"] if r["kind"] == "copy" and r["function"] == function)


for claim in sys.argv[3:]:
    function, *wanted = claim.split()
    found = [copies(name, function) for name in sys.argv[1:3]]
    print(f"{function}: {found[0]} copies -> {found[1]}")
    assert found == [int(n) for n in wanted], claim
