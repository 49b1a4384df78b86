"""killed.py RUN.json KILLED.json GANTRY: the report of a trace without sums has the rows of the whole one: calls, bytes, and
times as near as three digits are."""
import re, subprocess, sys

whole, cut = (subprocess.run([sys.argv[3], "report", f], capture_output=True, text=True).stdout for f in sys.argv[1:3])


def rows(text):
    found = {}
    for line in text.splitlines():
        m = re.match(r"(program\.c:\d+ \w+) +(\d+) +([\d.]+ [mu]?s) .*?([\d.]+ k?B |copy|allocate|free|device)", line)
        if m:
            found[m[1], m[2], m[4], line.split()[-1] * ("copy" in line)] = m[3]
    return found


a, b = rows(whole), rows(cut)
assert a.keys() == b.keys() and len(a) > 5, (a, b)
unit = {"us": 1, "ms": 1e3, "s": 1e6}
for k, v in a.items():
    x, y = (float(t.split()[0]) * unit[t.split()[1]] for t in (v, b[k]))
    assert abs(x - y) <= 0.02 * max(x, y) + 0.02, (k, v, b[k])
