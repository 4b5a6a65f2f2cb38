/* SPDX-License-Identifier: MIT */
/*
 * Functions, actions, variables and types of other systems that D lacks here,
 * with the reason, which ends the message.  Reader: front/check_absent.c.
 *
 * DT_ABSENT(name, reason)
 * DT_ABSENTMEMBER(type, name, reason): a member that a kernel struct has there.
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
DT_ABSENT("vmregs", "it is of illumos' virtual machines: uregs[] has the "
	"registers of the process")
#endif
#ifdef DT_ABSENTMEMBER
/* Threads of Solaris, then of FreeBSD */
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
DT_ABSENTMEMBER("struct task_struct", "td_proc", "curpsinfo describes the "
	"process, and ppid is its parent")
DT_ABSENTMEMBER("struct task_struct", "td_ucred", "write uid and gid")
DT_ABSENTMEMBER("struct task_struct", "td_oncpu", "write cpu")
#endif
