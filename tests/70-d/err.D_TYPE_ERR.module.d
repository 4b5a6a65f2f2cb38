/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only the types of vmlinux are read.
 */
struct no_module`file *f;

BEGIN
{
}

/* >>> output
[D_TYPE_ERR] line 5: there is no type "struct no_module`file": ` looks only at the types of vmlinux
<<< */
