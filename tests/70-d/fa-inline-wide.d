/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An inline that is a constant keeps all 64 bits of its expression,
 * also where the type of the expression has fewer.
 */
inline int64_t TIB = 1 << 40;
inline int HIGH = ~(uint32_t)(char)-1;

BEGIN
/HIGH/
{
	printf("%d %d %d\n", TIB / 1048576, TIB > 4294967296, HIGH >> 32 != 0);
	exit(0);
}
/* >>> output
1048576 1 1
<<< */
