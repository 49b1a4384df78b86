# uninit.sh PROGRAM: runs the cases of uninit.c: each faulty one must tell its id at its line (or one of
# several: which store is named depends on the optimisation), in each kind of warp, and end with 3; the legal ones, all
# in one run, nothing.
set -u
program=$1 source=$(dirname "$0")/uninit.c status=0
export GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY GANTRY_CHECK=uninit
fail() {
    echo "$*"
    status=1
}
run() {
    said=$(GANTRY_EMULATED_WARP=$1 "$program" "$2" 2>&1)
    ended=$?
}
for warp in 32 64; do
    for case in a:GC201 b:GC202 c:GC203 e:GC201 f:GC201 g:GC201 h:GC201 i:GC201 j:GC201 l:GC201 m:GC203 \
        n:GC203 o:GC201 p:GC203 q:GC201 r:GC201 s:GC203 t:GC203 u:GC201 v:GC201 w:GC202; do
        letter=${case%:*} id=${case#*:}
        lines=$(grep -n "// line $letter\$" "$source" | cut -d: -f1 | paste -sd'|')
        run $warp "$letter"
        [ $ended = 3 ] || fail "case $letter, warp $warp: status $ended, expected 3: $said"
        [[ $said =~ uninit\.c:($lines):.*"[$id]" ]] || fail "case $letter, warp $warp: no $id in line $lines: $said"
        [ "$(grep -c '\[GC' <<<"$said")" = 1 ] || fail "case $letter, warp $warp: more than one finding: $said"
    done
    run $warp ABCdDEFGHIJKLMNOPQRSTUVW
    [ $ended = 0 ] && [ -z "$said" ] || fail "legal cases, warp $warp: status $ended: $said"
done
run 32 k
[[ $said == *GC203* ]] || fail "case k: a product of what was never written went back: $said"
[[ $said == *"depend on 'x',"* ]] || fail "case k: the origin was lost on the way: $said"
run 32 l
[[ $said == *"depends on 'shared',"*"'shared' is a variable of 'team'"* ]] || fail "case l: the team's variable has no name: $said"
exit $status
