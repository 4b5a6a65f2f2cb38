/* SPDX-License-Identifier: MIT */
/* ASSERTION: copyin() takes an address. */
BEGIN
{
	tracemem(copyin(execname, 8), 8);
}
