# links.sh: objects of the Gantry that is installed in $G, linked by other compilers. Runs in its folder.
unset GANTRY_DEVICES
fails() {
	if "$@" 2>err; then
		echo "this should fail: $*"
		exit 1
	fi
}
export PKG_CONFIG_PATH="$G/lib/pkgconfig"
eval "libs=($(pkg-config --libs gantry)) flags=($(pkg-config --cflags gantry))"
test "$(pkg-config --modversion gantry)" = "$(gantry version | sed -n 's/^gantry //p')"
eval "$(pkg-config --variable=cc gantry) --version" | grep -q "gantry [0-9]"
emulated="env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY"

# with device code: one command more
gantry cc --offload-arch=sm_70,emulated -DEXPECT_DEVICE=1 -O1 -c twice.c
ar rcs libtwice.a twice.o
gantry cc --device-link twice.o -o device.o
gcc main.c twice.o device.o "${libs[@]}" -o by_gcc
clang-19 main.c twice.o device.o "${libs[@]}" -o by_clang
g++ "${flags[@]}" main.cpp twice.o device.o "${libs[@]}" -o by_g++
gfortran main.f90 twice.o device.o "${libs[@]}" -o by_gfortran
mpicc main_mpi.c twice.o device.o "${libs[@]}" -o by_mpicc
gcc -c main.c
gantry cc --device-link main.o libtwice.a -o device_a.o # the archive's members that the program takes
gcc main.o libtwice.a device_a.o "${libs[@]}" -o by_archive
gcc -shared -fPIC twice.o device.o "${libs[@]}" -o libshared.so
gcc main.o ./libshared.so -o by_shared
for program in by_*; do
	case $program in
	by_mpicc) $emulated env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self ./$program ;;
	*) $emulated ./$program ;;
	esac
done

# without it the linker says what is missing, and nothing is made
fails gcc main.c twice.o "${libs[@]}" -o bad
grep -q '__gantry_module__link_with_gantry_cc' err
fails test -e bad
# for the CPU alone nothing is missing; it does not hide what misses elsewhere
gantry cc --offload-arch=none -DEXPECT_DEVICE=0 -O1 -c twice.c -o host.o
for linker in gcc clang-19 'g++ -x c++ main.cpp -x none' gfortran mpicc; do
	case $linker in
	gfortran) main=main.f90 ;;
	g++*) main= ;;
	*) main=main.c ;;
	esac
	$linker "${flags[@]}" $main host.o "${libs[@]}" -o in_place
	./in_place
	fails $emulated ./in_place
	grep -q 'this program has no code for it' err
done
objcopy --redefine-sym twice=thrice host.o host3.o
fails gcc main.o twice.o host3.o "${libs[@]}" -o bad
grep -q '__gantry_module__link_with_gantry_cc' err

# wrong uses
fails gantry cc --device-link twice.o
grep -q 'named by -o' err
fails gantry cc --device-link main.o -o none.o
grep -q 'no device code in what is linked' err
fails test -e none.o

cmake -S . -B b -G Ninja -DGantry_DIR="$G/lib/cmake/Gantry" -DCMAKE_C_COMPILER="$G/bin/gantry-cc" -DCMAKE_CXX_COMPILER=g++ \
	-DCMAKE_C_FLAGS="--offload-arch=emulated,sm_70 -DEXPECT_DEVICE=1" >log 2>&1 || { cat log; exit 1; }
ninja -C b >log 2>&1 || { cat log; exit 1; }
$emulated b/direct
$emulated b/by_library
b/in_place
touch twice.c
ninja -C b | grep -q 'Linking CXX executable direct'
ninja -C b -n | grep -q 'no work'
