/* SPDX-License-Identifier: MIT */
/*
 * The whole interface of libdtrace. The head of each section names the file
 * in lib/ that defines its functions.
 *
 * Unless a function says otherwise:
 * - it returns 0, or -1 (NULL where it returns a pointer), and the reason is
 *   dtrace_errno(): an errno value, or one from 1000 of the library's own;
 *   without a handle (NULL) every call fails, and dtrace_errno() is EINVAL;
 * - what it hands out belongs to the handle, and is good until dtrace_close();
 * - what a callback is given is good until that callback returns.
 * Handles share nothing; one handle is used by one thread at a time, and not
 * by a child after fork(). A callback may use the handle, but not close it.
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

#define DTRACE_VERSION 3	/* what to pass to dtrace_open() */

struct ps_prochandle;

typedef struct dtrace_hdl dtrace_hdl_t;
typedef struct dtrace_prog dtrace_prog_t;
typedef struct dtrace_vector dtrace_vector_t;
typedef struct dtrace_aggdata dtrace_aggdata_t;

/* The same types as <ctf-api.h>, which may be included before or after. */
typedef struct ctf_dict ctf_file_t;
typedef unsigned long ctf_id_t;

/* api/open.c */

#define DTRACE_O_NODEV	0x01	/* open no device: compile only */
#define DTRACE_O_NOSYS	0x02	/* no need: nothing is looked at before use */
#define DTRACE_O_LP64	0x04	/* D programs have the LP64 data model */
#define DTRACE_O_ILP32	0x08	/* ... the ILP32 one */
#define DTRACE_O_MASK	0x0f

/*
 * A new handle. version is DTRACE_VERSION, flags are of DTRACE_O_*. On failure
 * NULL, and the reason in *errp unless errp is NULL.
 */
extern dtrace_hdl_t *dtrace_open(int version, int flags, int *errp);

/*
 * Stop tracing, let go of all processes and free everything that the handle
 * owns. NULL is allowed.
 */
extern void dtrace_close(dtrace_hdl_t *dtp);

/* Three words: whose D, the letter D, the version of the language. */
extern const char *const _dtrace_version;

/* Option debug of each new handle: not 0 explains on stderr what is done. */
extern int _dtrace_debug;

/* api/error.c */

/* The reason of the last failure on this handle; success does not clear it. */
extern int dtrace_errno(dtrace_hdl_t *dtp);

/*
 * A reason in words, never NULL; for a compiler error the compiler's message.
 * Good until the next call on the handle. dtp may be NULL.
 */
extern const char *dtrace_errmsg(dtrace_hdl_t *dtp, int error);

/* A fault (DTRACEFLT_*) in words; "unknown fault" for other numbers. */
extern const char *dtrace_faultstr(dtrace_hdl_t *dtp, int fault);

/* api/option.c */

/*
 * Set option opt from text. A size takes a suffix k, m, g or t; a rate takes
 * one of time or hz, and is a number of times per second without. value NULL
 * is for options that are switches. While tracing only the dynamic options
 * can be set.
 */
extern int dtrace_setopt(dtrace_hdl_t *dtp, const char *opt, const char *value);

/*
 * The value of a run-time option: sizes in bytes, rates as an interval in
 * nanoseconds, DTRACEOPT_UNSET if not set. After dtrace_go() it is the value
 * in effect.
 */
extern int dtrace_getopt(dtrace_hdl_t *dtp, const char *opt,
			 dtrace_optval_t *value);

typedef int dtrace_noeffect_f(dtrace_hdl_t *dtp, const char *opt,
			      const char *why, void *arg);

/*
 * Call func for each option that the consumer or a program has set although
 * it has no effect in this library, which accepts it since other systems have
 * it; why is the reason in words. Stops at and returns what is not 0. -1 with
 * EINVAL if func is NULL.
 */
extern int dtrace_noeffect(dtrace_hdl_t *dtp, dtrace_noeffect_f *func,
			   void *arg);

/* api/program.c */

