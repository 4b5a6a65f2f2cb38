/* SPDX-License-Identifier: MIT */
/*
 * All options.  Readers: base/optval.c (finds and parses), api/option.c (keeps
 * the values), base/optval.h (numbers of compile-time options).
 *
 * DT_COPT(name, id, kind, detail, where): compile-time, DT_COPT_id.
 *	where is ANY; CMD if a D program cannot set it; or IDLE if it cannot be
 *	set once tracing has begun.
 * DT_SOPT(name, index, kind, detail, dflt): run-time, not while tracing.
 * DT_DOPT(name, index, kind, detail, dflt): run-time, at any time.
 *	index is DTRACEOPT_* or, above DTRACEOPT_MAX, DT_OPT_*; dflt is the
 *	value that dtrace_go() gives an unset option.
 * DT_NOOPT(name, value, why): an option of other systems, or one value of it,
 *	that this library refuses, and why.
 * DT_IDLEOPT(name, why): an option without effect, and why.  It is accepted
 *	because scripts and consumers of other systems set it.
 * DT_OPTWORD(set, word, value): a word that kinds WORD and WORDS accept.
 *
 * kind, and the meaning of detail:
 *	FLAG	number, or a word for on or off (unset); detail is the value of
 *		on, and without a value; 0 means 1.  If it is DTRACEOPT_UNSET,
 *		the number 0 means off, too; flags that Solaris has are on then.
 *	INT	number
 *	SIZE	number of bytes with suffix; detail is the largest, 0: any
 *	RATE	interval in ns, given as a time or a rate
 *	WORD	one of a set of words; detail is the set
 *	WORDS	several of them, as a mask of bits; detail is the set
 *	SWITCH	takes no value
 *	CFLAG	takes no value, sets compile flag detail
 *	CUNFLAG	takes no value, clears compile flag detail
 *	TEXT	any text
 *	LIST	the same; each setting adds one
 *	ATTR	three words: name stability, data stability, class
 *	VERSION	x.y or x.y.z
 */
#ifndef DT_COPT
#define	DT_COPT(name, id, kind, detail, where)
#endif
#ifndef DT_SOPT
#define	DT_SOPT(name, index, kind, detail, dflt)
#endif
#ifndef DT_DOPT
#define	DT_DOPT(name, index, kind, detail, dflt)
#endif
#ifndef DT_OPTWORD
#define	DT_OPTWORD(set, word, value)
#endif
#ifndef DT_IDLEOPT
#define	DT_IDLEOPT(name, why)
#endif
#ifndef DT_NOOPT
#define	DT_NOOPT(name, value, why)
#endif

