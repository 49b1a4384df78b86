#!/bin/bash
# mutants.sh BUILD [DEVICE [REGEX]]: are the tests able to fail? Plants one mistake at a time in a copy of the runtime (a dropped
# barrier, a skipped iteration, a missing copy, …), compiles a test program with it, and expects the program to notice.
#
# The copy is made of BUILD's bin and lib; the changed source is compiled by the very command that BUILD's ninja has
# for it. A row whose pattern no longer fits the source is an error, so that the list stays alive. Works in the current
# folder. DEVICE: emulated (default) or softgpu, whose rows are run; REGEX: only rows whose name matches.
set -u
build=$(realpath "$1") on=${2:-emulated} only=${3:-}
tests=$(dirname "$(dirname "$(realpath "$0")")")
source=$(dirname "$tests")
tree=$PWD/tree
llvm=$(sed -n 's/^LLVM_ROOT:[A-Z]*=//p' "$build/CMakeCache.txt")
failed=0
kind=emulated arch=emulated device=(GANTRY_DEVICES=emulated GANTRY_EMULATED_SEED=1)
if [ "$on" = softgpu ]; then # the limit ends what waits for ever
    kind=nvptx64 arch=sm_70
    device=(GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY="$build/lib/gantry/libgantry_softgpu.so" GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED=1
        GANTRY_SOFTGPU_LIMIT=20000000 GANTRY_TEAMS=3 GANTRY_THREADS=32)
fi

