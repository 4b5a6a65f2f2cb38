/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Short and long keys of one array are told apart by every byte.
 * run: -x strsize=200
 */
string text[string, string];

BEGIN
{
	l = "0123456789012345678901234567890123456789012345678901234567890123";
	m = "0123456789012345678901234567890123456789012345678901234567890124";
	n["a", "b", 1] = 1;
	n["ab", "", 1] = 2;
	n["", "ab", 1] = 3;
	n[l, "b", 1] = 4;
	n[m, "b", 1] = 5;
	n["b", l, 1] = 6;
	n["b", l, 2] = 7;
	text[l, m] = m;
	text[m, l] = l;
	text["", ""] = "none";
	trace(n["a", "b", 1]);
	trace(n["ab", "", 1]);
	trace(n["", "ab", 1]);
	trace(n[l, "b", 1]);
	trace(n[m, "b", 1]);
	trace(n["b", l, 1]);
	trace(n["b", l, 2]);
	trace(n["b", m, 1]);
	trace(text[l, m] == m && text[m, l] == l && text[l, l] == "");
	trace(" ");
	trace(text["", ""]);
	n[l, "b", 1] = 0;
	n["a", "b", 1] = 0;
	text[l, m] = 0;
	trace(" ");
	trace(n[l, "b", 1] + n["a", "b", 1]);
	trace(n[m, "b", 1]);
	trace(text[l, m] == "" && text[m, l] == l);
	trace("\n");
	exit(0);
}

/* >>> output
123456701 none 051
<<< */
