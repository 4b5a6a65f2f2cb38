/* SPDX-License-Identifier: MIT */
/*
 * hdl.h - the handle: the state of each module, and the functions that the
 * files of api/ share.  Only api/ includes it.
 */
#ifndef DT_HDL_H
#define DT_HDL_H

#include <dtrace.h>
#include <pthread.h>
#include "agg/agg.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/optval.h"
#include "bpf/codegen.h"
#include "bpf/image.h"
#include "consume/consume.h"
#include "engine/engine.h"
#include "front/front.h"
#include "sym/ksym.h"
#include "sym/mapwatch.h"
#include "sym/usym.h"
#include "victim/victim.h"
#include "prov/prov.h"
#include "run/join.h"
#include "vector/vector.h"
#include "tbl/edt.h"

/* A setting of an option of kind LIST or TEXT. */
struct dt_opttext {
	struct dt_opttext *next;
	enum dt_copt id;
	char text[];
};

/*
 * A program.  Its tree is kept, as dtrace_program_exec() generates the code
 * again if an option that the code depends on has changed.
 */
struct dtrace_prog {
	struct dtrace_prog *next;	/* in order of compilation */
	struct dt_arena *arena;
	struct dt_dprog *tree;		/* NULL: it was loaded */
	struct dt_image *image;
	pid_t target;			/* the value of $target in it */
	struct dt_pragma *pragmas;	/* options that it sets */
	uint32_t npragmas;
	dtrace_stmtdesc_t *stmts;	/* made by the first stmt_iter */
	uint32_t nstmts;
	struct dt_newstmt *added;	/* by dtrace_stmt_add(), in order */
	struct dtrace_prog *extra;	/* what they compile to; or NULL */
	struct dtrace_prog *exec_next;	/* in order of exec */
	bool execed;
	bool is_error;			/* the library's own ERROR clause */
};

enum dt_runstate { DT_RUN_IDLE, DT_RUN_ACTIVE, DT_RUN_STOPPED };

struct dtrace_hdl {
	/* error.c */
	int err;
	char errtext[4096];		/* the message of err, if not "" */

	/* option.c */
	int64_t opts[DT_OPT_NRUN];	/* DTRACEOPT_UNSET: not set */
	int64_t copts[DT_COPT_NUM];
	struct dt_opttext *opttexts;
	uint_t cflags;			/* turned on by options */
	uint_t cflags_off;		/* turned off by options */
	uint32_t idle;			/* bit i: dt_opt_idle(i) was set */

	/* open.c */
	volatile char *alive;		/* its page is zeroed in a child */
	bool compile_only;		/* DTRACE_O_NODEV */
	struct dt_vector *vector;	/* of dtrace_vopen(); or NULL */
	struct dt_types *types;
	struct dt_scope *scope;
	uint32_t largest;	/* see struct dt_dprog, of all programs */
	struct dt_probes *probes;
	struct dt_agg *agg;
	struct dt_consume *consume;

	/* program.c */
	struct dtrace_prog *progs, **progs_tail;
	struct dtrace_prog *compiling;	/* where its pragmas go */
	struct dtrace_prog *execs, **execs_tail;
	struct dtrace_prog *errors;	/* reports faults; NULL: not made yet */

	/* stmt.c: statements that belong to no program yet */
	struct dt_newstmt *newstmts;

	/* dlib.c: NULL until a program needs the index */
	struct dt_dlibs *dlibs;

	/* enable.c: the run */
	struct dt_joined joined;
	struct dt_run run;
	uint64_t specsize;		/* in effect; 0: nothing speculates */

	/* grow.c */
	struct {
		pthread_mutex_t lock;	/* of probes, pdescs and joined */
		bool on;		/* the run grows */
		uint64_t missed;	/* atomic: places not added */
		uint64_t late;		/* atomic: added to code that ran */
		uint64_t left_out;	/* atomic: probes left out */
		struct dt_mapwatch *watch;	/* of the thread; or NULL */
		pthread_t thread;
		bool watches;		/* the thread exists */
		int stop;		/* eventfd that ends it; -1: none */
	} grow;

