/* SPDX-License-Identifier: MIT */
/* ASSERTION: A program defines no enumerators. */
enum e { ONE, TWO };

BEGIN
{
	exit(0);
}
