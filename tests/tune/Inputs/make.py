"""make.py: the same 24 configurations, 2 of them failures, in every format that gantry tune reads; the best is 3."""
import itertools
import json

ROWS = []
for x, y, kind in itertools.product([1, 2, 4, 16], [8, 16, 32], ["rows", "columns"]):
    time = 3 + abs(x - 4) / 2 + abs(y - 16) / 8 + (kind == "rows")
    fails = "compile" if (x, y) == (16, 32) and kind == "rows" else "correctness" if (x, y) == (1, 8) and kind == "rows" else None
    ROWS.append(({"x": x, "y": y, "kind": kind}, time, fails))
VALUES = {"x": [1, 2, 4, 16], "y": [8, 16, 32], "kind": ["rows", "columns"]}


def save(name, data):
    with open(name, "w") as f:
        json.dump(data, f)


def times(t):
    return [t, t * 1.1, t * 0.9]


save("own.json", {"gantry_space": 1, "name": "own", "unit": "ms", "constraints": ["x * y <= 512 and kind in ['rows', \"columns\"]"],
                  "parameters": [{"name": k, "values": v} for k, v in VALUES.items()],
                  "measured": [[VALUES[k].index(c[k]) for k in VALUES] + ([f] if f else times(t)) for c, t, f in ROWS]})
save("t4.json", {"schema_version": "1.0.0", "results": [
    {"timestamp": "", "configuration": c, "objectives": ["time"], "invalidity": f or "correct", "correctness": int(not f),
     "times": {"compilation_time": 1, "runtimes": [] if f else times(t)},
     "measurements": [] if f else [{"name": "time", "value": t, "unit": "ms"}]} for c, t, f in ROWS]})
rates = json.load(open("t4.json"))
for r in rates["results"]:
    r["objectives"] = ["GFLOP/s"]
    r["measurements"] = [{"name": "GFLOP/s", "value": 6 / m["value"], "unit": "GFLOP/s"} for m in r["measurements"]]
save("rate.json", rates)
save("t1.json", {"ConfigurationSpace": {
    "TuningParameters": [{"Name": k, "Type": "int" if k != "kind" else "string", "Values": str(VALUES[k])} for k in ("kind", "y", "x")],
    "Conditions": [{"Parameters": ["x", "y"], "Expression": "x * y < 512 or not kind == 'rows'"},
                   {"Parameters": ["x"], "Expression": "strange(x)"}]}, "KernelSpecification": {}})
cache = {"device_name": "none", "kernel_name": "kernel", "problem_size": 1, "tune_params_keys": list(VALUES), "tune_params": VALUES,
         "objective": "time", "cache": {",".join(map(str, c.values())): dict(
             c, time={"compile": "CompilationFailedConfig", "correctness": "RuntimeFailedConfig"}[f] if f else t,
             times=[] if f else times(t)) for c, t, f in ROWS}}
save("cache.json", cache)
text = json.dumps(cache)
with open("open.json", "w") as f:
    f.write(text[:-2] + ",\n")  # as it is while Kernel Tuner works
save("ktt.json", {"Metadata": {"TimeUnit": "Milliseconds"}, "Results": [
    {"KernelName": "kernel", "Status": {"compile": "CompilationFailed", "correctness": "ValidationFailed"}.get(f, "Ok"),
     "TotalDuration": 0 if f else t * w, "Configuration": [{"Name": k, "Value": v} for k, v in c.items()]}
    for c, t, f in ROWS for w in (1, 1.1, 0.9)]})

# The same once more, as files are that were written by other versions and in haste: what is not there, or not a number, has failed.
rough = json.load(open("t4.json"))
for i, (result, (c, t, f)) in enumerate(zip(rough["results"], ROWS)):
    del result["timestamp"]
    if f:
        result.update([{"invalidity": None, "correctness": 0, "measurements": [{"name": "time", "value": "RuntimeFailedConfig"}]},
                       {"invalidity": "correct", "times": None, "measurements": [{"name": "time", "value": float("inf")}]}][i % 2])
        result["times"] = {}
    elif i % 3 == 0:
        del result["invalidity"], result["objectives"], result["measurements"]
    else:
        result["objectives"] = [{"name": "time", "minimize": True}]
        result["measurements"].insert(0, {"name": "power", "value": None})
rough["results"][1:1] = [{"configuration": {"x": 1}, "times": {"runtimes": [1]}}, {"invalidity": "compile"}]
save("rough_t4.json", rough)
rough = json.loads(json.dumps(cache))
del rough["objective"]
for i, (entry, (c, t, f)) in enumerate(zip(rough["cache"].values(), ROWS)):
    if f:
        entry["time"] = [None, 1e20, float("nan"), float("inf"), -1, {"__error__": "RuntimeFailedConfig"}][i % 6]
    elif i % 2:
        entry["time"], entry["times"] = str(entry["time"]), [*entry["times"], "Infinity", None, -1]
    else:
        entry["__error__"] = None
    entry["GFLOP/s"] = None if f else 6 / t
    entry["energy"] = None if f else t
rough["cache"]["9"] = {"x": 16, "time": 0.1}
save("rough_cache.json", rough)
