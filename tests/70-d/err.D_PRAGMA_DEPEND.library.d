/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program does not depend on a library by name.
 */
#pragma D depends_on library x.d

BEGIN
{
	trace(1);
}


/* >>> output
[D_PRAGMA_DEPEND] line 5: only a library can depend on a library: a program gets those that it needs
<<< */
