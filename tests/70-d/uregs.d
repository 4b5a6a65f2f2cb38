/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: uregs[] has the registers with which the process has entered the
 * kernel: in a system call its place and its stack, and later its result.
 * run: -r 'echo hello >/dev/null'
 */
syscall::write:entry
/pid == $target/
{
	self->sp = uregs[R_SP];
	self->pc = uregs[R_PC];
	printf("%d %d %d\n", sizeof (uregs[R_PC]), self->sp > 4096,
	    self->pc > 4096);
}

syscall::write:return
/pid == $target/
{
	printf("%d %d %d\n", uregs[R_SP] == self->sp, uregs[R_PC] == self->pc,
	    uregs[R_R0] == arg1);
	exit(0);
}

/* >>> output
8 1 1
1 1 1
<<< */
