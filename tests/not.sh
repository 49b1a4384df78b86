#!/bin/sh
# not.sh [--status N] command…: good when the command fails in an orderly way: with status N, or any status from 1 to
# 125 but 70, which says that the compiler itself is wrong. A crash is never good.
want=
if [ "$1" = --status ]; then
    want=$2
    shift 2
fi
"$@"
status=$?
if [ -n "$want" ]; then
    [ "$status" -eq "$want" ] && exit 0
    echo "not.sh: exit status $status, expected $want: $*" >&2
    exit 1
fi
if [ "$status" -eq 0 ] || [ "$status" -eq 70 ] || [ "$status" -gt 125 ]; then
    echo "not.sh: exit status $status: $*" >&2
    exit 1
fi
