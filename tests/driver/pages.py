"""The examples of docs/diagnostics.md get the messages that they are about: pages.py GANTRY DIAGNOSTICS.MD
An example is compiled as it is; its page's message must be said at the line that has the page's id in a comment, or,
where Clang finds the same, an error without an id."""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

gantry, path = sys.argv[1:]
pages = re.findall(r"^## (GN\d+): \S+\n(.*?)(?=^##? |\Z)", open(path, encoding="utf-8").read(), re.M | re.S)


def check(page):
    id, text = page
    wrong = []
    for n, code in enumerate(re.findall(r"^```c\n(.*?)^```", text, re.M | re.S)):
        if f"{id} at the link" in code:
            continue
        file = os.path.join(folder, f"{id}_{n}.c")
        with open(file, "w", encoding="utf-8") as f:
            f.write(code)
        r = subprocess.run([gantry, "cc", "-fsyntax-only", "-Wgantry-advice", "--offload-arch=emulated", file],
                           capture_output=True, text=True, check=False)
        want = [i for i, line in enumerate(code.split("\n"), 1) if f"/* {id}" in line]
        said = ": error: " if f"/* {id}, in Clang's words */" in code else rf".*\[{id}\]"
        lines = {int(m) for m in re.findall(r":(\d+)(?::\d+)?" + said, r.stderr)}
        if len(want) != 1 or want[0] not in lines:
            wrong.append(f"{id}: expected at line {want}, said at {sorted(lines)}\n{r.stderr}")
    return wrong


with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
    wrong = sum(pool.map(check, pages), [])
    print("\n".join(wrong))
sys.exit(1 if wrong or len(pages) < 100 else 0)