#define DTRACE_C_DIFV	0x0001	/* show the code of each clause */
#define DTRACE_C_EMPTY	0x0002	/* a program may be empty */
#define DTRACE_C_ZDEFS	0x0004	/* a description may match no probe */
#define DTRACE_C_EATTR	0x0008	/* refuse attributes below option amin */
#define DTRACE_C_CPP	0x0010	/* run the preprocessor first */
#define DTRACE_C_KNODEF	0x0020	/* refused: names have to be defined */
#define DTRACE_C_UNODEF	0x0040	/* refused */
#define DTRACE_C_PSPEC	0x0080	/* a lone word is what probespec says */
#define DTRACE_C_ETAGS	0x0100	/* put the tag before each message */
#define DTRACE_C_ARGREF	0x0200	/* arguments need not be referred to */
#define DTRACE_C_DEFARG	0x0800	/* missing arguments are 0 or "" */
#define DTRACE_C_NOLIBS	0x1000	/* read no D libraries, as there are none */
#define DTRACE_C_CTL	0x2000	/* refused: only control directives */
#define DTRACE_C_MASK	0x3bff

typedef struct dtrace_proginfo {
	dtrace_attribute_t dpi_descattr; /* least of the descriptions */
	dtrace_attribute_t dpi_stmtattr; /* least of the statements */
	uint_t dpi_aggregates;		/* aggregating actions */
	uint_t dpi_recgens;		/* actions that record */
	uint_t dpi_matches;		/* probes matched */
	uint_t dpi_speculations;	/* calls of speculate() */
} dtrace_proginfo_t;

/*
 * Compile D. spec says what a lone word in a probe description names; argv is
 * $0, $1 and so on. Several programs can be compiled, and they share variables
 * and aggregations.
 */
extern dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *dtp,
		const char *source, dtrace_probespec_t spec, uint_t cflags,
		int argc, char *const argv[]);

/* The same from a stream, which stays open. */
extern dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *dtp, FILE *fp,
		uint_t cflags, int argc, char *const argv[]);

/*
 * Take a program for dtrace_go(). If info is not NULL it is filled in, and the
 * number of probes that the program matched is added to dpi_matches.
 */
extern int dtrace_program_exec(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			       dtrace_proginfo_t *info);

/* What a program contains. dpi_matches is 0. */
extern void dtrace_program_info(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
				dtrace_proginfo_t *info);

/* api/stmt.c */

typedef struct dtrace_stmtdesc {
	dtrace_ecbdesc_t *dtsd_ecbdesc;	/* shared by a clause's statements */
	dtrace_actdesc_t *dtsd_action;
	dtrace_actdesc_t *dtsd_action_last;
	void *dtsd_aggdata;
	void *dtsd_fmtdata;
	void *dtsd_strdata;
	void (*dtsd_callback)(void);
	void *dtsd_data;
	dtrace_attribute_t dtsd_descattr;
	dtrace_attribute_t dtsd_stmtattr;
} dtrace_stmtdesc_t;

typedef int dtrace_stmt_f(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			  dtrace_stmtdesc_t *stmt, void *arg);

/*
 * Call func for each statement, in order. What it returns other than 0 ends
 * the iteration and is returned.
 */
extern int dtrace_stmt_iter(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
			    dtrace_stmt_f *func, void *arg);

/* api/probe.c */

typedef struct dtrace_typeinfo {
	const char *dtt_object;
	ctf_file_t *dtt_ctfp;
	ctf_id_t dtt_type;
	uint_t dtt_flags;		/* DTT_FL_* */
} dtrace_typeinfo_t;

#define DTT_FL_USER	0x1		/* of a process, not of the kernel */

typedef struct dtrace_probeinfo {
	dtrace_attribute_t dtp_attr;	/* of the probe */
	dtrace_attribute_t dtp_arga;	/* of its arguments */
	const dtrace_typeinfo_t *dtp_argv;
	int dtp_argc;
} dtrace_probeinfo_t;

typedef int dtrace_probe_f(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
			   void *arg);

/*
 * Call func for each probe that pattern matches (NULL: all). An empty member
 * matches anything, others are globs. What func returns other than 0 ends the
 * iteration and is returned. The descriptions live as long as the handle.
 */
extern int dtrace_probe_iter(dtrace_hdl_t *dtp,
			     const dtrace_probedesc_t *pattern,
			     dtrace_probe_f *func, void *arg);

/*
 * What is known of the probes that pattern matches: the least of their
 * attributes, and the types of args[0] and so on if all have the same; a type
 * is of the C container dtt_ctfp, which <ctf-api.h> reads. A struct of the
 * kernel has members there if it is one of these types or what one points to.
 * dtp_argc is 0 where arguments have no types, as those of system calls.
 */
