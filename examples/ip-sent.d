/* SPDX-License-Identifier: MIT */
/*
 * Packets that a command sends, by device, destination and protocol, and their
 * bytes, without the IP header.
 *
 *	dtrace -qs ip-sent.d -c 'ping -c 3 localhost'
 */
ip:::send
/progenyof($target)/
{
	this->protocol = args[2]->ip_ver == 6 ? args[5]->ipv6_nextstr :
	    args[4]->ipv4_protostr;
	@packets[args[3]->if_name, args[2]->ip_daddr, this->protocol] = count();
	@bytes[args[3]->if_name, args[2]->ip_daddr, this->protocol] =
	    sum(args[2]->ip_plength);
}

END
{
	printf("%-10s %-24s %-8s %8s %10s\n", "DEVICE", "TO", "PROTOCOL",
	    "PACKETS", "BYTES");
	printa("%-10s %-24s %-8s %@8d %@10d\n", @packets, @bytes);
}
