"""many_said.py PROFILE.json TEXT MOST [all]: does the text of a big profile say what is most, in MOST lines of 100 columns, and
how much it leaves out? all: nothing, then."""
import json, re, sys

(p,) = json.load(open(sys.argv[1]))["profiles"]
lines = open(sys.argv[2]).read().split("\n")
whole = len(sys.argv) > 4
assert whole or len(lines) <= int(sys.argv[3]), len(lines)
wide = [l for l in lines if len(l) > 100 and "#pragma omp" not in l]
assert not wide, wide[:3]

regions = sorted((r for r in p["rows"] if r["kind"] == "region"), key=lambda r: -r["total"])
head = next(i for i, l in enumerate(lines) if l.startswith("region "))
assert head < 14, head  # near the top
assert lines[head + 1].split()[:2] == [f"{regions[0]['file'].rpartition('/')[2]}:{regions[0]['line']}", regions[0]["function"]], lines[head + 1]
more = [l for l in lines if l.startswith("... and ")]
if whole:
    assert not more, more
    end = lines.index("", head)
    assert end - head - 1 == len(regions), (end - head, len(regions))
    heads = [l for l in lines if re.search(r" \[GP10[0-9]\]$", l)]
    assert len(heads) == len(p["findings"]), (len(heads), len(p["findings"]))
else:
    said = re.match(r"\.\.\. and ([0-9]+) more, ([0-9.]+) % of the time;", lines[head + 21])
    assert int(said[1]) == len(regions) - 20, said
    share = 100 * sum(r["total"] for r in regions[20:]) / p["wall"]
    assert abs(float(said[2]) - share) < 0.06, (said, share)
