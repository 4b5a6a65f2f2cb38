/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The subroutines on strings at the ends of their ranges.
 */
string s[int];
self string t;

BEGIN
{
	printf("%d %d %d %d %d %d %d %d %d\n", index("abc", "a", -3),
	    index("abc", "c", 3), index("abc", "c"), rindex("abcabc", "c", 4),
	    rindex("abc", "a", -1), rindex("abc", "", -1), rindex("", ""),
	    rindex("abc", ""), index("abc", "", 9));
	printf("[%s] [%s] [%s] [%s] %d\n", strchr("abc", 'b'),
	    strrchr("abcac", 'c'), strchr("abc", 0), strstr("", ""),
	    strchr("abc", 'x') == NULL);
	printf("[%s] [%s] [%s] [%s] [%s]\n", substr("abc", -1),
	    substr("abc", -4, 3), substr("abc", 3), substr("abc", 0, -1),
	    substr("abc", -5, 3));
	printf("%s ", strtok(",,,Carrots,,Barley,", ","));
	printf("%s ", strtok(NULL, ","));
	printf("%d\n", strtok(NULL, ",") == NULL);
	printf("%s %s %s %s %s %s %s\n", basename(""), basename("/"),
	    basename("a/b/"), dirname(""), dirname("b"), dirname("a/b/"),
	    cleanpath("/foo/bar///baz/"));
	printf("%s %s %s %s %s %s %s\n", lltostr(0, 16), lltostr(0, 8),
	    lltostr(15, 8), lltostr(255, 16), lltostr(-5), lltostr(1295, 36),
	    lltostr(-1, 16));
	printf("%d %d %d %d %d %d %d\n", strtoll("0x20", 16),
	    strtoll("010", 8), strtoll("12j"), strtoll("102", 2),
	    strtoll("-0DTrace4EverZ", 36), strtoll(""),
	    strtoll("1000000000000000000000", 8));
	printf("%d %x\n", getmajor(0xabcdef0123456789),
	    getminor(0xabcdef0123456789));
	s[1] = "x";
	self->t = "y";
	s[1] = 0;
	self->t = 0;
	printf("%d %d %d [%s]\n", s[1] == NULL, self->t == "",
	    sizeof (s[1]) == sizeof (string), jailname);
	exit(0);
}

/* >>> output
0 -1 2 2 -1 0 0 3 3
[bc] [c] [] [] 1
[c] [ab] [] [ab] [a]
Carrots Barley 1
. / b . . a /foo/bar/baz/
0x0 0 017 0xff -5 zz 0xffffffffffffffff
32 8 12 2 -1819882045752187535 0 -9223372036854775808
564 56789
1 1 1 []
<<< */
