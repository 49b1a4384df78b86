#!/bin/sh
# messages-doc.sh: writes docs/messages.md from src/tables/messages.def to standard output.
set -eu
cd "$(dirname "$0")/.."
cat <<'T'
# Messages

Every message of Gantry carries an id in brackets; those without one are Clang's own, taken over from its check of the
same file. `gantry explain ID` prints a page on each, from [diagnostics.md](diagnostics.md). A warning (or advice, a
remark for those who ask for it) also has a name, `gantry-NAME`, for `-Wno-gantry-NAME` and the other flags and pragmas that say how warnings
are treated. Made by `scripts/messages-doc.sh` from `src/tables/messages.def`.

| id | level | name | meaning |
|---|---|---|---|
T
sed -n 's/^MSG("\([^"]*\)", *"\([^"]*\)", *"\([^"]*\)", *"\(.*\)")$/| \1 | \2 | \3 | \4 |/p' src/tables/messages.def
