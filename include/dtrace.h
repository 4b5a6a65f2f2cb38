/* SPDX-License-Identifier: MIT */
/*
 * The interface of libdtrace: compile D programs, run them, and read what they
 * record and aggregate.
 *
 * Unless a comment says otherwise:
 * - a function returns 0. If it fails it returns -1, or NULL for a pointer, and
 *   dtrace_errno() is the reason: a number of <errno.h>, or one of the library,
 *   from 1000 on. It fails with EINVAL if dtp is NULL.
 * - What a function returns or stores belongs to the handle, and is valid until
 *   dtrace_close(). What a callback is given is valid until it returns.
 * - An iteration ends with the first callback that does not return 0, and
 *   returns that value.
 *
 * Handles share nothing. A handle is used by one thread at a time, and not by a
 * child after fork(). A callback may use the handle, but not close it. It may
 * leave by longjmp() or an exception: the interrupted call is then over, and
 * the next call continues after what the callback was given.
 */
#ifndef _DTRACE_H
#define _DTRACE_H

#include <assert.h>
#include <gelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/dtrace.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DTRACE_VERSION 3	/* for dtrace_open() */

struct ps_prochandle;

typedef struct dtrace_hdl dtrace_hdl_t;
typedef struct dtrace_prog dtrace_prog_t;
typedef struct dtrace_vector dtrace_vector_t;
typedef struct dtrace_aggdata dtrace_aggdata_t;

/* The types of <ctf-api.h>, which may be included before or after this. */
typedef struct ctf_dict ctf_file_t;
typedef unsigned long ctf_id_t;

/* --- Handles --- */

#define DTRACE_O_NODEV	0x01	/* only compile: exec, go, stop fail */
#define DTRACE_O_NOSYS	0x02	/* no effect */
#define DTRACE_O_LP64	0x04	/* 64-bit longs and pointers: always so */
#define DTRACE_O_ILP32	0x08	/* refused */
#define DTRACE_O_MASK	0x0f

/*
 * Create a handle. flags is 0 or DTRACE_O_* joined by |. On failure *errp has
 * the reason, unless errp is NULL. Raises the soft limit of open files.
 */
extern dtrace_hdl_t *dtrace_open(int version, int flags, int *errp);

/*
 * Create a handle for data that have been traced, as those in a crash dump. The
 * functions of vector, which is copied, hand them out, and are passed arg. Both
 * NULL: as dtrace_open(). arg without vector is an error.
 */
extern dtrace_hdl_t *dtrace_vopen(int version, int flags, int *errp,
				  const dtrace_vector_t *vector, void *arg);

/*
 * Free a handle, which may be NULL, and all that belongs to it. Tracing ends
 * without END, and processes are released.
 */
extern void dtrace_close(dtrace_hdl_t *dtp);

/* "Sun D x.y.z": x.y.z is the version of D. */
extern const char *const _dtrace_version;

/* If not 0, new handles have option debug set. */
extern int _dtrace_debug;

/* --- Errors --- */

/* The library's own error numbers, above every errno. */
enum {
	EDT_VERSION = 1000, EDT_VERSINVAL, EDT_VERSUNDEF, EDT_VERSREDUCED,
	EDT_CTF, EDT_COMPILER, EDT_NOTUPREG, EDT_NOMEM, EDT_INT2BIG,
	EDT_STR2BIG, EDT_NOMOD, EDT_NOPROV, EDT_NOPROBE, EDT_NOSYM,
	EDT_NOSYMADDR, EDT_NOTYPE, EDT_NOVAR, EDT_NOAGG, EDT_BADSCOPE,
	EDT_BADSPEC, EDT_BADSPCV, EDT_BADID, EDT_NOTLOADED, EDT_NOCTF,
	EDT_DATAMODEL, EDT_DIFVERS, EDT_BADAGG, EDT_FIO, EDT_DIFINVAL,
	EDT_DIFSIZE, EDT_DIFFAULT, EDT_BADPROBE, EDT_BADPGLOB, EDT_NOSCOPE,
	EDT_NODECL, EDT_DMISMATCH, EDT_DOFFSET, EDT_DALIGN, EDT_BADOPTNAME,
	EDT_BADOPTVAL, EDT_BADOPTCTX, EDT_CPPFORK, EDT_CPPEXEC, EDT_CPPENT,
	EDT_CPPERR, EDT_SYMOFLOW, EDT_ACTIVE, EDT_DESTRUCTIVE, EDT_NOANON,
	EDT_ISANON, EDT_ENDTOOBIG, EDT_NOCONV, EDT_BADCONV, EDT_BADERROR,
	EDT_ERRABORT, EDT_DROPABORT, EDT_DIRABORT, EDT_BADRVAL, EDT_BADNORMAL,
	EDT_BUFTOOSMALL, EDT_BADTRUNC, EDT_BUSY, EDT_ACCESS, EDT_NOENT,
	EDT_BRICKED, EDT_HARDWIRE, EDT_ELFVERSION, EDT_NOBUFFERED,
	EDT_UNSTABLE, EDT_BADSETOPT, EDT_BADSTACKPC, EDT_BADAGGVAR,
	EDT_OVERSION, EDT_ENABLING_ERR, EDT_NOPROBES, EDT_CANTLOAD,
};

/* The reason for the last failure, or 0. Success keeps it. dtp NULL: errno. */
extern int dtrace_errno(dtrace_hdl_t *dtp);

/*
 * The text for error, never NULL; valid until the next call on dtp, which may
 * be NULL. For dtrace_errno(dtp) it describes that failure in particular.
 */
extern const char *dtrace_errmsg(dtrace_hdl_t *dtp, int error);

