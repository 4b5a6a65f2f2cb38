/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ++ does not count a void * up.
 */
void *p;

BEGIN
{
	p++;
}
