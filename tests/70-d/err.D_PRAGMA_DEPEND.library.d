/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no libraries to depend on.
 */
#pragma D depends_on library x.d

BEGIN
{
	trace(1);
}
