/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A * in the format of printa() takes a key.
 */
BEGIN
{
	@a[1] = count();
	printa("%d %*d", @a);
}

/* >>> output
[D_PRINTF_DYN_PROTO] line 8: printa(): * in the format takes the width from the next key, and @a has 1
<<< */
