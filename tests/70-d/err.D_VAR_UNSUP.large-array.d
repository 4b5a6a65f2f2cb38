/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array of a thread is bounded by strsize. */
self int v[64];

BEGIN
{
	self->v[1] = 1;
}

/* >>> output
[D_VAR_UNSUP] line 7: v has 256 bytes: a struct or array of self->, or in an associative array, has at most 255: raise option strsize, and declare members of type string as char name[n]
<<< */
