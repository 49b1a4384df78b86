"""runs.py PROFILE: folders of runs that differ in known ways, and a file of two processes"""
import copy, json, os, random, sys

random.seed(1)
one = json.load(open(sys.argv[1]))


def write(path, run):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    json.dump(run, open(path, "w"))


def folder(name, change, runs=8):
    for i in range(runs):
        run = copy.deepcopy(one)
        (profile,) = run["profiles"]
        for row in profile["rows"]:
            row["total"] = 1000 * (1 + 0.001 * random.random())
            change(row)
        profile["wall"] = 10000 * (1 + 0.001 * random.random())
        write(f"{name}/{i}.json", run)


def many(name, slow=0, runs=8):  # 60 regions that differ by chance, and 200 that hardly weigh
    for i in range(runs):
        run = copy.deepcopy(one)
        (profile,) = run["profiles"]
        region = next(r for r in profile["rows"] if r["kind"] == "region")
        profile["rows"] = []
        for k in range(260):
            total = 200 if k < 60 else 10
            profile["rows"].append(dict(region, function=f"f{k}", total=total * (0.7 + 0.6 * random.random())))
        profile["rows"][0]["total"] *= 1 + slow
        profile["wall"] = 15000 * (1 + 0.01 * random.random())
        write(f"{name}/{i}.json", run)


def slow(row):
    row["total"] *= 1.5 if row["kind"] == "region" else 1


def noisy(row):  # one outlier in eight and the others as before: medians stay, and so do ranks
    row["total"] *= 3 if random.random() < 0.05 else 1


def strange(row):
    row["name"] = row["function"] = "another"


folder("same", lambda row: None)
folder("same2", lambda row: None)
folder("slow", slow)
folder("noisy", noisy)
folder("strange", strange)
many("many")
many("many2")
many("many_slow", 2)
for i in range(8):
    run = json.load(open(f"strange/{i}.json"))
    run["profiles"][0]["program"] = "another"
    write(f"strange/{i}.json", run)
two = copy.deepcopy(one)
second = copy.deepcopy(one["profiles"][0])
second.update(pid=1001, rank=1)
two["profiles"].append(second)
two["traceEvents"] += [dict(e, pid=e["pid"] + 1000) for e in one["traceEvents"] if "pid" in e]
write("two.json", two)
