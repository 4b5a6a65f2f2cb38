/* SPDX-License-Identifier: MIT */
/*
 * Which system calls of a command fail, why, and how often.
 *
 *	dtrace -qs failed-calls.d -c 'cat /nowhere'
 */
inline string name_of[int e] = e == 1 ? "EPERM" : e == 2 ? "ENOENT" :
    e == 9 ? "EBADF" : e == 11 ? "EAGAIN" : e == 13 ? "EACCES" :
    e == 17 ? "EEXIST" : e == 20 ? "ENOTDIR" : e == 22 ? "EINVAL" :
    e == 25 ? "ENOTTY" : e == 38 ? "ENOSYS" : lltostr(e);

syscall:::return
/pid == $target && errno != 0/
{
	@[execname, probefunc, name_of[errno]] = count();
}

END
{
	printf("%-16s %-20s %-10s %5s\n", "PROGRAM", "CALL", "ERROR",
	    "COUNT");
	printa("%-16s %-20s %-10s %@5d\n", @);
}
