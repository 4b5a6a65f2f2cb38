#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: the man pages agree with the headers.  Each function of the headers is on
# one page, in NAME and with its declaration in SYNOPSIS; names on pages exist;
# C programs in EXAMPLES compile; mandoc, if installed, reports nothing.
set -u
cd "$(dirname "$0")/.." || exit 2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
sect=NAME			# the section that section() prints
pages=$(echo lib/man/*.[347])
commands=$(echo src/*/*.1)

# FILE...: print the lines of section $sect.
section() {
	awk -v sect="$sect" '/^\.Sh / { on = $0 == ".Sh " sect }
		on { print FILENAME ": " $0 }' "$@"
}

# "page name" from the NAME sections
sect=NAME section lib/man/*.3 |
	sed -nE 's/^lib\/man\/(.*)\.3: \.Nm ([A-Za-z0-9_]+).*/\1 \2/p' \
	>"$dir/named"
# "name arguments" from the header and from the SYNOPSIS sections
cat include/dtrace.h include/libproc.h | tr '\n\t' '  ' | sed 's/extern /\n&/g' | sed -nE \
	's/^extern [^;]*[ *]((_?dtrace|proc)_[a-z0-9_]+|P[a-z]+)\(([^;]*)\);.*/\1 \3/p' |
	sed 's/,//g; s/  */ /g' | sort >"$dir/declared"
sect=SYNOPSIS section lib/man/*.3 | sed 's/^[^ ]* //' | awk '
	/^\.Fn / { gsub(/^\.Fn |"/, ""); print }
	/^\.Fo / { line = $2 }
	/^\.Fa / { gsub(/^\.Fa |"/, ""); line = line " " $0 }
	/^\.Fc/ { print line }' | grep -v '^[a-z_]*_f ' | sort >"$dir/shown"
{
	diff "$dir/declared" "$dir/shown" | sed -n \
		's/^</a header, but no SYNOPSIS, has:/p
		s/^>/a SYNOPSIS, but no header, has:/p'
	cut -d ' ' -f 2 "$dir/named" | sort | uniq -d |
		sed 's/$/: on several pages/'
	cut -d ' ' -f 1 "$dir/shown" | while read -r f; do
		grep -q " $f\$" "$dir/named" || echo "$f: in no NAME section"
	done
} >"$dir/bad"

# Names of the interface on pages must be in a header or a table.
cat include/*.h include/sys/*.h lib/tbl/*.h |
	grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u >"$dir/words"
# shellcheck disable=SC2086 # names of pages have no blanks
grep -hvE '^\.(Dt|Bl|It Ev|Ev) ' $pages | grep -oE '\<(_?dtrace_[a-z0-9_]+|'\
'dt[a-z]+_[a-z]+|(DTRACE|EDT|DTRACE[A-Z]+)_[A-Z0-9_]+)\>' | sort -u |
	comm -23 - "$dir/words" >"$dir/unknown"
(cd lib/man && ls) | sed 's/\.[347]$//' | sort |
	comm -13 - "$dir/unknown" |
	sed 's/$/: is named on a page, and does not exist/' >>"$dir/bad"

# References between pages.
{
	for p in $pages $commands; do basename "$p" | tr . ' '; done
	cut -d ' ' -f 2 "$dir/named" | sed 's/$/ 3/'
} | sort -u >"$dir/targets"
# shellcheck disable=SC2086
sed -nE 's/^\.Xr ([^ ]+) ([0-9]).*/\1 \2/p' $pages | grep dtrace |
	sort -u | comm -23 - "$dir/targets" |
	sed 's/^/no such page: /' >>"$dir/bad"
for c in src/*/; do
	c=$(basename "$c")
	[ -f "src/$c/$c.1" ] || echo "src/$c: no page $c.1"
done >>"$dir/bad"

# Tables in pages have the same rows as the tables of the library.
sed -nE 's/^DT_([CSD]OPT|NOOPT)\("([a-z]+)".*/\2/p' lib/tbl/opts.h |
	sort -u >"$dir/opts"
sed -nE 's/^\.It Cm ([a-z]+) .*/\1/p; s/^\.Cm ([a-z]+).*/\1/p' \
	lib/man/libdtrace.3 |
	sort | diff "$dir/opts" - | sed -n 's/^[<>]/libdtrace.3, option:/p' \
	>>"$dir/bad"
sed -nE 's/^DT_ERR\((EDT_[A-Z0-9_]+).*/\1/p' lib/tbl/errs.h |
	awk '{ print $1, 999 + NR }' >"$dir/errs"
sed -nE 's/^\.It Er (EDT_[A-Z0-9_]+) Ta ([0-9]+).*/\1 \2/p' \
	lib/man/dtrace_error.3 | diff "$dir/errs" - |
	sed -n 's/^[<>]/dtrace_error.3, number:/p' >>"$dir/bad"

# Programs in displays, as a reader copies them.
for p in lib/man/*.3 lib/man/dtrace-consumers.7; do
	c=$dir/$(basename "$p").c
	sect=EXAMPLES section "$p" | sed 's/^[^ ]* //' | awk '
		/^\.Ed/ { on = 0 } on { print } /^\.Bd -literal/ { on = 1 }' |
		sed 's/\\e/\\/g; s/^\\&//' >"$c"
	if ! grep -q '^main(' "$c"; then
		echo "$p: no program in EXAMPLES"
	elif ! ${CC:-gcc} -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror \
		-Iinclude -fsyntax-only "$c" 2>"$dir/cc"; then
		echo "$p: the program in EXAMPLES does not compile"
		sed 's/^/	/' "$dir/cc"
	fi
done >>"$dir/bad"

for s in NAME LIBRARY SYNOPSIS DESCRIPTION 'RETURN VALUES' THREADS STABILITY \
	EXAMPLES 'SEE ALSO'; do
	grep -L "^\.Sh $s\$" lib/man/dtrace_*.3 | sed "s/\$/: lacks $s/"
done >>"$dir/bad"
# shellcheck disable=SC2086
awk '
function fail(s) { print FILENAME ":" FNR ": " s }
FNR == 1 && !/^\.\\" SPDX-License-Identifier: MIT$/ { fail("no licence") }
/[ \t]$/ { fail("blanks at the end of the line") }
length($0) > 100 { fail("over 100 columns") }
/^\.Bd/ { open++ }
/^\.Ed/ { open-- }
/^\.Bl/ { list++ }
/^\.El/ { list-- }
/^\.(Sh|Ss)/ && (open || list) { fail("inside a display or list") }
' $pages $commands >>"$dir/bad"
if command -v mandoc >/dev/null; then
	# shellcheck disable=SC2086
	mandoc -Tlint -Wwarning $pages $commands >>"$dir/bad" 2>&1
fi

cat "$dir/bad"
[ ! -s "$dir/bad" ]
