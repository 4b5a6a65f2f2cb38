/* SPDX-License-Identifier: MIT */
/*
 * How bpftrace names probes, and the description in D.  Reader:
 * front/foreign.c.
 *
 * DT_FOREIGN(word, one, two)
 *	word	what the description begins with
 *	one	the description if one part follows the word, which is %1;
 *		NULL: there is no such description
 *	two	the same for two parts, %1 and %2
 * DT_FOREIGNPATH(word, form): the path of a file follows the word.
 */
#ifdef DT_FOREIGN
DT_FOREIGN("kprobe", "fbt::%1:entry", "fbt:%1:%2:entry")
DT_FOREIGN("k", "fbt::%1:entry", "fbt:%1:%2:entry")
DT_FOREIGN("kfunc", "fbt::%1:entry", "fbt:%1:%2:entry")
DT_FOREIGN("fentry", "fbt::%1:entry", "fbt:%1:%2:entry")
DT_FOREIGN("f", "fbt::%1:entry", "fbt:%1:%2:entry")
DT_FOREIGN("kretprobe", "fbt::%1:return", "fbt:%1:%2:return")
DT_FOREIGN("kr", "fbt::%1:return", "fbt:%1:%2:return")
DT_FOREIGN("kretfunc", "fbt::%1:return", "fbt:%1:%2:return")
DT_FOREIGN("fexit", "fbt::%1:return", "fbt:%1:%2:return")
DT_FOREIGN("fr", "fbt::%1:return", "fbt:%1:%2:return")
DT_FOREIGN("tracepoint", NULL, "sdt:%1::%2")
DT_FOREIGN("t", NULL, "sdt:%1::%2")
DT_FOREIGN("rawtracepoint", "sdt:::%1", "sdt:%1::%2")
DT_FOREIGN("rt", "sdt:::%1", "sdt:%1::%2")
DT_FOREIGN("interval", NULL, "tick-%2%1")
DT_FOREIGN("i", NULL, "tick-%2%1")
DT_FOREIGN("profile", NULL, "profile-%2%1")
DT_FOREIGN("p", NULL, "profile-%2%1")
DT_FOREIGN("software", "cpc:::, whose events dtrace -l -P cpc lists",
	"cpc:::, whose events dtrace -l -P cpc lists")
DT_FOREIGN("hardware", "cpc:::, whose events dtrace -l -P cpc lists",
	"cpc:::, whose events dtrace -l -P cpc lists")
#endif
#ifdef DT_FOREIGNPATH
DT_FOREIGNPATH("uprobe", "pid$target:LIBRARY:FUNCTION:entry")
DT_FOREIGNPATH("u", "pid$target:LIBRARY:FUNCTION:entry")
DT_FOREIGNPATH("uretprobe", "pid$target:LIBRARY:FUNCTION:return")
DT_FOREIGNPATH("ur", "pid$target:LIBRARY:FUNCTION:return")
DT_FOREIGNPATH("usdt", "PROVIDER$target:::NAME")
DT_FOREIGNPATH("U", "PROVIDER$target:::NAME")
#endif
