/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stringof() of a string, or of an array of characters, is a string
 * wherever one can stand, also as the last argument of a subroutine.
 */
struct s {
	char text[8];
} g;

BEGIN
{
	g.text[0] = 'a';
	g.text[1] = '/';
	g.text[2] = 'b';
	x = "/c/d";
	printf("%d %d %s %s %s\n", strlen(stringof(g.text)),
	    strlen(stringof(x)), basename(stringof(g.text)),
	    strjoin(x, stringof(g.text)), toupper(stringof(dirname(x))));
	exit(0);
}
/* >>> output
3 4 b /c/da/b /C
<<< */
