/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ftruncate() empties the file that the output goes to, and what
 * follows is at its start.
 */
BEGIN
{
	printf("gone\n");
	ftruncate();
	printf("gone as well, and longer\n");
	ftruncate();
	ftruncate();
	printf("left\n");
}

BEGIN
{
	printf("so is this\n");
	exit(0);
}

/* >>> output
left
so is this
<<< */
