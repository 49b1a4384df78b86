#!/bin/sh
# refused-doc.sh: writes docs/refused.md from src/tables/refused.def to standard output.
set -eu
cd "$(dirname "$0")/.."
rows=src/tables/refused.def
cat <<T
# Refused

What OpenMP and C allow and Gantry does not take in device code: $(grep -c '^REFUSED(' $rows) errors, each with its reason and what to write
instead. All other errors are about programs that break a rule. Where a row is about a form of a construct, its other forms work:
[openmp.md](openmp.md) has a program for each. Device code in C++ is refused as a whole, with its place: put the region into a C file.
Made by \`scripts/refused-doc.sh\` from \`src/tables/refused.def\`; \`gantry explain ID\` prints more.

| id | what | why | instead |
|---|---|---|---|
T
sed -n 's/^REFUSED("\([^"]*\)", *"\([^"]*\)", *"\([^"]*\)", *"\([^"]*\)")$/| \1 | \2 | \3 | \4 |/p' $rows
