/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: panic() is refused, and the message says why.
 */
BEGIN
{
	panic();
}

/* >>> output
[D_FUNC_UNDEF] line 7: panic() cannot be called: Linux lets no traced program panic the kernel: write c to /proc/sysrq-trigger by system() for a crash dump
<<< */
