# run N: the shape in which rows.c launches its second region
run() {
    GANTRY_TRACE=1 GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY ./rows $1 2>&1 |
        sed -n "s/.*launch *teams \([0-9]*\) x threads \([0-9]*\) x lanes \([0-9]*\) .*_product_.*/teams=\1 threads=\2 lanes=\3/p" | sort -u
}
