/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Of the D pragmas there are option and attributes.
 */
#pragma D binding "1.0" x

BEGIN
{
	trace(1);
}

/* >>> output
[D_PRAGMA_INVAL] line 5: #pragma D binding is not supported: option and attributes are
<<< */
