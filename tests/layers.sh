#!/bin/sh
# SPDX-License-Identifier: MIT
# Guard: a folder of lib/ includes only its own headers and those of folders
# before it in ORDER; lib/rt, which also runs in the kernel, only its own and those
# of tbl; the engines, kernel and vm, do not include each other.  Prints each
# violation.
set -u
cd "$(dirname "$0")/.." || exit 2

ORDER='tbl base type front rt ir bpf sym engine kernel victim vm trace prov show agg
consume run vector api'

out=$(grep -nE '^[ 	]*#[ 	]*include[ 	]*["<]' lib/*/*.[ch] |
awk -v order="$(echo $ORDER)" '
BEGIN {
	n = split(order, name, " ")
	forbidden["kernel vm"] = forbidden["vm kernel"] = 1
	for (i = 1; i <= n; i++)
		rank[name[i]] = i
}
{
	split($0, at, ":")
	split(at[1], path, "/")
	from = path[2]
	if (!(from in rank)) {
		print at[1] ": lib/" from " has no place in the order"
		next
	}
	line = $0
	sub(/^[^"<]*/, "", line)
	if (line ~ /^</) {
		if (line ~ /^<ctf-api.h>/ && from != "type")
			print at[1] ":" at[2] ": only type/ knows libctf"
		next
	}
	file = line
	gsub(/"/, "", file)
	sub(/[ \t].*/, "", file)
	if (split(file, inc, "/") != 2 || !(inc[1] in rank))
		print at[1] ":" at[2] ": \"" file "\": not of a folder of lib/"
	else if (from == "rt" && inc[1] != "rt" && inc[1] != "tbl")
		print at[1] ":" at[2] ": rt/ includes " file
	else if ((from " " inc[1]) in forbidden)
		print at[1] ":" at[2] ": " from "/ may not know " inc[1] "/"
	else if (rank[inc[1]] > rank[from])
		print at[1] ":" at[2] ": " from "/ includes " file " upwards"
}')
[ -z "$out" ] || { echo "$out"; exit 1; }
