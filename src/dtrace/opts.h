/* SPDX-License-Identifier: MIT */
/*
 * Every option of dtrace(1). Readers: opts.c parses and explains them,
 * complete.c makes the shells' completions, tests/cmd.sh checks the man page.
 *
 * CMDOPT(letter, long, sets, help): one without argument.
 * CMDARG(letter, long, arg, sets, help): one with an argument.
 *	long is its name in full, or NULL. sets is the library's option that
 *	it is short for, as opt or opt=value, or NULL; without =value the value
 *	is the argument.
 */
#ifndef CMDOPT
#define	CMDOPT(letter, long, sets, help)
#endif
#ifndef CMDARG
#define	CMDARG(letter, long, arg, sets, help)
#endif

CMDARG("b", NULL, "SIZE", "bufsize", "size of the trace buffer, per CPU (4m)")
CMDARG("c", NULL, "COMMAND", NULL, "run it, as $target; end when it ends")
CMDOPT("C", NULL, "cpp", "run the C preprocessor over the programs first")
CMDARG("D", NULL, "NAME[=VAL]", "define", "define a name for -C")
CMDOPT("e", NULL, NULL, "compile only, trace nothing (-o: save)")
CMDARG("f", NULL, "FUNC", NULL, "trace this function, or [[prov:]mod:]func")
CMDOPT("F", NULL, "flowindent", "indent entries and returns by their depth")
CMDOPT("h", "help", NULL, "show this text")
CMDARG("i", NULL, "ID", NULL, "trace the probe with this number")
CMDARG("I", NULL, "DIR", "incdir", "a directory of include files for -C")
CMDOPT("K", "check", NULL, "say what this account may trace, and why not")
CMDOPT("l", NULL, NULL, "list probes instead of tracing them")
CMDARG("m", NULL, "MOD", NULL, "trace this module, or [prov:]mod")
CMDARG("n", NULL, "NAME", NULL, "trace this name, or [[[prov:]mod:]func:]name")
CMDARG("o", NULL, "FILE", NULL, "append the results to this file")
CMDARG("p", NULL, "PID", NULL, "watch it, as $target; end when it ends")
CMDARG("P", NULL, "PROV", NULL, "trace this provider")
CMDOPT("q", NULL, "quiet", "only what the program prints")
CMDARG("s", NULL, "SCRIPT", NULL, "run the D program in this file")
CMDOPT("S", NULL, "dump=bpf", "show the code that the compiler made")
CMDARG("U", NULL, "NAME", "undef", "forget a definition for -C")
CMDOPT("v", NULL, NULL, "report the engine, and how stable the interfaces are")
CMDOPT("V", "version", NULL, "show the version of D")
CMDOPT("w", NULL, "destructive", "permit destructive actions")
CMDARG("x", NULL, "OPT[=VAL]", NULL, "set an option of the library")
CMDOPT("Z", NULL, "zdefs", "descriptions may match no probe")

#undef CMDOPT
#undef CMDARG
