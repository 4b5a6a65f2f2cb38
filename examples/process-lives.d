/* SPDX-License-Identifier: MIT */
/*
 * The processes that a command starts: what each runs, and how long it lives in
 * milliseconds.
 *
 *	dtrace -qs process-lives.d -c 'sh -c "date; ls; exit 3"'
 */
proc:::start
/progenyof($target)/
{
	born[pid] = timestamp;
}

proc:::exec-success
/born[pid]/
{
	printf("%-16s starts\n", execname);
}

proc:::exit
/born[pid]/
{
	this->ms = (timestamp - born[pid]) / 1000000;
	printf("%-16s %s after %d ms\n", execname, args[0] == 1 ? "exits" :
	    "is killed", this->ms);
	@lives[execname] = quantize(this->ms);
	born[pid] = 0;
}
