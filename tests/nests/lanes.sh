#!/bin/bash
# lanes.sh: how many of the generated nests keep their lanes in lockstep: compiles them with --lockstep and counts, of
# the parallel regions with simd loops, those whose threads have several lanes, those of one lane on every device,
# and those of one lane because lanes cannot wait for a leader in lockstep. A table in Markdown, then the reasons.
#   GANTRY   the command (build/bin/gantry)     JOBS  compilers at a time (2)
#   SETS     lines: covering | all | random FIRST COUNT ("covering", "random 1 40")
#   OPTIONS  options of gantry cc, one variant a line; "" is none ("" and --simd-group=8)
#   LEAST    "a b": per cent of the covering (all) nests and of the random kernels that must keep their lanes (0 0)
set -u
here=$(dirname "$(realpath "$0")")
gantry=$(realpath "${GANTRY:-$here/../../build/bin/gantry}") || exit 1
jobs=${JOBS:-2}
mapfile -t sets <<<"${SETS:-$'covering\nrandom 1 40'}"
mapfile -t variants <<<"${OPTIONS-$'\n--simd-group=8'}"
read -r least_nests least_random <<<"${LEAST:-0 0}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
generate="python3 $here/generate.py"

compile() { # FILE.c OPTIONS: "SIZE WHY REASON NEST" for each region
    local options out=${1%.c}
    read -ra options <<<"--parallel-mode=auto --lockstep $2"
    timeout 300 "$gantry" cc -w -O0 --offload-arch=emulated "${options[@]}" --dump=decisions "$1" >"$out.why" 2>"$out.said" &&
        timeout 300 "$gantry" cc -w -O0 --offload-arch=emulated "${options[@]}" --dump=link "$1" -o "$out.exe" -lm \
            -latomic >"$out.link" 2>"$out.said" || { echo "FAIL $1: $(head -1 "$out.said")"; return; }
    rm -f "$out.exe"
    awk -v file="$out" '
        FILENAME ~ /why$/ && match($0, / crew=leaders why=[A-Z0-9]*/) {
            for (i = 1; i <= NF; i++) if ($i ~ /^line=/) line = substr($i, 6)
            split(substr($0, RSTART, RLENGTH), f, "why="); why[line] = f[2]
        }
        FILENAME ~ /link$/ && /^region / {
            match($0, /:[0-9]+ of /); line = substr($0, RSTART + 1, RLENGTH - 5)
            nest = match($2, /(nest|kernel)[0-9]+/) ? substr($2, RSTART, RLENGTH) : $2
            getline
            how = /, lockstep,/ ? "lockstep" : "other"
            print $1, how, how == "lockstep" && line in why ? why[line] : "-", file "." nest
        }' "$out.why" "$out.link"
}

for set in "${sets[@]}"; do
    read -r what first count <<<"$set"
    mkdir "$work/$what"
    if [ "$what" = random ]; then
        seq "$first" $((first + count - 1)) | xargs -P "$jobs" -I{} sh -c "$generate --random {} >$work/random/{}.c"
    else
        subset= && [ "$what" = covering ] && subset="--subset covering"
        n=$($generate --count $subset | sed 's/.*, \([0-9]*\) nests/\1/') files=$(((n + 59) / 60))
        seq "$files" | xargs -P "$jobs" -I{} sh -c "$generate --file {} --of $files $subset >$work/$what/{}.c"
    fi
done
echo "| nests | options | with simd loops for lanes | regions | several lanes | one lane everywhere | one lane in lockstep only | nests that keep their lanes |"
echo "|---|---|---|---|---|---|---|---|"
status=0 reasons=
for set in "${sets[@]}"; do
    what=${set%% *} least=$least_nests
    [ "$what" = random ] && least=$least_random
    for options in "${variants[@]}"; do
        for ((j = 0; j < jobs; j++)); do
            k=0
            for file in "$work/$what"/*.c; do
                [ $((k++ % jobs)) -eq "$j" ] && compile "$file" "$options"
            done >"$work/found-$j" &
        done
        wait
        cat "$work"/found-* >"$work/found"
        grep '^FAIL' "$work/found" && status=1
        line=$(grep -v '^FAIL' "$work/found" | awk -v least="$least" -v what="$set" -v options="${options:-none}" '
            { nests[$4] = 1; regions++ }
            $2 == "lockstep" { lost[$4] = 1; serial++; next }
            $1 == 1 { one++; next }
            { many++ }
            END {
                for (n in nests) all++
                for (n in lost) bad++
                share = all ? 100 * (all - bad) / all : 0
                printf "| %s | %s | %d | %d | %d | %d | %d | %d, %.1f %% |\n", what, options, all, regions, many, one,
                       serial, all - bad, share
                exit share < least || !all
            }') || { status=1; line+=" less than $least %"; }
        echo "$line"
        reasons+=$(awk -v what="$set" -v options="${options:-none}" '
            $2 == "lockstep" { n[$3]++ } END { for (r in n) print what ", " options ": " r " " n[r] "x" }' "$work/found")$'\n'
    done
done
echo
echo "Why lanes need a leader (docs/reasons.md):"
sort <<<"$reasons" | sed '/^$/d; s/^/- /'
exit $status
