/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable of the kernel cannot be named.
 */
BEGIN
{
	trace(`jiffies);
}

/* >>> output
[D_SYM_NOTYPES] line 7: `jiffies cannot be read: the types of the kernel's variables are not known
<<< */
