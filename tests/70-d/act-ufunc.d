/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ufunc() is usym(), in a format, as a key and as a statement.
 */
BEGIN
{
	ufunc(1);
	printf("%A %A", usym(2), ufunc(2));
	@[ufunc(3)] = count();
	exit(0);
}

/* >>> output
  0x1                                               0x2 0x2  0x3                                                               1
<<< */
