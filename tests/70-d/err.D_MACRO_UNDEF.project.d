/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Linux has no projects.
 */
BEGIN
{
	trace($projid);
}
