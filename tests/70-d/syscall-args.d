/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] of a system call have the types of the kernel's function:
 * an int is 32 bits of its register, and a pointer leads into the process.  At
 * return both are the result.
 * needs: tracefs
 * run: -r 'cd /nowhere/at/all 2>/dev/null; printf hello >/dev/null; exec sleep 0.25'
 */
syscall::chdir:entry
/pid == $target/
{
	printf("%s %s %s %d ", copyinstr(args[0]), stringof(args[0]), args[0],
	    strlen(args[0]));
	printf("%c%c %d\n", args[0][1], *(args[0] + 2), sizeof(*args[0]));
	self->path = args[0];
	@[stringof(args[0])] = count();
}

syscall::chdir:return
/pid == $target && args[0] < 0/
{
	printf("%s %d %d %d %d\n", copyinstr(self->path), args[0], args[1],
	    sizeof(args[1]), errno);
}

syscall::openat:entry
/pid == $target && args[0] == -100 && args[2] & O_CREAT/
{
	printf("%s 0%o %d %d\n", copyinstr(args[1]), args[3], sizeof(args[0]),
	    sizeof(args[3]));
}

syscall::write:entry
/pid == $target && args[2] == 5/
{
	printf("%d %s\n", args[0], stringof(copyin(args[1], args[2])));
	tracemem(copyin(args[1], 4), 4);
}

syscall::clock_nanosleep:entry
/pid == $target && args[2]->tv_sec == 0/
{
	this->copy = *args[2];
	this->in = (struct __kernel_timespec *)copyin(args[2],
	    sizeof(*args[2]));
	printf("%d %d %d %d\n", args[2]->tv_nsec / 1000,
	    (*args[2]).tv_nsec / 1000, this->copy.tv_nsec / 1000,
	    this->in->tv_nsec / 1000);
	printf("%d\n", (uintptr_t)&args[2]->tv_nsec - (uintptr_t)args[2]);
	this->copy.tv_nsec &= ~1;	/* some versions add 1 ns */
	print(this->copy);
}

syscall::exit_group:entry
/pid == $target/
{
	printf("%d\n", args[0]);
	exit(0);
}

/* >>> output
/dev/null 0666 4 2
/nowhere/at/all /nowhere/at/all /nowhere/at/all 15 no 1
/nowhere/at/all -1 -1 8 2
/dev/null 0666 4 2
1 hello

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 68 65 6c 6c                                      hell
250000 250000 250000 250000
8
struct __kernel_timespec {
    __kernel_time64_t tv_sec = 0
    long long tv_nsec = 0xee6b280
}
0
  /nowhere/at/all                                                   1
<<< */
