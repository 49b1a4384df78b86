# programs.sh GANTRY LIBRARY SOURCES "PROGRAM ARGUMENT…"…: each program, a file SOURCES/PROGRAM.c or a folder with a Makefile, is
# built at -O0 and -O3 and run on the GPU in software, strict, in turn and in two orders by chance. It checks its own results, and
# nothing may be found.
gantry=$1 sources=$3
export GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=$2 OMP_TARGET_OFFLOAD=MANDATORY GANTRY_SOFTGPU_STRICT=1 GANTRY_SOFTGPU_SEED
shift 3
for words; do
    read -r program arguments <<<"$words"
    for level in -O0 -O3; do
        if [ -d "$sources/$program" ]; then
            mkdir -p "${level#-}" && cp -r "$sources/." "${level#-}" || exit 1 # programs share a folder
            make -s -C "${level#-}/$program" CC="$gantry cc" CFLAGS="$level --offload-arch=sm_70" || exit 1
            binary=./${level#-}/$program/$program
        else
            binary=./$program$level
            "$gantry" cc $level --offload-arch=sm_70 "$sources/$program.c" -o "$binary" -lm || exit 1
        fi
        for GANTRY_SOFTGPU_SEED in 0 1 2; do
            # shellcheck disable=SC2086 # words of their own
            "$binary" $arguments >out 2>&1 || { echo "$words, $level, seed $GANTRY_SOFTGPU_SEED"; cat out; exit 1; }
        done
    done
done
