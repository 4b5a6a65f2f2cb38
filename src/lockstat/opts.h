/* SPDX-License-Identifier: MIT */
/*
 * The options of lockstat(1).  Readers: main.c (parser and help),
 * src/complete.c (shell completions), tests/90-cmd (the man page).  The columns
 * are those of src/dtrace/opts.h.
 */
#ifndef CMDOPT
#define	CMDOPT(letter, long, sets, help)
#endif
#ifndef CMDARG
#define	CMDARG(letter, long, arg, sets, help)
#endif

CMDOPT("A", NULL, NULL, "contention and hold times, as -C -H")
CMDOPT("C", NULL, NULL, "contention: time spent waiting (the default)")
CMDOPT("c", NULL, NULL, "trace only the command and its children")
CMDARG("D", NULL, "COUNT", NULL, "print at most this many lines of each kind")
CMDARG("d", NULL, "NS", NULL, "only events that took this long")
CMDARG("e", NULL, "SECONDS", NULL, "end after this time")
CMDOPT("H", NULL, NULL, "hold times")
CMDOPT("h", "help", NULL, "show this text")
CMDARG("n", NULL, "COUNT", NULL, "room for this many locks and callers")
CMDOPT("P", NULL, NULL, "sort by total time, not by count")
CMDARG("p", NULL, "PID", NULL, "trace only this process")
CMDARG("s", NULL, "DEPTH", NULL, "stacks of this depth, and distributions")
CMDOPT("V", NULL, NULL, "print the D program")
CMDOPT("v", NULL, NULL, "say when tracing begins and ends")
CMDARG("x", NULL, "OPT[=VAL]", NULL, "set an option of the library")

#undef CMDOPT
#undef CMDARG
