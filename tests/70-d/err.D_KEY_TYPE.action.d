/* SPDX-License-Identifier: MIT */
/* ASSERTION: An action is no key. */
BEGIN { @[printf("x")] = count(); }

/* >>> output
[D_KEY_TYPE] line 3: printf() is an action and has no value: write it as a statement
<<< */