DT_COPT("aggpercpu", AGGPERCPU, SWITCH, 0, IDLE)
DT_COPT("amin", AMIN, ATTR, 0, ANY)
DT_COPT("argref", ARGREF, CFLAG, DTRACE_C_ARGREF, ANY)
DT_COPT("cpp", CPP, CFLAG, DTRACE_C_CPP, CMD)
DT_COPT("cpphdrs", CPPHDRS, SWITCH, 0, CMD)
DT_COPT("cpppath", CPPPATH, TEXT, 0, CMD)
DT_COPT("debug", DEBUG, SWITCH, 0, ANY)
DT_COPT("defaultargs", DEFAULTARGS, CFLAG, DTRACE_C_DEFARG, ANY)
DT_COPT("define", DEFINE, LIST, 0, CMD)
DT_COPT("droptags", DROPTAGS, SWITCH, 0, ANY)
DT_COPT("dump", DUMP, WORDS, DUMP, ANY)
DT_COPT("empty", EMPTY, CFLAG, DTRACE_C_EMPTY, ANY)
DT_COPT("encoding", ENCODING, WORD, ENCODING, ANY)
DT_COPT("engine", ENGINE, WORD, ENGINE, IDLE)
DT_COPT("errcolumns", ERRCOLUMNS, SWITCH, 0, ANY)
DT_COPT("errtags", ERRTAGS, CFLAG, DTRACE_C_ETAGS, ANY)
DT_COPT("evaltime", EVALTIME, WORD, EVALTIME, ANY)
DT_COPT("incdir", INCDIR, LIST, 0, CMD)
DT_COPT("faultin", FAULTIN, WORD, FAULTIN, IDLE)
DT_COPT("iregs", IREGS, INT, 0, ANY)
DT_COPT("kdefs", KDEFS, CUNFLAG, DTRACE_C_KNODEF, ANY)
DT_COPT("knodefs", KNODEFS, SWITCH, 0, ANY)
DT_COPT("late", LATE, WORD, LATE, ANY)
DT_COPT("lazyload", LAZYLOAD, SWITCH, 0, ANY)
DT_COPT("ldpath", LDPATH, TEXT, 0, ANY)
DT_COPT("libdir", LIBDIR, LIST, 0, CMD)
DT_COPT("linkmode", LINKMODE, WORD, LINKMODE, ANY)
DT_COPT("linktype", LINKTYPE, WORD, LINKTYPE, ANY)
DT_COPT("lockmem", LOCKMEM, TEXT, 0, ANY)
DT_COPT("nolibs", NOLIBS, CFLAG, DTRACE_C_NOLIBS, ANY)
DT_COPT("noresolve", NORESOLVE, SWITCH, 0, ANY)
DT_COPT("nworkers", NWORKERS, INT, 0, ANY)
DT_COPT("oformat", OFORMAT, WORD, OFORMAT, IDLE)
DT_COPT("pgmax", PGMAX, INT, 0, ANY)
DT_COPT("preallocate", PREALLOCATE, TEXT, 0, ANY)
DT_COPT("pspec", PSPEC, CFLAG, DTRACE_C_PSPEC, ANY)
DT_COPT("quietresize", QUIETRESIZE, TEXT, 0, ANY)
DT_COPT("returns", RETURNS, WORD, RETURNS, IDLE)
DT_COPT("setenv", SETENV, LIST, 0, CMD)
DT_COPT("stdc", STDC, WORD, STDC, CMD)
DT_COPT("strip", STRIP, SWITCH, 0, ANY)
DT_COPT("syslibdir", SYSLIBDIR, TEXT, 0, CMD)
DT_COPT("sysaliases", SYSALIASES, SWITCH, 0, ANY)
DT_COPT("tree", TREE, INT, 0, ANY)
DT_COPT("tregs", TREGS, INT, 0, ANY)
DT_COPT("udefs", UDEFS, CUNFLAG, DTRACE_C_UNODEF, ANY)
DT_COPT("undef", UNDEF, LIST, 0, CMD)
DT_COPT("unodefs", UNODEFS, SWITCH, 0, ANY)
DT_COPT("unsetenv", UNSETENV, LIST, 0, CMD)
DT_COPT("verbose", VERBOSE, CFLAG, DTRACE_C_DIFV, ANY)
DT_COPT("version", VERSION, VERSION, 0, ANY)
DT_COPT("zdefs", ZDEFS, CFLAG, DTRACE_C_ZDEFS, ANY)

DT_SOPT("aggsize", DTRACEOPT_AGGSIZE, SIZE, 0, 4 << 20)
DT_SOPT("aggretire", DT_OPT_AGGRETIRE, FLAG, 10, 0)
DT_SOPT("bufsize", DTRACEOPT_BUFSIZE, SIZE, 0, 4 << 20)
DT_SOPT("bufpolicy", DTRACEOPT_BUFPOLICY, WORD, BUFPOLICY,
	DTRACEOPT_BUFPOLICY_SWITCH)
DT_SOPT("bufresize", DTRACEOPT_BUFRESIZE, WORD, BUFRESIZE,
	DTRACEOPT_BUFRESIZE_AUTO)
