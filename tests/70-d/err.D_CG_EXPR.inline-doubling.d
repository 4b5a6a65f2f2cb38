/* SPDX-License-Identifier: MIT */
/* ASSERTION: Inlines that double each other end with an error. */
inline int f0 = pid;
inline int f1 = f0 + f0;
inline int f2 = f1 + f1;
inline int f3 = f2 + f2;
inline int f4 = f3 + f3;
inline int f5 = f4 + f4;
inline int f6 = f5 + f5;
inline int f7 = f6 + f6;
inline int f8 = f7 + f7;
inline int f9 = f8 + f8;
inline int f10 = f9 + f9;
inline int f11 = f10 + f10;
inline int f12 = f11 + f11;
inline int f13 = f12 + f12;
inline int f14 = f13 + f13;
inline int f15 = f14 + f14;
inline int f16 = f15 + f15;
inline int f17 = f16 + f16;
inline int f18 = f17 + f17;
inline int f19 = f18 + f18;
inline int f20 = f19 + f19;
inline int f21 = f20 + f20;
inline int f22 = f21 + f21;
inline int f23 = f22 + f22;

BEGIN
{
	exit(f23);
}

/* >>> output
[D_CG_EXPR] line 3: the inlines of the program stand for more than 200000 operators and operands together: assign values to variables instead
<<< */
