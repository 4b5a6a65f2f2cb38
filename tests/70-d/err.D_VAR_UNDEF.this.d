/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A this-> variable must be assigned somewhere before it is read.
 */
BEGIN
{
	trace(this->never);
}