extern int dtrace_probe_info(dtrace_hdl_t *dtp,
			     const dtrace_probedesc_t *pattern,
			     dtrace_probeinfo_t *info);

typedef int dtrace_lacking_f(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
			     const char *why, void *arg);

/*
 * Call func for each probe that pattern matches (NULL: all), that the library
 * knows, and that this kernel does not have. The description has no id. why
 * says what is missing: "needs tracepoint X, which this kernel lacks". Both
 * live during the call. What func returns other than 0 ends the iteration and
 * is returned; -1 and dtrace_errno() if the pattern is wrong.
 */
extern int dtrace_probe_lacking(dtrace_hdl_t *dtp,
				const dtrace_probedesc_t *pattern,
				dtrace_lacking_f *func, void *arg);

/* api/desc.c */

#define DTRACE_DESC2STR_MAX	1024

/*
 * A description from text. Its last part is what spec says, the ones before
 * it are those to the left; a part that is not there is empty. $target and
 * with xstr2desc $0, $1 and so on are replaced. No probe need match.
 */
extern int dtrace_str2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec,
			   const char *str, dtrace_probedesc_t *pdp);
extern int dtrace_xstr2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec,
			    const char *str, int argc, char *const argv[],
			    dtrace_probedesc_t *pdp);

/* The probe that has this id. */
extern int dtrace_id2desc(dtrace_hdl_t *dtp, dtrace_id_t id,
			  dtrace_probedesc_t *pdp);

/*
 * provider:module:function:name, or the id if it is not 0. Returns buf, or NULL
 * if that or pdp is NULL. A name without its NUL is cut to its array.
 */
extern char *dtrace_desc2str(const dtrace_probedesc_t *pdp, char *buf,
			     size_t len);

/* api/attr.c */

#define DTRACE_ATTR2STR_MAX	64

/* What DTRACE_STABILITY_* and DTRACE_CLASS_* are called, or NULL. */
extern const char *dtrace_stability_name(dtrace_stability_t stability);
extern const char *dtrace_class_name(dtrace_class_t dclass);

/* Name/Data/Class in these words; returns buf, or NULL if it has none. */
extern char *dtrace_attr2str(dtrace_attribute_t attr, char *buf, size_t len);

/* The reverse: -1, and no reason, if these are not such words. */
extern int dtrace_str2attr(const char *str, dtrace_attribute_t *attr);

/* api/consume.c */

typedef enum {
	DTRACEFLOW_ENTRY,
	DTRACEFLOW_RETURN,
	DTRACEFLOW_NONE
} dtrace_flowkind_t;

#define DTRACE_CONSUME_ERROR	-1	/* error while processing */
#define DTRACE_CONSUME_THIS	0	/* let the library process this */
#define DTRACE_CONSUME_NEXT	1	/* done with it, go on to the next */
#define DTRACE_CONSUME_ABORT	2	/* stop consuming */

/*
 * One firing of one clause. For the probe callback dtpda_data is the start of
 * the record; for the record callback it is that datum, so that dtpda_data -
 * rec->dtrd_offset is the start.
 */
typedef struct dtrace_probedata {
	dtrace_hdl_t *dtpda_handle;
	dtrace_eprobedesc_t *dtpda_edesc;
	dtrace_probedesc_t *dtpda_pdesc;
	processorid_t dtpda_cpu;
	caddr_t dtpda_data;
	dtrace_flowkind_t dtpda_flow;	/* these three with flowindent only */
	const char *dtpda_prefix;
	int dtpda_indent;
} dtrace_probedata_t;

/* rec is NULL after the last datum. Both return DTRACE_CONSUME_*. */
typedef int dtrace_consume_probe_f(const dtrace_probedata_t *data, void *arg);
typedef int dtrace_consume_rec_f(const dtrace_probedata_t *data,
				 const dtrace_recdesc_t *rec, void *arg);

/*
 * Read the trace records, unless switchrate says that it is too early, and
 * call pf for each firing and rf for each datum of it. What they leave to the
 * library is printed to fp; if fp is NULL it goes to the handler of
 * dtrace_handle_buffered(). pf NULL means THIS, rf NULL means NEXT. A printf()
 * has a datum for each argument, all with the same dtrd_uarg; left to the
 * library they are one, and rf is called for the first. So are those of
 * printa(), system() and freopen(). If it ends early, the firings that pf has
 * not seen are there for the next call; inside a callback, one of a walk too,
 * it is refused with EBUSY, and so it is under the policies fill and ring
 * until tracing stops.
 */
