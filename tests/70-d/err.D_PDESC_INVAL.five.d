/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description has at most four parts.
 */
a:b:c:d:e
{
	trace(1);
}
