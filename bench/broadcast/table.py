#!/usr/bin/env python3
"""table.py WORK PTXAS: prints the tables of run.sh from what it left in WORK."""
import glob, json, os, re, subprocess, sys

WEIGHTS = {"warp_instructions": 1, "load_sectors": 6, "store_sectors": 6, "atomic_sectors": 12, "shuffles": 1 / 4,
           "votes": 1 / 16, "syncs": 1 / 16, "warp_barriers": 16, "shared_accesses": 1 / 8}  # docs/counters.md
WAYS = [("EACH", "(a) each value"), ("BATCH", "(a) batched"), ("BATCH1", "(a) batched, one barrier"), ("SHUFFLE", "(a) shuffles"),
        ("ADDRESSES", "(b) per iteration"), ("ADDRESSES1", "(b) once"), ("SYNCED", "(c)"), ("gantry", "Gantry")]
NESTS = ["scalar", "array", "several", "conditional"]
work, ptxas = sys.argv[1], sys.argv[2]


def counts(name, size):
    with open("%s/%s.%d.json" % (work, name, size)) as f:
        return {c["kernel"]: c for c in map(json.loads, f)}


def ptx(name, size):
    """kernel -> PTX instructions, registers, bytes of local memory"""
    got = {}
    file = [p for p in glob.glob("%s/%s.%d.sm_70/**/*.ptx" % (work, name, size), recursive=True)][0]
    text = open(file).read()
    for m in re.finditer(r"\.entry (\w+)\((.*?)\n}", text, re.S):
        body = m.group(2)[m.group(2).index("\n{"):]
        got[m.group(1)] = [sum(1 for l in body.splitlines() if re.match(r"\s+(@!?%p\d+ )?[a-z][\w.]*(\s|;)", l)), "", ""]
    if ptxas:
        r = subprocess.run([ptxas, "-arch=sm_75", "-v", file, "-o", os.devnull], stderr=subprocess.PIPE, text=True)
        for k, stack, regs in re.findall(r"entry function '(\w+)'.*?(\d+) bytes stack.*?Used (\d+) registers", r.stderr, re.S):
            got[k][1:] = [regs, stack]
    return got


def find(table, level, nest, way):
    for k in table:
        if (way == "gantry" and re.match(r"gantry_k_nests_%s_\d" % nest, k)) or k == "gantry_k_%s_%s_%s" % (level, nest, way):
            return table[k]


for level, size, title in [("thread", 8, "Thread level, groups of 8"), ("thread", 32, "Thread level, groups of 32"),
                           ("team", 1, "Team level, 128 threads")]:
    print("### %s\n" % title)
    print("| nest | way | warp instructions | syncs | shuffles | barriers | shared accesses | local accesses | shared bytes | cost | to the "
          "best | PTX | registers | local bytes |\n|" + "---|" * 14)
    hand, own = counts("hand-" + level, size), counts("gantry-" + level, size)
    hand_ptx, own_ptx = ptx("hand-" + level, size), ptx("gantry-" + level, size)
    for nest in NESTS:
        rows = []
        for way, label in WAYS:
            c = find(own if way == "gantry" else hand, level, nest, way)
            p = find(own_ptx if way == "gantry" else hand_ptx, level, nest, way)
            if c:
                rows.append((label, c, p, sum(w * c[k] for k, w in WEIGHTS.items())))
        best = min(r[3] for r in rows)
        for label, c, p, cost in rows:
            print("| %s | %s | %d | %d | %d | %d | %d | %d | %d | %.0f | %.3f | %d | %s | %s |" % (
                nest, label, c["warp_instructions"], c["syncs"], c["shuffles"], c["warp_barriers"], c["shared_accesses"],
                c["local_accesses"], c["shared_bytes"], cost, cost / best, *p))
    print()
