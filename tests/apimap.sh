#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: the functions of each section of dtrace.h, and those of libproc.h, are
# defined by one file of lib/api, which defines no others, and the shared library
# exports exactly these.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# symbol section, as declared; sections have numbers
awk 'FNR == 1 || /^\/\* --- .* --- \*\/$/ { section++ }
	/^extern / && match($0, /[ *]((_?dtrace|proc)_[a-z0-9_]+|P[a-z]+)[(;]/) {
		print substr($0, RSTART + 1, RLENGTH - 2), section }' \
	include/dtrace.h include/libproc.h | sort >"$dir/declared"

# symbol file, as defined
for c in lib/api/*.c; do
	nm -g --defined-only "$build/${c%.c}.o" | awk -v c="$c" '
		$3 ~ /^(_?dtrace_|proc_|P[a-z]+$)/ { print $3, c }'
done | sort >"$dir/defined"

{
	[ -s "$dir/declared" ] || echo "the headers: declare nothing"
	join -v 1 "$dir/declared" "$dir/defined" | awk '
		{ print "the headers: declare " $1 ", no file defines it" }'
	join -v 2 "$dir/declared" "$dir/defined" | awk '
		{ print $2 ": defines " $1 ", no header declares it" }'
	join "$dir/declared" "$dir/defined" | awk '
		!($2 in file) { file[$2] = $3; first[$2] = $1 }
		!($3 in section) { section[$3] = $2 }
		file[$2] != $3 || section[$3] != $2 {
			print $3 ": defines " $1 ", whose section of " \
				"a header (" first[$2] ") is not its own" }'
} >"$dir/bad"

nm -D --defined-only "$build/libdtrace.so.1" | awk '
	$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$dir/exported"
cut -d ' ' -f 1 "$dir/declared" | sort >"$dir/names"
comm -3 "$dir/names" "$dir/exported" |
	sed 's/^[ 	]*/libdtrace.so.1: exports and header differ: /' \
	>>"$dir/bad"
cat "$dir/bad"
[ ! -s "$dir/bad" ]
