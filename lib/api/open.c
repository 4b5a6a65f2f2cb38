/* SPDX-License-Identifier: MIT */
/* open.c - opens a handle by a table of steps, and closes it backwards. */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "sym/objtype.h"

const char *const _dtrace_version = "Sun D 1.13.0";
int _dtrace_debug;

/* Raise the limit of descriptors: thousands of probes may need one each. */
static void
raise_nofile(void)
{
	struct rlimit rl;

	if (getrlimit(RLIMIT_NOFILE, &rl) != 0 || rl.rlim_cur == rl.rlim_max)
		return;
	rl.rlim_cur = rl.rlim_max;
	(void) setrlimit(RLIMIT_NOFILE, &rl);
}

static void
fini_vector(dtrace_hdl_t *dtp)
{
	dt_vector_destroy(dtp->vector);
}

static void
fini_alive(dtrace_hdl_t *dtp)
{
	(void) munmap((void *)dtp->alive, (size_t)sysconf(_SC_PAGESIZE));
}

/* A page detects fork(): calling getpid() would add events to users' traces. */
static int
init_alive(dtrace_hdl_t *dtp)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return -errno;
	dtp->alive = page;
	*dtp->alive = 1;
	if (madvise(page, size, MADV_WIPEONFORK) == 0)
		return 0;
	fini_alive(dtp);
	return -ENOTSUP;
}

static int
init_types(dtrace_hdl_t *dtp)
{
	return dt_types_create(&dtp->types);
}

static void
fini_types(dtrace_hdl_t *dtp)
{
	dt_objtypes_destroy(dtp->objtypes);
	dt_types_destroy(dtp->types);
}

static int
init_scope(dtrace_hdl_t *dtp)
{
	return dt_scope_create(dtp->types, &dtp->scope);
}

static void
fini_scope(dtrace_hdl_t *dtp)
{
	dt_scope_destroy(dtp->scope);
}

static bool
is_kernel(void *arg)
{
	return dt_engine_is_kernel(arg);
}

static int
init_probes(dtrace_hdl_t *dtp)
{
	int err = dt_probes_create(&dtp->probes, dtp->kbtf);

	if (err != 0)
		return err;
	dt_probes_returns(dtp->probes)->option = &dtp->copts[DT_COPT_RETURNS];
	dt_probes_ask_engine(dtp->probes, is_kernel, dtp);
	return 0;
}

static void
fini_probes(dtrace_hdl_t *dtp)
{
	dt_probedescs_fini(dtp);
	dt_probes_destroy(dtp->probes);
}

static int
init_programs(dtrace_hdl_t *dtp)
{
	dtp->progs_tail = &dtp->progs;
	dtp->execs_tail = &dtp->execs;
	return 0;
}

static void
fini_agg(dtrace_hdl_t *dtp)
{
	dt_agg_destroy(dtp->agg);
}

static void
fini_run(dtrace_hdl_t *dtp)
{
	if (dtp->ops != NULL)
		dtp->ops->close(dtp->engine);
	dt_consume_destroy(dtp->consume);
	dt_losses_fini(dtp);
	dt_oformat_fini(dtp);
	dt_enable_fini(dtp);
}

static int
init_symbols(dtrace_hdl_t *dtp)
{
	/* the kernel of a vector's data is not the one that runs here */
	return dt_ksym_create(&dtp->ksyms, dtp->vector == NULL ? NULL :
	    "/dev/null");
}

static void
fini_symbols(dtrace_hdl_t *dtp)
{
	dt_ksym_destroy(dtp->ksyms);
}

static int
init_kbtf(dtrace_hdl_t *dtp)
{
	return dt_kbtf_create(&dtp->kbtf, NULL);
}

static void
fini_kbtf(dtrace_hdl_t *dtp)
{
	dt_kbtf_destroy(dtp->kbtf);
}

static int
init_ctlfd(dtrace_hdl_t *dtp)
{
	dt_ctlfd_init(dtp);
	return 0;
}

