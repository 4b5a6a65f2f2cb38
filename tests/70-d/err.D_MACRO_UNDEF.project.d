/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Linux has no projects.
 */
BEGIN
{
	trace($projid);
}

/* >>> output
[D_MACRO_UNDEF] line 7: $projid has no value: Linux has no projects and no tasks of them
<<< */
