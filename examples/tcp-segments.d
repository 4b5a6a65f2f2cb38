/* SPDX-License-Identifier: MIT */
/*
 * Each segment of the TCP connections that a command opens: the time since it
 * began in microseconds, the direction, the other end, the flags SYN, FIN, RST,
 * PUSH and ACK, and the bytes of data.
 *
 *	dtrace -qs tcp-segments.d -c 'curl -s http://localhost/'
 */
#pragma D option temporal

BEGIN
{
	began = timestamp;
}

tcp:::connect-request
/progenyof($target)/
{
	opened[args[1]->cs_cid] = 1;
}

tcp:::send, tcp:::receive
/opened[args[1]->cs_cid]/
{
	this->flags = args[4]->tcp_flags;
	printf("%8d %s %s:%d %s%s%s%s%s %d\n", (timestamp - began) / 1000,
	    probename == "send" ? "->" : "<-",
	    args[3]->tcps_raddr, args[3]->tcps_rport,
	    this->flags & TH_SYN ? "S" : "", this->flags & TH_FIN ? "F" : "",
	    this->flags & TH_RST ? "R" : "", this->flags & TH_PUSH ? "P" : "",
	    this->flags & TH_ACK ? "A" : "",
	    args[2]->ip_plength - args[4]->tcp_offset);
}
