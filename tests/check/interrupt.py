#!/usr/bin/env python3
"""interrupt.py GANTRY FILE.c: gantry check of a program whose region never ends. SIGQUIT asks where it is, and it goes on;
SIGINT asks, and ends it. Sent to the group, as a terminal does, and to the command alone. When the region has begun is not
known: what was asked too early is tried again, later."""
import os, signal, subprocess, sys, tempfile, time

gantry, source = sys.argv[1:]
SAYS = "has run for"


def said(path):
    with open(path, errors="replace") as f:
        return f.read().count(SAYS)


def wait_until(done, seconds):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return done()


def attempt(send, out, delay):
    with open(out, "w") as f:
        p = subprocess.Popen([gantry, "check", "-O1", source], stdout=f, stderr=f, start_new_session=True)
    try:
        begun = wait_until(lambda: "begins" in open(out).read() or p.poll() is not None, 300)
        time.sleep(delay)
        send(p.pid, signal.SIGQUIT)
        if not begun or not wait_until(lambda: said(out) == 1 or p.poll() is not None, 60) or p.poll() is not None:
            return None
        send(p.pid, signal.SIGINT)
        p.wait(60)
        return p.returncode
    finally:
        try:
            os.killpg(p.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


for send in (os.killpg, os.kill):
    out = tempfile.mktemp()
    status = None
    for delay in (0.3, 1, 3, 10, 30):
        status = attempt(send, out, delay)
        if status is not None:
            break
    text = open(out).read()
    os.unlink(out)
    if status != -signal.SIGINT or text.count(SAYS) != 2 or "gantry check: interrupted before anything was found; 1 region ran" not in text:
        sys.exit(f"{send.__name__}: status {status}\n{text}")
