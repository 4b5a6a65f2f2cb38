/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A module, a function and a member that only other systems have are
 * refused with what to write instead.
 * needs: btf
 */

sched::resume:on-cpu { n++; }

proc:genunix::exec { n++; }

proc:genunix:exec_common:exec { n++; }

syscall:genunix:read:entry { n++; }

sched::resume:no-such-name { n++; }

BEGIN { trace(curthread->t_pri); }

BEGIN { trace(curthread->t_cpu->cpu_disp->disp_nrunnable); }

BEGIN { trace(curthread->t_procp->p_ppid); }

/* >>> output
[D_PDESC_ZERO] probe description sched::resume:on-cpu does not match any probes, but sched:::on-cpu does: the names of modules and functions differ between systems
[D_PDESC_ZERO] probe description proc:genunix::exec does not match any probes, but proc:::exec does: the names of modules and functions differ between systems
[D_PDESC_ZERO] probe description proc:genunix:exec_common:exec does not match any probes, but proc:::exec does: the names of modules and functions differ between systems
[D_PDESC_ZERO] probe description syscall:genunix:read:entry does not match any probes, but syscall::read:entry does: the names of modules and functions differ between systems
[D_PDESC_ZERO] provider sched has no probe no-such-name: list the probes with dtrace -l -P sched
[D_TYPE_MEMBER] line 18: struct task_struct has no member t_pri: write curlwpsinfo->pr_pri
[D_TYPE_MEMBER] line 20: struct task_struct has no member t_cpu: curcpu describes the CPU, and sched:::load-change has the length of its queue
[D_TYPE_MEMBER] line 22: struct task_struct has no member t_procp: curpsinfo describes the process, and ppid is its parent
<<< */
