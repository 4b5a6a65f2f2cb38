/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate ends with a slash.
 */
BEGIN
/1 == 1
{
}
