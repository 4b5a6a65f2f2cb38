/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: this-> has no arrays.
 */
BEGIN
{
	this->a[1] = 1;
}
