# faults.sh PROGRAM SOURCE CLASSES: `// fault: NAME GCnnn` at the end of a line of SOURCE says what `PROGRAM NAME` must
# tell there (several lines of one name: at one of them). With the name `right` it runs the twins of all, which differ by
# the one fault, and must be silent. `also GCnnn` allows one more id; `saying WORDS` at the end are words of the finding's line.
set -u
program=$1 source=$2 status=0
export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY GANTRY_CHECK=$3 GANTRY_CHECK_SEEDS=0
for fault in $(sed -nE 's,.*// fault: ([a-z_0-9]+) (GC[0-9]+).*,\1:\2,p' "$source" | sort -u); do
    name=${fault%:*} id=${fault#*:}
    lines=$(grep -nE "// fault: $name $id" "$source" | cut -d: -f1 | paste -sd'|')
    also=$(sed -nE "s,.*// fault: $name $id also (GC[0-9]+).*,\\1,p" "$source" | head -n 1)
    said=$(timeout 60 "$program" "$name" 2>&1)
    ended=$?
    [ $ended != 0 ] || { echo "$name: status 0: $said"; status=1; }
    [[ $said =~ $(basename "$source"):($lines):[^$'\n']*"[$id]" ]] || { echo "$name: no $id in line $lines: $said"; status=1; }
    words=$(sed -nE "s,.*// fault: $name $id .*saying (.*),\\1,p" "$source" | head -n 1)
    [[ $said == *"$words"* ]] || { echo "$name: not '$words': $said"; status=1; }
    more=$(grep -oE '\[GC[0-9]+\]$' <<<"$said" | sort | uniq -c | grep -vE " 1 \[$id\]| \[${also:-none}\]")
    [ -z "$more" ] || { echo "$name: $more: $said"; status=1; }
done
said=$("$program" right 2>&1)
ended=$?
[ $ended = 0 ] && [ -z "$said" ] || { echo "the right ones: status $ended: $said"; status=1; }
exit $status
