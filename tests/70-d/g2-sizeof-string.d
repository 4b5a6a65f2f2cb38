/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The size of a string is strsize, that of a string constant its length
 * and 1; sizeof takes types and expressions, with or without ( ).
 *
 * run: -x strsize=100
 */
struct s { char a; struct { short x, y; } in; long b; };

BEGIN
{
	s = "abc";
	t[1] = s;
	printf("%d %d %d %d %d\n", sizeof (s), sizeof (t[1]), sizeof (execname),
	    sizeof (string), sizeof (strjoin(s, s)));
	printf("%d %d %d\n", sizeof ("hi"), sizeof "", sizeof ("a" "b"));
	printf("%d %d %d %d\n", sizeof (NULL), sizeof 'c', sizeof (1 ? 2 : 3L),
	    sizeof (sizeof (s)));
	printf("%d %d %d %d\n", sizeof (struct s), sizeof (struct s *),
	    offsetof(struct s, in), offsetof(struct s, b));
	exit(0);
}

/* >>> output
100 100 100 100 100
3 1 3
4 4 4 8
16 8 2 8
<<< */
