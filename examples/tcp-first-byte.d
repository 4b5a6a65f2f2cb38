/* SPDX-License-Identifier: MIT */
/*
 * How long the hosts that a command connects to take until their first byte of
 * data arrives, in microseconds.
 *
 *	dtrace -qs tcp-first-byte.d -c 'curl -s http://localhost/'
 */
tcp:::connect-request
/progenyof($target)/
{
	asked[args[1]->cs_cid] = timestamp;
}

tcp:::receive
/args[2]->ip_plength > args[4]->tcp_offset && asked[args[1]->cs_cid]/
{
	@us[args[2]->ip_saddr, args[4]->tcp_sport] =
	    quantize((timestamp - asked[args[1]->cs_cid]) / 1000);
	asked[args[1]->cs_cid] = 0;
}