# name | source under runtime/ | sed expression | test program | arguments of the program | softgpu: on the GPU in software
# (strict), else on the emulated one
mutants() {
    cat <<'END'
no mistake | device/sync.c | | sync |
no mistake | host/memory.c | | data_regions |
dropped barrier | device/sync.c | /^HOT void __gd_plain_barrier/,/^}/s/__gd_group_barrier(.*);/return;/ | sync |
dropped barrier, SPMD | device/sync.c | /^HOT void __gd_spmd_plain_barrier/,/^}/s/hw_barrier_team_together();/;/ | sync |
single done by all | device/sync.c | /^HOT _Bool __gd_single/s/return .*;/return 1;/ | generic | 33
no mistake | device/sync.c | | single_launch | 33 1000
dropped league barrier | device/sync.c | /^HOT void __gd_league_barrier/,/^}/s/__gd_teams_barrier(env);/;/ | single_launch | 33 1000
league barrier without waiting | device/sync.c | /league_meets/,/^}/s/hw_wait_while(round, now);/;/ | single_launch | 33 1000
league barrier by one team less | device/sync.c | /league_meets/,/^}/s/hw_nteams() - 1)/hw_nteams() - 2)/ | single_launch | 33 1000
league barrier never counted anew | device/sync.c | /league_meets/,/^}/s/__atomic_store_n(arrived, 0u/__atomic_store_n(arrived, 1u/ | single_launch | 33 1000
league barrier that stays closed | device/sync.c | /league_meets/,/^}/s/now + 1/now/ | single_launch | 33 1000
team goes on before its elected lane | device/sync.c | /^HOT void __gd_league_barrier/,/^}/{s/^    hw_barrier_team_release(elected);/;/;s/if (elected)/hw_barrier_team_release(elected); if (elected)/} | single_launch | 33 1000
virtual team by the number of another | device/entry.c | /^HOT void __gd_virtual_team(/,/^}/s/team_is_numbered(team,/team_is_numbered(hw_team(),/ | single_launch | 33
virtual teams that are too few | device/entry.c | /^HOT void __gd_virtual_team(/,/^}/s/team_is_numbered(team, nteams)/team_is_numbered(team, hw_nteams())/ | single_launch | 33
virtual teams that do not end | device/entry.c | /^HOT void __gd_virtual_teams_end/,/^}/s/team_is_numbered(.*);/;/ | single_launch | 33
no mistake | device/sync.c | | resident | 33
dropped barrier of a region's league | device/sync.c | /^HOT void __gd_league_barrier/,/^}/s/__gd_teams_barrier(env);/;/ | resident | 33 1000
values of one round over those of the last | device/sync.c | /gathered_at/,/^}/s/round & 1/0/ | resident | 33
value left by no team but the first | device/sync.c | /^INLINE void leave/,/^}/s/(u64)hw_team() \* size/0/ | resident | 33
no mistake | device/sync.c | | single_launch | 33 | softgpu
dropped league barrier | device/sync.c | /^HOT void __gd_league_barrier/,/^}/s/__gd_teams_barrier(env);/;/ | single_launch | 33 | softgpu
league barrier without waiting | device/sync.c | /league_meets/,/^}/s/hw_wait_while(round, now);/;/ | single_launch | 33 | softgpu
league barrier by one team less | device/sync.c | /league_meets/,/^}/s/hw_nteams() - 1)/hw_nteams() - 2)/ | single_launch | 33 | softgpu
league barrier never counted anew | device/sync.c | /league_meets/,/^}/s/__atomic_store_n(arrived, 0u/__atomic_store_n(arrived, 1u/ | single_launch | 33 | softgpu
league barrier that stays closed | device/sync.c | /league_meets/,/^}/s/now + 1/now/ | single_launch | 33 | softgpu
league barrier without a fence before | device/sync.c | /league_meets/,/^}/s/hw_fence_device();/;/ | single_launch | 33 | softgpu
team goes on before its elected lane | device/sync.c | /^HOT void __gd_league_barrier/,/^}/{s/^    hw_barrier_team_release(elected);/;/;s/if (elected)/hw_barrier_team_release(elected); if (elected)/} | single_launch | 33 | softgpu
virtual team that begins before the last one ends | device/entry.c | /^HOT void __gd_virtual_team(/,/^}/s/hw_barrier_team_together();/;/ | single_launch | 33 | softgpu
no mistake | device/sync.c | | resident | 33 | softgpu
dropped barrier of a region's league | device/sync.c | /^HOT void __gd_league_barrier/,/^}/s/__gd_teams_barrier(env);/;/ | resident | 33 | softgpu
values of one round over those of the last | device/sync.c | /gathered_at/,/^}/s/round & 1/0/ | resident | 33 | softgpu
value left by no team but the first | device/sync.c | /^INLINE void leave/,/^}/s/(u64)hw_team() \* size/0/ | resident | 33 | softgpu
no mistake | device/simd.c | | lanes_space |
lane left out of a group's sum | device/simd.c | /void reduce_with/,/^}/s/lane_in_group(crew) < distance/lane_in_group(crew) + 1 < distance/ | lanes_who |
value of another lane | device/simd.c | /^HOT void __gd_group_broadcast/,/^}/s/ + from)/)/ | lanes_who |
own value kept | device/simd.c | /^HOT void __gd_group_fetch/,/^}/s/fetch_from(.*);/;/ | guards_meet |
dropped group synchronisation | device/simd.c | /^HOT void __gd_group_sync/,/^}/s/hw_warp_sync(.*);/;/ | lanes_space |
space of one thread for all | device/simd.c | /space_of_thread(u64/,/^}/s/lane_thread(crew) \* bytes/0/ | lanes_space |
skipped last iteration | device/loops.c | /void cyclic_begin/,/^}/s/l->hi = l->n;/l->hi = l->n - 1;/ | constructs | 33
skipped rest of a block | device/loops.c | /void block_begin(/,/^}/s/ + (me < rest))/)/ | schedule | 33
iteration done twice | device/loops.c | /void chunks_range/,/^}/s/lo + l->chunk/lo + l->chunk + 1/ | schedule | 1000
lane left out of a sum | device/reduce.c | /void warp_reduce/,/^}/s/distance < n/distance + 1 < n/ | reduction_small | 33
missing copy to the device | host/memory.c | s/d->plugin->copy_to(.*) == 0/0 == 0/ | maps | 33
missing copy back | host/memory.c | s/d->plugin->copy_from(.*) == 0/0 == 0/ | maps | 33
one byte too few | host/memory.c | s/copy_to(d->handle, dst, src, n, err)/copy_to(d->handle, dst, src, n - 1, err)/ | maps | 33
mapping never released | host/present.c | s/atomic_fetch_sub(counter(m, i), 1)/(void)0/ | data_regions | 33
no mistake | host/graph.c | | graph |
values of the turn before | host/graph.c | s/memcpy(a->begin, b->begin, a->size);/;/ | graph |
addresses of what was mapped before | host/graph.c | s/x->present != atomic_load_explicit(&d->changes, memory_order_relaxed)/0/ | graph |
regions that no longer come | host/graph.c | s/while (s->n > s->noted)/while (0)/ | graph |
no mistake | host/graph_order.c | | ../wavefront/beside | | softgpu
dependences that order nothing | host/graph_order.c | /^static bool depends/,/^}/s/return true;/return false;/ | ../wavefront/beside | fan | softgpu
goes on before all are over | host/graph_order.c | s/if (nodes\[i\]->joins)/if (0)/ | ../wavefront/beside | waits | softgpu
beside what waits for all | host/graph_order.c | s/if (!nodes\[i\]->beside)/if (0)/ | ../wavefront/beside | waits | softgpu
one memory for launches beside each other | host/graph.c | s/s->beside |= s->orders\[i\]->beside;/;/ | ../wavefront/beside | sums | softgpu
noted after what copies | host/graph.c | /^static void settle/,/^}/s/if (gantry_failing())/if (1)/ | graph |
END
}

