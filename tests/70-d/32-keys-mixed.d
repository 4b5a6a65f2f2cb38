/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Integers and strings in one tuple.
 */
BEGIN
{
	@["read", 3] = sum(10);
	@["read", 4] = sum(20);
	@["write", 3] = sum(30);
	exit(0);
}

/* >>> output
  read                                                      3               10
  read                                                      4               20
  write                                                     3               30
<<< */
