#!/bin/sh
# messages-doc.sh: writes docs/messages.md from src/tables/messages.def to standard output.
set -eu
cd "$(dirname "$0")/.."
cat <<'T'
# Messages

Every warning and error of Gantry carries an id in brackets. Messages without one are Clang's own, taken over from its
check of the same file. Made by `scripts/messages-doc.sh` from `src/tables/messages.def`.

| id | level | name | meaning |
|---|---|---|---|
T
sed -n 's/^MSG("\([^"]*\)", *"\([^"]*\)", *"\([^"]*\)", *"\(.*\)")$/| \1 | \2 | \3 | \4 |/p' src/tables/messages.def
