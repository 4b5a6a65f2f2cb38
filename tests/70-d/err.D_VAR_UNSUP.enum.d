/* SPDX-License-Identifier: MIT */
/* ASSERTION: A program defines no enumerators. */
enum e { ONE, TWO };

BEGIN
{
	exit(0);
}

/* >>> output
[D_VAR_UNSUP] line 3: a program cannot define an enum: write the numbers of its enumerators
<<< */
