/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Probes of cpc, which get the next free id, leave those of other
 * providers free.
 * engine: kernel
 * needs: btf
 */
cpc:::cpu_clock-all-1000000000,
cpc:::cpu_clock-all-1000000001,
cpc:::cpu_clock-all-1000000002,
ip:::drop-in
/0/
{
}

BEGIN
{
	exit(0);
}
