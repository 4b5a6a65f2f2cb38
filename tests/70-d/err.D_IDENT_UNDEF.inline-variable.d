/* SPDX-License-Identifier: MIT */
/* ASSERTION: What an inline stands for must exist before it. */
inline int f = unknown;

BEGIN
{
	exit(0);
}

/* >>> output
[D_IDENT_UNDEF] line 3: failed to resolve unknown: Unknown variable name: declare or assign it before it is read
<<< */
