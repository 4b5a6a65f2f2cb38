/* SPDX-License-Identifier: MIT */
/*
 * The actions of D.  Readers: front/actrow.c (name, kind, min, max),
 * front/check_act.c (arity, undefined, check), ir/build_act.c (build),
 * bpf/codegen.c (nrecs), consume/record.c (consume).
 *
 * DT_ACT(id, name, kind, min, max, arity, undefined, check, build, nrecs)
 *	id	DT_A_<id>
 *	kind	DTRACEACT_* of its first record
 *	min/max	number of arguments
 *	arity	tag of the error that there are fewer or more
 *	undefined	tag of the error that nothing is ever put into an
 *		aggregation
 *	check	function that checks the statement
 *	build	function that makes its records
 *	nrecs	their number, for a struct dt_dstmt *s
 *
 * DT_LIBACT(id, name, min, max, arity, undefined, check, build, nrecs, consume)
 *	The same for an action that the library performs as it consumes
 *	records of kind DTRACEACT_LIBACT, which have DT_LIB_<id> in dtrd_arg.
 *	consume	function that performs it
 */
#ifndef DT_LIBACT
#define	DT_LIBACT(id, name, min, max, arity, undefined, check, build, nrecs, \
	    consume)							\
	DT_ACT(id, name, DTRACEACT_LIBACT, min, max, arity, undefined,	\
	    check, build, nrecs)
#endif
#ifndef DT_ACT
#define	DT_ACT(id, name, kind, min, max, arity, undefined, check, build, nrecs)
#endif

DT_ACT(TRACE, "trace", DTRACEACT_DIFEXPR, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_trace, act_trace, 1)
DT_ACT(TRACEMEM, "tracemem", DTRACEACT_TRACEMEM, 2, 3, D_TRACEMEM_ARGS,
	D_UNKNOWN, act_tracemem, act_tracemem, s->nargs - 1)
DT_ACT(PRINT, "print", DTRACEACT_DIFEXPR, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_print, act_print, 1)
DT_ACT(PRINTF, "printf", DTRACEACT_PRINTF, 1, 128, D_PROTO_LEN, D_UNKNOWN,
	act_printf, act_printf, s->nargs != 0 ? s->nargs : 1)
DT_ACT(SYSTEM, "system", DTRACEACT_SYSTEM, 1, 128, D_PROTO_LEN, D_UNKNOWN,
	act_printf, act_printf, s->nargs != 0 ? s->nargs : 1)
DT_ACT(FREOPEN, "freopen", DTRACEACT_FREOPEN, 1, 128, D_PROTO_LEN, D_UNKNOWN,
	act_freopen, act_printf, s->nargs != 0 ? s->nargs : 1)
DT_ACT(PRINTA, "printa", DTRACEACT_PRINTA, 1, 64, D_PRINTA_PROTO,
	D_PRINTA_AGGBAD, act_printa, act_printa, s->naggs)
DT_ACT(EXIT, "exit", DTRACEACT_EXIT, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_exit,
	act_exit, 1)
DT_ACT(STACK, "stack", DTRACEACT_STACK, 0, 1, D_STACK_PROTO, D_UNKNOWN,
	act_addrs, act_addrs, 1)
DT_ACT(USTACK, "ustack", DTRACEACT_USTACK, 0, 2, D_USTACK_PROTO, D_UNKNOWN,
	act_addrs, act_addrs, 1)
DT_ACT(JSTACK, "jstack", DTRACEACT_JSTACK, 0, 2, D_USTACK_PROTO, D_UNKNOWN,
	act_addrs, act_addrs, 1)
DT_ACT(SYM, "sym", DTRACEACT_SYM, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_addrs,
	act_addrs, 1)
DT_ACT(FUNC, "func", DTRACEACT_SYM, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_addrs,
	act_addrs, 1)
DT_ACT(MOD, "mod", DTRACEACT_MOD, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_addrs,
	act_addrs, 1)
DT_ACT(USYM, "usym", DTRACEACT_USYM, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_addrs,
	act_addrs, 1)
DT_ACT(UFUNC, "ufunc", DTRACEACT_USYM, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_addrs,
	act_addrs, 1)
DT_ACT(UMOD, "umod", DTRACEACT_UMOD, 1, 1, D_PROTO_LEN, D_UNKNOWN, act_addrs,
	act_addrs, 1)
DT_ACT(UADDR, "uaddr", DTRACEACT_UADDR, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_addrs, act_addrs, 1)
DT_ACT(SPECULATE, "speculate", DTRACEACT_SPECULATE, 1, 1, D_PROTO_LEN,
	D_UNKNOWN, act_spec, dt_irb_spec, 0)
DT_ACT(COMMIT, "commit", DTRACEACT_COMMIT, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_spec, dt_irb_spec, 1)
DT_ACT(DISCARD, "discard", DTRACEACT_DISCARD, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_spec, dt_irb_spec, 1)
DT_ACT(STOP, "stop", DTRACEACT_STOP, 0, 0, D_PROTO_LEN, D_UNKNOWN, act_none,
	dt_irb_stop, 1)
DT_ACT(RAISE, "raise", DTRACEACT_RAISE, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_raise, dt_irb_raise, 1)
DT_ACT(CHILL, "chill", DTRACEACT_CHILL, 1, 1, D_PROTO_LEN, D_UNKNOWN,
	act_chill, dt_irb_chill, 1)
DT_ACT(COPYOUT, "copyout", DT_ACT_COPYOUT, 3, 3, D_PROTO_LEN, D_UNKNOWN,
	act_copyout, dt_irb_copyout, 0)
DT_ACT(COPYOUTSTR, "copyoutstr", DT_ACT_COPYOUTSTR, 3, 3, D_PROTO_LEN,
	D_UNKNOWN, act_copyoutstr, dt_irb_copyoutstr, 0)

DT_LIBACT(CLEAR, "clear", 1, 1, D_CLEAR_PROTO, D_CLEAR_AGGBAD, act_clear,
	act_lib, 1, clear)
DT_LIBACT(NORMALIZE, "normalize", 2, 2, D_NORMALIZE_PROTO, D_NORMALIZE_AGGBAD,
	act_normalize, act_lib, 2, normalize)
DT_LIBACT(DENORMALIZE, "denormalize", 1, 1, D_NORMALIZE_PROTO,
	D_NORMALIZE_AGGBAD, act_denormalize, act_lib, 1, denormalize)
DT_LIBACT(TRUNC, "trunc", 1, 2, D_TRUNC_PROTO, D_TRUNC_AGGBAD, act_trunc,
	act_lib, 1 + s->nargs, truncate_agg)
DT_LIBACT(SETOPT, "setopt", 1, 2, D_PROTO_LEN, D_UNKNOWN, act_setopt,
	act_setopt, s->nargs, setopt)
DT_LIBACT(FTRUNCATE, "ftruncate", 0, 0, D_PROTO_LEN, D_UNKNOWN, act_none,
	act_ftruncate, 1, truncate_file)

#undef DT_ACT
#undef DT_LIBACT