/* The text for a DTRACEFLT_* value, never NULL. */
extern const char *dtrace_faultstr(dtrace_hdl_t *dtp, int fault);

/*
 * The name of a subroutine of D by its number on other systems, such as 0 for
 * rand, or "unknown". dtp may be NULL. The string is a constant.
 */
extern const char *dtrace_subrstr(dtrace_hdl_t *dtp, int subr);

/* --- Options --- */

/*
 * Set an option from text. A size is in bytes, or has suffix k, m, g or t; a
 * rate is a time such as 100ms, or a number per second such as 10hz or 10. An
 * option without a value takes NULL. Once tracing has begun, only dynamic
 * options can be set (EDT_ACTIVE). An option takes effect when it is set, so
 * there is no dtrace_setopts().
 */
extern int dtrace_setopt(dtrace_hdl_t *dtp, const char *opt, const char *value);

/*
 * Store an option's value, sizes in bytes and rates in nanoseconds: before
 * dtrace_go() as it was set, or DTRACEOPT_UNSET; then as it is in effect. An
 * option of the compiler has none (EDT_BADOPTNAME).
 */
extern int dtrace_getopt(dtrace_hdl_t *dtp, const char *opt,
			 dtrace_optval_t *value);

typedef int dtrace_noeffect_f(dtrace_hdl_t *dtp, const char *opt,
			      const char *why, void *arg);

/* Call func for each option that was set but has no effect, with the reason. */
extern int dtrace_noeffect(dtrace_hdl_t *dtp, dtrace_noeffect_f *func,
			   void *arg);

/* --- Programs --- */

#define DTRACE_C_DIFV	0x0001	/* print the code of clauses */
#define DTRACE_C_EMPTY	0x0002	/* allow a program without clauses */
#define DTRACE_C_ZDEFS	0x0004	/* allow descriptions without probes */
#define DTRACE_C_EATTR	0x0008	/* refuse less than option amin */
#define DTRACE_C_CPP	0x0010	/* run the C preprocessor first */
#define DTRACE_C_KNODEF	0x0020	/* refused */
#define DTRACE_C_UNODEF	0x0040	/* refused */
#define DTRACE_C_PSPEC	0x0080	/* a lone word is a probe description */
#define DTRACE_C_ETAGS	0x0100	/* begin messages with their tag */
#define DTRACE_C_ARGREF	0x0200	/* allow unused arguments */
#define DTRACE_C_DEFARG	0x0800	/* missing arguments are 0 or "" */
#define DTRACE_C_NOLIBS	0x1000	/* use no D libraries */
#define DTRACE_C_CTL	0x2000	/* refused */
#define DTRACE_C_MASK	0x3bff

typedef struct dtrace_proginfo {
	dtrace_attribute_t dpi_descattr; /* least stable given part */
	dtrace_attribute_t dpi_stmtattr; /* least stable name used */
	uint_t dpi_aggregates;		/* aggregating statements */
	uint_t dpi_recgens;		/* data that are recorded */
	uint_t dpi_matches;		/* probes, once for each clause */
	uint_t dpi_speculations;	/* calls of speculate() */
} dtrace_proginfo_t;

/*
 * Compile a program. spec says which part of a probe description a single word
 * is; argv[0] is $0, and so on. The programs of a handle share variables and
 * aggregations. After EDT_COMPILER, dtrace_errmsg() has the line and the error.
 */
extern dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *dtp,
		const char *source, dtrace_probespec_t spec, uint_t cflags,
		int argc, char *const argv[]);

/* The same for what fp holds; spec is DTRACE_PROBESPEC_NAME. */
extern dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *dtp, FILE *fp,
		uint_t cflags, int argc, char *const argv[]);

/*
 * Add a program to those that dtrace_go() enables; adding it again changes
 * nothing. If info is not NULL, it is filled in, dpi_matches included.
 */
extern int dtrace_program_exec(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			       dtrace_proginfo_t *info);

/* Describe a program; dpi_matches is 0. */
extern void dtrace_program_info(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
				dtrace_proginfo_t *info);

/* --- Saved programs --- */

/*
 * Return a compiled program as bytes that another process can load, on any
 * machine of this architecture; they start with a dof_hdr_t. flags is 0 or
 * DTRACE_D_STRIP, which has no effect. Equal programs give equal bytes. A
 * program that names a probe by its number cannot be saved. Free the bytes with
 * dtrace_dof_destroy(). NULL with dtrace_errno() set on failure.
 */
extern void *dtrace_dof_create(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			       uint_t flags);

/*
 * Such bytes of a program that sets the run-time options which are set, and of
 * the clause by which dtrace_handle_err() learns of faults: it records arg1 to
 * arg5 of dtrace:::ERROR, and there is none (EDT_BADERROR) without a handler.
 */
extern void *dtrace_getopt_dof(dtrace_hdl_t *dtp);
extern void *dtrace_geterr_dof(dtrace_hdl_t *dtp);

/* Free what one of the three functions returned; dof may be NULL. */
extern void dtrace_dof_destroy(dtrace_hdl_t *dtp, void *dof);

/* The size of a saved program, from its first 64 bytes; 0: it is not one. */
extern size_t dtrace_dof_size(const void *dof);

/*
 * Make a program from saved bytes, which the caller may free afterwards. The
 * bytes are not trusted: code that the compiler does not make is refused. flags
 * is 0 or DTRACE_C_ZDEFS. Sets the options that the program sets by #pragma.
 * The program is executed like a compiled one, with option strsize as it was
 * when the program was compiled. NULL with dtrace_errno() set on failure.
 */
extern dtrace_prog_t *dtrace_program_load(dtrace_hdl_t *dtp, const void *dof,
					  size_t size, uint_t flags);

/* --- Declared providers --- */

