/* SPDX-License-Identifier: MIT */
/*
 * The options of dtrace(1).  Readers: opts.c (parser and help), complete.c
 * (shell completions), tests/90-cmd (the man page).
 *
 * CMDOPT(letter, long, sets, help): an option without argument.
 * CMDARG(letter, long, arg, sets, help): an option with an argument.
 *	letter	"" for an option that only has a long name
 *	long	the long name, or NULL
 *	sets	the library's option that it sets, as opt or opt=value, or
 *		NULL; without =value the value is the argument
 */
#ifndef CMDOPT
#define	CMDOPT(letter, long, sets, help)
#endif
#ifndef CMDARG
#define	CMDARG(letter, long, arg, sets, help)
#endif

CMDARG("6", NULL, "4", NULL, "no effect: -64 is the only data model")
CMDARG("b", NULL, "SIZE", "bufsize", "size of the trace buffer, per CPU (4m)")
CMDARG("c", NULL, "COMMAND", NULL, "run it, as $target; end when it ends")
CMDOPT("C", NULL, "cpp", "run the C preprocessor over the programs first")
CMDARG("D", NULL, "NAME[=VAL]", "define", "define a name for -C")
CMDOPT("e", NULL, NULL, "compile only, trace nothing (-o: save)")
CMDARG("f", NULL, "FUNC", NULL, "trace this function, or [[prov:]mod:]func")
CMDOPT("F", NULL, "flowindent", "indent entries and returns by their depth")
CMDOPT("G", NULL, NULL, "make the object file of a script's providers")
CMDOPT("h", NULL, NULL, "make the C header of a script's providers")
CMDOPT("H", NULL, "cpphdrs", "list the files that -C includes")
CMDOPT("", "help", NULL, "show this text")
CMDARG("i", NULL, "ID", NULL, "trace the probe with this number")
CMDARG("I", NULL, "DIR", "incdir", "a directory of include files for -C")
CMDOPT("K", "check", NULL, "say what this account may trace, and why not")
CMDOPT("k", NULL, NULL, "no effect: -G leaves no temporary files")
CMDOPT("l", NULL, NULL, "list probes instead of tracing them")
CMDARG("L", NULL, "DIR", "libdir", "a directory of D libraries")
CMDARG("m", NULL, "MOD", NULL, "trace this module, or [prov:]mod")
CMDARG("n", NULL, "NAME", NULL, "trace this name, or [[[prov:]mod:]func:]name")
CMDARG("o", NULL, "FILE", NULL, "append the results to this file")
CMDARG("p", NULL, "PID", NULL, "watch it, as $target; end when it ends")
CMDARG("P", NULL, "PROV", NULL, "trace this provider")
CMDOPT("q", NULL, "quiet", "only what the program prints")
CMDARG("s", NULL, "SCRIPT", NULL, "run the D program in this file")
CMDOPT("S", NULL, "dump=bpf", "show the code that the compiler made")
CMDARG("U", NULL, "NAME", "undef", "undefine a name for -C")
CMDOPT("v", NULL, NULL, "report the engine, and how stable the interfaces are")
CMDOPT("V", "version", NULL, "show the version of D")
CMDOPT("w", NULL, "destructive", "permit destructive actions")
CMDARG("x", NULL, "OPT[=VAL]", NULL, "set an option of the library")
CMDARG("X", NULL, "C", "stdc", "how -C takes C: a, c, s or t")
CMDOPT("Z", NULL, "zdefs", "descriptions may match no probe")

#undef CMDOPT
#undef CMDARG