extern int dtrace_consume(dtrace_hdl_t *dtp, FILE *fp,
			  dtrace_consume_probe_f *pf, dtrace_consume_rec_f *rf,
			  void *arg);

/* api/go.c */

#define DTRACE_STATUS_NONE	0	/* not tracing, or asked too early */
#define DTRACE_STATUS_OKAY	1	/* tracing */
#define DTRACE_STATUS_EXITED	2	/* exit() was called */
#define DTRACE_STATUS_FILLED	3	/* policy fill, and a buffer is full */
#define DTRACE_STATUS_STOPPED	4	/* dtrace_stop() was called */

typedef enum {
	DTRACE_WORKSTATUS_ERROR = -1,
	DTRACE_WORKSTATUS_OKAY,		/* come again */
	DTRACE_WORKSTATUS_DONE		/* all has been processed */
} dtrace_workstatus_t;

/*
 * Attach all programs, fire BEGIN and start tracing. A handle traces once, but
 * a call that has failed may be repeated. Afterwards dtrace_getopt() tells the
 * sizes that the buffers have got.
 */
extern int dtrace_go(dtrace_hdl_t *dtp);

/*
 * Stop tracing and fire END; its data are there for the next consumption. A
 * second call does nothing.
 */
extern int dtrace_stop(dtrace_hdl_t *dtp);

/*
 * Wait until dtrace_work() has something to do, a process has ended or a signal
 * has come; SIGHUP, SIGINT, SIGQUIT and SIGTERM count while blocked, too.
 */
extern void dtrace_sleep(dtrace_hdl_t *dtp);

/*
 * One turn of a consumer: status, snapshot of the aggregations, records.
 * Arguments as for dtrace_consume().
 */
extern dtrace_workstatus_t dtrace_work(dtrace_hdl_t *dtp, FILE *fp,
		dtrace_consume_probe_f *pf, dtrace_consume_rec_f *rf,
		void *arg);

/*
 * DTRACE_STATUS_*, or -1; asked again within statusrate it is NONE. May call
 * the drop handler. Who does not ask for longer than option deadman loses the
 * tracing: the call that finds out fails with EDT_BRICKED, and the next ones
 * fetch what was recorded until then.
 */
extern int dtrace_status(dtrace_hdl_t *dtp);

/*
 * The engine that dtrace_go() has chosen, "kernel" or "vm", or NULL before.
 * *why, unless why is NULL, becomes why it is not the kernel, or NULL.
 */
extern const char *dtrace_engine(dtrace_hdl_t *dtp, const char **why);

/* api/ctlfd.c */

/*
 * A descriptor for poll() and its like, that is readable when dtrace_work() has
 * something to do: a rate is due, a process has ended, or tracing has stopped
 * and its last data have not been read. An exit() of a program and a buffer
 * that is full are noticed when the status is due, within one statusrate. It
 * is the handle's: do not read or close it. In a consumer that has asked for it
 * dtrace_work() calls the handler of processes, as dtrace_sleep() does.
 */
extern int dtrace_ctlfd(dtrace_hdl_t *dtp);

/* api/handle.c */

#define DTRACE_HANDLE_ABORT	-1	/* make the operation fail */
#define DTRACE_HANDLE_OK	0

/* dtbda_flags; all are about aggregations. */
#define DTRACE_BUFDATA_AGGKEY		0x0001
#define DTRACE_BUFDATA_AGGVAL		0x0002
#define DTRACE_BUFDATA_AGGFORMAT	0x0004	/* text of the format */
#define DTRACE_BUFDATA_AGGLAST		0x0008	/* the entry's last piece */

typedef struct dtrace_bufdata {
	dtrace_hdl_t *dtbda_handle;
	const char *dtbda_buffered;	/* the text */
	dtrace_probedata_t *dtbda_probe; /* NULL in dtrace_aggregate_print() */
	const dtrace_recdesc_t *dtbda_recdesc;
	const dtrace_aggdata_t *dtbda_aggdata;
	uint32_t dtbda_flags;
} dtrace_bufdata_t;

