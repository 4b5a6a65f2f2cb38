/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A long double is printed with the digits that it has.
 * engine: vm
 */
struct s { long double l; };
struct s v;
long double copy;

BEGIN
{
	this->p = (uint64_t *)&v;
	this->p[0] = 0xc90fdaa22168c235;
	this->p[1] = 0x4000;
	copy = v.l;
	printf("%.18Lf %+.3Le %Lg\n", copy, v.l, copy);
	print(v);
	exit(0);
}

/* >>> output
3.141592653589793239 +3.142e+00 3.14159
struct s {
    long double l = +3.1415926535897932E+00
}
<<< */
