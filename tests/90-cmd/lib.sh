# SPDX-License-Identifier: MIT
# What the cases of the command share. A case is NAME.case: shell commands, and
# after `# >>> output` what they print, each line after `# `. It runs in an
# empty directory with build/dtrace in PATH, once on each engine, or on the one
# that a line `# engine: kernel` names. One with `# emulated: no` is the same on
# every kernel, and is left out where CPUs are slow (DT_TEST_EMULATED); those with
# `# emulated: shared` are divided among the emulated kernels.

# What the case tests is not possible here: print what it expects, and end it.
not_here() { sed '1,/^# >>> output$/d; s/^# \{0,1\}//' "$0"; exit; }

# Are programs of this kernel's functions preempted, which may cost firings? Since 7.2.
may_drop() { [ "$(printf '7.2\n%s\n' "$(uname -r)" | sort -V | sed 1q)" = 7.2 ]; }

# Does this machine have probes that the description matches?
has_probe() { dtrace -l -n "$1" >/dev/null 2>&1; }

# Run a command: its output, its stderr after `! `, and `= STATUS` if not 0.
run() {
	"$@" >.out 2>.err </dev/null
	show $?
}

show() {
	cat .out
	# A command that is not waited for ends by itself or is killed; a case
	# about the ends of commands sets shows_ends.
	[ -n "${shows_ends:-}" ] ||
		sed -Ei '/(process [0-9]+ still runs, and is killed|pid [0-9]+ has exited)$/d' .err
	# Only the case of D_PDESC_ZERO compares the list of all providers.
	sed 's/^/! /; s/\(: the providers are\) .*/\1 [...]/' .err
	[ "$1" = 0 ] || echo "= $1"
	rm -f .out .err
}

# FILE PATTERN: wait for a line in the file (60 s). A command that is started with
# & empties its file only when it runs, so remove an older file before.
await() {
	for _ in $(seq 1200); do
		grep -q "$2" "$1" 2>/dev/null && return
		sleep 0.05
	done
	echo "never seen in $1: $2"
}

# The usage after a message is tested by a case of its own.
no_usage() { sed '/^! usage:/,/ARG\.\.\.\]$/d'; }

# Replace the CPU of a record, which is not known.
cpu() { sed -E 's/^[ 0-9]{2}[0-9] /  N /'; }

# The manual's examples: 1.sh, 2.sh ...
examples() {
	sed -n '/^\.Sh EXAMPLES/,/^\.Sh DIAG/p' "$1" | sed 's/\\e/\\/g' | awk '
		/^\.Bd/ { n++; f = n ".sh"; inside = 1; next }
		/^\.Ed/ { inside = 0 }
		inside { print >f }'
}
