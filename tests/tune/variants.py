#!/usr/bin/env python3
"""Are the lanes that a launch chooses (docs/tune.md, "Lanes chosen at the launch") nearly the best of the kernel's
variants? variants.py GANTRY SOURCE [--all]: kernels of SOURCE, over a family of sizes, run with each variant; what each
costs by the model of src/tune/model.c. Prints a row per size; status 1 where the choice is far from the best."""
import json, math, os, re, subprocess, sys

OUTER, INNER = [40, 1000], [1, 3, 7, 16, 33, 100, 300]
FEW = [(40, 33), (1000, 1), (1000, 16), (1000, 100)]
PROCESSORS = 13
BOUNDS = {"lanes.c": (1.15, 1.03), "generic.c": (1.5, 1.1)}  # at most, in the mean


def cost(counts):  # src/tune/model.c
    def of(*names):
        return sum(counts.get(n, 0) for n in names)

    issue = of("warp_instructions") + of("shuffles") / 4 + of("votes", "syncs") / 16
    issue += 16 * of("warp_barriers") + 4 * of("shared_passes")
    sectors, distinct = of("load_sectors", "store_sectors"), of("distinct_read_bytes", "distinct_written_bytes") / 32
    memory = 12 * distinct + 2 * max(0, sectors - distinct) + 12 * of("atomic_sectors")
    requests = of("load_requests", "store_requests", "atomic_requests")
    teams, lanes, shared = of("teams"), of("lanes"), of("shared_bytes")
    warps, busiest = math.ceil(lanes / teams / 32), math.ceil(teams / PROCESSORS)
    at_once = max(1, min(16, 64 // warps, 98304 // shared if shared else 16, busiest))
    waits = requests / (teams * warps) * 100 * math.ceil(busiest / at_once)
    return 2000 + 60 * busiest + math.hypot(issue * busiest / teams, memory * busiest / teams, waits)


def run(program, which, n, m, lanes):
    env = dict(os.environ, GANTRY_DEVICES="emulated", GANTRY_EMULATED_COUNTS="counts.json", GANTRY_EMULATED_THREADS="1",
               GANTRY_EMULATED_SMS=str(PROCESSORS), GANTRY_TRACE="1")
    env.pop("GANTRY_LANES", None)
    if lanes:
        env["GANTRY_LANES"] = str(lanes)
    if os.path.exists("counts.json"):
        os.unlink("counts.json")
    r = subprocess.run([program, str(which), str(n), str(m)], env=env, check=True, capture_output=True, text=True)
    ran = int(re.search(r" launch .* lanes (\d+) ", r.stderr).group(1))
    with open("counts.json") as f:
        return r.stdout, ran, cost(json.loads(f.readline()))


def main():
    gantry, source, every = sys.argv[1], sys.argv[2], "--all" in sys.argv
    subprocess.run([gantry, "cc", "-O2", "--count", "--offload-arch=emulated", source, "-o", "./family"], check=True)
    sizes, over, wrong = [(n, m) for n in OUTER for m in INNER] if every else FEW, [], 0
    with open(source) as f:
        kernels = re.findall(r"^static void (\w+)\(int n, int m,", f.read(), re.M)
    told = subprocess.run([gantry, "explain", source], check=True, capture_output=True, text=True).stdout
    lists = [[int(x) for x in re.findall(r"\d+", re.search(r"lanes +line \d+: ([\d, or]+) lanes to", told.split(f"(function {k})")[1])[1])]
             for k in kernels]
    print("| kernel | threads | iterations | lanes | each, to the best |\n|---|---|---|---|---|")
    for which, name in enumerate(kernels):
        for n, m in sizes:
            out, ran, chosen = run("./family", which, n, m, 0)
            costs = {}
            for g in lists[which]:
                answer, lanes, costs[g] = run("./family", which, n, m, g)
                wrong += lanes != g or answer != out
            best = min(costs.values())
            wrong += costs[ran] != chosen
            over.append(chosen / best)
            print(f"| {name} | {n} | {m} | {ran} | " + ", ".join(f"{g}: {c / best:.2f}" for g, c in costs.items()) + " |")
    mean = math.exp(sum(map(math.log, over)) / len(over))
    print(f"chosen to best: mean {mean:.3f}, at most {max(over):.3f}; {wrong} wrong")
    most, usual = BOUNDS[os.path.basename(source)]
    return 1 if wrong or max(over) > most or mean > usual else 0


sys.exit(main())
