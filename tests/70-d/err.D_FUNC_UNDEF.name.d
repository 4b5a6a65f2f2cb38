/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A function must exist.
 */
BEGIN
{
	nosuchfunction(1);
}

/* >>> output
[D_FUNC_UNDEF] line 7: there is no function or action nosuchfunction()
<<< */
