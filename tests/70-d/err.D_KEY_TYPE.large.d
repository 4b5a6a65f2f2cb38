/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct that is a key is smaller than strsize. */
#pragma D option strsize=32
struct s { char c[32]; } s;

BEGIN
{
	@[s] = count();
}

/* >>> output
[D_KEY_TYPE] line 8: a struct that is a key has 1 to 31 bytes, and this one has 32: use its members as keys, or raise option strsize
<<< */
