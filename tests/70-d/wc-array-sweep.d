/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The elements of a thread's arrays go with it, those with short
 * keys, long keys and strings: there is room for the next one's.  Those of
 * others stay.
 * run: -x dynvarsize=16k -r 'cd /tmp; for i in $(seq 200); do (cd /); done; sleep 0.1; cd /; :'
 */
syscall::chdir:entry
/pid == $target/
{
	self->n["calls", 1]++;
	all[1]++;
}

syscall::chdir:entry
/ppid == $target/
{
	self->n["calls", 1] = 1;
	self->n["a key that takes more than eight words, which makes it a long one",
	    2] = 2;
	self->s[1] = "text";
	@["children"] = sum(self->n["calls", 1] + (self->s[1] == "text") +
	    self->n["a key that takes more than eight words, which makes it a "
	    "long one", 2]);
}

syscall::exit_group:entry
/pid == $target/
{
	@["parent"] = sum(self->n["calls", 1] + 10 * all[1]);
	exit(0);
}

/* >>> output
  parent                                                           22
  children                                                        800
<<< */
