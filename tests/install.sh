#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: `make install` installs what consumers in C and C++ need, linked shared
# and static; the installed commands run; `make uninstall` removes everything.
# BUILD is the build directory.  Exit status: 77 all but static programs was checked,
# which this machine's libelf cannot be part of.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${BUILD:-build}
# A sanitized library could only be linked to sanitized consumers.
nm "$build/libdtrace.so.1" | grep -q __asan_init && exit 0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0

complain() {
	echo "$*"
	bad=1
}

# TARGET [VARIABLE=VALUE]...
try_make() {
	MAKEFLAGS='' make -s BUILD="$build" DESTDIR="$tmp/d" PREFIX=/usr \
		LIBDIR=/usr/lib/somewhere "$@"
}

run_make() {
	try_make "$@" || exit 1
}

# FILE MODE
has_mode() {
	[ "$(stat -c %a "$usr/$1")" = "$2" ] || complain "$1: mode is not $2"
}

# COMMAND [LIBRARY PATH]: run the consumer, which prints the version.
tells_version() {
	case $(LD_LIBRARY_PATH=${2:-} "$1") in
	'Sun D '*) ;;
	*) complain "$1: no version" ;;
	esac
}

# Another package's program is not replaced.
usr=$tmp/d/usr
mkdir -p "$usr/bin"
echo foreign >"$usr/bin/dtrace"
try_make install 2>"$tmp/said" && complain "another package's dtrace is replaced"
grep -q OVERWRITE=1 "$tmp/said" || complain "no word of OVERWRITE: $(cat "$tmp/said")"
run_make install OVERWRITE=1 SBINLINK=1
[ "$(readlink "$usr/sbin/dtrace")" = /usr/bin/dtrace ] ||
	complain 'no link in /usr/sbin'
# The linker finds libraries in /usr/local/lib only by its cache.
MAKEFLAGS='' make -sn BUILD="$build" DESTDIR= install | grep -q ldconfig ||
	complain 'installing does not run ldconfig'

lib=$usr/lib/somewhere
for f in include/dtrace.h include/libproc.h include/sys/dtrace.h lib/somewhere/libdtrace.a \
	lib/somewhere/libdtrace.so.1 lib/somewhere/pkgconfig/dtrace.pc; do
	has_mode "$f" 644
done
for c in src/*/; do
	c=$(basename "$c")
	for f in "share/man/man1/$c.1" "share/zsh/site-functions/_$c" \
		"share/bash-completion/completions/$c" \
		"share/fish/vendor_completions.d/$c.fish"; do
		has_mode "$f" 644
	done
	has_mode "bin/$c" 755
	readelf -d "$usr/bin/$c" | grep -qE 'R(UN)?PATH' &&
		complain "$c: has a RUNPATH"
	LD_LIBRARY_PATH=$lib "$usr/bin/$c" --help >"$tmp/help" 2>&1 ||
		complain "$c --help: $(cat "$tmp/help")"
done

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
cat >"$tmp/elf.c" <<'C'
#include <libelf.h>
int main(void)
{
	return elf_begin(-1, ELF_C_NULL, 0) != 0;
}
C
# No other package's .pc file may be needed.
config() {
	PKG_CONFIG_LIBDIR=$lib/pkgconfig pkg-config \
		--define-variable=prefix="$usr" \
		--define-variable=libdir="$lib" "$@" dtrace
}
if command -v pkg-config >/dev/null; then
	flags=$(config --cflags --libs) || bad=1
	static=$(config --static --cflags --libs) || bad=1
else
	pc=$lib/pkgconfig/dtrace.pc
	flags="-I$usr/include -L$lib -ldtrace"
	static="$flags $(sed -n 's/^Libs.private: //p' "$pc")"
fi
# The libelf.a of Debian 13 refers to functions of elfutils that no library has.
# shellcheck disable=SC2086 # several words
no_static=$(cd "$tmp" && cc elf.c -o elf -static $static 2>&1 |
	grep -m 1 -o 'undefined reference to .eu_[a-z_]*')

# PROGRAM FLAGS...: link the consumer.
link_consumer() {
	(cd "$tmp" && ${cc} -Wall -Wextra -Werror -o "$@" 2>errors) || {
		complain "$cc: does not link"
		cat "$tmp/errors"
		return 1
	}
}

# shellcheck disable=SC2086 # several words
for cc in "cc -std=c99 -pedantic c.c" "c++ -std=c++11 c.cc"; do
	command -v "${cc%% *}" >/dev/null || continue
	link_consumer shared $flags && tells_version "$tmp/shared" "$lib"
	[ -z "$no_static" ] || continue
	link_consumer static -static $static && tells_version "$tmp/static"
done

ln -s foreign "$tmp/other"
mv -T "$tmp/other" "$usr/sbin/dtrace"
run_make uninstall SBINLINK=1
[ -L "$usr/sbin/dtrace" ] || complain 'a link to another file is removed'
rm -f "$usr/sbin/dtrace"
rmdir "$usr/sbin"
left=$(cd "$tmp/d" && find . ! -type d -o -empty ! -path './usr/*' -o \
	-empty -path './usr/*/*' ! -path ./usr/share/man)
[ -z "$left" ] || complain "left after make uninstall: $left"
# A folder whose name has a blank.
blank=$tmp/'a blank'
MAKEFLAGS='' make -s BUILD="$build" DESTDIR="$blank" install ||
	complain 'no folder with a blank'
[ "$(cd "$blank/usr/local" && find . -type f | wc -l)" -gt 100 ] ||
	complain 'not all is installed in a folder with a blank'
[ "$bad" = 0 ] || exit 1
[ -z "$no_static" ] || {
	echo "no static program can be linked with this libelf.a: $no_static"
	exit 77
}
