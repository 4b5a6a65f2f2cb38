/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct that is named only is neither long nor short.
 */
struct s {
	int a;
};
short struct s *x;

BEGIN
{
	exit(0);
}
