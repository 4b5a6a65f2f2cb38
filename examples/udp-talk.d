/* SPDX-License-Identifier: MIT */
/*
 * Datagrams that the sockets of a command exchange with each address and port
 * by UDP, and their bytes, without headers.
 *
 *	dtrace -qs udp-talk.d -c 'dig @localhost example.org'
 */
udp:::send
/progenyof($target)/
{
	sends[args[1]->cs_cid] = 1;
	@sent[args[2]->ip_daddr, args[4]->udp_dport] = count();
	@sentbytes[args[2]->ip_daddr, args[4]->udp_dport] =
	    sum(args[4]->udp_length - UDPH_SIZE);
}

udp:::receive
/sends[args[1]->cs_cid]/
{
	@received[args[2]->ip_saddr, args[4]->udp_sport] = count();
	@receivedbytes[args[2]->ip_saddr, args[4]->udp_sport] =
	    sum(args[4]->udp_length - UDPH_SIZE);
}

END
{
	printf("%-24s %6s %8s %10s %8s %10s\n", "HOST", "PORT", "SENT", "BYTES",
	    "RECEIVED", "BYTES");
	printa("%-24s %6d %@8d %@10d %@8d %@10d\n", @sent, @sentbytes,
	    @received, @receivedbytes);
}
