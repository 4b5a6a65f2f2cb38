/* SPDX-License-Identifier: MIT */
/*
 * Segments and bytes that a command exchanges with each host by TCP, without
 * headers, and how many of the segments it had to send again.
 *
 *	dtrace -qs tcp-bytes.d -c 'curl -s http://localhost/'
 */
tcp:::connect-request
/progenyof($target)/
{
	ours[args[1]->cs_cid] = 1;
}

tcp:::send
/ours[args[1]->cs_cid]/
{
	@out[args[3]->tcps_raddr] = count();
	@outbytes[args[3]->tcps_raddr] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
	@again[args[3]->tcps_raddr] = sum(args[3]->tcps_retransmit);
}

tcp:::receive
/ours[args[1]->cs_cid]/
{
	@in[args[3]->tcps_raddr] = count();
	@inbytes[args[3]->tcps_raddr] =
	    sum(args[2]->ip_plength - args[4]->tcp_offset);
}

END
{
	printf("%-24s %8s %10s %8s %10s %6s\n", "HOST", "SENT", "BYTES",
	    "RECEIVED", "BYTES", "AGAIN");
	printa("%-24s %@8d %@10d %@8d %@10d %@6d\n", @out, @outbytes, @in,
	    @inbytes, @again);
}