/* A clause that failed at run time. */
typedef struct dtrace_errdata {
	dtrace_hdl_t *dteda_handle;
	dtrace_eprobedesc_t *dteda_edesc;
	dtrace_probedesc_t *dteda_pdesc;
	processorid_t dteda_cpu;
	int dteda_action;		/* from 1; 0: predicate; -1: unknown */
	int dteda_offset;		/* in its code, -1: unknown */
	int dteda_fault;		/* DTRACEFLT_* */
	uint64_t dteda_addr;
	const char *dteda_msg;		/* all of it in words, with newline */
} dtrace_errdata_t;

typedef enum {
	DTRACEDROP_PRINCIPAL,		/* trace records, per CPU */
	DTRACEDROP_AGGREGATION,		/* aggregating actions, per CPU */
	DTRACEDROP_DYNAMIC,		/* no room for a dynamic variable */
	DTRACEDROP_DYNRINSE,		/* ... some being freed */
	DTRACEDROP_DYNDIRTY,		/* ... some waiting to be freed */
	DTRACEDROP_SPEC,		/* speculative records */
	DTRACEDROP_SPECBUSY,		/* speculation() with all busy */
	DTRACEDROP_SPECUNAVAIL,		/* speculation() with all taken */
	DTRACEDROP_STKSTROVERFLOW,	/* stack strings */
	DTRACEDROP_DBLERROR		/* an ERROR clause failed */
} dtrace_dropkind_t;

typedef struct dtrace_dropdata {
	dtrace_hdl_t *dtdda_handle;
	processorid_t dtdda_cpu;	/* DTRACE_CPUALL: not of one CPU */
	dtrace_dropkind_t dtdda_kind;
	uint64_t dtdda_drops;		/* since the last call */
	uint64_t dtdda_total;		/* since the start; 0 if per CPU */
	const char *dtdda_msg;		/* all of it in words, with newline */
} dtrace_dropdata_t;

typedef struct dtrace_setoptdata {
	dtrace_hdl_t *dtsda_handle;
	const dtrace_probedata_t *dtsda_probe;
	const char *dtsda_option;
	dtrace_optval_t dtsda_oldval;
	dtrace_optval_t dtsda_newval;
} dtrace_setoptdata_t;

/* Handlers return DTRACE_HANDLE_*. */
typedef int dtrace_handle_err_f(const dtrace_errdata_t *err, void *arg);
typedef int dtrace_handle_drop_f(const dtrace_dropdata_t *drop, void *arg);
typedef int dtrace_handle_buffered_f(const dtrace_bufdata_t *buf, void *arg);
typedef int dtrace_handle_setopt_f(const dtrace_setoptdata_t *opt, void *arg);
typedef void dtrace_handle_proc_f(struct ps_prochandle *proc, const char *msg,
				  void *arg);

/*
 * Register a handler, before dtrace_go(); a second one is refused with
 * EALREADY. Without a handler an error or a drop makes the operation that
 * meets it fail.
 */
extern int dtrace_handle_err(dtrace_hdl_t *dtp, dtrace_handle_err_f *func,
			     void *arg);
extern int dtrace_handle_drop(dtrace_hdl_t *dtp, dtrace_handle_drop_f *func,
			      void *arg);

/* The handler gets the text that the library would print, when fp is NULL. */
extern int dtrace_handle_buffered(dtrace_hdl_t *dtp,
				  dtrace_handle_buffered_f *func, void *arg);

/*
 * Called after setopt() of a program has set an option; a second one is taken
 * in place of the first.
 */
extern int dtrace_handle_setopt(dtrace_hdl_t *dtp, dtrace_handle_setopt_f *func,
				void *arg);

/*
 * The handler is called by dtrace_sleep(), and by dtrace_work() if there is a
 * dtrace_ctlfd(), once for each process of the handle that has ended: msg says
 * how, or is NULL if it exited with 0 or nobody can know. It may release the
 * process.
 */
extern int dtrace_handle_proc(dtrace_hdl_t *dtp, dtrace_handle_proc_f *func,
			      void *arg);

/* api/losses.c */

/* Why something was lost. */
typedef enum {
	DTRACELOSS_FULL,		/* no room for it */
	DTRACELOSS_BUSY,		/* no place to work in, all are taken */
	DTRACELOSS_SKIPPED,		/* the kernel refused to nest it */
	DTRACELOSS_FAULT		/* a clause failed */
} dtrace_losswhy_t;

