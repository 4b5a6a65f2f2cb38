/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate is a number or a pointer.
 */
BEGIN
/"text"/
{
}