static const struct step {
	int (*init)(dtrace_hdl_t *dtp);		/* 0 or -errno; NULL: none */
	void (*fini)(dtrace_hdl_t *dtp);
} steps[] = {
	{ NULL, fini_vector },
	{ init_alive, fini_alive },
	{ dt_grow_init, dt_grow_fini },
	{ dt_opts_init, dt_opts_fini },
	{ init_types, fini_types },
	{ init_scope, fini_scope },
	{ NULL, dt_dlibs_fini },
	{ init_symbols, fini_symbols },
	{ init_kbtf, fini_kbtf },
	{ init_probes, fini_probes },
	{ dt_symbolize_init, dt_symbolize_fini },
	{ dt_agg_init, fini_agg },
	{ init_programs, dt_progs_fini },
	{ NULL, dt_stmts_fini },
	{ dt_print_init, dt_print_fini },
	{ NULL, fini_run },
	{ NULL, dt_procs_fini },
	{ NULL, dt_procs_unwatch },
	{ init_ctlfd, dt_ctlfd_fini },
	{ NULL, dt_grow_stop },
};
#define	NSTEPS	(sizeof(steps) / sizeof(steps[0]))

static void
undo(dtrace_hdl_t *dtp, size_t n)
{
	while (n-- > 0)
		if (steps[n].fini != NULL)
			steps[n].fini(dtp);
	free(dtp);
}

static int
check_open(int version, int flags)
{
	if (version <= 0)
		return EINVAL;
	if (version > DTRACE_VERSION)
		return EDT_VERSION;
	if (version < DTRACE_VERSION)
		return EDT_OVERSION;
	if (flags & ~DTRACE_O_MASK)
		return EINVAL;
	/* the only data model is the kernel's, LP64 */
	if (flags & DTRACE_O_ILP32)
		return flags & DTRACE_O_LP64 ? EINVAL : EDT_DATAMODEL;
	/*
	 * A set-user-id consumer would let its user choose D programs that run
	 * with its privileges.  File capabilities can permit tracing instead.
	 */
	if (getauxval(AT_UID) != getauxval(AT_EUID) ||
	    getauxval(AT_GID) != getauxval(AT_EGID))
		return EDT_ACCESS;
	return 0;
}

static dtrace_hdl_t *
open_failed(int err, int *errp)
{
	if (errp != NULL)
		*errp = err;
	errno = err;		/* for dtrace_errno(NULL) */
	return NULL;
}

/* The handle owns the vector, which may be NULL. */
static dtrace_hdl_t *
make_handle(int flags, struct dt_vector *vector, int *errp)
{
	dtrace_hdl_t *dtp = calloc(1, sizeof(*dtp));
	int err;

	if (dtp == NULL) {
		dt_vector_destroy(vector);
		return open_failed(EDT_NOMEM, errp);
	}
	dtp->vector = vector;
	dtp->compile_only = (flags & DTRACE_O_NODEV) != 0 && vector == NULL;
	raise_nofile();
	for (size_t i = 0; i < NSTEPS; i++) {
		err = steps[i].init != NULL ? -steps[i].init(dtp) : 0;
		if (err != 0) {
			undo(dtp, i);
			return open_failed(err == ENOMEM ? EDT_NOMEM : err,
			    errp);
		}
	}
	return dtp;
}

dtrace_hdl_t *
dtrace_open(int version, int flags, int *errp)
{
	int err = check_open(version, flags);

	return err != 0 ? open_failed(err, errp) :
	    make_handle(flags, NULL, errp);
}

dtrace_hdl_t *
dtrace_vopen(int version, int flags, int *errp, const dtrace_vector_t *vector,
    void *arg)
{
	int err = check_open(version, flags);
	struct dt_vector *v;

	if (vector == NULL && arg == NULL)
		return dtrace_open(version, flags, errp);
	if (err != 0)
		return open_failed(err, errp);
	if (vector == NULL || vector->dtv_ioctl == NULL ||
	    vector->dtv_lookup_by_addr == NULL ||
	    vector->dtv_status == NULL || vector->dtv_sysconf == NULL)
		return open_failed(EINVAL, errp);
	if (dt_vector_create(vector, arg, &v) != 0)
		return open_failed(EDT_NOMEM, errp);
	return make_handle(flags, v, errp);
}

/*
 * A child process shares the buffers of its parent, so it could end the
 * parent's run, and it lacks the threads that the library has started.
 */
int
dt_alive(dtrace_hdl_t *dtp)
{
	if (dtp == NULL)
		return dt_set_errno(NULL, EINVAL);
	if (*dtp->alive)
		return 0;
	return dt_set_error(dtp, EINVAL, "this handle belongs to the process "
	    "that opened it, before a fork");
}

int
dt_check(dtrace_hdl_t *dtp, bool are_valid)
{
	if (dt_alive(dtp) != 0)
		return -1;
	return are_valid ? 0 : dt_set_errno(dtp, EINVAL);
}

void
dtrace_close(dtrace_hdl_t *dtp)
{
	if (dtp != NULL && dt_alive(dtp) == 0)
		undo(dtp, NSTEPS);
}
