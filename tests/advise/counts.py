"""counts.py OLD.JSON NEW.JSON 'FUNCTION KEY <' ...: what the emulated device counted for the kernels of a function is less
(<), more (>) or the same (=) in the new run."""
import json
import sys


def total(name, function, key):
    rows = [row for row in map(json.loads, open(name, encoding="utf-8")) if row["function"] == function]
    assert rows, f"no kernel of {function} in {name}"
    return sum(row[key] for row in rows)


for claim in sys.argv[3:]:
    function, key, relation = claim.split()
    old, new = (total(name, function, key) for name in sys.argv[1:3])
    print(f"{function}: {key} {old} -> {new}")
    assert {"<": new < old, ">": new > old, "=": new == old}[relation], claim
