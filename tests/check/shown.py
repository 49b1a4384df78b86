#!/usr/bin/env python3
"""shown.py ROOT: docs/checks.md shows a report of each finding that the checker has, and of no other. Status 1 where it does not."""
import pathlib, re, sys

root = pathlib.Path(sys.argv[1])
page = (root / "docs/checks.md").read_text()
sources = [f for folder in ("runtime/check", "runtime/host", "runtime/plugins/emulated") for f in (root / folder).glob("*.[ch]")]
told = {i for f in sources for i in re.findall(r'"(GC[1-8]\d\d)"', f.read_text())}
# what the GPU in software alone tells, by number
told |= {"GC" + n for f in (root / "softgpu").glob("*.c") for n in re.findall(r"AS_FINDING\(\w+, ([1-8]\d\d)\)", f.read_text())}
shown = set(re.findall(r"^\S+:\d+:.* gantry: (?:error|warning): .*\[(GC\d{3})\]$", page, re.M))
shown |= set(re.findall(r"^gantry: (?:error|warning): .*\[(GC\d{3})\]$", page, re.M))
bad = [f"no report of {i} is shown" for i in sorted(told - shown)] + [f"{i} is shown, and no source tells it" for i in sorted(shown - told)]
if len(told) < 30:
    bad.append(f"only {len(told)} findings in the sources: has their form changed?")
print("\n".join(bad) or f"{len(told)} findings, each is shown")
sys.exit(bool(bad))
