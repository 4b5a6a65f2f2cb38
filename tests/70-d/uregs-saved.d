/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The segment registers and the number of the last trap are those
 * that the kernel has saved with the thread.
 * engine: kernel
 * needs: btf x86_64
 */
BEGIN
{
	printf("%d %d %d\n", uregs[R_DS] == curthread->thread.ds,
	    uregs[R_ES] == curthread->thread.es,
	    uregs[R_TRAPNO] == curthread->thread.trap_nr);
	printf("%d %d %d\n", uregs[R_FS] == curthread->thread.fsindex,
	    uregs[R_GS] == curthread->thread.gsindex, sizeof (uregs[R_DS]));
	exit(0);
}
/* >>> output
1 1 1
1 1 8
<<< */
