#!/bin/sh
# tune-cpu-judge.sh BUILD: of the recorded spaces of times in place, what 100 tunings with the recorded noise choose; and
# the table of all spaces, the default strategy by what the others choose (docs/tune.md).
set -e
spaces=$(dirname "$(realpath "$0")")/../tests/tune/spaces
for space in "$spaces"/*_cpu.json; do
    "$1/bin/gantry" tune --simulate "$space" --repeat 100 --budget 400
done
"$1/bin/gantry" tune --leave-one-out --simulate "$spaces"/*.json
