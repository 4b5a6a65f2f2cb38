/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enum has one definition. */
enum e { A };
enum e { A, B };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_TYPERED] line 4: enum e is already defined with other enumerators
<<< */
