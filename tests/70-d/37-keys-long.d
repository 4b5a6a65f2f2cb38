/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key of 64 characters is wider than its column, and whole.
 */
BEGIN
{
	@["0123456789012345678901234567890123456789012345678901234567890123"] = count();
	exit(0);
}

/* >>> output
  0123456789012345678901234567890123456789012345678901234567890123                1
<<< */
