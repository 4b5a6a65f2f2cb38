/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A type, provider, variable of the kernel, system call or constant
 * of another system is refused with what to write instead.
 * needs: btf
 */

vnode_t *v; BEGIN {}

this page_t *v; BEGIN {}

struct s { const user_addr_t *v; }; BEGIN {}

uint49_t x; BEGIN {}

uint49_t x[string]; BEGIN {}

inline uint49_t x = 1; BEGIN {}

BEGIN { trace(sizeof (vnode_t)); }

BEGIN x {}

nfsv3:::op-read-start { n++; }

mach_trap:::entry { n++; }

BEGIN { trace(`utsname.nodename); }

BEGIN { trace(`lbolt); }

BEGIN { trace(curthread->t_sobj_ops); }

syscall::connect_nocancel:entry { n++; }

inline int AF_INET6 = 30; BEGIN { trace(AF_INET6); }

inline int AF_INET6 = 10; inline int AF_INET6 = pid; BEGIN {}

inline string AF_INET6 = "a"; BEGIN {}

inline int AF_INET6[int a] = a; BEGIN {}

inline int AF_INET6 = 10; int AF_INET6; BEGIN {}

BEGIN { trace(copyinstr((user_addr_t)arg0)); }

BEGIN { this->n = (uint49_t)12; }

BEGIN { this->n = (uint49_t) this->m; }

BEGIN { this->n = (uint49_t)(12) + 1; }

BEGIN { trace(offsetof(struct thread, td_tid)); }

BEGIN { trace(((struct thread *)curthread)->td_wmesg); }

BEGIN { trace(curthread->p_vmspace); }

vminfo:::maj_fault { }

vminfo:::pgpgin { }

vminfo:::anonpgin { }

vminfo:::rev { }

proc:::fault { }

sched:::cpucaps-sleep { }

sched:::schedctl-preempt { }

sysinfo:::canch { }

io:::stop { }

/* >>> output
[D_SYNTAX] line 8: syntax error near "vnode_t": there is no such type: an open file is a struct file, and what it is in its file system a struct inode
[D_SYNTAX] line 10: syntax error near "page_t": there is no such type: a page of memory is a struct page
[D_SYNTAX] line 12: syntax error near "user_addr_t": there is no such type: it is macOS's: write uintptr_t
[D_SYNTAX] line 14: syntax error near "uint49_t": there is no such type
[D_SYNTAX] line 16: syntax error near "uint49_t": there is no such type
[D_SYNTAX] line 18: syntax error near "uint49_t": there is no such type
[D_IDENT_UNDEF] line 20: failed to resolve vnode_t: Unknown variable name: an open file is a struct file, and what it is in its file system a struct inode
[D_SYNTAX] line 22: syntax error near "x": expected ",", "/", "{" or ";"
[D_PDESC_ZERO] Linux has no provider nfsv3: Linux's NFS has tracepoints: see dtrace -l -n 'sdt:nfs*::'
[D_PDESC_ZERO] Linux has no provider mach_trap: it is macOS's, and Linux has no Mach traps: write provider syscall
[D_IDENT_UNDEF] line 28: `utsname: Linux has no such variable: write curthread->nsproxy->uts_ns->name, which has the same members
[D_IDENT_UNDEF] line 30: `lbolt: Linux has no such variable: write timestamp, which counts nanoseconds
[D_TYPE_MEMBER] line 32: struct task_struct has no member t_sobj_ops: write curlwpsinfo->pr_stype
[D_PDESC_ZERO] Linux has no system call connect_nocancel: use connect instead, or set option sysaliases
[D_DECL_IDRED] line 36: inline AF_INET6: AF_INET6 is a constant already, which is 10 on this system: leave out this line
[D_DECL_IDRED] line 38: inline AF_INET6: AF_INET6 is a constant already, which is 10 on this system: leave out this line
[D_DECL_IDRED] line 40: inline AF_INET6: AF_INET6 is a constant already, which is 10 on this system: leave out this line
[D_DECL_IDRED] line 42: inline AF_INET6: AF_INET6 is the name of a constant already
[D_DECL_IDRED] line 44: AF_INET6 is an inline or an enumerator already: choose another name
[D_SYNTAX] line 46: syntax error near "user_addr_t": there is no such type: it is macOS's: write uintptr_t
[D_SYNTAX] line 48: syntax error near "uint49_t": there is no such type
[D_SYNTAX] line 50: syntax error near "uint49_t": there is no such type
[D_FUNC_UNDEF] line 52: there is no function or action uint49_t()
[D_UNKNOWN] line 54: td_tid of struct thread has no offset: it is computed, or read through a pointer
[D_TYPE_MEMBER] line 56: struct thread, here struct task_struct, has no member td_wmesg: Linux keeps no such text: write stack()
[D_TYPE_MEMBER] line 58: struct proc, here struct task_struct, has no member p_vmspace
[D_PDESC_ZERO] provider vminfo has no probe maj_fault: write cpc:::major_faults-all-1; list the probes with dtrace -l -P vminfo
[D_PDESC_ZERO] provider vminfo has no probe pgpgin: io:::start has the transfers of pages, among others; list the probes with dtrace -l -P vminfo
[D_PDESC_ZERO] provider vminfo has no probe anonpgin: io:::start has the transfers of pages, among others; list the probes with dtrace -l -P vminfo
[D_PDESC_ZERO] provider vminfo has no probe rev: Linux has no event where it counts that; list the probes with dtrace -l -P vminfo
[D_PDESC_ZERO] provider proc has no probe fault: a page fault is vminfo:::prot_fault or as_fault, and one that sends a signal proc:::signal-send; list the probes with dtrace -l -P proc
[D_PDESC_ZERO] provider sched has no probe cpucaps-sleep: Linux limits the time on CPUs by cpu.max of control groups, without an event; list the probes with dtrace -l -P sched
[D_PDESC_ZERO] provider sched has no probe schedctl-preempt: threads of Linux cannot ask not to be preempted; list the probes with dtrace -l -P sched
[D_PDESC_ZERO] provider sysinfo has no probe canch: Linux has no event where it counts that; list the probes with dtrace -l -P sysinfo
[D_PDESC_ZERO] provider io has no probe stop: list the probes with dtrace -l -P io
<<< */