#define DTRACE_D_STRIP		0x01	/* no effect: nothing can be removed */
#define DTRACE_D_PROBES		0x02	/* the object files must have probes */
#define DTRACE_D_MASK		0x03

/*
 * Write a header for C: macros PROVIDER_PROBE(arg1, arg2), and _ENABLED() of
 * the same name, which is not 0 while the probe is traced, for each probe of
 * the providers that the programs of the handle declare (EDT_NOPROV: none).
 * fname names the macro against double inclusion; NULL: there is none.
 */
extern int dtrace_program_header(dtrace_hdl_t *dtp, FILE *fp,
				 const char *fname);

/*
 * Create or replace an object file that defines what the macros of the header
 * refer to, for the providers of pgp, or of all programs if that is NULL.
 * dflags is 0 or DTRACE_D_*, joined by |. With DTRACE_D_PROBES and a program,
 * fails with EDT_NOPROBES unless the files objv have a probe of each provider.
 */
extern int dtrace_program_link(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			       uint_t dflags, const char *file, int objc,
			       char *const objv[]);

/* --- Statements --- */

typedef struct dtrace_stmtdesc {
	dtrace_ecbdesc_t *dtsd_ecbdesc;	/* one for each clause */
	dtrace_actdesc_t *dtsd_action;
	dtrace_actdesc_t *dtsd_action_last;
	void *dtsd_aggdata;
	void *dtsd_fmtdata;
	void *dtsd_strdata;
	void (*dtsd_callback)(void);
	void *dtsd_data;
	dtrace_attribute_t dtsd_descattr; /* least stable given part */
	dtrace_attribute_t dtsd_stmtattr; /* least stable name used */
} dtrace_stmtdesc_t;

typedef int dtrace_stmt_f(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			  dtrace_stmtdesc_t *stmt, void *arg);

/*
 * Call func for each statement of a program, in order; for a clause with
 * several probe descriptions, once for each. dtsd_ecbdesc, dtsd_action and
 * the attributes are set, other members are 0. Statements added are last.
 */
extern int dtrace_stmt_iter(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			    dtrace_stmt_f *func, void *arg);

/*
 * Make a statement for the probes of ecb->dted_probe. The caller keeps ecb
 * until the statement is executed or destroyed; several statements of one ecb
 * are one clause.
 */
extern dtrace_stmtdesc_t *dtrace_stmt_create(dtrace_hdl_t *dtp,
					     dtrace_ecbdesc_t *ecb);

/*
 * Append an action, to be filled in: dtad_kind is DTRACEACT_NONE, _STOP, or
 * _STACK, _USTACK or _JSTACK with dtad_arg as in a dtrace_recdesc_t, or 0.
 */
extern dtrace_actdesc_t *dtrace_stmt_action(dtrace_hdl_t *dtp,
					    dtrace_stmtdesc_t *stmt);

/* Add a statement to a program that has not been executed. */
extern int dtrace_stmt_add(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			   dtrace_stmtdesc_t *stmt);

/* Free a statement that was created and is not compiled, and its actions. */
extern void dtrace_stmt_destroy(dtrace_hdl_t *dtp, dtrace_stmtdesc_t *stmt);

/* --- Probes --- */

typedef struct dtrace_typeinfo {
	const char *dtt_object;
	ctf_file_t *dtt_ctfp;
	ctf_id_t dtt_type;
	uint_t dtt_flags;		/* DTT_FL_* */
} dtrace_typeinfo_t;

#define DTT_FL_USER	0x1		/* a type of a process */

typedef struct dtrace_probeinfo {
	dtrace_attribute_t dtp_attr;	/* of the probes */
	dtrace_attribute_t dtp_arga;	/* of their arguments */
	const dtrace_typeinfo_t *dtp_argv;
	int dtp_argc;
} dtrace_probeinfo_t;

typedef int dtrace_probe_f(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
			   void *arg);

/*
 * Call func for each probe that matches pattern, by ascending id; NULL matches
 * all. An empty name matches any, others are globs; an id that is not 0 matches
 * that probe. Fails with EDT_NOPROBE if there is none. A description is valid
 * until func returns: copy those to keep.
 */
extern int dtrace_probe_iter(dtrace_hdl_t *dtp,
			     const dtrace_probedesc_t *pattern,
			     dtrace_probe_f *func, void *arg);

/*
 * Describe the probes that match pattern: their lowest stability, and the types
 * of args[0] and so on, if all have the same; else dtp_argc is 0. <ctf-api.h>
 * reads dtt_type of dtt_ctfp; CTF_ERR is a type that this kernel lacks.
 */
extern int dtrace_probe_info(dtrace_hdl_t *dtp,
			     const dtrace_probedesc_t *pattern,
			     dtrace_probeinfo_t *info);

/*
 * A remark on how the probes that match pattern are traced in processes, such
 * as "by the return address on the stack"; valid until dtrace_close(). NULL if
 * they differ, or if there is none.
 */
extern const char *dtrace_probe_how(dtrace_hdl_t *dtp,
				    const dtrace_probedesc_t *pattern);

typedef int dtrace_lacking_f(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
			     const char *why, void *arg);

/*
 * Call func for each probe that matches pattern and that the library knows, but
 * this kernel lacks or patterns leave out. Its id is 0; why is the reason, such
 * as "needs tracepoint X, which this kernel lacks".
 */
extern int dtrace_probe_lacking(dtrace_hdl_t *dtp,
				const dtrace_probedesc_t *pattern,
				dtrace_lacking_f *func, void *arg);

/* --- Probe descriptions --- */

#define DTRACE_DESC2STR_MAX	1024

/*
 * Parse a description. spec says which part its last word is; parts to the left
 * may be left out. $target is replaced and, in xstr2desc, $0 and so on. No
 * probe need match.
 */
