# completion.sh FILE: what bash completes after some beginnings of command lines.
source "$1"
complete_line() {
	COMP_LINE=$1 COMP_POINT=${#1}
	COMP_WORDS=($1)
	[[ $1 == *' ' ]] && COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
	_gantry 2>/dev/null || true # compopt works in completions only
	echo "${COMPREPLY[*]}"
}
expect() {
	local got
	got=$(complete_line "$1")
	[[ $got == "$2" ]] || { echo "after '$1': '$got', not '$2'"; exit 1; }
}
expect 'gantry ex' explain
expect 'gantry help r' 'run report replay'
expect 'gantry replay --ti' --time
expect 'gantry tune --str' --strategy
expect 'gantry cc --dump=de' 'decisions device'
expect 'gantry-cc --offload-arch=sm_90,em' sm_90,emulated
expect 'gantry cc --teams-mode=s' spmd
expect 'gantry cc -fno-str' '-fno-strict-aliasing -fno-strict-overflow'
expect 'gantry completion ' 'bash zsh fish'
