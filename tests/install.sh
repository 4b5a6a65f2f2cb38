#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: what `make install` leaves behind is enough to build a consumer, in C
# and in C++. BUILD is where the library is.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
# What is linked to a sanitized library must be sanitized, too.
nm "$build/libdtrace.so.1" | grep -q __asan_init && exit 0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

MAKEFLAGS='' make -s BUILD="$build" DESTDIR="$tmp" PREFIX=/usr install || exit 1
# /usr/local/lib is searched by way of the linker's cache alone.
MAKEFLAGS='' make -sn BUILD="$build" DESTDIR= install | grep -q ldconfig || {
	echo 'a program does not find what was installed: ldconfig'
	exit 1
}
cat >"$tmp/c.c" <<'C'
#include <dtrace.h>
int main(void)
{
	int err;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &err);

	if (dtp && dtrace_setopt(dtp, "engine", "vm") == 0 &&
	    dtrace_program_strcompile(dtp, "BEGIN { exit(0); }",
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL))
		puts(_dtrace_version);
	dtrace_close(dtp);
	return 0;
}
C
cp "$tmp/c.c" "$tmp/c.cc"
flags="-I$tmp/usr/include -L$tmp/usr/lib -ldtrace"
if command -v pkg-config >/dev/null; then
	flags=$(PKG_CONFIG_PATH=$tmp/usr/lib/pkgconfig pkg-config \
		--define-variable=prefix="$tmp/usr" --cflags --libs dtrace)
fi
for cc in "cc -std=c99 -pedantic c.c" "c++ -std=c++11 c.cc"; do
	command -v "${cc%% *}" >/dev/null || continue
	# shellcheck disable=SC2086 # several words
	(cd "$tmp" && ${cc} -Wall -Wextra -Werror -o c $flags) || exit 1
	case $(LD_LIBRARY_PATH=$tmp/usr/lib "$tmp/c") in
	'Sun D '*) ;;
	*) echo "$cc: no consumer"; exit 1 ;;
	esac
done
files=$(cd src && for c in */; do
	c=${c%/}
	echo "bin/$c share/man/man1/$c.1 share/zsh/site-functions/_$c"
	echo "share/bash-completion/completions/$c"
	echo "share/fish/vendor_completions.d/$c.fish"
done)
for f in $files include/dtrace.h include/sys/dtrace.h lib/libdtrace.a \
	lib/libdtrace.so.1 lib/pkgconfig/dtrace.pc; do
	[ -f "$tmp/usr/$f" ] || { echo "/usr/$f is missing"; exit 1; }
done
grep -q '^prefix=/usr$' "$tmp/usr/lib/pkgconfig/dtrace.pc"
