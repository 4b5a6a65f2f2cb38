# SPDX-License-Identifier: MIT
# dtrace.h to a table of calls: each function, once with every argument 0 and
# once with memory of zeroes for each pointer but the handle. The second column
# says what a call without a handle returns: tests/80-api/test_null.c.

/^#/ || /^[ \t]*\/?\*/ { next }
/^extern ("C"|.*\[|int _)/ { next }
/^extern/ { text = "" ; on = 1 }
on { text = text " " $0 }
on && /;/ {
	on = 0
	if (text ~ /\(/)
		call(text)
}

function call(t,    head, name, args, n, v, i, zero, full, type, fails,
		none, some) {
	sub(/^ *extern */, "", t)
	head = substr(t, 1, index(t, "(") - 1)
	args = substr(t, index(t, "(") + 1)
	sub(/\).*/, "", args)
	name = head
	sub(/^.*[ *]/, "", name)
	none = some = ""
	n = split(args, v, ",")
	for (i = 1; i <= n; i++) {
		gsub(/\/\*.*\*\//, "", v[i])
		gsub(/^[ \t]+|[ \t]+$/, "", v[i])
		if (v[i] == "...")
			continue
		if (v[i] ~ /\*|\[|_f /) {
			zero = "NULL"
			full = v[i] ~ /dtrace_hdl_t/ ? "NULL" : \
				v[i] ~ /_f / ? "(void *)callback" : "(void *)room"
		} else {
			type = v[i]
			sub(/[ \t]*[a-z_0-9]+$/, "", type)
			zero = full = "(" type "){ 0 }"
		}
		none = append(none, i, zero)
		some = append(some, i, full)
	}
	fails = "ANY"
	if (args ~ /^dtrace_hdl_t \*/ && head !~ /^void [a-z]/)
		fails = head ~ /\*/ ? "NULL_POINTER" : \
			head ~ /^size_t|dtrace_print$/ ? "ZERO" : "MINUS_ONE"
	printf "CALL(%s, %s, (%s), (%s))\n", name, fails, none, some
}

function append(list, i, value) {
	return i == 1 ? value : list ", " value
}
