/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct of a thread has at most 8000 bytes. */
struct s { char x[8001]; };
self struct s v;

BEGIN
{
	self->v.x[1] = 1;
}

/* >>> output
[D_VAR_UNSUP] line 8: v has 8001 bytes: a struct or array of self->, or in an associative array, has at most 8000
<<< */