DT_SOPT("cleanrate", DTRACEOPT_CLEANRATE, RATE, 0, 9900990)
DT_SOPT("cpu", DTRACEOPT_CPU, FLAG, 0, DTRACE_CPUALL)
DT_SOPT("deadman", DT_OPT_DEADMAN, RATE, 0, 30 * NANOSEC)
DT_SOPT("destructive", DTRACEOPT_DESTRUCTIVE, FLAG, 0, DTRACEOPT_UNSET)
DT_SOPT("dynvarsize", DTRACEOPT_DYNVARSIZE, SIZE, 0, 1 << 20)
DT_SOPT("jstackframes", DTRACEOPT_JSTACKFRAMES, FLAG, 0, 50)
DT_SOPT("jstackstrsize", DTRACEOPT_JSTACKSTRSIZE, SIZE, 0, 512)
DT_SOPT("lquantize32", DT_OPT_LQUANTIZE32, FLAG, 0, DTRACEOPT_UNSET)
DT_SOPT("memcap", DT_OPT_MEMCAP, SIZE, 0, DTRACEOPT_UNSET)
DT_SOPT("nspec", DTRACEOPT_NSPEC, FLAG, 0, 1)
DT_SOPT("scratchsize", DT_OPT_SCRATCHSIZE, SIZE, 256 << 20, DTRACEOPT_UNSET)
DT_SOPT("specsize", DTRACEOPT_SPECSIZE, SIZE, 0, 32 << 10)
DT_SOPT("stackframes", DTRACEOPT_STACKFRAMES, FLAG, 0, 20)
DT_SOPT("statusrate", DTRACEOPT_STATUSRATE, RATE, 0, NANOSEC)
DT_SOPT("strsize", DTRACEOPT_STRSIZE, SIZE, UINT32_MAX, 256)
DT_SOPT("temporal", DTRACEOPT_TEMPORAL, FLAG, DTRACEOPT_UNSET, DTRACEOPT_UNSET)
DT_SOPT("ustackframes", DTRACEOPT_USTACKFRAMES, FLAG, 0, 20)
DT_SOPT("zone", DTRACEOPT_ZONE, WORD, ZONE, DTRACEOPT_UNSET)

