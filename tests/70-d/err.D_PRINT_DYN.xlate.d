/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A translated struct is not in memory.
 */
struct out { int x; };
translator struct out < int i > { x = i; };

BEGIN
{
	print(xlate < struct out > (1));
}

/* >>> output
[D_PRINT_DYN] line 10: a translated struct out is not in memory: name a member of it
<<< */
