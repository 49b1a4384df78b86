#!/bin/bash
# routine_cost.sh ENTRY.DEF PEER OURS: every omp_ routine of entry.def stands in OURS, with at most twice the
# instructions that PEER has for it, or 100 where PEER has none. Each line: a routine and its instructions.
set -u
entries=$1 peer=$2 ours=$3 bad=0
for name in $(sed -n 's/^ENTRY([^,]*, \(omp_[a-z_]*\), .*/\1/p' "$entries"); do
    [ "$name" = omp_display_env ] && continue # which prints
    mine=$(awk -v n="$name" '$1 == n { print $2 }' "$ours")
    theirs=$(awk -v n="$name" '$1 == n { print $2 }' "$peer")
    if [ -z "$mine" ]; then
        echo "$name is not counted: add it to routine_cost.c"
        bad=1
    elif [ "$mine" -gt $((2 * ${theirs:-50})) ]; then
        echo "$name: $mine instructions, Clang's libraries need ${theirs:-- (none)}"
        bad=1
    fi
done
[ "$bad" = 0 ] || cat "$ours"
exit $bad
