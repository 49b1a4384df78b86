#!/usr/bin/env python3
"""interrupted_host.py GANTRY FILE.c: gantry check of a host program that waits for ever. SIGINT ends it, and the sum says so;
where the command is killed the program ends, too."""
import os, signal, subprocess, sys, tempfile, time

gantry, source = sys.argv[1:]


def wait_until(done, seconds):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return done()


def is_alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def begin(out):
    def usual():
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    p = subprocess.Popen([gantry, "check", source], stdout=out, stderr=out, start_new_session=True, preexec_fn=usual)
    if not wait_until(lambda: "begins" in open(out.name).read() or p.poll() is not None, 300) or p.poll() is not None:
        sys.exit("it does not begin\n" + open(out.name).read())
    return p, int(open(out.name).read().split("begins ")[1].split()[0])


for send in (os.killpg, os.kill):
    with tempfile.NamedTemporaryFile("w") as out:
        p, child = begin(out)
        send(p.pid, signal.SIGINT)
        p.wait(60)
        text = open(out.name).read()
        if p.returncode != -signal.SIGINT or "looked at alone, and interrupted before anything was found" not in text:
            sys.exit(f"{send.__name__}: status {p.returncode}\n{text}")
with tempfile.NamedTemporaryFile("w") as out:
    p, child = begin(out)
    p.kill()
    p.wait()
    if not wait_until(lambda: not is_alive(child), 30):
        os.kill(child, signal.SIGKILL)
        sys.exit("the program went on")
