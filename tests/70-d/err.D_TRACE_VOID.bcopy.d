/* SPDX-License-Identifier: MIT */
/* ASSERTION: bcopy() has no value that could be traced. */
BEGIN
{
	trace(bcopy(alloca(1), alloca(1), 1));
}
