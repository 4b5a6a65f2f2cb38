/* SPDX-License-Identifier: MIT */
/* ASSERTION: A member of type string cannot be read from memory. */
struct s { int n; string text; };

BEGIN
{
	trace(((struct s *)alloca(64))->text);
}

/* >>> output
[D_DECL_DYNOBJ] line 7: a string is not in memory: this member has a value in a translated struct only; declare it as char name[n]
<<< */
