/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct of a thread is bounded by strsize. */
struct s { char x[256]; };
self struct s v;

BEGIN
{
	self->v.x[1] = 1;
}

/* >>> output
[D_VAR_UNSUP] line 8: v has 256 bytes: a struct or array of self->, or in an associative array, has at most 255: raise option strsize, and declare members of type string as char name[n]
<<< */
