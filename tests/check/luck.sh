# luck.sh GANTRY SOURCE [RUNS]: `// fault: NAME` marks the lines of SOURCE of which `gantry check SOURCE -- NAME` must tell a
# race (GC404), in each run; `right` runs the twins of all, and must be silent.
set -u
gantry=$1 source=$2 runs=${3:-1} status=0
for name in $(sed -nE 's,.*// fault: ([a-z_0-9]+)$,\1,p' "$source" | sort -u); do
    lines=$(grep -nE "// fault: $name$" "$source" | cut -d: -f1 | paste -sd'|')
    found=0
    for _ in $(seq "$runs"); do
        said=$(timeout 60 "$gantry" check "$source" -lpthread -- "$name" 2>&1)
        if [ $? = 3 ] && grep -qE ":($lines):.*\[GC404\]$" <<<"$said" &&
            ! grep -E '\[GC[0-9]+\]$' <<<"$said" | grep -qvE ":($lines):.*\[GC404\]$"; then
            found=$((found + 1))
        fi
    done
    [ $found = "$runs" ] || { echo "$name: $found of $runs: $said"; status=1; }
done
for _ in $(seq "$runs"); do
    said=$(timeout 60 "$gantry" check "$source" -lpthread -- right 2>&1)
    grep -q '\[GC[0-9]*\]$' <<<"$said" && { echo "right: $said"; status=1; }
done
exit $status
