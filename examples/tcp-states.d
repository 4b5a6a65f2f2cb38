/* SPDX-License-Identifier: MIT */
/*
 * How long the TCP connections that a command opens stay in each state, in
 * microseconds.
 *
 *	dtrace -qs tcp-states.d -c 'curl -s http://localhost/'
 */
#pragma D option temporal

tcp:::connect-request
/progenyof($target)/
{
	since[args[1]->cs_cid] = timestamp;
}

tcp:::state-change
/since[args[1]->cs_cid]/
{
	this->us = (timestamp - since[args[1]->cs_cid]) / 1000;
	printf("%-18s -> %-18s %d\n", tcp_state_string[args[5]->tcps_state],
	    tcp_state_string[args[3]->tcps_state], this->us);
	@us[tcp_state_string[args[5]->tcps_state]] = quantize(this->us);
	since[args[1]->cs_cid] = args[3]->tcps_state == TCP_STATE_CLOSED ? 0 :
	    timestamp;
}
