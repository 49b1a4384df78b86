#!/usr/bin/env python3
"""found_then_hung.py GANTRY FILE.c: gantry check of a program that has a race and then waits for ever. Signals end it: sent to the
group, as a terminal does, to the command, which passes them on, and to both at once, as timeout does."""
import os, signal, subprocess, sys, tempfile, time

gantry, source = sys.argv[1:]


def both(pid, sig):
    os.kill(pid, sig)
    os.killpg(pid, sig)


def begin(out):
    def usual():
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    p = subprocess.Popen([gantry, "check", source], stdout=out, stderr=out, start_new_session=True, preexec_fn=usual)
    end = time.monotonic() + 300
    while "begins" not in open(out.name).read():
        if p.poll() is not None or time.monotonic() > end:
            sys.exit("it does not begin\n" + open(out.name).read())
        time.sleep(0.02)
    return p


for sig in (signal.SIGINT, signal.SIGTERM):
    for send in (os.killpg, os.kill, both):
        for _ in range(3):
            with tempfile.NamedTemporaryFile("w") as out:
                p = begin(out)
                send(p.pid, sig)
                p.wait(60)
                text = open(out.name).read()
                if text.count("[GC404]") != 1 or p.returncode != -sig:
                    sys.exit(f"{sig.name} by {send.__name__}: status {p.returncode}\n{text}")