extern int dtrace_str2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec,
			   const char *str, dtrace_probedesc_t *pdp);
extern int dtrace_xstr2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec,
			    const char *str, int argc, char *const argv[],
			    dtrace_probedesc_t *pdp);

/* Describe the probe with this id. Fails with EDT_BADID. */
extern int dtrace_id2desc(dtrace_hdl_t *dtp, dtrace_id_t id,
			  dtrace_probedesc_t *pdp);

/*
 * Write provider:module:function:name, or the id unless it is 0, cut to len
 * bytes, and return buf; NULL if that or pdp is NULL.
 */
extern char *dtrace_desc2str(const dtrace_probedesc_t *pdp, char *buf,
			     size_t len);

/* --- Stability --- */

#define DTRACE_ATTR2STR_MAX	64

/* The word for DTRACE_STABILITY_* or DTRACE_CLASS_*; NULL if there is none. */
extern const char *dtrace_stability_name(dtrace_stability_t stability);
extern const char *dtrace_class_name(dtrace_class_t dclass);

/* Write Name/Data/Class, cut to len bytes. Returns buf; NULL if not valid. */
extern char *dtrace_attr2str(dtrace_attribute_t attr, char *buf, size_t len);

/* Parse such words, in either case. Returns -1 if they are not. */
extern int dtrace_str2attr(const char *str, dtrace_attribute_t *attr);

/* --- Records --- */

typedef enum {
	DTRACEFLOW_ENTRY,
	DTRACEFLOW_RETURN,
	DTRACEFLOW_NONE
} dtrace_flowkind_t;

#define DTRACE_CONSUME_ERROR	-1	/* fail with EDT_BADRVAL */
#define DTRACE_CONSUME_THIS	0	/* let the library process it */
#define DTRACE_CONSUME_NEXT	1	/* skip it */
#define DTRACE_CONSUME_ABORT	2	/* fail with EDT_DIRABORT */

/*
 * A firing of a clause. dtpda_data points to the record in a probe callback,
 * and to the datum in a record callback: the record then starts at dtpda_data -
 * rec->dtrd_offset.
 */
typedef struct dtrace_probedata {
	dtrace_hdl_t *dtpda_handle;
	dtrace_eprobedesc_t *dtpda_edesc;
	dtrace_probedesc_t *dtpda_pdesc;
	processorid_t dtpda_cpu;
	caddr_t dtpda_data;
	dtrace_flowkind_t dtpda_flow;	/* the last three: option flowindent */
	const char *dtpda_prefix;
	int dtpda_indent;
} dtrace_probedata_t;

/* Return DTRACE_CONSUME_*. rec is NULL after the last datum of a record. */
typedef int dtrace_consume_probe_f(const dtrace_probedata_t *data, void *arg);
typedef int dtrace_consume_rec_f(const dtrace_probedata_t *data,
				 const dtrace_recdesc_t *rec, void *arg);

/*
 * Read the records, unless switchrate says that it is too early: call pf for
 * each record, and rf for each of its data. A NULL pf stands for THIS, a NULL
 * rf for NEXT. Data that are left to the library are printed to fp, or passed
 * to the buffered handler if fp is NULL. printf(), printa(), system() and
 * freopen() have a datum for each argument, all with the same dtrd_uarg; if rf
 * leaves the first to the library, it is not called for the others.
 *
 * After a failure the next call begins with the first record that pf has not
 * seen. Fails with EBUSY in a callback, in a walk, and before tracing has
 * stopped if bufpolicy is fill or ring.
 */
extern int dtrace_consume(dtrace_hdl_t *dtp, FILE *fp,
			  dtrace_consume_probe_f *pf, dtrace_consume_rec_f *rf,
			  void *arg);

/* --- Tracing --- */

#define DTRACE_STATUS_NONE	0	/* not begun, or within statusrate */
#define DTRACE_STATUS_OKAY	1	/* still tracing */
#define DTRACE_STATUS_EXITED	2	/* exit() was called */
#define DTRACE_STATUS_FILLED	3	/* policy fill: a buffer is full */
#define DTRACE_STATUS_STOPPED	4	/* tracing has stopped */

typedef enum {
	DTRACE_WORKSTATUS_ERROR = -1,
	DTRACE_WORKSTATUS_OKAY,		/* call it again */
	DTRACE_WORKSTATUS_DONE		/* nothing is left */
} dtrace_workstatus_t;

/*
 * Enable the programs, fire BEGIN and start tracing. A handle traces once; a
 * call that fails may be repeated. Afterwards dtrace_getopt() returns the sizes
 * that the buffers have got.
 */
extern int dtrace_go(dtrace_hdl_t *dtp);

/*
 * Fire END and stop tracing, unless it has stopped. What was recorded can still
 * be read. It fails with EBUSY if a firing does not end within 10 seconds, and
 * may then be called again.
 */
extern int dtrace_stop(dtrace_hdl_t *dtp);

/*
 * Wait until dtrace_work() has something to do, a process of the handle ends or
 * a signal arrives: SIGHUP, SIGINT, SIGQUIT and SIGTERM also if blocked.
 */
extern void dtrace_sleep(dtrace_hdl_t *dtp);

/*
 * Call dtrace_status(), dtrace_aggregate_snap() and dtrace_consume(), each if
 * its rate says so, and always once tracing has stopped.
 */
extern dtrace_workstatus_t dtrace_work(dtrace_hdl_t *dtp, FILE *fp,
		dtrace_consume_probe_f *pf, dtrace_consume_rec_f *rf,
		void *arg);

/*
 * Return DTRACE_STATUS_*, or -1. Tracing ends after exit() and if a buffer is
 * full. It also ends if this is not called for longer than option deadman says:
 * then the next call fails with EDT_BRICKED, and those after it read what there
 * is.
 */
