#!/bin/sh
# tsan.sh CC SOURCE WORK: the software GPU built with -fsanitize=thread, and tests of several workers and streams on it: nothing of the
# executor's own may race. What lanes do in memory is atomic on the host, and no race there; fences are not known to it, so that
# tests whose programs need none are run.
set -e
cc=$1 source=$2 work=$3
flags="-fsanitize=thread -g -O1 -std=gnu11 -D_GNU_SOURCE -w -fno-strict-aliasing -fwrapv -ffp-contract=off"
cd "$work"
echo 'int main(void) { return 0; }' >none.c
$cc $flags none.c -o none 2>/dev/null && ./none || { echo "$cc has no -fsanitize=thread: not tried"; exit 0; }
$cc $flags -shared -fPIC -fvisibility=hidden -I "$source/include" "$source"/softgpu/*.c -lm -ldl -lpthread -o libgantry_softgpu.so
for test in workers streams launches graphs; do
    $cc $flags "$source/tests/softgpu/$test.c" -ldl -lm -o "$test"
    TSAN_OPTIONS="log_path=$test.races exitcode=0" "./$test" ./libgantry_softgpu.so
done
if ls ./*.races.* >/dev/null 2>&1; then
    cat ./*.races.*
    exit 1
fi
