/* SPDX-License-Identifier: MIT */
/*
 * What D has on other systems and lacks here, with the reason, which ends the
 * message.
 *
 * DT_ABSENT(name, reason): a function, action, variable or type.  Reader, as of
 *	the next: front/check_absent.c.
 * DT_ABSENTMEMBER(type, name, reason): a member that a kernel struct has there.
 * DT_ABSENTPROV(name, reason): a provider.  Reader: prov/probes.c.
 * DT_ABSENTPROBE(provider, name, reason): a probe; the first row whose pattern
 *	`name` matches counts.  Reader: prov/probes.c.
 * DT_ABSENTSYM(name, reason): a variable of the kernel.  Reader: sym/kvar.c.
 * DT_TYPOGRAPHIC(utf8, name, plain): a character of prose, and the one that a
 *	program needs.  Reader: front/lex.c.
 */
#ifdef DT_ABSENT
DT_ABSENT("mblk_t", "Linux has no STREAMS messages: a packet is a struct "
	"sk_buff")
DT_ABSENT("pcap", "Oracle Linux passes packets to tshark by it: write "
	"tracemem() of what skb->data points to, or the headers in args[] of "
	"providers ip, tcp and udp")
DT_ABSENT("panic", "Linux lets no traced program panic the kernel: write "
	"c to /proc/sysrq-trigger by system() for a crash dump")
DT_ABSENT("breakpoint", "Linux lets no traced program enter the kernel "
	"debugger: stop() stops the process")
DT_ABSENT("ddi_pathname", "Linux has no device tree of the Solaris kind: "
	"read the members of struct device instead")
DT_ABSENT("msgsize", "Linux has no STREAMS messages: a packet is a struct "
	"sk_buff, and its size is the member len")
DT_ABSENT("msgdsize", "Linux has no STREAMS messages: a packet is a struct "
	"sk_buff, and its size is the member len")
DT_ABSENT("sx_shared_held", "Linux has no sx locks of FreeBSD")
DT_ABSENT("sx_exclusive_held", "Linux has no sx locks of FreeBSD")
DT_ABSENT("sx_isexclusive", "Linux has no sx locks of FreeBSD")
DT_ABSENT("memref", "only printm() of FreeBSD uses it: write tracemem()")
DT_ABSENT("printm", "it is FreeBSD's: write tracemem() with an address and "
	"a size")
DT_ABSENT("machtimestamp", "it is macOS's: use timestamp")
DT_ABSENT("cpucycles", "it is macOS's: use the probes of provider cpc")
DT_ABSENT("cpuinstrs", "it is macOS's: use the probes of provider cpc")
DT_ABSENT("dispatchqaddr", "Linux does not have macOS's dispatch queues")
/* Names of bpftrace. */
DT_ABSENT("comm", "it is bpftrace's: write execname")
DT_ABSENT("nsecs", "it is bpftrace's: write timestamp")
DT_ABSENT("elapsed", "it is bpftrace's: write timestamp, less its value in "
	"BEGIN")
DT_ABSENT("kstack", "it is bpftrace's: write stack()")
DT_ABSENT("curtask", "it is bpftrace's: write curthread")
DT_ABSENT("retval", "it is bpftrace's: write arg1 in a return probe")
DT_ABSENT("username", "it is bpftrace's: write uid")
DT_ABSENT("str", "it is bpftrace's: write copyinstr() for a string of the "
	"process, stringof() for one of the kernel")
DT_ABSENT("kstr", "it is bpftrace's: write stringof()")
DT_ABSENT("buf", "it is bpftrace's: write tracemem()")
DT_ABSENT("hist", "it is bpftrace's: write quantize()")
DT_ABSENT("lhist", "it is bpftrace's: write lquantize()")
DT_ABSENT("stats", "it is bpftrace's: write count(), avg() and sum(), each in "
	"an aggregation of its own")
DT_ABSENT("delete", "it is bpftrace's: write x = 0 for a variable, trunc() or "
	"clear() for an aggregation")
DT_ABSENT("zero", "it is bpftrace's: write clear()")
DT_ABSENT("ksym", "it is bpftrace's: write sym()")
DT_ABSENT("kaddr", "it is bpftrace's: write a ` before the name of the symbol")
DT_ABSENT("reg", "it is bpftrace's: write uregs[R_PC] or another of its "
	"indices")
DT_ABSENT("ntop", "it is bpftrace's: write inet_ntop() or inet_ntoa()")
DT_ABSENT("strncmp", "it is bpftrace's: write substr(), and compare with ==")
DT_ABSENT("strcontains", "it is bpftrace's: write strstr(), and compare with "
	"NULL")
DT_ABSENT("strftime", "it is bpftrace's: write printf() with %Y for "
	"walltimestamp")
DT_ABSENT("time", "it is bpftrace's: write printf() with %Y for walltimestamp")
DT_ABSENT("signal", "it is bpftrace's: write raise()")
DT_ABSENT("join", "it is bpftrace's: write execargs, or copyinstr() of each "
	"string")
