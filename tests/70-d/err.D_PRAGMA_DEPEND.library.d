/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no libraries to depend on.
 */
#pragma D depends_on library x.d

BEGIN
{
	trace(1);
}

/* >>> output
[D_PRAGMA_DEPEND] line 5: #pragma D depends_on is not supported: there are no D libraries
<<< */
