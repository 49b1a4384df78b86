#!/bin/bash
# run-test.sh BUILD FILE [O]: runs the RUN lines of one test file, each by bash with pipefail; a line may go on after a
# backslash at its end. They start in an empty folder of their own; TMPDIR and the cache lie in it too.
#
#   // RUN: command        % words below are replaced
#   // REQUIRES: python3   programs that must be there, else the test fails: 'make deps' installs them
#   // LABELS: slow        // TIMEOUT: 300       read by tests/CMakeLists.txt
# A RUN line that ends with status 77 skips the test.
#
#   %s  the file      %S  its folder        %t  a name in the test's folder      %T  that folder      %%  a percent sign
#   %gantry  %front (gantry-front)  %link (gantry-link)  %FileCheck  %not  %clang  %gcc  %include  %lib  %src (the sources)
#   %O  -O0 and -O3: the file is a test for each      %FLAGS  $GANTRY_TEST_FLAGS
#   %run_host %run_emulated32 %run_emulated64  how to start a program: no device, or an emulated GPU that must be used
set -u
build=$(realpath "$1") file=$(realpath "$2") opt=${3:-O0}
tests=$(dirname "$(realpath "$0")")
name=${file#"$tests"/}
name=${name%.*}${3:+.$3}
work=$build/tests/work/$name
rm -rf "$work"
mkdir -p "$work/tmp"
cd "$work" || exit 1

for program in $(sed -n 's,^.*// REQUIRES: *,,p' "$file"); do
    if ! command -v "$program" >/dev/null; then
        echo "$program is not installed; 'make deps' installs what the tests need"
        exit 1
    fi
done
for v in $(env | sed -n 's/^\(\(GANTRY\|OMP\|KMP\|LIBOMP\)_[A-Z0-9_]*\)=.*/\1/p'); do
    [ "$v" = GANTRY_TEST_FLAGS ] || unset "$v"
done
# GCC's threads spin where they wait: beside other programs a test of a second took half a minute.
export GOMP_SPINCOUNT=0
export TMPDIR=$work/tmp XDG_CACHE_HOME=$work/cache LC_ALL=C ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
unset MAKEFLAGS MAKELEVEL CC CFLAGS LDFLAGS LIBRARY_PATH CPATH DESTDIR

emulated="env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 GANTRY_EMULATED_WARP"
filecheck=$(command -v FileCheck-19 || echo /usr/lib/llvm-19/bin/FileCheck)
rules() {
    cat <<END
s,%%,@PERCENT@,g
s,%s\b,$file,g
s,%S\b,$(dirname "$file"),g
s,%t\b,$work/$(basename "${file%.*}"),g
s,%T\b,$work,g
s,%gantry-cc\b,$build/bin/gantry-cc,g
s,%gantry\b,$build/bin/gantry,g
s,%front\b,$build/bin/gantry-front,g
s,%link\b,$build/bin/gantry-link,g
s,%FileCheck\b,$filecheck --dump-input-context=20,g
s,%not\b,$tests/not.sh,g
s,%clang\b,$(command -v clang-19 || echo /usr/lib/llvm-19/bin/clang),g
s,%gcc\b,gcc,g
s,%include\b,$build/lib/gantry/include,g
s,%lib\b,$build/lib/gantry,g
s,%src\b,$(dirname "$tests"),g
s,%O\b,-$opt,g
s,%FLAGS\b,${GANTRY_TEST_FLAGS:-},g
s,%run_host\b,env OMP_TARGET_OFFLOAD=DISABLED,g
s,%run_emulated32\b,$emulated=32,g
s,%run_emulated64\b,$emulated=64,g
s,@PERCENT@,%,g
END
}

sed -n 's,^.*// RUN: *,,p' "$file" | sed -e ':a' -e '/\\$/{N;s/\\\n//;ba}' | sed -f <(rules) >"$work/commands"
if ! [ -s "$work/commands" ]; then
    echo "no RUN line in $file"
    exit 1
fi
if grep -n 'RUN:' "$file" | grep -v '// RUN:'; then
    echo "not run, since '//' must stand right in front of 'RUN:': the lines of $file above"
    exit 1
fi
# a reader that stops early would end its writer by SIGPIPE, which pipefail takes for a failure
drain() {
    local status
    command "$@"
    status=$?
    cat >/dev/null
    return $status
}
grep() { drain grep "$@"; }
head() { drain head "$@"; }
export -f drain grep head
while IFS= read -r command <&3; do
    bash -o pipefail -c "$command" </dev/null
    status=$?
    if [ $status -eq 77 ]; then
        echo "skipped: $command"
        exit 77
    fi
    if [ $status -ne 0 ]; then
        echo "failed with status $status in $work:"
        echo "  $command"
        exit 1
    fi
done 3<"$work/commands"
rm -rf "$work"