# the command by which ninja makes the file of the build that $1 names, with source $2 instead and into $3
recompile() {
    local command out=$1 original=$4
    command=$(ninja -C "$build" -t commands -s "$out") || return 1
    command=${command//"$original"/"$2"}
    case $command in
    *"$build/$out"*) command=${command//"$build/$out"/"$3"} ;;
    *) command=${command//"$out"/"$3"} ;;
    esac
    (cd "$build" && sh -c "$command")
}

# puts the changed source $1, which replaces runtime/$2, into the copy
install_mutant() {
    local changed=$1 file=$2 name
    name=$(basename "$file" .c)
    rm -rf "$tree"
    mkdir -p "$tree"
    cp -r "$build/bin" "$build/lib" "$tree"
    case $file in
    device/*)
        recompile "runtime/device/$kind/$name.bc" "$changed" "$PWD/$name.bc" "$source/runtime/$file" || return 1
        local parts=()
        for part in "$build"/runtime/device/"$kind"/*.bc; do
            case $(basename "$part" .bc) in
            joined) ;;
            "$name") parts+=("$PWD/$name.bc") ;;
            *) parts+=("$part") ;;
            esac
        done
        "$llvm/bin/llvm-link" "${parts[@]}" -o joined.bc &&
            "$llvm/bin/opt" --strip-debug --passes=globaldce joined.bc -o "$tree/lib/gantry/device/$kind.bc"
        ;;
    host/*)
        recompile "runtime/CMakeFiles/gantry_runtime.dir/$file.o" "$changed" "$PWD/$name.c.o" "$source/runtime/$file" &&
            ar r "$tree/lib/gantry/libgantry.a" "$name.c.o" 2>/dev/null
        ;;
    esac
}

try() {
    local name=$1 file=$2 edit=$3 program=$4 arguments=$5
    local original=$source/runtime/$file changed exe
    exe=$(basename "$program")
    changed=$PWD/$(basename "$file")
    sed "$edit" "$original" >"$changed"
    if [ -n "$edit" ] && cmp -s "$changed" "$original"; then
        echo "mutants.sh: '$name': the pattern does not fit $file any more: $edit"
        failed=1
        return
    fi
    # its own headers lie beside the original
    for header in $(sed -n 's,^#include "\([a-z_/]*\.[a-z]*\)",\1,p' "$changed"); do
        [ ! -e "$(dirname "$original")/$header" ] || sed -i "s,^#include \"$header\",#include \"$(dirname "$original")/$header\"," "$changed"
    done
    if ! install_mutant "$changed" "$file" >log 2>&1; then
        echo "mutants.sh: '$name': $file does not compile with the mistake in it:"
        head -n 5 log
        failed=1
        return
    fi
    if ! "$tree/bin/gantry" cc -O1 --offload-arch=$arch "$tests/run/$program.c" -o "$exe" -lm >log 2>&1; then
        echo "mutants.sh: '$name': $program.c does not compile:"
        head -n 5 log
        failed=1
        return
    fi
    local status
    # shellcheck disable=SC2086
    env "${device[@]}" OMP_TARGET_OFFLOAD=MANDATORY EXPECT_DEVICE=1 timeout 60 "./$exe" $arguments >log 2>&1
    status=$?
    if [ -z "$edit" ] && [ $status -ne 0 ]; then
        echo "mutants.sh: $program fails (status $status) although there is no mistake in $file:"
        head -n 5 log
        failed=1
    elif [ -n "$edit" ] && [ $status -eq 0 ]; then
        echo "mutants.sh: '$name' in $file is not noticed by $program"
        failed=1
    elif [ -n "$edit" ]; then
        printf '%-42s noticed by %-16s %-8s %s\n' "$name" "$program" $arch "$(head -n 1 log | cut -c1-100)"
    fi
}

trim() { sed 's/^ *//; s/ *$//'; }

while IFS='|' read -r -u 3 name file edit program arguments where; do
    [ "$(trim <<<"${where:-emulated}")" = "$on" ] && [[ $name =~ $only ]] || continue
    try "$(trim <<<"$name")" "$(trim <<<"$file")" "$(trim <<<"$edit")" "$(trim <<<"$program")" "$(trim <<<"$arguments")"
done 3< <(mutants)
exit $failed
