"""paste_all.py FILE.c EXPECTED GANTRY-CC MOST [ARGUMENTS...]: runs the program under the profile and writes what its first
finding proposes that writes anything, again and again, until nothing is left or MOST times, which is an error: the output is
that of the file EXPECTED each time, and no more is copied. Says which lines it wrote."""
import json, os, subprocess, sys

source, expected, cc, most = sys.argv[1], open(sys.argv[2]).read(), sys.argv[3].split(), int(sys.argv[4])
arguments = sys.argv[5:]
here = os.path.dirname(os.path.abspath(__file__))
copied = None
for step in range(most):
    name = f"pasted{step}"
    subprocess.run(cc + [source, "-o", name, "-lm"], check=True)
    env = dict(os.environ, GANTRY_PROFILE=name + ".json", GANTRY_DEVICES="emulated", OMP_TARGET_OFFLOAD="MANDATORY")
    out = subprocess.run(["./" + name] + arguments, env=env, capture_output=True, text=True, timeout=100)
    assert out.returncode == 0 and out.stdout == expected, (step, out.returncode, out.stdout, expected, out.stderr)
    (p,) = json.load(open(name + ".json"))["profiles"]
    now = p["moves"]["to_bytes"] + p["moves"]["from_bytes"]
    assert copied is None or now <= copied, (step, "copies", now, "after", copied)
    copied = now
    if not any(f.get("writes") for f in p["findings"]):
        sys.exit(0)
    subprocess.run([sys.executable, here + "/paste.py", name + ".json", source, name + ".c"], check=True)
    source = name + ".c"
    sys.stdout.flush()
sys.exit("proposes again and again")
