/* SPDX-License-Identifier: MIT */
/*
 * What can be lost, and why.  Readers: api/handle.c, api/losses.c.
 *
 * DT_DROP(kind, noun, suffix): how a loss of DTRACEDROP_kind is counted in
 *	words; the plural s goes behind the noun.
 * DT_LOSS(kind, why, text): the reasons that a kind has, DTRACELOSS_why, and
 *	what can be done about each.  Of a kind that has but one reason all
 *	losses have that; the others are told apart where they are counted.
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

DT_LOSS(PRINCIPAL, FULL,
	"no room for a record: raise bufsize, or read more often (switchrate)")
DT_LOSS(PRINCIPAL, BUSY,
	"more firings inside one another on that CPU than there are places for")
DT_LOSS(PRINCIPAL, SKIPPED,
	"the kernel does not run a program inside of itself")
DT_LOSS(AGGREGATION, FULL,
	"no room for a new key: raise aggsize, or read more often (aggrate)")
DT_LOSS(AGGREGATION, BUSY,
	"more firings inside one another on that CPU than there are places for")
DT_LOSS(AGGREGATION, SKIPPED,
	"the kernel does not run a program inside of itself")
DT_LOSS(DYNAMIC, FULL, "no room for a variable: raise dynvarsize")
DT_LOSS(DYNRINSE, FULL, "no room for a variable: raise dynvarsize")
DT_LOSS(DYNDIRTY, FULL, "no room for a variable: raise dynvarsize")
DT_LOSS(SPEC, FULL, "no room for a speculation: raise specsize")
DT_LOSS(SPECBUSY, BUSY, "no speculation was free: raise nspec")
DT_LOSS(SPECUNAVAIL, BUSY, "no speculation was free: raise nspec")
DT_LOSS(STKSTROVERFLOW, FULL, "no room for names of frames")
DT_LOSS(DBLERROR, FAULT, "a clause of ERROR failed itself")

#undef DT_DROP
#undef DT_LOSS
