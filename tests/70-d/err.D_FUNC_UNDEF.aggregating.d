/* SPDX-License-Identifier: MIT */
/* ASSERTION: An aggregation is assigned an aggregating function. */
BEGIN { @ = nofunction(1); }

/* >>> output
[D_FUNC_UNDEF] line 3: there is no function or action nofunction()
<<< */