DT_DOPT("aggdelta", DT_OPT_AGGDELTA, FLAG, DTRACEOPT_UNSET, DTRACEOPT_UNSET)
DT_DOPT("agghist", DTRACEOPT_AGGHIST, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("aggpack", DTRACEOPT_AGGPACK, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("aggpercentiles", DT_OPT_AGGPERCENTILES, FLAG, DTRACEOPT_UNSET,
	DTRACEOPT_UNSET)
DT_DOPT("aggpersec", DT_OPT_AGGPERSEC, FLAG, DTRACEOPT_UNSET, DTRACEOPT_UNSET)
DT_DOPT("aggrate", DTRACEOPT_AGGRATE, RATE, 0, NANOSEC)
DT_DOPT("aggsortkey", DTRACEOPT_AGGSORTKEY, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("aggsortkeypos", DTRACEOPT_AGGSORTKEYPOS, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("aggsortpos", DTRACEOPT_AGGSORTPOS, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("aggsortrev", DTRACEOPT_AGGSORTREV, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("aggtop", DT_OPT_AGGTOP, COUNT, 0, DTRACEOPT_UNSET)
DT_DOPT("aggzoom", DTRACEOPT_AGGZOOM, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("demangle", DT_OPT_DEMANGLE, WORD, SWITCH, 1)
DT_DOPT("flowindent", DTRACEOPT_FLOWINDENT, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("quiet", DTRACEOPT_QUIET, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("rawbytes", DTRACEOPT_RAWBYTES, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("stackindent", DTRACEOPT_STACKINDENT, FLAG, 0, DTRACEOPT_UNSET)
DT_DOPT("strict", DT_OPT_STRICT, FLAG, DTRACEOPT_UNSET, DTRACEOPT_UNSET)
DT_DOPT("switchrate", DTRACEOPT_SWITCHRATE, RATE, 0, NANOSEC)

DT_IDLEOPT("cleanrate", "a speculation is free as soon as it is committed or "
	"discarded")
DT_IDLEOPT("evaltime", "a process always waits where its exec has ended")
DT_IDLEOPT("iregs", "programs are eBPF, whose registers are fixed")
DT_IDLEOPT("kdefs", "an undefined name is always an error")
DT_IDLEOPT("knodefs", "an undefined name is always an error")
DT_IDLEOPT("late", "each translator is found when the program is compiled")
DT_IDLEOPT("lazyload", "an object file of -G loads nothing when it runs")
DT_IDLEOPT("ldpath", "object files are written without a linker")
DT_IDLEOPT("linkmode", "object files are written without a linker")
DT_IDLEOPT("linktype", "an object file of -G is always ELF")
DT_IDLEOPT("lockmem", "the kernel does not count the memory of eBPF as locked")
DT_IDLEOPT("noresolve", "names are read from files, without stopping a process")
DT_IDLEOPT("nworkers", "one thread reads the data of all CPUs")
DT_IDLEOPT("pgmax", "processes are kept until they are released")
DT_IDLEOPT("preallocate", "memory is allocated when it is needed")
DT_IDLEOPT("quietresize", "a size that was lowered is always reported")
DT_IDLEOPT("strip", "an object file of -G has nothing to remove")
DT_IDLEOPT("tregs", "programs are eBPF, whose registers are fixed")
DT_IDLEOPT("udefs", "an undefined name is always an error")
DT_IDLEOPT("unodefs", "an undefined name is always an error")
DT_IDLEOPT("zone", "there are no zones")

DT_NOOPT("core", NULL, "use ulimit -c to control core files")
DT_NOOPT("ctypes", NULL, "C types are kept in memory only")
DT_NOOPT("dtypes", NULL, "D types are kept in memory only")
DT_NOOPT("evaltime", "preinit", "a process waits where its exec has just ended")
DT_NOOPT("evaltime", "postinit",
	"a process waits where its exec has just ended")
DT_NOOPT("evaltime", "main", "a process waits where its exec has just ended")
DT_NOOPT("grabanon", NULL, "there is no anonymous tracing to take over")
DT_NOOPT("linktype", "dof", "an object file of -G is always ELF")
DT_NOOPT("oformat", "html", "output is text or json")
DT_NOOPT("oformat", "xml", "output is text or json")

DT_OPTWORD(BUFPOLICY, "ring", DTRACEOPT_BUFPOLICY_RING)
DT_OPTWORD(BUFPOLICY, "fill", DTRACEOPT_BUFPOLICY_FILL)
DT_OPTWORD(BUFPOLICY, "switch", DTRACEOPT_BUFPOLICY_SWITCH)
DT_OPTWORD(BUFRESIZE, "auto", DTRACEOPT_BUFRESIZE_AUTO)
DT_OPTWORD(BUFRESIZE, "manual", DTRACEOPT_BUFRESIZE_MANUAL)
DT_OPTWORD(DUMP, "lex", DT_DUMP_LEX)
DT_OPTWORD(DUMP, "ast", DT_DUMP_AST)
DT_OPTWORD(DUMP, "ir", DT_DUMP_IR)
DT_OPTWORD(DUMP, "bpf", DT_DUMP_BPF)
DT_OPTWORD(ENCODING, "ascii", DT_ENCODING_ASCII)
DT_OPTWORD(ENCODING, "utf8", DT_ENCODING_UTF8)
DT_OPTWORD(ENGINE, "auto", DT_ENGINE_AUTO)
DT_OPTWORD(ENGINE, "kernel", DT_ENGINE_KERNEL)
DT_OPTWORD(ENGINE, "vm", DT_ENGINE_VM)
DT_OPTWORD(EVALTIME, "exec", 0)
DT_OPTWORD(FAULTIN, "auto", DT_FAULTIN_AUTO)
DT_OPTWORD(FAULTIN, "off", DT_FAULTIN_OFF)
DT_OPTWORD(FAULTIN, "on", DT_FAULTIN_ON)
DT_OPTWORD(LATE, "dynamic", 0)
DT_OPTWORD(LATE, "static", 1)
DT_OPTWORD(LINKMODE, "dynamic", 0)
DT_OPTWORD(LINKMODE, "kernel", 1)
DT_OPTWORD(LINKMODE, "primary", 2)
DT_OPTWORD(LINKMODE, "static", 3)
DT_OPTWORD(LINKTYPE, "elf", 0)
DT_OPTWORD(OFORMAT, "json", DT_OFORMAT_JSON)
DT_OPTWORD(OFORMAT, "text", DT_OFORMAT_TEXT)
DT_OPTWORD(RETURNS, "auto", DT_RETURNS_AUTO)
DT_OPTWORD(RETURNS, "frames", DT_RETURNS_FRAMES)
DT_OPTWORD(RETURNS, "sites", DT_RETURNS_SITES)
DT_OPTWORD(STDC, "a", DT_STDC_A)
DT_OPTWORD(STDC, "c", DT_STDC_C)
DT_OPTWORD(STDC, "s", DT_STDC_S)
DT_OPTWORD(STDC, "t", DT_STDC_T)
DT_OPTWORD(SWITCH, "off", 0)
DT_OPTWORD(SWITCH, "on", 1)
DT_OPTWORD(ZONE, "global", 0)		/* Linux has no others */

#undef DT_COPT
#undef DT_SOPT
#undef DT_DOPT
#undef DT_OPTWORD
#undef DT_NOOPT
#undef DT_IDLEOPT
