"""counts.py SOFT SEED MODEL: counts of tests/softgpu/counts.c, as JSON lines: on the software GPU, the same with lanes in another order, and by
the emulated device's model."""
import json, sys

soft, seed, model = ([json.loads(l) for l in open(f)] for f in sys.argv[1:4])
wrong = []


def must(what, condition):
    if not condition:
        wrong.append(what)


SAME = ["teams", "lanes", "loads", "load_bytes", "load_requests", "load_sectors", "load_least", "stores", "store_bytes",
        "store_requests", "store_sectors", "store_least", "warp_barriers", "barriers", "shuffles", "syncs",
        "distinct_read_bytes", "distinct_written_bytes", "float_operations", "double_operations"]
must("four kernels each", len(soft) == len(seed) == len(model) == 4)
dense, sparse, parting, meeting = soft
for s, m in zip(soft[:2], model):
    must("the kernel's name", s["kernel"] == m["kernel"] and s["device"] == "software GPU")
    for k in SAME:
        must("%s of %s: %d, by the model %d" % (k, s["kernel"], s[k], m[k]), s[k] == m[k])
for s in soft:
    must("classes add up", sum(s["classes"].values()) == s["warp_instructions"])
    must("slots add up", s["lane_instructions"] + s["idle_lanes"] + s["empty_lanes"] == 32 * s["warp_instructions"])
must("dense stores", (dense["stores"], dense["store_requests"], dense["store_lines"], dense["store_sectors"]) == (1024, 32, 32, 128))
must("sparse stores", (sparse["store_lines"], sparse["store_sectors"], sparse["store_least"]) == (1024, 1024, 128))
must("nobody parts", dense["divergent_branches"] == dense["idle_lanes"] == sparse["idle_lanes"] == 0)
must("lanes part", parting["divergent_branches"] >= 32 and parting["idle_lanes"] > 0)
must("lanes meet behind the inner loop: %d stores" % meeting["store_requests"], # some more where a turn of 512 instructions is over
     32 <= meeting["store_requests"] <= 40 and meeting["idle_lanes"] > 0)
must("operations of half of the lanes", parting["float_operations"] == 2 * sum(i % 7 + 9 for i in range(1, 1024, 2)))
for a, b in zip(soft[:2], seed): # where all lanes of a warp do the same, the order of warps changes nothing
    must("another order of %s" % a["kernel"], a["store_sectors"] == b["store_sectors"] and a["lane_instructions"] == b["lane_instructions"])
print("\n".join(wrong))
sys.exit(len(wrong) > 0)
