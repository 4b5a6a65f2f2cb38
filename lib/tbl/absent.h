/* SPDX-License-Identifier: MIT */
/*
 * Functions and actions of other systems that D programs cannot call here, and
 * the reason, which ends the message.  Reader: front/check_absent.c.
 *
 * DT_ABSENT(name, reason)
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