	/* go.c */
	const struct dt_engine_ops *ops;
	char engine_why[512];		/* why it is not the kernel, or "" */
	bool knows_kernel, has_kernel;	/* see dt_engine_is_kernel() */
	struct dt_engine *engine;
	struct dt_mem *mem;
	enum dt_runstate state;
	bool bench;			/* tests: probes are fired by hand */
	bool may_end;			/* exit() or a full buffer can end it */
	bool bricked;			/* it was killed; not reported yet */
	struct dt_cut {			/* the death of a tracer: */
		pid_t pid, tracer;	/* of process pid, */
		int sig;		/* by this signal; 0: none died */
	} cut;
	int64_t last_status, last_snap, last_consume;	/* monotonic ns */
	uint64_t seen_missed, seen_dyndrops, seen_dblerrors, seen_nospecs,
	    seen_missed_probes, seen_late, seen_left_out;

	/* vector.c */
	dtrace_status_t seen_status;	/* whose losses were reported */

	/* handle.c */
	dtrace_handle_err_f *err_fn;
	void *err_arg;
	dtrace_handle_drop_f *drop_fn;
	void *drop_arg;
	dtrace_handle_buffered_f *buffered_fn;
	void *buffered_arg;
	dtrace_handle_proc_f *proc_fn;
	void *proc_arg;

	dtrace_handle_setopt_f *setopt_fn;
	void *setopt_arg;

	/* losses.c: losses since dtrace_go(), by row and CPU + 1 */
	uint64_t *losses;
	uint32_t nlosscpus;

	/* ctlfd.c */
	int ctlfd, ctltimer;		/* -1: not requested */
	bool snapped, consumed;		/* since tracing stopped */

	/* oformat.c */
	struct {
		int format;		/* enum dt_oformat, configured */
		bool on;		/* between setup and teardown */
		bool pending;		/* one of drops is not 0 */
		uint64_t *drops;	/* by kind and CPU + 1 */
	} oformat;

	/* print.c */
	struct dt_arena *fmt_arena;	/* formats that were handed out */
	struct dt_redirect redirect;	/* of freopen() */

	/* probe.c: descriptions given to the consumer, by probe id */
	dtrace_probedesc_t ***pdescs;	/* pages of a table by id */
	uint32_t npdescs;		/* pages */
	struct dt_arena *info_arena;	/* types given to it; or NULL */

	/* proc.c */
	struct dt_proc {
		struct ps_prochandle *p;
		uint64_t id;		/* of this process alone */
		bool reported;		/* its end was reported */
		bool releasing;		/* and so was its release */
		uint32_t regrabs;	/* further grabs of the process */
	} *procs;
	uint32_t nprocs;
	uint64_t lastproc;		/* the id given last */
	pid_t target;
	struct {		/* the last process that failed to continue, */
		pid_t pid;	/* until a call has reported it */
		int rc;		/* the error; 0: none */
	} unstarted;
	struct {		/* a process that tracing may have killed, */
		pid_t pid;	/* until a call has reported it */
		int sig;	/* 0: none */
		const char *why;	/* in words, and the remedy */
	} harmed;

	/* sym.c */
	struct dt_ksyms *ksyms;
	struct dt_kbtf *kbtf;

	/* argtype.c */
	struct dt_objtypes *objtypes;	/* NULL until a probe has one */

	/* symbolize.c */
	struct dt_usyms *usyms;
	struct dt_mapwatch *mapwatch;	/* NULL: not needed, or denied */
	uint32_t names;			/* enum dt_naming of the run */
};

/*
 * error.c: set the error of a call that an error or a loss ends, EDT_ERRABORT
 * or EDT_DROPABORT, for lack of a handler or by its wish.  report is the text
 * for handlers.  Returns -err.
 */
