/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Time in calls, by thread and by (process, function).
 * run: -r 'for i in 1 2 3 4 5; do cd /; cd /tmp; kill -0 $$; done; cd /no 2>&-; :'
 */
syscall::chdir:entry,
syscall::kill:entry
/pid == $target/
{
	self->ts = timestamp;
	start[pid, probefunc] = timestamp;
	calls[probefunc]++;
}

syscall::chdir:return,
syscall::kill:return
/self->ts && start[pid, probefunc]/
{
	total[probefunc] += timestamp - start[pid, probefunc];
	@same[probefunc] = count();
	@differ = sum(self->ts != start[pid, probefunc]);
	@none[probefunc] = sum(timestamp <= self->ts);
	self->ts = 0;
	start[pid, probefunc] = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	trace(calls["chdir"]);
	trace(" ");
	trace(calls["kill"]);
	trace(" ");
	trace(total["chdir"] > 0 && total["kill"] > 0);
	trace(total["chdir"] < 1000000000);
	trace(start[pid, "chdir"]);
	trace("\n");
	exit(0);
}

/* >>> output
11 5 110
  kill                                                              5
  chdir                                                            11
                0
  chdir                                                             0
  kill                                                              0
<<< */
