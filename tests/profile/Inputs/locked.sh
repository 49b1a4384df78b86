# locked.sh GANTRY PROGRAM.c: profiles, reports and merges in a folder in which the user may not write, as another user than
# who owns it, where we may be one.
set -e
gantry=$1 here=$PWD folder=$(mktemp -d /tmp/gantry-locked-XXXXXX)
trap 'chmod -R u+w $folder; rm -r $folder' EXIT
as=
test "$(id -u)" != 0 || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
as="$as env HOME=/nonexistent TMPDIR=/tmp GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY"

fails() { echo "locked.sh: $*"; cat "$here"/err*; exit 1; }
said() { grep -q -e "$1" "$here/err" || fails "not said: $1"; }
run() { # STATUS COMMAND…
    status=$1
    shift
    set +e
    $as "$@" >"$here/out" 2>"$here/err"
    got=$?
    set -e
    test $got = $status || fails "status $got of $*"
}

sed 's/return .*;/return 7;/' "$2" >"$folder/heat.c"
cd "$folder"
"$gantry" cc -O1 --offload-arch=emulated heat.c -lm -o heat
GANTRY_DEVICES=emulated GANTRY_PROFILE=given.json ./heat 20 2 >"$here/out" || test $? = 7
chmod 644 given.json heat.c
chmod 755 heat
chmod 555 .
! $as test -w . || fails 'the folder is not locked'

# the program: nothing is lost, and its status stays
run 7 env GANTRY_PROFILE=a.json,b.txt ./heat 20 2
said 'GANTRY_PROFILE=a.json cannot be written: Permission denied'
said 'GANTRY_PROFILE=b.txt cannot be written: Permission denied'
said 'the table comes here instead'
said 'heat.c:[0-9]* step  *2 '
$as test -x "$gantry" || exit 0 # the command is not for others

run 7 "$gantry" profile --html r.html heat.c -lm -- 20 2
said 'heat.c:[0-9]* step  *2 '
said "error: cannot write 'r.html': Permission denied"
run 0 "$gantry" report given.json
run 1 "$gantry" report given.json -o r.html
said "error: cannot write 'r.html': Permission denied"
run 1 "$gantry" profile merge given.json -o m.json
said "'m.json' cannot be written: Permission denied"
chmod u+w . && chmod 000 given.json && chmod u-w .
if $as test ! -r given.json; then
    run 1 "$gantry" report given.json
    said 'given.json: Permission denied'
    run 1 "$gantry" profile merge given.json -o /tmp/no.json
    said "'given.json' cannot be read: Permission denied"
fi
