/* SPDX-License-Identifier: MIT */
/* ASSERTION: A variable cannot take the name of an inline. */
inline int f = 1;
int f;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 4: f is an inline or an enumerator already: choose another name
<<< */
