/* SPDX-License-Identifier: MIT */
/*
 * What D has on other systems and not here, with the reason, which ends the
 * message.  Reader: front/check_absent.c.
 *
 * DT_ABSENT(name, reason)	a function or an action
 * DT_NOVAR(name, reason)	a variable
 */
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
DT_ABSENT("pcap", "no captures of packets are written: print the members of "
	"struct sk_buff, or run tcpdump by system()")
DT_NOVAR("chip", "/sys/devices/system/cpu/cpuN/topology/physical_package_id "
	"has the chip of each CPU: use cpu")
DT_NOVAR("machtimestamp", "it is macOS's: use timestamp")
DT_NOVAR("cpucycles", "it is macOS's: use the probes of provider cpc")
DT_NOVAR("cpuinstrs", "it is macOS's: use the probes of provider cpc")
DT_NOVAR("dispatchqaddr", "Linux has no dispatch queues of macOS")
DT_NOVAR("vmregs", "it is of illumos' virtual machines: uregs[] has the "
	"registers of the process")
