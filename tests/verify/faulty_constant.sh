#!/bin/sh
# A compiler with a fault: in the device's C for the emulated GPU the constant 0x1.0p-1000 is $FAULT. CLANG is the real one.
directory= last=
for word; do
    [ "$last" = -working-directory ] && directory=$word
    last=$word
done
case "$*" in
*-emit-llvm*.emulated.bc)
    for word; do
        case $word in *.c) sed -i "s/0x1\.0p-1000/$FAULT/g" "$directory/$word" ;; esac
    done
    ;;
esac
exec "$CLANG" "$@"
