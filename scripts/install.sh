#!/bin/sh
# install.sh BUILD PREFIX: installs into $DESTDIR$PREFIX and leaves there, in lib/gantry/installed, the list of what it
# made. install.sh --remove PREFIX: removes what the list names, and folders that installing made and that are empty.
set -eu
export LC_ALL=C # for the order

remove() { # from the longest name to the shortest: what is in a folder comes before the folder
    [ -f "$root/$list" ] || return 1
    sort -r "$root/$list" | while IFS= read -r name; do
        case $name in
        */) rmdir "$root/$name" 2>/dev/null || true ;;
        *) rm -f "$root/$name" ;;
        esac
    done
}

# The staged tree with "/" after folders; of folders only those that are not there yet, or that the old list has.
names() {
    [ -d "$root" ] || echo /
    (cd "$stage$prefix" && find . -mindepth 1 -type d -printf '%P/\n' -o -printf '%P\n') | sort |
        while IFS= read -r name; do
            case $name in
            */) [ ! -d "$root/$name" ] || continue ;;
            esac
            printf '%s\n' "$name"
        done
    printf '%s\n' "$list"
}

prefix=$2 root=${DESTDIR:-}$2 list=lib/gantry/installed
case $prefix in
/*) ;;
*)
    echo "install: the prefix must begin with /: '$prefix'" >&2
    exit 2
    ;;
esac
if [ "$1" = --remove ]; then
    remove || { echo "uninstall: nothing of Gantry is installed in $root ($root/$list is missing)" >&2 && exit 1; }
    [ -z "${DESTDIR:-}" ] || (cd "$DESTDIR" && rmdir -p ".$prefix" 2>/dev/null) || true
    exit 0
fi

build=$1
stage=$(mktemp -d "${TMPDIR:-/tmp}/gantry-install.XXXXXX")
trap 'rm -rf "$stage"' EXIT
trap 'exit 130' INT TERM
DESTDIR=$stage cmake --install "$build" --prefix "$prefix" >/dev/null
remove || true # an older version may have had other files
names >"$stage/list"
mkdir -p "$root"
(cd "$stage$prefix" && tar cf - --owner=0 --group=0 .) | (cd "$root" && tar xf - --no-same-owner --no-overwrite-dir)
cp "$stage/list" "$root/$list"
chmod 644 "$root/$list"
echo "Gantry is installed in $root; 'make uninstall' with the same prefix and DESTDIR removes it"
