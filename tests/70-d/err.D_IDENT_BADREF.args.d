/* SPDX-License-Identifier: MIT */
/* ASSERTION: args needs an index. */
syscall::read:entry
/args != 0/
{
}

/* >>> output
[D_IDENT_BADREF] line 4: args is an array: write args[0]
<<< */
