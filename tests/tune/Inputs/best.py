"""best.py TABLE SPACES: the table of gantry tune --simulate over so many spaces has the default strategy before all
others at 50 and at 100 evaluations."""
import re
import sys

text = open(sys.argv[1]).read()
mean = text.split("mean of %s spaces\n" % sys.argv[2])[1]
rows = {m[1]: (float(m[2]), float(m[3])) for m in re.finditer(r"^  ([a-z]+) +(\d\.\d+) +(\d\.\d+) +[\d.]+$", mean, re.M)}
print(mean)
assert len(rows) == 8, rows
for name, (half, full) in rows.items():
    assert name == "default" or (half < rows["default"][0] and full < rows["default"][1]), name
