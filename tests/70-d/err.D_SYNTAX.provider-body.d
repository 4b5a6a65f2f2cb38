/* SPDX-License-Identifier: MIT */
/* ASSERTION: A provider has probes and nothing else. */
provider foo { int x; };

/* >>> output
[D_SYNTAX] line 3: syntax error near "int": expected "probe" or "}"
<<< */
