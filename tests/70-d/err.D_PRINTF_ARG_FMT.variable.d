/* SPDX-License-Identifier: MIT */
/* ASSERTION: A format is a constant, not the value of a variable. */
BEGIN { printf(probename); }

/* >>> output
[D_PRINTF_ARG_FMT] line 3: the format of printf() must be a constant: write printf("%s", ...) for a string
<<< */
