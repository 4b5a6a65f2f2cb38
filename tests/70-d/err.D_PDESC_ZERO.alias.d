/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A name of another system does not excuse a wrong part beside it,
 * and no pattern matches such a name.
 */
#pragma D option sysaliases

syscall::pgrpsys:entry
/0/
{
}

syscall::exec[e]:entry
{
}

/* >>> output
[D_PDESC_ZERO] line 13: probe description syscall::exec[e]:entry does not match any probes
<<< */
