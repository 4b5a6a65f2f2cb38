/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stack() is a key: BEGIN fires from nowhere that has a name here,
 * so only the count is compared.
 */
BEGIN
{
	@[stack(2)] = count();
	trunc(@);
	@n = count();
	exit(0);
}

/* >>> output
                1
<<< */
