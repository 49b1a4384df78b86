#!/bin/sh
# own_names.sh NM OBJCOPY ARCHIVE: gives the archive's own functions and variables names that no program has, and its
# code a section of its own, by which checks know it (runtime/check/posix_locks.c): the linker puts sections of such names
# in the order of their names, within .text, where debuggers and profilers look for code. It is
# linked into programs of all kinds, whose `file_open` or `text_put` would be the same to the linker, hidden or not.
# What the standard or the implementation reserves, and what other libraries and generated code call, stays as it is.
set -e
map=$3.names
"$1" -g --defined-only "$3" 2>/dev/null | awk 'NF == 3 && $3 !~ /^(_|gantry_|emu_|omp_|ompx_|acc_|ompt_start_tool$)/ { print $3, "gantry__" $3 }' | sort -u >"$map"
"$2" --redefine-syms="$map" --rename-section .text=.text.sorted.gantry_code "$3"
