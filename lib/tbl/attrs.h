/* SPDX-License-Identifier: MIT */
/*
 * Names of stability levels, DT_STABILITY(NUMBER, word), and of dependency
 * classes, DT_CLASS(NUMBER, word); the numbers are DTRACE_STABILITY_* and
 * DTRACE_CLASS_*.  Reader: base/optval.c.
 */
#ifndef DT_STABILITY
#define	DT_STABILITY(number, word)
#endif
#ifndef DT_CLASS
#define	DT_CLASS(number, word)
#endif
DT_STABILITY(INTERNAL, "Internal")
DT_STABILITY(PRIVATE, "Private")
DT_STABILITY(OBSOLETE, "Obsolete")
DT_STABILITY(EXTERNAL, "External")
DT_STABILITY(UNSTABLE, "Unstable")
DT_STABILITY(EVOLVING, "Evolving")
DT_STABILITY(STABLE, "Stable")
DT_STABILITY(STANDARD, "Standard")
DT_CLASS(UNKNOWN, "Unknown")
DT_CLASS(CPU, "CPU")
DT_CLASS(PLATFORM, "Platform")
DT_CLASS(GROUP, "Group")
DT_CLASS(ISA, "ISA")
DT_CLASS(COMMON, "Common")
#undef DT_STABILITY
#undef DT_CLASS
