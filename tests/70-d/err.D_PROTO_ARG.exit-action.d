/* SPDX-License-Identifier: MIT */
/* ASSERTION: An action is no argument of another action. */
BEGIN { exit(exit(0)); }

/* >>> output
[D_PROTO_ARG] line 3: exit() is an action and has no value: write it as a statement
<<< */
