/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: pcap() is refused, and the message says what to write instead.
 */
BEGIN
{
	pcap(NULL, 1);
}

/* >>> output
[D_FUNC_UNDEF] line 7: pcap() cannot be called: Oracle Linux passes packets to tshark by it: write tracemem() of what skb->data points to, or the headers in args[] of providers ip, tcp and udp
<<< */
