#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: what a section of dtrace.h declares is what the file named in its
# head defines, and the shared library exports it and nothing else.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# file symbol, as declared
sed -nE 's/^\/\* (api\/[a-z0-9_]+)\.c \*\/$/file \1/p
s/^extern .*[ *](_?dtrace_[a-z0-9_]+)[(;].*/sym \1/p' include/dtrace.h |
	awk '$1 == "file" { f = $2 } $1 == "sym" { print f, $2 }' |
	sort >"$dir/declared"

# file symbol, as defined
for c in lib/api/*.c; do
	f=${c#lib/}
	f=${f%.c}
	nm -g --defined-only "$build/lib/$f.o" | awk -v f="$f" '
		$3 ~ /^_?dtrace_/ { print f, $3 }'
done | sort >"$dir/defined"

comm -23 "$dir/declared" "$dir/defined" |
	awk '{ print $1 ".c: does not define " $2 ", dtrace.h says it does" }
	' >"$dir/bad"
comm -13 "$dir/declared" "$dir/defined" |
	awk '{ print $1 ".c: defines " $2 ", dtrace.h does not say so" }
	' >>"$dir/bad"

nm -D --defined-only "$build/libdtrace.so.1" | awk '
	$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$dir/exported"
cut -d ' ' -f 2 "$dir/declared" | sort >"$dir/names"
comm -3 "$dir/names" "$dir/exported" |
	sed 's/^[ 	]*/libdtrace.so.1: exports and header differ: /' \
	>>"$dir/bad"
cat "$dir/bad"
[ ! -s "$dir/bad" ]