extern int dtrace_status(dtrace_hdl_t *dtp);

/*
 * The engine, "kernel" or "vm"; NULL before dtrace_go(). *why, unless why is
 * NULL, is the reason that it is not the kernel, or NULL.
 */
extern const char *dtrace_engine(dtrace_hdl_t *dtp, const char **why);

/* --- Event loops --- */

/*
 * A descriptor for poll(), readable while dtrace_work() has something to do: a
 * rate is due, a process of the handle has ended, or tracing has stopped and
 * data are left. It is always the same; do not read or close it. Once it
 * exists, dtrace_work() calls the process handler.
 */
extern int dtrace_ctlfd(dtrace_hdl_t *dtp);

/* --- Handlers --- */

#define DTRACE_HANDLE_ABORT	-1	/* the call that found it fails */
#define DTRACE_HANDLE_OK	0

/* dtbda_flags; 0 for text that is not of an aggregation */
#define DTRACE_BUFDATA_AGGKEY		0x0001
#define DTRACE_BUFDATA_AGGVAL		0x0002
#define DTRACE_BUFDATA_AGGFORMAT	0x0004	/* text between them */
#define DTRACE_BUFDATA_AGGLAST		0x0008	/* last piece of the entry */

typedef struct dtrace_bufdata {
	dtrace_hdl_t *dtbda_handle;
	const char *dtbda_buffered;	/* the text */
	dtrace_probedata_t *dtbda_probe; /* NULL: text of an entry */
	const dtrace_recdesc_t *dtbda_recdesc;
	const dtrace_aggdata_t *dtbda_aggdata;
	uint32_t dtbda_flags;
} dtrace_bufdata_t;

/* A clause that failed, and so recorded nothing. */
typedef struct dtrace_errdata {
	dtrace_hdl_t *dteda_handle;
	dtrace_eprobedesc_t *dteda_edesc;
	dtrace_probedesc_t *dteda_pdesc;
	processorid_t dteda_cpu;
	int dteda_action;		/* from 1; 0: predicate; -1: unknown */
	int dteda_offset;		/* always -1 */
	int dteda_fault;		/* DTRACEFLT_* */
	uint64_t dteda_addr;
	const char *dteda_msg;		/* ends with a newline */
} dtrace_errdata_t;

typedef enum {
	DTRACEDROP_PRINCIPAL,		/* records */
	DTRACEDROP_AGGREGATION,		/* aggregating statements */
	DTRACEDROP_DYNAMIC,		/* assignments to variables */
	DTRACEDROP_DYNRINSE,		/* not reported here */
	DTRACEDROP_DYNDIRTY,		/* not reported here */
	DTRACEDROP_SPEC,		/* speculative records */
	DTRACEDROP_SPECBUSY,		/* not reported here */
	DTRACEDROP_SPECUNAVAIL,		/* speculation() returned 0 */
	DTRACEDROP_STKSTROVERFLOW,	/* not reported here */
	DTRACEDROP_DBLERROR,		/* clauses of ERROR that failed */
	DTRACEDROP_PROBE,		/* probes found while tracing runs */
	DTRACEDROP_LATE,		/* such probes, of code that ran */
	DTRACEDROP_LEFTOUT		/* probes that a pattern leaves out */
} dtrace_dropkind_t;

typedef struct dtrace_dropdata {
	dtrace_hdl_t *dtdda_handle;
	processorid_t dtdda_cpu;	/* DTRACE_CPUALL: of no single CPU */
	dtrace_dropkind_t dtdda_kind;
	uint64_t dtdda_drops;		/* since the last report */
	uint64_t dtdda_total;		/* since dtrace_go(); 0 if of one CPU */
	const char *dtdda_msg;		/* ends with a newline */
} dtrace_dropdata_t;

typedef struct dtrace_setoptdata {
	dtrace_hdl_t *dtsda_handle;
	const dtrace_probedata_t *dtsda_probe;
	const char *dtsda_option;
	dtrace_optval_t dtsda_oldval;
	dtrace_optval_t dtsda_newval;
} dtrace_setoptdata_t;

/* All but the last return DTRACE_HANDLE_*. */
typedef int dtrace_handle_err_f(const dtrace_errdata_t *err, void *arg);
typedef int dtrace_handle_drop_f(const dtrace_dropdata_t *drop, void *arg);
typedef int dtrace_handle_buffered_f(const dtrace_bufdata_t *buf, void *arg);
typedef int dtrace_handle_setopt_f(const dtrace_setoptdata_t *opt, void *arg);
typedef void dtrace_handle_proc_f(struct ps_prochandle *proc, const char *msg,
				  void *arg);

/*
 * Register a handler of errors or losses, before dtrace_go(). Without one, the
 * call that finds an error or a loss, except DTRACEDROP_LATE and _LEFTOUT,
 * fails with EDT_ERRABORT or EDT_DROPABORT.
 * A second handler of one kind is refused with EALREADY.
 */
extern int dtrace_handle_err(dtrace_hdl_t *dtp, dtrace_handle_err_f *func,
			     void *arg);
extern int dtrace_handle_drop(dtrace_hdl_t *dtp, dtrace_handle_drop_f *func,
			      void *arg);

/* Register the handler of text that the library prints where fp is NULL. */
extern int dtrace_handle_buffered(dtrace_hdl_t *dtp,
				  dtrace_handle_buffered_f *func, void *arg);

/* Called after a program's setopt() has set an option. A second replaces it. */
extern int dtrace_handle_setopt(dtrace_hdl_t *dtp, dtrace_handle_setopt_f *func,
				void *arg);

