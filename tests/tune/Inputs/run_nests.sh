# `table PLACE FUNCTION SETTINGS… [FILE]` writes a table of settings; without "only" all of them are tried.
GANTRY=${GANTRY:-gantry}
row() {
    place=$1 name=$2 words= file=nests.c
    shift 2
    for w in "$@"; do case $w in *.c) file=$w ;; *) words="$words $w" ;; esac done
    [ $file.offered -nt $file ] || "$GANTRY" cc --dump=settings $file >$file.offered
    id=$(sed -n "s/^device \($name[^ ]*\) .*/\1/p" $file.offered)
    for p in device host; do
        case $place in $p | both) echo "$p $id$words" ;; esac
    done
}
table() { row "$@" >table; }
if [ "$1" != only ]; then
    for place in device host; do
        while read -r tr add mv two; do
            { row $place tr ${tr//+/ }; row $place add ${add//+/ }; row $place mv $mv; row $place two $two; row $place three $two; } >table
            "$GANTRY" cc -O2 --tuned=table --offload-arch=emulated nests.c -o nests
            for run in 'GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY' OMP_TARGET_OFFLOAD=DISABLED; do
                answer=$(env $run OMP_NUM_THREADS=3 ./nests)
                [ "$answer" = 3.8741e+06 ] || { echo "$place $tr $add $mv $two: $answer"; exit 1; }
            done
        done <<END
collapse=1 collapse=2 unroll=4 nowait=1
tile=8x8 tile=8x64 unroll=8
collapse=1+tile=16x32 collapse=2+tile=8x8+unroll=2
END
    done
    for order in 0 1; do # in place the loop that varies fastest is the innermost
        table host tr order=$order
        "$GANTRY" cc --tuned=table --dump=host nests.c | sed -n '/^static void add/q;p' >host
        inner=$(grep -o 'for (.*' host | tail -1)
        case $order,$inner in 0,*" i "* | 1,*" j "*) ;; *) echo "order=$order: $inner"; exit 1 ;; esac
    done
fi
