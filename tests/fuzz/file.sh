#!/bin/bash
# file.sh FOLDER: builds the fuzzer of whole files as FOLDER/file_fuzz and puts its first inputs, the programs of tests/ without
# other headers than those of their own folders, into FOLDER/seeds. Needs Clang's fuzzing runtime (libclang-rt-19-dev).
#   tests/fuzz/file.sh /tmp/fuzz && cd /tmp/fuzz && mkdir -p corpus &&
#       ./file_fuzz -max_total_time=600 -timeout=30 -rss_limit_mb=3000 -max_len=12000 corpus seeds
set -eu
out=$(mkdir -p "$1" && realpath "$1")
cd "$(dirname "$0")/../.."
root=${LLVM_ROOT:-/usr/lib/llvm-19} clang=$(command -v clang-19 || echo "${LLVM_ROOT:-/usr/lib/llvm-19}/bin/clang")
check=-fsanitize=fuzzer-no-link,address,undefined
mkdir -p "$out/objects" "$out/seeds"
printf '%s\n' src/base/[a-z]*.c src/tables/*.c src/region/*.c src/front/*.c src/front/*/*.c src/analysis/*.c src/analysis/*/*.c src/gen/*/*.c tests/fuzz/file_fuzz.c |
    xargs -P 2 -I{} sh -c 'o=$4/objects/$(echo "$5" | tr / _).o
        "$1" -g -O1 $2 -fno-sanitize-recover=undefined -I. -Iinclude -isystem "$3/include" -c "$5" -o "$o"' \
        sh "$clang" "$check" "$root" "$out" {}
"$clang" -fsanitize=fuzzer,address,undefined "$out"/objects/*.o "$root/lib/libclang-19.so.1" -lpthread -o "$out/file_fuzz"
python3 tests/front/rules_of_openmp.py --seeds tests/front/rules_of_openmp.list "$out/rules"
for f in $(find "$out/rules" tests/openmp tests/run tests/front tests/gen tests/analysis tests/regress -name '*.c' | sort); do
    sed -E '/^[ \t]*#[ \t]*error/d; /^#include "[a-z_]+\.h"/b own; /^[ \t]*#[ \t]*include/d; :own; /"(check|gantry.*)\.h"/d' "$f" |
        "$clang" -E -P -w -fopenmp -imacros tests/fuzz/macros.h -iquote "$(dirname "$f")" -x c - -o "$out/seeds/$(echo "$f" | tr / _)" 2>/dev/null || true
done
