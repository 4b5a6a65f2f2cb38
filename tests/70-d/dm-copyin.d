/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyin() gives bytes of the process, for tracemem(), stringof()
 * and keys; more of them than one chunk holds, too.
 * run: -r 'printf "%8090s" "the end" >/dev/null; cd /nowhere/at/all 2>/dev/null; :'
 */
#pragma D option strsize=8100

syscall::chdir:entry
/pid == $target && stringof(copyin(arg0, 9)) == "/nowhere/"/
{
	tracemem(copyin(arg0, 16), 16, 15);
	@[stringof(copyin(arg0 + 9, 7))] = count();
	@n[strlen(stringof(copyin(arg0, 4)))] = count();
}

syscall::write:entry
/pid == $target && arg2 > 4096/
{
	tracemem(copyin(arg1 + 8078, 12), 12);
	trace(strlen(stringof(copyin(arg1, 4095))));
	trace(strlen(stringof(copyin(arg1, arg2))));
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 20 20 20 20 20 74 68 65 20 65 6e 64                   the end
40958090
             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 2f 6e 6f 77 68 65 72 65 2f 61 74 2f 61 6c 6c     /nowhere/at/all
  at/all                                                            1
                4                1
<<< */
