/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A name of another system does not excuse a wrong part beside it,
 * whether a pattern matches it or not.
 */
#pragma D option sysaliases

syscall::pgrpsys:entry
/0/
{
}

syscall::exec[e]:start
{
}

/* >>> output
[D_PDESC_ZERO] line 13: probe description syscall::exec[e]:start does not match any probes
<<< */
