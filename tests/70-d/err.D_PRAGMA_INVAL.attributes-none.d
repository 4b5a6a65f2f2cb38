/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes belong to a provider that is declared. */
#pragma D attributes Stable/Stable/Common provider foo provider

/* >>> output
[D_PRAGMA_INVAL] line 3: no provider foo is declared before this line
<<< */
