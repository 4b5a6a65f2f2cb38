/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The elements of an associative array can be arrays of a fixed size.
 * Assigning 0 frees such an element.
 */
int a[int][4], b[string, int][2][3];
self char text[int][8];
string names[int][2];

BEGIN
{
	a[1][2] = 3;
	a[1][3] += 4;
	a[2][0]++;
	b["x", 1][1][2] = 6;
	printf("%d %d %d %d %d %d\n", a[1][2], a[1][3], a[2][0], a[3][0],
	    b["x", 1][1][2], b["x", 2][1][2]);
	self->text[3][0] = 'A';
	self->text[3][1] = 'B';
	names[5][1] = "five";
	printf("%s %s %d %d\n", self->text[3], names[5][1], sizeof (a[1]),
	    sizeof (names[5]));
	self->text[3] = "longer than 8";
	printf("[%s]\n", self->text[3]);
	a[1] = 0;
	self->text[3] = 0;
	printf("%d %d [%s]\n", a[1][2], a[2][0], self->text[3]);
	exit(0);
}

/* >>> output
3 4 1 0 6 0
AB five 16 512
[longer ]
0 1 []
<<< */