DT_ABSENT("cat", "it is bpftrace's: write system() with the command cat")
DT_ABSENT("len", "it is bpftrace's: write strlen()")
/* Types of Solaris' kernel, then of FreeBSD's and macOS' */
DT_ABSENT("buf_t", "args[0] of provider io describes a transfer, which is a "
	"struct bio")
DT_ABSENT("conn_t", "a connection is a struct sock")
DT_ABSENT("cred_t", "credentials are a struct cred")
DT_ABSENT("dev_info_t", "a device is a struct device")
DT_ABSENT("kcondvar_t", "Linux has wait queues: struct wait_queue_head")
DT_ABSENT("klwp_t", "curlwpsinfo describes a thread, which is a struct "
	"task_struct")
DT_ABSENT("page_t", "a page of memory is a struct page")
DT_ABSENT("queue_t", "Linux has no STREAMS")
DT_ABSENT("sema_t", "a semaphore is a struct semaphore")
DT_ABSENT("tcp_t", "a connection of TCP is a struct tcp_sock")
DT_ABSENT("uio_t", "buffers of a transfer are a struct iov_iter")
DT_ABSENT("vfs_t", "a mounted file system is a struct super_block")
DT_ABSENT("vnode_t", "an open file is a struct file, and what it is in its "
	"file system a struct inode")
DT_ABSENT("kern_return_t", "it is macOS's: write int")
DT_ABSENT("mach_port_t", "it is macOS's: Linux has no Mach ports")
DT_ABSENT("user_addr_t", "it is macOS's: write uintptr_t")
DT_ABSENT("vm_offset_t", "it is an address: write uintptr_t")
DT_ABSENT("vmregs", "it is of illumos' virtual machines: uregs[] has the "
	"registers of the process")
#endif
#ifdef DT_ABSENTMEMBER
/* Threads of Solaris, then of FreeBSD and macOS */
DT_ABSENTMEMBER("struct task_struct", "t_pri", "write curlwpsinfo->pr_pri")
DT_ABSENTMEMBER("struct task_struct", "t_tid", "write tid")
DT_ABSENTMEMBER("struct task_struct", "t_did", "write tid")
DT_ABSENTMEMBER("struct task_struct", "t_cpu", "curcpu describes the CPU, and "
	"sched:::load-change has the length of its queue")
DT_ABSENTMEMBER("struct task_struct", "t_procp", "curpsinfo describes the "
	"process, and ppid is its parent")
DT_ABSENTMEMBER("struct task_struct", "t_lwp", "curlwpsinfo describes the "
	"thread")
DT_ABSENTMEMBER("struct task_struct", "t_cid", "write curlwpsinfo->pr_clname")
DT_ABSENTMEMBER("struct task_struct", "t_state", "write curlwpsinfo->pr_sname")
DT_ABSENTMEMBER("struct task_struct", "t_sobj_ops", "write "
	"curlwpsinfo->pr_stype")
DT_ABSENTMEMBER("struct task_struct", "t_wchan", "write curlwpsinfo->pr_wchan")
DT_ABSENTMEMBER("struct task_struct", "t_cred", "write uid and gid, or the "
	"member cred")
DT_ABSENTMEMBER("struct task_struct", "td_wmesg", "Linux keeps no such text: "
	"write stack()")
DT_ABSENTMEMBER("struct task_struct", "p_args", "write pr_psargs of "
	"curpsinfo, or of args[1] of provider sched")
DT_ABSENTMEMBER("struct task_struct", "p_pgrp", "write pr_pgid")
#endif
#ifdef DT_ABSENTPROV
DT_ABSENTPROV("nfsv3", "Linux's NFS has tracepoints: see dtrace -l -n "
	"'sdt:nfs*::'")
DT_ABSENTPROV("nfsv4", "Linux's NFS has tracepoints: see dtrace -l -n "
	"'sdt:nfs*::'")
DT_ABSENTPROV("smb", "Linux's SMB has tracepoints: see dtrace -l -n "
	"'sdt:smb*::'")
DT_ABSENTPROV("smb2", "Linux's SMB has tracepoints: see dtrace -l -n "
	"'sdt:smb*::'")
DT_ABSENTPROV("iscsi", "Linux's SCSI has tracepoints: see dtrace -l -n "
	"'sdt:*scsi::'")
DT_ABSENTPROV("sctp", "Linux's SCTP has tracepoints: see dtrace -l -n "
	"'sdt:sctp::'")
DT_ABSENTPROV("zfs", "the module zfs has tracepoints: see dtrace -l -n "
	"'sdt:zfs::'")
DT_ABSENTPROV("fpuinfo", "the SPARC processor has it")
DT_ABSENTPROV("plockstat", "plockstat(1) shows the locks of a process; its "
	"functions are probes, as in pid$target:libc:pthread_mutex_lock:entry")
