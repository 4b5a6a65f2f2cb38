/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ddi_pathname() is refused, and the message says why.
 */
BEGIN
{
	trace(ddi_pathname(0, 0));
}

/* >>> output
[D_FUNC_UNDEF] line 7: ddi_pathname() cannot be called: Linux has no device tree of the Solaris kind: read the members of struct device instead
<<< */
