/* SPDX-License-Identifier: MIT */
/*
 * The kinds of losses and their reasons.  Readers: api/handle.c, api/losses.c.
 *
 * DT_DROP(kind, noun, suffix): the text "N noun(s)suffix" of DTRACEDROP_kind.
 * DT_LOSS(kind, why, text): a reason DTRACELOSS_why of a kind, and what to do
 *	about it.  Of several reasons of a kind the counting code picks one.
 */
#ifndef DT_DROP
#define	DT_DROP(kind, noun, suffix)
#endif
#ifndef DT_LOSS
#define	DT_LOSS(kind, why, text)
#endif

DT_DROP(PRINCIPAL, "drop", "")
DT_DROP(AGGREGATION, "aggregation drop", "")
DT_DROP(DYNAMIC, "dynamic variable drop", "")
DT_DROP(DYNRINSE, "dynamic variable drop", " with non-empty rinsing list")
DT_DROP(DYNDIRTY, "dynamic variable drop", " with non-empty dirty list")
DT_DROP(SPEC, "speculative drop", "")
DT_DROP(SPECBUSY, "failed speculation", " (available buffer(s) still busy)")
DT_DROP(SPECUNAVAIL, "failed speculation",
	" (no speculative buffer available)")
DT_DROP(STKSTROVERFLOW, "jstack()/ustack() string table overflow", "")
DT_DROP(DBLERROR, "error", " in ERROR probe enabling")
DT_DROP(PROBE, "probe", " of processes not enabled")
DT_DROP(LATE, "probe", " of processes added late")
DT_DROP(LEFTOUT, "probe", " of functions left out")

DT_LOSS(PRINCIPAL, FULL,
	"no room for a record: raise bufsize, or read more often (switchrate)")
DT_LOSS(PRINCIPAL, BUSY,
	"more nested firings on that CPU than there are slots")
DT_LOSS(PRINCIPAL, SKIPPED,
	"the kernel does not run a program that it has interrupted on that "
	"CPU, whatever that would have recorded")
DT_LOSS(AGGREGATION, FULL,
	"no room for a new key: raise aggsize, or read more often (aggrate)")
DT_LOSS(AGGREGATION, BUSY,
	"more nested firings on that CPU than there are slots")
DT_LOSS(AGGREGATION, SKIPPED,
	"the kernel does not run a program that it has interrupted on that "
	"CPU, whatever that would have recorded")
DT_LOSS(DYNAMIC, FULL, "no room for a variable: raise dynvarsize")
DT_LOSS(DYNRINSE, FULL, "no room for a variable: raise dynvarsize")
DT_LOSS(DYNDIRTY, FULL, "no room for a variable: raise dynvarsize")
DT_LOSS(SPEC, FULL, "no room for a speculation: raise specsize")
DT_LOSS(SPECBUSY, BUSY, "no speculation was free: raise nspec")
DT_LOSS(SPECUNAVAIL, BUSY, "no speculation was free: raise nspec")
DT_LOSS(STKSTROVERFLOW, FULL, "no room for the names of frames")
DT_LOSS(DBLERROR, FAULT, "a clause of the ERROR probe failed")
DT_LOSS(PROBE, FULL,
	"processes and libraries that were new had too many: name fewer")
DT_LOSS(LATE, LATE,
	"new code ran before they were added, so firings may be missing: use "
	"-x engine=vm, or start while a process has that code mapped")
DT_LOSS(LEFTOUT, HARM,
	"a probe there would do harm, miscount, or lack an argument that a "
	"clause uses; dtrace -lv, or -n with one probe, gives the reason")

#undef DT_DROP
#undef DT_LOSS