/* What was lost since dtrace_go() of one kind, on one CPU, for one reason. */
typedef struct dtrace_lossdata {
	dtrace_hdl_t *dtlda_handle;
	processorid_t dtlda_cpu;	/* DTRACE_CPUALL: not of one CPU */
	dtrace_dropkind_t dtlda_kind;
	dtrace_losswhy_t dtlda_why;
	uint64_t dtlda_count;		/* never 0 */
	const char *dtlda_msg;		/* all of it in words, with newline */
} dtrace_lossdata_t;

typedef int dtrace_losses_f(const dtrace_lossdata_t *loss, void *arg);

/*
 * Call func for each kind, CPU and reason that something has been lost of, as
 * far as status, snap, consume and stop have found out. Stops at and returns
 * what is not 0. -1 EINVAL before dtrace_go().
 */
extern int dtrace_losses(dtrace_hdl_t *dtp, dtrace_losses_f *func, void *arg);

/* api/oformat.c */

/*
 * Structured output: with option oformat as json what the library prints is
 * JSON, an object a line. Configure takes the option, before dtrace_go();
 * dtrace_oformat() is then not 0. What is printed between setup and teardown is
 * in that form: records, aggregations, and losses, for which no handler is
 * needed then. Each object is complete, so setup and teardown print nothing.
 */
extern int dtrace_oformat_configure(dtrace_hdl_t *dtp);
extern int dtrace_oformat(dtrace_hdl_t *dtp);
extern int dtrace_oformat_setup(dtrace_hdl_t *dtp);
extern void dtrace_oformat_teardown(dtrace_hdl_t *dtp);

/* api/print.c */

/*
 * A format for the functions below, taken apart; NULL and EDT_COMPILER if it is
 * not one. Only that of printa may have conversions of values, %@. It is the
 * handle's.
 */
extern void *dtrace_printf_create(dtrace_hdl_t *dtp, const char *format);
extern void *dtrace_printa_create(dtrace_hdl_t *dtp, const char *format);

/* Its text, as snprintf() would give it; 0 for NULL, which is none. */
extern size_t dtrace_printf_format(dtrace_hdl_t *dtp, void *fmtdata, char *buf,
				   size_t len);

/*
 * Process records as the library does, through a format of the caller's: recs
 * are the next nrecs of data, buf the start of the whole record, len its size.
 * Return the number of records that the format took, or -1. fp NULL is the
 * buffered handler. dtrace_fprinta() takes the records of one printa();
 * fmtdata NULL is the default format.
 */
extern int dtrace_fprintf(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);
extern int dtrace_fprinta(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);

/*
 * The same, for what system() and freopen() do: run the text as a shell
 * command; send fp to the file of this name, or for "" back. fp NULL leaves
 * every stream where it is. Neither asks for option destructive.
 */
extern int dtrace_system(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);
extern int dtrace_freopen(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
		const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
		uint_t nrecs, const void *buf, size_t len);

/* api/aggregate.c */

#define DTRACE_A_PERCPU		0x0001
#define DTRACE_A_KEEPDELTA	0x0002
#define DTRACE_A_ANONYMOUS	0x0004
#define DTRACE_A_TOTAL		0x0008
#define DTRACE_A_MINMAXBIN	0x0010
#define DTRACE_A_HASNEGATIVES	0x0020
#define DTRACE_A_HASPOSITIVES	0x0040

#define DTRACE_AGGZOOM_MAX	0.95	/* height of the tallest bar */

#define DTRACE_AGD_PRINTED	0x1	/* printa() has printed it */

#define DTRACE_AGGWALK_ERROR		-1	/* fail with errno */
#define DTRACE_AGGWALK_NEXT		0	/* go on */
#define DTRACE_AGGWALK_ABORT		1	/* stop; the walk fails */
#define DTRACE_AGGWALK_CLEAR		2	/* set the value to 0 */
#define DTRACE_AGGWALK_NORMALIZE	3	/* dtada_normal was set */
#define DTRACE_AGGWALK_DENORMALIZE	4	/* set dtada_normal to 1 */
#define DTRACE_AGGWALK_REMOVE		5	/* take the entry out */

