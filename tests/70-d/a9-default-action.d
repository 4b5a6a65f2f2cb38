/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause without statements records its firing and prints
 * nothing.
 */
BEGIN
{
}

BEGIN
{
	exit(0);
}

/* >>> output
<<< */
