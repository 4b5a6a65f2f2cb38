/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array of a thread has at most 8000 bytes. */
self int v[2001];

BEGIN
{
	self->v[1] = 1;
}

/* >>> output
[D_VAR_UNSUP] line 7: v has 8004 bytes: a struct or array of self->, or in an associative array, has at most 8000
<<< */