/*
 * The handler is called by dtrace_sleep(), and by dtrace_work() if there is a
 * dtrace_ctlfd(), once for each process of the handle that has ended. msg says
 * how; it is NULL if the status is 0 or unknown. dtrace_proc_release() calls
 * it, too, if tracing has killed or changed the process. It may release proc.
 */
extern int dtrace_handle_proc(dtrace_hdl_t *dtp, dtrace_handle_proc_f *func,
			      void *arg);

/* --- Losses --- */

/* The reason for a loss. */
typedef enum {
	DTRACELOSS_FULL,		/* the buffer was full */
	DTRACELOSS_BUSY,		/* too many firings nested */
	DTRACELOSS_SKIPPED,		/* the kernel did not run the program */
	DTRACELOSS_FAULT,		/* a clause of ERROR failed */
	DTRACELOSS_LATE,		/* the code was found as it ran */
	DTRACELOSS_HARM			/* it would do harm or miss firings */
} dtrace_losswhy_t;

/* What was lost since dtrace_go(), of one kind, on one CPU, for one reason. */
typedef struct dtrace_lossdata {
	dtrace_hdl_t *dtlda_handle;
	processorid_t dtlda_cpu;	/* DTRACE_CPUALL: of no single CPU */
	dtrace_dropkind_t dtlda_kind;
	dtrace_losswhy_t dtlda_why;
	uint64_t dtlda_count;		/* never 0 */
	const char *dtlda_msg;		/* with what to do, and a newline */
} dtrace_lossdata_t;

typedef int dtrace_losses_f(const dtrace_lossdata_t *loss, void *arg);

/*
 * Call func for each kind, CPU and reason that has losses, as far as status,
 * stop, snapshots and consuming have found them. EINVAL before dtrace_go().
 */
extern int dtrace_losses(dtrace_hdl_t *dtp, dtrace_losses_f *func, void *arg);

/* --- JSON --- */

enum { DTRACE_OFORMAT_TEXT, DTRACE_OFORMAT_STRUCTURED };  /* dtrace_oformat() */

/*
 * Print JSON, one object a line. dtrace_oformat_configure() takes option
 * oformat, before dtrace_go(). From setup to teardown, which print nothing,
 * records, aggregations and losses are objects; losses then need no handler.
 */
extern int dtrace_oformat_configure(dtrace_hdl_t *dtp);
extern int dtrace_oformat(dtrace_hdl_t *dtp);
extern int dtrace_oformat_setup(dtrace_hdl_t *dtp);
extern void dtrace_oformat_teardown(dtrace_hdl_t *dtp);

/* --- Printing through formats --- */

/* Parse a format; only one for printa() may have %@. Error: EDT_COMPILER. */
extern void *dtrace_printf_create(dtrace_hdl_t *dtp, const char *format);
extern void *dtrace_printa_create(dtrace_hdl_t *dtp, const char *format);

/* Write a format's text, as snprintf() does; returns 0 if fmtdata is NULL. */
extern size_t dtrace_printf_format(dtrace_hdl_t *dtp, void *fmtdata, char *buf,
				   size_t len);

/*
 * Print data of a record through a format: recs describes nrecs of them, buf is
 * the record, len its size. fp NULL is the buffered handler, which gets data;
 * that may be NULL. Return how many data were used, or -1. dtrace_fprinta()
 * takes the data of one printa(); fmtdata NULL is the default format.
 */
extern int dtrace_fprintf(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);
extern int dtrace_fprinta(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);

/*
 * The same for what system() and freopen() do: run the text as a shell command
 * and wait for it; send fp to the file of that name, or back where it was for
 * "". fp NULL is left alone. Neither needs option destructive.
 */
extern int dtrace_system(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);
extern int dtrace_freopen(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);

/*
 * Print the value at addr, of at most len bytes, as print() does. type is the
 * name in D, perhaps after "OBJECT`", or dtt_type in decimal. Returns len; or
 * 0 on failure: EDT_NOTYPE, or EINVAL if the type has no values or larger ones.
 */
extern int dtrace_print(dtrace_hdl_t *dtp, FILE *fp, const char *type,
			caddr_t addr, size_t len);

/* --- Aggregations --- */

#define DTRACE_A_PERCPU		0x0001
#define DTRACE_A_KEEPDELTA	0x0002
#define DTRACE_A_ANONYMOUS	0x0004
#define DTRACE_A_TOTAL		0x0008
#define DTRACE_A_MINMAXBIN	0x0010
#define DTRACE_A_HASNEGATIVES	0x0020
#define DTRACE_A_HASPOSITIVES	0x0040

#define DTRACE_AGGZOOM_MAX	0.95	/* part that the largest fills */

#define DTRACE_AGGWALK_ERROR		-1	/* end; fail with errno */
#define DTRACE_AGGWALK_NEXT		0	/* leave the entry as it is */
#define DTRACE_AGGWALK_ABORT		1	/* end; fail */
#define DTRACE_AGGWALK_CLEAR		2	/* set its value to 0 */
#define DTRACE_AGGWALK_NORMALIZE	3	/* divisor: dtada_normal */
#define DTRACE_AGGWALK_DENORMALIZE	4	/* divisor: 1 */
#define DTRACE_AGGWALK_REMOVE		5	/* remove it */

/*
 * An entry, valid until the walk ends. dtada_desc->dtagd_rec describes
 * dtada_data: the variable's id, the keys, the value. With option aggpercpu,
 * dtada_percpu has the value alone of each CPU from 0 to
 * sysconf(_SC_CPUID_MAX). The deltas are what the last snapshot changed; with
 * option aggdelta or aggpersec, a snapshot taken after tracing has stopped
 * counts together with the one before, unless there was a walk in between.
 */
