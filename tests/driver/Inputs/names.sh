# names.sh GANTRY: files with names that a shell, an option parser or a table of rows would take apart, in one program.
gantry=$1
mkdir -p names && cd names
names=('-Wl,--wrap=main.c' '--help.c' '-o.c' '@list.c' 'a;touch evil;.c' '$(touch evil).c' '`touch evil`.c' "it's.c"
	'two"quotes".c' 'back\slash.c' $'new\nline.c' $'tab\there.c' '%s%n.c' '*.c' '(x).c' 'a=b.c' '#x.c' ' .c' 'a,b.c' '~.c')
fail() {
	echo "$*"
	exit 1
}
emulated='env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY'
n=${#names[@]}
{
	for ((i = 0; i < n; i++)); do echo "int f$i(int n);"; done
	echo 'int main(void)' && echo '{'
	for ((i = 0; i < n; i++)); do echo "    if (f$i(41) != 42) return $((i + 1));"; done
	echo '    return 0;' && echo '}'
} >main.c
sources=() objects=() members=()
for ((i = 0; i < n; i++)); do
	name=${names[i]}
	printf 'int f%d(int n);\nint f%d(int n)\n{\n#pragma omp target map(n)\n\tn++;\n\treturn n;\n}\n' $i $i >"./$name"
	"$gantry" cc -c -MMD --offload-arch=emulated "./$name" || fail "compile $name"
	test -s "./${name%.c}.d" || fail "dependencies of $name"
	sources+=("./$name") objects+=("./${name%.c}.o")
	[[ $name == *$'\n'* ]] || members+=("./${name%.c}.o")
done
"$gantry" cc --offload-arch=emulated -o '-p "of all"' main.c "${objects[@]}" -Wl,--undefined=main # the linker is asked
$emulated './-p "of all"' || fail "program with all objects: $?"
ar rcs './lib(all) of "them".a' "${members[@]}"
"$gantry" cc --offload-arch=emulated -o archive main.c './lib(all) of "them".a' $'./new\nline.o'
$emulated ./archive || fail "program with an archive: $?"
"$gantry" cc --offload-arch=none -c -- "${names[@]:0:4}" && test -s ./-o.o && test -s ./@list.o || fail 'names after --'
if "$gantry" cc main.c -- -c 2>err; then fail 'an option after --'; fi
grep -q "no such file or directory: './-c'" err
"$gantry" explain "${sources[@]:4:8}" >/dev/null || fail explain
printf 'int main(void) { return 0; }\n' >'$(touch evil) main.c'
"$gantry" run './$(touch evil) main.c' || fail run
test -z "$(find . -name 'evil*')" || fail 'a command was run'