DT_ABSENTPROV("lx-syscall", "write provider syscall")
DT_ABSENTPROV("vfs", "it is FreeBSD's: write provider fsinfo or syscall")
DT_ABSENTPROV("dtmalloc", "it is FreeBSD's: write sdt:kmem::kmalloc")
DT_ABSENTPROV("callout_execute", "it is FreeBSD's: write "
	"sdt:timer::timer_expire_entry")
DT_ABSENTPROV("kinst", "it is FreeBSD's: write provider fbt")
DT_ABSENTPROV("mach_trap", "it is macOS's, and Linux has no Mach traps: write "
	"provider syscall")
DT_ABSENTPROV("magmalloc", "it is macOS's: write "
	"pid$target:libc:malloc:entry")
DT_ABSENTPROV("objc", "it is macOS's: the functions of a process, C++'s too, "
	"are those of provider pid")
DT_ABSENTPROV("rawtp", "it is Oracle Linux's: provider sdt has every "
	"tracepoint, with typed args[]")
DT_ABSENTPROV("rawfbt", "it is Oracle Linux's: write provider fbt")
DT_ABSENTPROV("thread", "write proc:::lwp-create, lwp-start and lwp-exit")
#endif
#ifdef DT_ABSENTPROBE
DT_ABSENTPROBE("vminfo", "maj_fault", "write cpc:::major_faults-all-1")
DT_ABSENTPROBE("vminfo", "pgpg*", "io:::start has the transfers of pages, "
	"among others")
DT_ABSENTPROBE("vminfo", "*pgin", "io:::start has the transfers of pages, "
	"among others")
DT_ABSENTPROBE("vminfo", "*pgout", "io:::start has the transfers of pages, "
	"among others")
DT_ABSENTPROBE("vminfo", "swap*", "Linux swaps pages, not whole processes")
DT_ABSENTPROBE("vminfo", "kernel_asflt", "write "
	"sdt:exceptions::page_fault_kernel")
DT_ABSENTPROBE("vminfo", "*", "Linux has no event where it counts that")
DT_ABSENTPROBE("sysinfo", "*", "Linux has no event where it counts that")
DT_ABSENTPROBE("mib", "*", "Linux has no event where it counts that")
DT_ABSENTPROBE("proc", "fault", "a page fault is vminfo:::prot_fault or "
	"as_fault, and one that sends a signal proc:::signal-send")
DT_ABSENTPROBE("sched", "cpucaps-*", "Linux limits the time on CPUs by cpu.max "
	"of control groups, without an event")
DT_ABSENTPROBE("sched", "schedctl-*", "threads of Linux cannot ask not to be "
	"preempted")
#endif
#ifdef DT_ABSENTSYM
DT_ABSENTSYM("utsname", "write curthread->nsproxy->uts_ns->name, which has the "
	"same members")
DT_ABSENTSYM("osrelease", "write curthread->nsproxy->uts_ns->name.release")
DT_ABSENTSYM("lbolt", "write timestamp, which counts nanoseconds")
DT_ABSENTSYM("lbolt64", "write timestamp, which counts nanoseconds")
DT_ABSENTSYM("ticks", "write timestamp, which counts nanoseconds")
DT_ABSENTSYM("time_uptime", "write timestamp / 1000000000")
DT_ABSENTSYM("time_second", "write walltimestamp / 1000000000")
DT_ABSENTSYM("hz", "Linux's HZ is a constant of its build: timestamp counts "
	"nanoseconds")
DT_ABSENTSYM("ncpus", "write `nr_cpu_ids")
DT_ABSENTSYM("ncpus_online", "write `nr_cpu_ids")
DT_ABSENTSYM("mp_ncpus", "write `nr_cpu_ids")
DT_ABSENTSYM("dtrace_zero", "it is illumos': declare a global struct, which "
	"is all zero")
DT_ABSENTSYM("kmem_flags", "it is Solaris': Linux's allocator has "
	"sdt:kmem::")
#endif
#ifdef DT_TYPOGRAPHIC
DT_TYPOGRAPHIC("\u201c", "the typographic quote \u201c", "\"")
DT_TYPOGRAPHIC("\u201d", "the typographic quote \u201d", "\"")
DT_TYPOGRAPHIC("\u201e", "the typographic quote \u201e", "\"")
DT_TYPOGRAPHIC("\u00ab", "the typographic quote \u00ab", "\"")
DT_TYPOGRAPHIC("\u00bb", "the typographic quote \u00bb", "\"")
DT_TYPOGRAPHIC("\u2018", "the typographic quote \u2018", "'")
DT_TYPOGRAPHIC("\u2019", "the typographic quote \u2019", "'")
DT_TYPOGRAPHIC("\u2013", "the dash \u2013", "-")
DT_TYPOGRAPHIC("\u2014", "the dash \u2014", "--")
DT_TYPOGRAPHIC("\u2212", "the minus sign \u2212", "-")
DT_TYPOGRAPHIC("\u00a0", "a non-breaking blank", "a plain one")
#endif