struct dtrace_aggdata {
	dtrace_hdl_t *dtada_handle;
	dtrace_aggdesc_t *dtada_desc;
	dtrace_eprobedesc_t *dtada_edesc;
	dtrace_probedesc_t *dtada_pdesc;
	caddr_t dtada_data;
	uint64_t dtada_normal;		/* divisor for printing */
	size_t dtada_size;
	caddr_t dtada_delta;
	caddr_t *dtada_percpu;
	caddr_t *dtada_percpu_delta;
	int64_t dtada_total;
	uint16_t dtada_minbin;
	uint16_t dtada_maxbin;
	uint32_t dtada_flags;		/* DTRACE_A_* */
};

/* Returns DTRACE_AGGWALK_*. */
typedef int dtrace_aggregate_f(const dtrace_aggdata_t *agg, void *arg);

typedef int dtrace_aggregate_walk_f(dtrace_hdl_t *dtp,
				    dtrace_aggregate_f *func, void *arg);

/* Returns -1 to end the walk, which then fails. */
typedef int dtrace_aggregate_walk_joined_f(const dtrace_aggdata_t **aggs,
					   const int naggs, void *arg);

/*
 * Merge what was aggregated since the last snapshot into the entries, unless
 * aggrate says that it is too early.
 */
extern int dtrace_aggregate_snap(dtrace_hdl_t *dtp);

/* Set all values to 0. Keys and entries stay, but see option aggretire. */
extern void dtrace_aggregate_clear(dtrace_hdl_t *dtp);

/*
 * Print the aggregations that no printa() has printed, to fp or, if it is NULL,
 * through the buffered handler. walker NULL is dtrace_aggregate_walk_sorted.
 */
extern int dtrace_aggregate_print(dtrace_hdl_t *dtp, FILE *fp,
				  dtrace_aggregate_walk_f *walker);

/*
 * Call func for each entry and do what it returns. Inside a walk
 * dtrace_consume(), a snapshot, and another walk that clears or removes fail
 * with EBUSY; dtrace_aggregate_clear() makes the walk fail with it.
 *
 * walk has no order; walk_sorted sorts by variable and value, or as the
 * aggsort* options say. The others sort by variable, then key or value; with
 * var in the name, by key or value, then variable; rev reverses.
 */
extern int dtrace_aggregate_walk(dtrace_hdl_t *dtp, dtrace_aggregate_f *func,
				 void *arg);
