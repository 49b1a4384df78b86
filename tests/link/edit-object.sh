#!/bin/sh
# edit-object.sh LINK OBJECT OUT PART SED: a copy of an object of make-object.sh in which sed has changed one part
# ("summary", "nvptx64.bc"); its records are written anew, so that only the part is wrong.
set -e
link=$1 object=$2 out=$3 part=$4
for p in summary nvptx64.bc emulated.bc; do cp "$object.$p" "$out.$p"; done
LC_ALL=C sed "$5" "$object.$part" > "$out.$part"
"$link" pack "$out.records" summary="$out.summary" bc:nvptx64="$out.nvptx64.bc" bc:emulated="$out.emulated.bc"
objcopy --update-section .gantry.device="$out.records" "$object" "$out"
