#!/bin/sh
# Runs the tests of a build folder through CTest: run-tests.sh BUILD [ctest options]. After CTest's own report come the
# ten slowest tests, and CTest's closing line stands last again.
set -eu
build=$1
shift
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gantry-tests.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

{
    status=0
    ctest --test-dir "$build" -j"${JOBS:-2}" --output-on-failure --no-tests=error "$@" 2>&1 || status=$?
    echo "$status" >"$tmp/status"
} | tee "$tmp/log"

echo
echo "The ten slowest tests:"
sed -n 's/^ *[0-9]*\/[0-9]* Test *#[0-9]*: \([^ ]*\) .* \([0-9.]*\) sec$/\2 \1/p' "$tmp/log" | sort -rn | head -10 |
    sed 's/^\([^ ]*\) /  \1 s  /'
echo
sed -n '/tests passed, .* tests failed out of/p; /^No tests were found/p' "$tmp/log"
exit "$(cat "$tmp/status")"
