/* SPDX-License-Identifier: MIT */
/* ASSERTION: A pointer to a translated struct points to no memory. */
struct out { int x; };
translator struct out < int i > { x = i; };

BEGIN
{
	print(xlate < struct out * > (1));
}

/* >>> output
[D_PRINT_DYN] line 8: a translated struct out * is not in memory: name a member of it
<<< */
