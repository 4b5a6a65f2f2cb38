/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: softirqs begin before they end, under the same number, and timers
 * are among them; an end without its start is of before the tracing began.
 * engine: kernel
 * needs: btf
 */
sdt:::softirq-start
{
	began[cpu, arg0] = timestamp;
}

sdt:::softirq-complete
/began[cpu, arg0]/
{
	@["wrong"] = sum(timestamp < began[cpu, arg0] || arg0 > 9);
	began[cpu, arg0] = 0;
	n++;
}

tick-10ms
/n > 0/
{
	exit(0);
}

/* >>> output
  wrong                                                             0
<<< */
