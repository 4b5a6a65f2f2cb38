/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A tuple of strings; equal values are sorted by key, in byte
 * order.
 */
BEGIN
{
	@["b", "x"] = count();
	@["a", "y"] = count();
	@["a", "x"] = count();
	@["B", "x"] = count();
	exit(0);
}

/* >>> output
  B                                                   x                                                                 1
  a                                                   x                                                                 1
  a                                                   y                                                                 1
  b                                                   x                                                                 1
<<< */
