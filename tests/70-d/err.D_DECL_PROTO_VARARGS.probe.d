/* SPDX-License-Identifier: MIT */
/* ASSERTION: The arguments of a probe are all declared. */
provider foo { probe printf(char *, ...); };

/* >>> output
[D_DECL_PROTO_VARARGS] line 3: a probe cannot have "...": write the type of each argument
<<< */
