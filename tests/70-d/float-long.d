/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A long double can be a variable, be copied and be printed.  Numbers
 * of which D knows only the size are printed as bytes.
 */
struct s { int a; long double l; float _Complex c; __int128 i; };
struct s v;
long double ld, list[int];
self long double mine;

BEGIN
{
	printf("%Lf|%Le|%LG|%10.2Lf|%-*.*Lf|\n", ld, ld, ld, ld, 8, 1, ld);
	print(ld);
	v.a = 1;
	this->bytes = (char *)&v.c;
	this->bytes[0] = 1;
	this->bytes = (char *)&v.i;
	this->bytes[0] = 5;
	self->mine = v.l;
	list[3] = self->mine;
	this->local = list[3];
	printf("%d %Lf %Lf\n", sizeof (ld), this->local,
	    *(long double *)alloca(16));
	print(v);
	print(v.i);
	exit(0);
}

/* >>> output
0.000000|0.000000e+00|0|      0.00|0.0     |
long double +0.0000000000000000E+00
16 0.000000 0.000000
struct s {
    int a = 0x1
    long double l = +0.0000000000000000E+00
    float _Complex c = [ 0x1, 0, 0, 0, 0, 0, 0, 0 ]
    __int128 i = [ 0x5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 ]
}
__int128 [ 0x5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 ]
<<< */
