/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A declared variable belongs to no module.
 */
int vmlinux`x;

BEGIN
{
}

/* >>> output
[D_DECL_SCOPE] line 5: vmlinux`x: a module's name cannot be part of a declared name
<<< */
