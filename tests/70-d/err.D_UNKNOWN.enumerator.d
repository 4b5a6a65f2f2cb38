/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enumerator occurs once in an enum. */
enum e { A, A };

BEGIN
{
	exit(0);
}

/* >>> output
[D_UNKNOWN] line 3: enumerator A occurs twice
<<< */
