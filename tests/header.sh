#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: the public headers compile in C and C++, each by itself and together
# with libctf's, in either order.
set -u
cd "$(dirname "$0")/.." || exit 2
bad=0

# LANGUAGE STANDARD HEADER...: compile a file that includes the headers.
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
	try "${v%:*}" "${v#*:}" libproc.h
	try "${v%:*}" "${v#*:}" libproc.h dtrace.h
	try "${v%:*}" "${v#*:}" ctf-api.h dtrace.h
	try "${v%:*}" "${v#*:}" dtrace.h ctf-api.h
done
try c c99 libproc.h
# long long is an extension of C89
for v in c89 gnu89; do
	echo '#include <libproc.h>' | clang -x c -std="$v" -Wall -Werror \
		-Iinclude -fsyntax-only - || bad=1
done
[ "$bad" = 0 ]