extern int dtrace_aggregate_walk_sorted(dtrace_hdl_t *dtp,
					dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_keysorted(dtrace_hdl_t *dtp,
					   dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_valsorted(dtrace_hdl_t *dtp,
					   dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_keyvarsorted(dtrace_hdl_t *dtp,
		dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_valvarsorted(dtrace_hdl_t *dtp,
		dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_keyrevsorted(dtrace_hdl_t *dtp,
		dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_valrevsorted(dtrace_hdl_t *dtp,
		dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_keyvarrevsorted(dtrace_hdl_t *dtp,
		dtrace_aggregate_f *func, void *arg);
extern int dtrace_aggregate_walk_valvarrevsorted(dtrace_hdl_t *dtp,
		dtrace_aggregate_f *func, void *arg);

/*
 * Call func once for each key of the nvars variables, with nvars + 1 entries:
 * the first to read the key from, then one for each variable, in the order of
 * vars. The entry of a variable that lacks the key is zero. E2BIG if nvars is
 * above 1024.
 */
extern int dtrace_aggregate_walk_joined(dtrace_hdl_t *dtp,
		dtrace_aggvarid_t *vars, int nvars,
		dtrace_aggregate_walk_joined_f *func, void *arg);

/* dtpc_flags: the bucket has only one bound */
#define DTRACE_PERCENTILE_BELOW	0x1	/* at most dtpc_high */
#define DTRACE_PERCENTILE_ABOVE	0x2	/* at least dtpc_low */

/*
 * A percentile lies from dtpc_low to dtpc_high, the bounds of its bucket.
 * dtpc_value is where it is if the values in the bucket are evenly spread. If
 * there is one bound, dtpc_value is the same, and the other one INT64_MIN or
 * INT64_MAX.
 */
typedef struct dtrace_percentile {
	int64_t dtpc_low;
	int64_t dtpc_high;
	int64_t dtpc_value;
	uint64_t dtpc_count;		/* of all values */
	uint_t dtpc_flags;		/* DTRACE_PERCENTILE_* */
} dtrace_percentile_t;

/*
 * Store the value that percent (0 to 100) of the values in a distribution do
 * not exceed. agg is an entry of a walk. EINVAL if it is no distribution or
 * percent is out of range, ENODATA if it is empty, ERANGE if a count is < 0.
 */
extern int dtrace_aggregate_percentile(const dtrace_aggdata_t *agg,
		double percent, dtrace_percentile_t *out);

/* --- Processes --- */

/*
 * Start a program, stopped before its first instruction, or take hold of a
 * process, which runs on; flags is ignored. The first process of a handle is
 * $target. create ignores the two more arguments that FreeBSD has.
 */
extern struct ps_prochandle *dtrace_proc_create(dtrace_hdl_t *dtp,
		const char *file, char *const *argv, ...);
extern struct ps_prochandle *dtrace_proc_grab(dtrace_hdl_t *dtp, pid_t pid,
					      int flags);

/* After dtrace_go(): why tracing will change what a process does; or NULL. */
extern const char *dtrace_proc_hint(dtrace_hdl_t *dtp,
				    struct ps_prochandle *proc);

/*
 * Let a process run that was created. On failure it is killed, and the next
 * dtrace_stop(), dtrace_status(), dtrace_work(), dtrace_consume() or
 * dtrace_aggregate_snap() fails once for the same reason, dtrace_errno().
 */
extern void dtrace_proc_continue(dtrace_hdl_t *dtp, struct ps_prochandle *proc);

/*
 * Release a process, as often as it was grabbed; proc is then invalid. One that
 * was created is killed, and waited for, or killed if the consumer dies; one
 * that was grabbed continues. dtrace_close() releases all processes.
 */
extern void dtrace_proc_release(dtrace_hdl_t *dtp, struct ps_prochandle *proc);

/* --- Symbols --- */

#define DTRACE_OBJ_EXEC		((const char *)0L)
#define DTRACE_OBJ_RTLD		((const char *)1L)
#define DTRACE_OBJ_CDEFS	((const char *)2L)
#define DTRACE_OBJ_DDEFS	((const char *)3L)
#define DTRACE_OBJ_EVERY	((const char *)-1L)
#define DTRACE_OBJ_KMODS	((const char *)-2L)
#define DTRACE_OBJ_UMODS	((const char *)-3L)

#define DTRACE_OBJ_F_KERNEL	0x1
#define DTRACE_OBJ_F_PRIMARY	0x2

typedef struct dtrace_objinfo {
	const char *dto_name;
	const char *dto_file;
	int dto_id;
	uint_t dto_flags;		/* DTRACE_OBJ_F_* */
	GElf_Addr dto_text_va;
	GElf_Xword dto_text_size;
	GElf_Addr dto_data_va;
	GElf_Xword dto_data_size;
	GElf_Addr dto_bss_va;
	GElf_Xword dto_bss_size;
} dtrace_objinfo_t;

typedef int dtrace_obj_f(dtrace_hdl_t *dtp, const dtrace_objinfo_t *obj,
			 void *arg);

typedef struct dtrace_syminfo {
	const char *dts_object;		/* module */
	const char *dts_name;
	ulong_t dts_id;
} dtrace_syminfo_t;

/* For dtrace_vopen(); <sys/dtrace.h> describes the requests, DTRACEIOC_*. */
struct dtrace_vector {
	int (*dtv_ioctl)(void *arg, int request, void *data);
	int (*dtv_lookup_by_addr)(void *arg, GElf_Addr addr, GElf_Sym *symp,
				  dtrace_syminfo_t *sip);
	int (*dtv_status)(void *arg, processorid_t cpu);
	long (*dtv_sysconf)(void *arg, int name);
};

/*
 * Find the kernel symbol that contains addr (else EDT_NOSYMADDR), or only its
 * module if symp is NULL. sip may be NULL, too.
 */
extern int dtrace_lookup_by_addr(dtrace_hdl_t *dtp, GElf_Addr addr,
				 GElf_Sym *symp, dtrace_syminfo_t *sip);

/*
 * Find the kernel symbol with this name, a global one first. object is a
 * module; "vmlinux" or DTRACE_OBJ_EXEC, the kernel itself; DTRACE_OBJ_EVERY or
 * _KMODS, all. symp and sip may be NULL.
 */
extern int dtrace_lookup_by_name(dtrace_hdl_t *dtp, const char *object,
				 const char *name, GElf_Sym *symp,
				 dtrace_syminfo_t *sip);

/* Call func for the kernel and each of its modules. dto_file is NULL. */
extern int dtrace_object_iter(dtrace_hdl_t *dtp, dtrace_obj_f *func,
			      void *arg);

/* Describe one module, named as for dtrace_lookup_by_name(). */
extern int dtrace_object_info(dtrace_hdl_t *dtp, const char *object,
			      dtrace_objinfo_t *info);

/*
 * Read the kernel's symbols again at the next use. Strings that the functions
 * of this section returned become invalid.
 */
extern void dtrace_update(dtrace_hdl_t *dtp);

/* No kernel module is a provider here: stores nothing and returns 0. */
extern int dtrace_provider_modules(dtrace_hdl_t *dtp, const char **mods,
				   int nmods);

/*
 * Write a kernel address as module`symbol+0xoffset, or what is known of that,
 * cut to nbytes. Returns the whole length, like snprintf().
 */
extern int dtrace_addr2str(dtrace_hdl_t *dtp, uint64_t addr, char *str,
			   int nbytes);

/*
 * The same for a process: object`symbol+0xoffset, where object is the name of a
 * file without its directory. What a traced process had mapped is remembered.
 */
extern int dtrace_uaddr2str(dtrace_hdl_t *dtp, pid_t pid, uint64_t addr,
			    char *str, int nbytes);

/* --- Types --- */

/*
 * Find a type by its C name: of D for DTRACE_OBJ_DDEFS and _CDEFS; of D, then
 * of the running kernel, for "vmlinux", DTRACE_OBJ_EXEC, _KMODS and _EVERY. The
 * functions of <ctf-api.h> read the type.
 */
extern int dtrace_lookup_by_type(dtrace_hdl_t *dtp, const char *object,
				 const char *name, dtrace_typeinfo_t *info);

/* The same for text or a stream, and DTRACE_OBJ_EVERY. */
extern int dtrace_type_strcompile(dtrace_hdl_t *dtp, const char *text,
				  dtrace_typeinfo_t *info);
extern int dtrace_type_fcompile(dtrace_hdl_t *dtp, FILE *fp,
				dtrace_typeinfo_t *info);

/*
 * The type of a kernel symbol that dtrace_lookup_by_addr() or _by_name() has
 * found: of a function, a pointer to it. A variable whose type is not known is
 * a uintptr_t. Fails with EDT_NOSYM if the symbol is gone.
 */
extern int dtrace_symbol_type(dtrace_hdl_t *dtp, const GElf_Sym *symp,
			      const dtrace_syminfo_t *sip,
			      dtrace_typeinfo_t *tip);

#ifdef __cplusplus
}
#endif

#endif
