#!/usr/bin/env python3
"""Are the lanes that a launch chooses (docs/tune.md, "Lanes chosen at the launch"), or the loops that threads share,
nearly the best of the kernel's variants? variants.py GANTRY SOURCE [--all]: kernels of SOURCE, over a family of sizes, run with each variant; what each
costs by the model of src/tune/model.c. Prints a row per size; status 1 where the choice is far from the best."""
import json, math, os, re, subprocess, sys

OUTER, INNER = [40, 1000], [1, 3, 7, 16, 33, 100, 300]
FEW = [(40, 33), (1000, 1), (1000, 16), (1000, 100)]
MARCHES = [(10, 100), (10, 3000), (2000, 10), (4, 20000), (40, 40000), (300, 2000), (2000, 300), (30, 20000)]
PROCESSORS = 13
# at most, in the mean
BOUNDS = {"lanes.c": (1.15, 1.03), "generic.c": (1.5, 1.1), "marches.c": (1.05, 1.02), "deeper.c": (1.1, 1.03)}
AS_WRITTEN = 1.05  # what is chosen, to the kernel without variants, where these are deeper than the clause


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


def run(program, which, n, m, variant, march):
    env = dict(os.environ, GANTRY_DEVICES="emulated", GANTRY_EMULATED_COUNTS="counts.json", GANTRY_EMULATED_THREADS="1",
               GANTRY_EMULATED_SMS=str(PROCESSORS), GANTRY_TRACE="1")
    for name in ("GANTRY_LANES", "GANTRY_MARCH"):
        env.pop(name, None)
    if variant is not None:
        env["GANTRY_MARCH" if march else "GANTRY_LANES"] = str(variant)
    if os.path.exists("counts.json"):
        os.unlink("counts.json")
    r = subprocess.run([program, str(which), str(n), str(m)], env=env, check=True, capture_output=True, text=True)
    lanes, mode = re.search(r" launch .* lanes (\d+)  (.*)  gantry_k", r.stderr).groups()
    ran = int("march" in mode) if march else int(lanes)
    with open("counts.json") as f:
        return r.stdout, ran, cost(json.loads(f.readline()))


def main():
    gantry, source, every = sys.argv[1], sys.argv[2], "--all" in sys.argv
    subprocess.run([gantry, "cc", "-O2", "--count", "--offload-arch=emulated", source, "-o", "./family"], check=True)
    sizes, over, wrong = [(n, m) for n in OUTER for m in INNER] if every else FEW, [], 0
    with open(source) as f:
        kernels = re.findall(r"^static void (\w+)\(int n, int m,", f.read(), re.M)
    told = subprocess.run([gantry, "explain", source], check=True, capture_output=True, text=True).stdout
    deeper = "[GR309]" in told
    march = "[GR308]" in told or deeper
    if deeper:
        subprocess.run([gantry, "cc", "-O2", "--count", "--no-variants", "--offload-arch=emulated", source, "-o", "./written"], check=True)
    lists = [[0, 1] if march else
             [int(x) for x in re.findall(r"\d+", re.search(r"lanes +line \d+: ([\d, or]+) lanes to", told.split(f"(function {k})")[1])[1])]
             for k in kernels]
    if march:
        sizes = MARCHES if every else MARCHES[:4]
    print("| kernel | threads | iterations | variant | each, to the best |" + (" as written |" if deeper else ""))
    print("|---|---|---|---|---|" + ("---|" if deeper else ""))
    for which, name in enumerate(kernels):
        for n, m in sizes:
            out, ran, chosen = run("./family", which, n, m, None, march)
            costs = {}
            for g in lists[which]:
                answer, lanes, costs[g] = run("./family", which, n, m, g, march)
                wrong += lanes != g or answer != out
            best = min(costs.values())
            wrong += costs[ran] != chosen
            over.append(chosen / best)
            more = ""
            if deeper:
                answer, _, written = run("./written", which, n, m, None, march)
                wrong += answer != out or chosen > AS_WRITTEN * written
                more = f" {written / best:.2f} |"
            print(f"| {name} | {n} | {m} | {ran} | " + ", ".join(f"{g}: {c / best:.2f}" for g, c in costs.items()) + " |" + more)
    mean = math.exp(sum(map(math.log, over)) / len(over))
    print(f"chosen to best: mean {mean:.3f}, at most {max(over):.3f}; {wrong} wrong")
    most, usual = BOUNDS[os.path.basename(source)]
    return 1 if wrong or max(over) > most or mean > usual else 0


sys.exit(main())
