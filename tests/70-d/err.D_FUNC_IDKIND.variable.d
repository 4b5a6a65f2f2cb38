/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable cannot be called.
 */
BEGIN
{
	pid(1);
}

/* >>> output
[D_FUNC_IDKIND] line 7: pid is a variable and cannot be called
<<< */
