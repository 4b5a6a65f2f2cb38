#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: rules of style that a program can check.  Prints each violation.
# BUILD is the build directory; without it the checks of objects are skipped.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
bad=$(mktemp) || exit 2
trap 'rm -f "$bad" "$bad.set"' EXIT

EXEMPT='vm_run'			# the dispatch loop: one label per opcode
TOP=' include lib src tests examples Makefile README.md LICENSE '
C=$(find include lib src tests examples -name '*.[ch]' 2>/dev/null | sort)
SCRIPTS=$(find tests .ci -type f -perm -u+x | sort)

# shellcheck disable=SC2086 # names of files here have no blanks
awk '
function fail(s) { print FILENAME ":" FNR ": " s }
function finish() { if (n > 1000) print file ": " n " lines, over 1000" }
FNR == 1 {
	finish()
	file = FILENAME
	if ($0 !~ /^\/\* SPDX-License-Identifier: MIT \*\/$/)
		fail("the first line is not the licence")
}
{
	n = FNR
	width = 0
	for (i = 1; i <= length($0); i++)
		width += substr($0, i, 1) == "\t" ? 8 - width % 8 : 1
	if (width > 80)
		fail(width " columns, over 80")
	if ($0 ~ /[ \t]$/)
		fail("blanks at the end of the line")
	if ($0 ~ /(TODO|FIXME|XXX:)/)
		fail("unfinished")
}
# A function: its name at the left margin, its braces alone there.  The lines
# between these are counted.
!body && /^[A-Za-z_].*\(/ { name = $0 }
/^\{/ { body = 1; brace = FNR }
/^\}/ && body {
	body = 0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
	max = 40
	if (FNR - brace - 1 > max && index(" " exempt " ", " " name " ") == 0)
		fail(name " has " FNR - brace - 1 " lines, over 40")
}
END { finish() }
' exempt="$EXEMPT" $C >>"$bad"

for f in $SCRIPTS; do
	sed -n 2p "$f" | grep -q '^# SPDX-License-Identifier: MIT$' ||
		echo "$f:2: the second line is not the licence" >>"$bad"
done

# The demangler of libiberty can only be stopped by a jump out of it.
# shellcheck disable=SC2046
grep -nE '(^|[^A-Za-z0-9_])(v?sprintf|strcpy|strcat|strtok|alloca|'\
'_?setjmp|_?longjmp|sigsetjmp|siglongjmp) *\(' \
	$(echo "$C" | grep -E '^(lib|src|examples)/') /dev/null |
	sed '/^lib\/base\/demangle.c:.*jmp(/d; s/$/	<- banned call/' >>"$bad"

# A tag that nothing sets stands for an error that cannot happen.
find lib -name '*.[ch]' ! -name tags.h -exec grep -hoE '\<D_[A-Z0-9_]+' {} + |
	sort -u >"$bad.set"
sed -n 's/^DT_TAG(\(D_[A-Z0-9_]*\))$/\1/p' lib/tbl/tags.h | sort |
	comm -23 - "$bad.set" | sed 's/$/: nothing sets this tag/' >>"$bad"

for f in *; do
	case $TOP in *" $f "*) continue ;; esac
	case $f in build*) continue ;; esac
	echo "$f: does not belong at the top" >>"$bad"
done

# Tables with pointers are in .data.rel.ro, which is constant after relocation.
# Sanitized objects are skipped: a sanitizer adds variables. DW.ref.* are
# pointers of the compiler's unwinder.
find "$build/lib" "$build/rt_table.o" -name '*.o' 2>/dev/null |
while read -r o; do
	nm -f sysv "$o" | grep -q '__asan_init' && continue
	nm -f sysv "$o" | awk -F '|' -v o="$o" '
	{ gsub(/ /, "", $1); gsub(/ /, "", $NF) }
	$1 != "_dtrace_debug" && $1 !~ /^DW\.ref\./ &&
	$3 !~ /U/ && ($NF ~ /^\*COM\*/ ||
	$NF ~ /^\.(data|bss|tdata|tbss)/ && $NF !~ /^\.data\.rel\.ro/) {
		print o ": writable variable " $1
	}'
done >>"$bad"

cat "$bad"
[ ! -s "$bad" ]
