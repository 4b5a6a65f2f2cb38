/* SPDX-License-Identifier: MIT */
/* ASSERTION: A variable of a branch exists behind it, not before. */
BEGIN
{
	if (later)
		later = 1;
}

/* >>> output
[D_IDENT_UNDEF] line 5: failed to resolve later: Unknown variable name: declare or assign it before it is read
<<< */
