"""follow.py GANTRY FILE.c FOLDER: what a user does who follows `gantry explain`: writes what the findings propose, worst first, where no two
change the same lines, and asks again until nothing is proposed. FOLDER/0.c is the file, 1.c after the first round, and so on."""
import json
import os
import shutil
import subprocess
import sys

gantry, source, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
shutil.copy(source, os.path.join(folder, "0.c"))
for turn in range(1, 10):
    here, there = (os.path.join(folder, f"{n}.c") for n in (turn - 1, turn))
    said = subprocess.run([gantry, "explain", "-w", "--json", here], check=True, capture_output=True, text=True).stdout
    lines, edits = set(), []
    with open(here, encoding="utf-8") as f:
        text = f.read().split("\n")
    for found in (x for file in json.loads(said)["files"] for x in file["findings"]):
        mine = {e["line"] for e in found["edits"]}
        if mine and not mine & lines:
            lines |= mine
            edits += found["edits"]
            print(f"{turn}: {found['id']} {found['function']}")
    if not edits:
        break
    for e in sorted(edits, key=lambda e: -e["line"]):
        first = last = e["line"] - 1
        if e["replaces"] == "directive":
            while text[last].endswith("\\"):
                last += 1
            last += 1
        text[first:last] = [e["text"]] if e["text"] else []
    with open(there, "w", encoding="utf-8") as f:
        f.write("\n".join(text))