int dt_abort(dtrace_hdl_t *dtp, int err, bool has_handler, const char *report);
/* Set the error of the handle, if not NULL; both return -1. */
int dt_set_errno(dtrace_hdl_t *dtp, int err);
int dt_set_error(dtrace_hdl_t *dtp, int err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* With option debug: print a line on stderr about the library's work. */
void dt_explain(const dtrace_hdl_t *dtp, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Set the error for a module's result, unless it is 0; returns 0 or -1. */
int dt_result(dtrace_hdl_t *dtp, int rc);

/*
 * open.c: can this handle be used?  0, or -1 if it is NULL, or was opened by
 * the parent before fork().
 */
int dt_alive(dtrace_hdl_t *dtp);
/* The same, but also -1, with error EINVAL, unless the arguments are valid. */
int dt_check(dtrace_hdl_t *dtp, bool are_valid);

/* option.c */
int dt_opts_init(dtrace_hdl_t *dtp);
void dt_opts_fini(dtrace_hdl_t *dtp);
/* The value in effect: as set, else the default of the option's row. */
int64_t dt_opt_effective(const dtrace_hdl_t *dtp, int id);
bool dt_opt_on(const dtrace_hdl_t *dtp, int id);	/* set at all */
/* After a load: let dtrace_getopt() return the sizes in use. */
void dt_opts_settle(dtrace_hdl_t *dtp);
/* The flags of a compile, changed by options. */
uint_t dt_opt_cflags(const dtrace_hdl_t *dtp, uint_t cflags);
/* #pragma D option in a program: 0 or an error code, set on the handle. */
int dt_opt_pragma(dtrace_hdl_t *dtp, const char *opt, const char *value);

/* cpp.c: run the preprocessor; name is the program's, or NULL.  0 or -1. */
struct dt_buf;
int dt_cpp(dtrace_hdl_t *dtp, const char *text, size_t len, const char *name,
    struct dt_buf *out);

/*
 * env.c: the environment for a process, an array to free with borrowed strings.
 * NULL: no memory.
 */
char **dt_env_make(const dtrace_hdl_t *dtp);

/* program.c */
void dt_progs_fini(dtrace_hdl_t *dtp);
/* Make a program, or NULL with the error set; append it to the handle's. */
dtrace_prog_t *dt_prog_new(dtrace_hdl_t *dtp);
void dt_prog_append(dtrace_hdl_t *dtp, dtrace_prog_t *pgp);
void dt_prog_free(dtrace_prog_t *pgp);
/*
 * A program without clauses, not among the handle's, or NULL with the error
 * set.  Free it with dt_prog_free().
 */
dtrace_prog_t *dt_prog_empty(dtrace_hdl_t *dtp);
/* The size of strings in the code of all programs. */
int64_t dt_prog_strsize(const dtrace_hdl_t *dtp);
/* Generate code for the present size; 0, or -1 with the error set. */
int dt_progs_refresh(dtrace_hdl_t *dtp);
/* The program that reports faults; NULL with the error set. */
dtrace_prog_t *dt_prog_errors(dtrace_hdl_t *dtp);
/* 0, or -1 with the error set on a handle that only compiles. */
int dt_check_device(dtrace_hdl_t *dtp);
bool dt_prog_is_ours(const dtrace_hdl_t *dtp, const dtrace_prog_t *pgp);
/* The line of the first clause that is refused, with the reason; 0: none. */
typedef int dt_prog_refuse_f(dtrace_hdl_t *dtp, const struct dt_image *img,
    char *why, size_t len);
/* Refuse probes and statements less stable than option amin demands. */
dt_prog_refuse_f dt_prog_unstable;
/* The least stability of the probes that a description matches. */
dtrace_attribute_t dt_prog_descattr(dtrace_hdl_t *dtp,
    const struct dt_pdesc *pd);
/*
 * Refuse the use of the current thread's memory or stack on a probe that fires
 * for another thread.
 */
dt_prog_refuse_f dt_prog_elsewhere;

/* stmt.c: compile new statements to pgp->extra.  0 or -1. */
int dt_stmts_compile(dtrace_hdl_t *dtp, dtrace_prog_t *pgp);
void dt_stmts_free(struct dt_newstmt *list);
void dt_stmts_fini(dtrace_hdl_t *dtp);

/* Fill in the compiler's environment. */
void dt_prog_env(dtrace_hdl_t *dtp, struct dt_env *env);

/* dlib.c: as in struct dt_env; arg is the handle. */
int dt_dlib_define(void *arg, const char *name, struct dt_diag *diag);
int dt_dlib_declare(void *arg, const struct dt_pdesc *pd,
    struct dt_diag *diag);
bool dt_dlib_has(void *arg, enum dt_libname what, const char *name);
/*
 * Compile the libraries in folders that the user has named, as their errors
 * must not wait for a program that needs one.  0 or -errno.
 */
int dt_dlibs_named(dtrace_hdl_t *dtp, struct dt_diag *diag);
/* End a compilation: keep or forget the libraries that were compiled for it. */
void dt_dlibs_settle(dtrace_hdl_t *dtp, bool keep);
void dt_dlibs_fini(dtrace_hdl_t *dtp);

/*
 * probe.c: the stability of the parts of a probe's description and of args[],
 * by enum dt_provpart; and of a description, where parts that are empty or "*"
 * do not count.
 */
const dtrace_attribute_t *dt_probe_attrs(const dtrace_hdl_t *dtp,
    const struct dt_probe *p);
dtrace_attribute_t dt_probe_attr(const dtrace_hdl_t *dtp,
    const struct dt_probe *p, const char *const part[4]);

/* enable.c */
int dt_enable(dtrace_hdl_t *dtp);
void dt_enable_fini(dtrace_hdl_t *dtp);
const struct dt_ecb *dt_ecb_byepid(const dtrace_hdl_t *dtp, uint32_t epid);
void dt_joinenv_set(dtrace_hdl_t *dtp, struct dt_joinenv *env);
/* Call fn for each probe that a description matches; as dt_probes_match(). */
int dt_pdesc_matches(dtrace_hdl_t *dtp, const struct dt_pdesc *pd,
    dt_probe_match_f *fn, void *arg);
uint32_t dt_pdesc_count(dtrace_hdl_t *dtp, const struct dt_pdesc *pd);
/* alias.c: members of struct dt_env, for calls that this machine has. */
bool dt_alias_is_on(void *arg);
int dt_alias_each(void *arg, const struct dt_pdesc *pd, dt_alias_f *fn,
    void *fnarg);

/* argtype.c: the types of a probe's args[]. */
struct dt_argtypes {
	const struct dt_probe *p;
	const struct dt_provprobe *d;	/* its declaration in D, or NULL */
};
struct dt_argtypes dt_argtypes_of(const dtrace_hdl_t *dtp,
    const struct dt_probe *p);
uint32_t dt_argtypes_count(const struct dt_argtypes *t);
const char *dt_argtypes_name(const struct dt_argtypes *t, uint32_t i);
/* The type that is described in the probe's file, or NULL. */
struct dt_objtype;
const struct dt_objtype *dt_argtypes_own(dtrace_hdl_t *dtp,
    const struct dt_argtypes *of, uint32_t i);
/* Compare types, or their names where there are only these. */
bool dt_argtype_same(struct dt_types *ts, const struct dt_type *l,
    const char *lname, const struct dt_type *r, const char *rname);
/* Add the types that the probes of a description declare for an argument. */
void dt_prog_argtype(dtrace_hdl_t *dtp, const struct dt_pdesc *pd,
    struct dt_argtype *a);
/* As unreadable() of struct dt_env. */
bool dt_prog_unreadable(dtrace_hdl_t *dtp, const struct dt_pdesc *pd,
    uint32_t number, char *why, size_t n);

/*
 * grow.c.  The recursive lock protects probes, their descriptions and the EPIDs
 * of the run.  Call want before a load, start and stop around a run.
 */
int dt_grow_init(dtrace_hdl_t *dtp);
void dt_grow_fini(dtrace_hdl_t *dtp);
/* usertype.c: see struct dt_env */
struct dt_usertype;
int dt_usertype_find(void *arg, struct dt_usertype *u);
void dt_grow_lock(dtrace_hdl_t *dtp);
void dt_grow_unlock(dtrace_hdl_t *dtp);
void dt_grow_want(dtrace_hdl_t *dtp);
void dt_grow_start(dtrace_hdl_t *dtp);
void dt_grow_stop(dtrace_hdl_t *dtp);

/* load.c */
/* Would the kernel engine run a program of this handle? */
bool dt_engine_is_kernel(dtrace_hdl_t *dtp);
int dt_engine_select(dtrace_hdl_t *dtp);
int dt_engine_load(dtrace_hdl_t *dtp);

/* vector.c, for a handle of dtrace_vopen().  All return 0 or -1. */
int dt_vector_open(dtrace_hdl_t *dtp);		/* by dtrace_go */
/* Ask for the status; report the losses since the last call. */
int dt_vector_losses(dtrace_hdl_t *dtp, dtrace_status_t *st);
/* Set the error for a result of vector/, with its text. */
int dt_vector_result(dtrace_hdl_t *dtp, int rc);

/* ctlfd.c */
void dt_ctlfd_init(dtrace_hdl_t *dtp);
void dt_ctlfd_fini(dtrace_hdl_t *dtp);
/* Set the timer again after a change of rates or state. */
void dt_ctlfd_arm(dtrace_hdl_t *dtp);
/* Add a process to the descriptor, 0 or -errno; remove it. */
int dt_ctlfd_watch(dtrace_hdl_t *dtp, const struct ps_prochandle *p);
void dt_ctlfd_forget(dtrace_hdl_t *dtp, const struct ps_prochandle *p);

/*
 * go.c: when the consumer must wake up for its next work, or to check whether
 * the run has ended; INT64_MAX: never.
 */
int64_t dt_next_look(const dtrace_hdl_t *dtp);
/*
 * go.c: has the interval of this rate option passed since *last?  The next one
 * starts when this one was due, so that a late consumer catches up.
 */
bool dt_due(dtrace_hdl_t *dtp, int64_t *last, int rateopt);
/*
 * Report once, by -1, that the deadman ended the run, that the tracer was
 * killed or that a process could not be continued.
 */
int dt_check_killed(dtrace_hdl_t *dtp);
/* Has the run a probe at a point of this kind? */
bool dt_has_point(const dtrace_hdl_t *dtp, enum dt_pointkind kind);

/* aggregate.c, consume.c: the readers of a run's buffers.  0 or -errno. */
int dt_agg_init(dtrace_hdl_t *dtp);		/* by dtrace_open */
int dt_agg_open(dtrace_hdl_t *dtp);		/* by dtrace_go */
int dt_consume_open(dtrace_hdl_t *dtp);
struct dt_aggprint dt_agg_style(const dtrace_hdl_t *dtp, FILE *fp);

/*
 * handle.c: report losses.  0, or -EDT_DROPABORT.  full: there was no room;
 * busy: there was no slot.
 */
int dt_drop_cpu(dtrace_hdl_t *dtp, int cpu, dtrace_dropkind_t kind,
    uint64_t full, uint64_t busy);
int dt_drop_all(dtrace_hdl_t *dtp, dtrace_dropkind_t kind, uint64_t n,
    uint64_t total);

/* losses.c: the losses of a run.  0 or -errno. */
int dt_losses_open(dtrace_hdl_t *dtp);
void dt_losses_fini(dtrace_hdl_t *dtp);
void dt_loss_add(dtrace_hdl_t *dtp, dtrace_dropkind_t kind,
    dtrace_losswhy_t why, int cpu, uint64_t n);
/* The reason for losses of this kind that are not counted by CPU. */
dtrace_losswhy_t dt_loss_why(dtrace_dropkind_t kind);
/* "3 drops on CPU 1", like snprintf; cpu may be DTRACE_CPUALL. */
int dt_loss_text(char *buf, size_t len, dtrace_dropkind_t kind, int cpu,
    uint64_t n);
/* The losses of this kind on this CPU since dtrace_go(). */
uint64_t dt_loss_total(const dtrace_hdl_t *dtp, dtrace_dropkind_t kind,
    int cpu);

/* oformat.c: losses as JSON objects, after dt_losses_open().  0 or -errno. */
int dt_oformat_open(dtrace_hdl_t *dtp);
void dt_oformat_fini(dtrace_hdl_t *dtp);
void dt_oformat_drop(dtrace_hdl_t *dtp, const dtrace_dropdata_t *d);
/* Print the losses found since the last call; NULL: to the handler. */
int dt_oformat_flush(dtrace_hdl_t *dtp, FILE *fp);

/* Tell the handler that setopt() in a program has changed an option. */
int dt_setopt_done(dtrace_hdl_t *dtp, const dtrace_setoptdata_t *data);

/* Call the buffered handler.  0, or -EDT_DIRABORT or -EDT_NOBUFFERED. */
int dt_buffered(dtrace_hdl_t *dtp, const dtrace_bufdata_t *data);

/* print.c */
int dt_print_init(dtrace_hdl_t *dtp);
void dt_print_fini(dtrace_hdl_t *dtp);

/*
 * probe.c: the description of a probe, or NULL.  Clients keep the pointer, so
 * it is made once and is valid until the handle is closed.
 */
dtrace_probedesc_t *dt_probedesc(dtrace_hdl_t *dtp, uint32_t id);
void dt_probedescs_fini(dtrace_hdl_t *dtp);
/* Fill in a description; a part that is NULL is "". */
void dt_probedesc_fill(dtrace_probedesc_t *d, uint32_t id,
    const char *const part[4]);

/* proc.c */
void dt_procs_fini(dtrace_hdl_t *dtp);
/* Kill the created processes that run. */
void dt_procs_kill(dtrace_hdl_t *dtp);
/* Make the engine trace all processes.  0, or -1 with the error set. */
int dt_procs_watch(dtrace_hdl_t *dtp);
void dt_procs_unwatch(dtrace_hdl_t *dtp);
/*
 * Wait for a signal, the end of a process, or this time (monotonic ns).  True
 * if the wait ended at the time.
 */
bool dt_procs_wait(dtrace_hdl_t *dtp, int64_t until);
/* Tell the handler which processes have ended since the last call. */
void dt_procs_tell(dtrace_hdl_t *dtp);
/* Was the tracer of a process killed?  *cut is filled in. */
bool dt_procs_cut(const dtrace_hdl_t *dtp, struct dt_cut *cut);
/* -1 once after dtrace_proc_continue() could not let a process run. */
int dt_check_unstarted(dtrace_hdl_t *dtp);
/* -1 once after a process has died as one does of a changed return address. */
int dt_check_harmed(dtrace_hdl_t *dtp);

/* symbolize.c */
int dt_symbolize_init(dtrace_hdl_t *dtp);
void dt_symbolize_fini(dtrace_hdl_t *dtp);
/* Before a load: find out whether the run records addresses. */
void dt_symbolize_want(dtrace_hdl_t *dtp);
/* Around a run, and before its records are shown. */
void dt_symbolize_start(dtrace_hdl_t *dtp);
void dt_symbolize_refresh(dtrace_hdl_t *dtp);
void dt_symbolize_stop(dtrace_hdl_t *dtp);
/* As struct dt_show.name and struct dt_aggenv.canon; arg is the handle. */
void dt_symbolize_text(void *arg, struct dt_addr *a, struct dt_buf *to);
uint64_t dt_symbolize_canon(void *arg, dtrace_actkind_t action, uint64_t pid,
    uint64_t pc);

#endif /* DT_HDL_H */
