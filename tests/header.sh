#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: the public headers stand alone, in C and C++, each by itself and
# beside libctf's, whichever comes first.
set -u
cd "$(dirname "$0")/.." || exit 2
bad=0

# LANGUAGE STANDARD HEADER...: one translation unit of these includes.
try() {
	lang=$1 std=$2
	shift 2
	for h; do echo "#include <$h>"; done |
		clang -x "$lang" -std="$std" -pedantic -Wall -Wextra -Wshadow \
		-Werror -Iinclude -fsyntax-only - || bad=1
}

for v in c:c11 c:gnu11 c:gnu17 c++:c++11 c++:gnu++17 c++:c++20; do
	try "${v%:*}" "${v#*:}" dtrace.h dtrace.h
	try "${v%:*}" "${v#*:}" sys/dtrace.h
	try "${v%:*}" "${v#*:}" ctf-api.h dtrace.h
	try "${v%:*}" "${v#*:}" dtrace.h ctf-api.h
done
[ "$bad" = 0 ]
