/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A module is that of the kernel or a file of a process.
 */
struct no_module`file *f;

BEGIN
{
}

/* >>> output
[D_TYPE_ERR] line 5: there is no type "struct no_module`file": there is no process that could have a file no_module: start or name one first (option -c or -p of dtrace)
<<< */
