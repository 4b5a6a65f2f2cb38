/* SPDX-License-Identifier: MIT */
/*
 * The options of percpustat(1).  Readers: main.c (parser and help),
 * src/complete.c (shell completions), tests/90-cmd (the man page).  The columns
 * are those of src/dtrace/opts.h.
 */
#ifndef CMDOPT
#define	CMDOPT(letter, long, sets, help)
#endif
#ifndef CMDARG
#define	CMDARG(letter, long, arg, sets, help)
#endif

CMDARG("c", NULL, "CPULIST", NULL, "these CPUs only, such as 0,2-3")
CMDOPT("h", "help", NULL, "show this text")
CMDARG("p", NULL, "PID", NULL, "only what this process does")
CMDARG("T", NULL, "u|d", NULL, "the time first, in seconds or as a date")
CMDOPT("V", "version", NULL, "show the version of D")
CMDARG("x", NULL, "OPT[=VAL]", NULL, "set an option of the library")

#undef CMDOPT
#undef CMDARG
