/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The names of registers that every machine has are those of Solaris
 * and Oracle Linux.
 * run: -x cpp
 */
#ifdef __aarch64
#define	FIRST	R_X0
#define	SECOND	R_X1
#define	FRAME	R_X29
#else
#define	FIRST	R_RAX
#define	SECOND	R_RBX
#define	FRAME	R_RBP
#endif
BEGIN
{
	printf("%d %d %d\n", R_R0 == FIRST, R_R1 == SECOND, R_FP == FRAME);
	exit(0);
}

/* >>> output
1 1 1
<<< */
