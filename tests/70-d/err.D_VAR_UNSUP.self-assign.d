/* SPDX-License-Identifier: MIT */
/* ASSERTION: A thread-local variable cannot be a struct, nor an element. */
struct s { int x; } v;

BEGIN
{
	self->v = v;
}

/* >>> output
[D_VAR_UNSUP] line 7: self->v cannot be a struct, a union or an array of a fixed size: use a this-> or a global variable
<<< */
