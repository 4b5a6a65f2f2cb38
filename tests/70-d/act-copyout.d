/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyout() and copyoutstr() write to the process: what copyin()
 * reads there afterwards has changed, as far as it was asked to.
 * engine: vm
 * run: -r 'cd /abcdefghijkl 2>/dev/null; :'
 */
#pragma D option destructive
#pragma D option quiet

syscall::chdir:entry
/pid == $target && copyinstr(arg0) == "/abcdefghijkl"/
{
	copyoutstr("XY", arg0 + 1, 2);
	printf("%s\n", copyinstr(arg0));
	copyoutstr("123", arg0 + 7, 10);
	printf("%s\n", copyinstr(arg0));
	this->p = copyin(arg0 + 1, 2);
	copyout(this->p, arg0 + 3, 2);
	copyout((uintptr_t)this->p + 1, arg0 + 5, 1);
	copyout(this->p, arg0, 0);
	printf("%s\n", copyinstr(arg0));
	this->s = "pq";
	copyout(this->s, arg0 + 1, 2);
	copyout("st", arg0 + 4, 1);
	printf("%s\n", copyinstr(arg0));
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
/XYcdefghijkl
/XYcdef123
/XYXYYf123
/pqXsYf123
<<< */