/*
 * One entry. dtada_data holds what dtada_desc->dtagd_rec describes: the
 * variable's id, the keys, the value. The per-CPU copies are of the value
 * alone; they exist with option aggpercpu, for CPUs 0 to
 * sysconf(_SC_CPUID_MAX). The deltas are the change since the snapshot before;
 * with option aggdelta or aggpersec one that is taken when tracing has stopped
 * goes with that before it, unless there was a walk in between.
 */
struct dtrace_aggdata {
	dtrace_hdl_t *dtada_handle;
	dtrace_aggdesc_t *dtada_desc;
	dtrace_eprobedesc_t *dtada_edesc;
	dtrace_probedesc_t *dtada_pdesc;
	caddr_t dtada_data;
	uint64_t dtada_normal;		/* divide by it to print */
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

/* Returns -1 to stop. */
typedef int dtrace_aggregate_walk_joined_f(const dtrace_aggdata_t **aggs,
					   const int naggs, void *arg);

/*
 * Take what the probes aggregated since the last snapshot into the entries,
 * unless aggrate says that it is too early.
 */
extern int dtrace_aggregate_snap(dtrace_hdl_t *dtp);

/* Set all values to 0; keys and entries stay. */
extern void dtrace_aggregate_clear(dtrace_hdl_t *dtp);

/*
 * Print the entries that printa() has not, to fp or, if it is NULL, through
 * the buffered handler. walker NULL is dtrace_aggregate_walk_sorted.
 */
extern int dtrace_aggregate_print(dtrace_hdl_t *dtp, FILE *fp,
				  dtrace_aggregate_walk_f *walker);

/*
 * Call func for each entry and do what it returns. Inside, no snapshot can be
 * taken, no records be consumed and no other walk clear or remove entries:
 * EBUSY; dtrace_aggregate_clear() makes the walk fail with it.
 *
 * The plain walk has no order; sorted follows the aggsort* options and sorts by
 * variable and value; the others by what their name says: key or value, before
 * them the variable unless var is in the name; rev reverses.
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
 * Call func once per key of the named variables, with nvars + 1 entries: one
 * to read the key from, then those of the variables in the given order; a
 * variable that lacks the key has an entry of zeros. E2BIG if nvars is above
 * 1024.
 */
extern int dtrace_aggregate_walk_joined(dtrace_hdl_t *dtp,
		dtrace_aggvarid_t *vars, int nvars,
		dtrace_aggregate_walk_joined_f *func, void *arg);

/* dtpc_flags: the bucket has one bound only. */
#define DTRACE_PERCENTILE_BELOW	0x1	/* at most dtpc_high */
#define DTRACE_PERCENTILE_ABOVE	0x2	/* at least dtpc_low */

/*
 * A percentile: it is for certain between dtpc_low and dtpc_high, the least and
 * the greatest integer of its bucket. dtpc_value is where it would be
 * if those in the bucket lay evenly; with a flag it is the known bound, and the
 * other one is INT64_MIN or INT64_MAX.
 */
typedef struct dtrace_percentile {
	int64_t dtpc_low;
	int64_t dtpc_high;
	int64_t dtpc_value;
	uint64_t dtpc_count;		/* of all in the distribution */
	uint_t dtpc_flags;		/* DTRACE_PERCENTILE_* */
} dtrace_percentile_t;

/*
 * The value of quantize(), lquantize() or llquantize() in dtada_data that
 * percent (0 to 100) of all that it counts are not greater than. Fails with
 * EINVAL where there is no distribution, agg is not one that a walk has shown,
 * out is NULL or percent is out of range, ENODATA
 * where it is empty, and ERANGE where counts below 0 leave no order.
 */
extern int dtrace_aggregate_percentile(const dtrace_aggdata_t *agg,
		double percent, dtrace_percentile_t *out);

/* api/proc.c */

/*
 * Start a program, stopped before its first instruction of its own, or take
 * hold of a running process. The first one becomes $target. create may be
 * given two more arguments, a function and its argument, as FreeBSD has it;
 * they are ignored.
 */
extern struct ps_prochandle *dtrace_proc_create(dtrace_hdl_t *dtp,
		const char *file, char *const *argv, ...);
extern struct ps_prochandle *dtrace_proc_grab(dtrace_hdl_t *dtp, pid_t pid,
					      int flags);

/* Let a stopped process run. Only dtrace_errno() tells that it failed. */
extern void dtrace_proc_continue(dtrace_hdl_t *dtp, struct ps_prochandle *proc);

/*
 * Let go of a process, as often as it was grabbed; the handle then forgets it,
 * and proc is no longer valid.
 */
extern void dtrace_proc_release(dtrace_hdl_t *dtp, struct ps_prochandle *proc);

/* api/sym.c */

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

/* What dtrace_vopen() takes on other systems; there is none here. */
struct dtrace_vector {
	int (*dtv_ioctl)(void *arg, int request, void *data);
	int (*dtv_lookup_by_addr)(void *arg, GElf_Addr addr, GElf_Sym *symp,
				  dtrace_syminfo_t *sip);
	int (*dtv_status)(void *arg, processorid_t cpu);
	long (*dtv_sysconf)(void *arg, int name);
};

/*
 * The kernel symbol that contains addr. symp NULL asks for the module alone;
 * either of symp and sip may be NULL.
 */
extern int dtrace_lookup_by_addr(dtrace_hdl_t *dtp, GElf_Addr addr,
				 GElf_Sym *symp, dtrace_syminfo_t *sip);

/*
 * The kernel symbol that has this name in an object: a module by its name,
 * "vmlinux" or DTRACE_OBJ_EXEC for the kernel itself, DTRACE_OBJ_EVERY or
 * _KMODS for all. A global symbol is preferred to local ones; either of symp
 * and sip may be NULL.
 */
extern int dtrace_lookup_by_name(dtrace_hdl_t *dtp, const char *object,
				 const char *name, GElf_Sym *symp,
				 dtrace_syminfo_t *sip);

/*
 * Call func for the kernel and each of its modules. What func returns other
 * than 0 ends the iteration and is returned. dto_file is NULL: the kernel does
 * not say where it was loaded from.
 */
extern int dtrace_object_iter(dtrace_hdl_t *dtp, dtrace_obj_f *func,
			      void *arg);

/* One of them, by its name or as DTRACE_OBJ_EXEC. */
extern int dtrace_object_info(dtrace_hdl_t *dtp, const char *object,
			      dtrace_objinfo_t *info);

/*
 * Look at the kernel's modules and symbols anew when they are next asked for.
 * Names that the functions of this section have handed out are gone.
 */
extern void dtrace_update(dtrace_hdl_t *dtp);

/*
 * The modules of the kernel that are providers: none are, so it stores nothing
 * and returns 0.
 */
extern int dtrace_provider_modules(dtrace_hdl_t *dtp, const char **mods,
				   int nmods);

/*
 * A kernel address in words: module`symbol+0xoffset, or as much of it as is
 * known. Returns the length that the whole takes, like snprintf(); -1 if nbytes
 * is below 0.
 */
extern int dtrace_addr2str(dtrace_hdl_t *dtp, uint64_t addr, char *str,
			   int nbytes);

/*
 * The same of an address in a process: object`symbol+0xoffset, where the object
 * is the last part of its file's name. What a process that is traced had mapped
 * is remembered when it has ended. Of pid 0 nothing is known.
 */
extern int dtrace_uaddr2str(dtrace_hdl_t *dtp, pid_t pid, uint64_t addr,
			    char *str, int nbytes);

/* api/type.c */

/*
 * The type of this name: of D for DTRACE_OBJ_DDEFS and _CDEFS, of D or else the
 * running kernel for "vmlinux", DTRACE_OBJ_EXEC, _KMODS and _EVERY. <ctf-api.h>
 * reads the container that is handed out.
 */
extern int dtrace_lookup_by_type(dtrace_hdl_t *dtp, const char *object,
				 const char *name, dtrace_typeinfo_t *info);

/* The same from text or a stream, for DTRACE_OBJ_EVERY. */
extern int dtrace_type_strcompile(dtrace_hdl_t *dtp, const char *text,
				  dtrace_typeinfo_t *info);
extern int dtrace_type_fcompile(dtrace_hdl_t *dtp, FILE *fp,
				dtrace_typeinfo_t *info);

/* Of files of compiled programs on other systems; none are made here. */
#define DTRACE_D_STRIP		0x01
#define DTRACE_D_PROBES		0x02
#define DTRACE_D_MASK		0x03

#ifdef __cplusplus
}
#endif

#endif
