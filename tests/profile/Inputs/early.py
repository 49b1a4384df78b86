"""early.py PROGRAM TABLE: PROGRAM is ended while it spends its time in several ways; TABLE has its region each time."""
import json, os, pathlib, random, signal, subprocess, sys, time

program, table = sys.argv[1], pathlib.Path(sys.argv[2])
trace = table.with_suffix(".json")
chance = random.Random(15)
WAYS = [("compute", signal.SIGTERM, 2), ("wait", signal.SIGINT, 2), ("heap", signal.SIGTERM, 16), ("file", signal.SIGHUP, 6),
        ("beside", signal.SIGUSR1, 6), ("heap", signal.SIGALRM, 3), ("fault", signal.SIGSEGV, 1), ("twice", signal.SIGABRT, 1)]
for device in ["host", "emulated"]:
    env = dict(os.environ, OMP_NUM_THREADS="1", GANTRY_PROFILE=f"{table},{trace}")
    env.update({"OMP_TARGET_OFFLOAD": "DISABLED"} if device == "host" else {"GANTRY_DEVICES": "emulated"})
    for how, sig, times in WAYS:
        for _ in range(times):
            table.unlink(missing_ok=True)
            trace.unlink(missing_ok=True)
            p = subprocess.Popen([program, how], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            p.stdout.readline()
            if how not in ("fault", "twice"):
                time.sleep(chance.uniform(0, 0.006))
                p.send_signal(sig)
            status = p.wait(timeout=60)
            text = table.read_text() if table.exists() else ""
            if status != -sig or " main " not in text:
                sys.exit(f"{device}, {how}, {sig.name}: status {status}, table:\n{text}")
            if how not in ("fault", "twice"):
                json.loads(trace.read_text())  # whole: a writer that waits for the heap's lock would have been cut off
