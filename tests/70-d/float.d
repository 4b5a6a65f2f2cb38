/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A float or double can be a variable, be copied from memory of its
 * type, and be printed.
 */
struct pair { float f; double d; };
struct pair v;
float f;
double zero;
self double mine;
this double ours;

BEGIN
{
	printf("%f %e %g|%E %G %.2f|%10.3f|%-8.1f|\n", f, f, f, zero, zero,
	    zero, zero, zero);
	this->bits = (uint32_t *)&v;
	this->bits[0] = 0x40490fdb;
	this->bits[2] = 0x54442d18;
	this->bits[3] = 0xc00921fb;
	f = v.f;
	self->mine = v.d;
	this->ours = self->mine;
	list[1] = this->ours;
	this->p = &v;
	printf("%.4f %.10f %.10f %f %+*.*f\n", f, self->mine, list[1],
	    this->p->d, 9, 2, *(float *)this->bits);
	print(v);
	print(v.d);
	print(f);
	exit(0);
}

/* >>> output
0.000000 0.000000e+00 0|0.000000E+00 0 0.00|     0.000|0.0     |
3.1416 -3.1415926536 -3.1415926536 -3.141593     +3.14
struct pair {
    float f = +3.1415927e+00
    double d = -3.1415927e+00
}
double -3.1415927e+00
float +3.1415927e+00
<<< */
