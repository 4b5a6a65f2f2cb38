/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A register has its own name and that of its purpose.
 * needs: x86_64
 */
BEGIN
{
	printf("%d %d\n", R_RIP == R_PC, R_RSP == R_SP);
	exit(0);
}

/* >>> output
1 1
<<< */
