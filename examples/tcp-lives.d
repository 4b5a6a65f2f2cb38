/* SPDX-License-Identifier: MIT */
/*
 * The TCP connections that a command opens: how long it takes to connect, and
 * how long each connection lives, in microseconds.
 *
 *	dtrace -qs tcp-lives.d -c 'curl -s http://localhost/'
 */
#pragma D option temporal

tcp:::connect-request
/progenyof($target)/
{
	born[args[1]->cs_cid] = timestamp;
	name[args[1]->cs_cid] = execname;
}

tcp:::connect-established
/born[args[1]->cs_cid]/
{
	printf("%-16s %s:%d connected after %d us\n", name[args[1]->cs_cid],
	    args[3]->tcps_raddr, args[3]->tcps_rport,
	    (timestamp - born[args[1]->cs_cid]) / 1000);
}

tcp:::connect-refused
/born[args[1]->cs_cid]/
{
	printf("%-16s %s:%d refused after %d us\n", name[args[1]->cs_cid],
	    args[3]->tcps_raddr, args[3]->tcps_rport,
	    (timestamp - born[args[1]->cs_cid]) / 1000);
	born[args[1]->cs_cid] = 0;
	name[args[1]->cs_cid] = 0;
}

tcp:::state-change
/args[3]->tcps_state == TCP_STATE_CLOSED && born[args[1]->cs_cid]/
{
	printf("%-16s %s:%d closed after %d us\n", name[args[1]->cs_cid],
	    args[3]->tcps_raddr, args[3]->tcps_rport,
	    (timestamp - born[args[1]->cs_cid]) / 1000);
	born[args[1]->cs_cid] = 0;
	name[args[1]->cs_cid] = 0;
}
