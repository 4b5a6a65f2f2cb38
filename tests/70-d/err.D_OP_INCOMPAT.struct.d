/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct is assigned from a struct of the same type only. */
struct a { int x; };
struct b { int x; };
this struct a a;
this struct b b;

BEGIN
{
	this->a = this->b;
}

/* >>> output
[D_OP_INCOMPAT] line 10: a struct a cannot be assigned a value of type struct b
<<< */
