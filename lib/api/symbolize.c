/* SPDX-License-Identifier: MIT */
/*
 * symbolize.c - names of the addresses in records and keys.  The mappings of a
 * process must be read before it ends.
 */
#include "api/hdl.h"

#include <inttypes.h>
#include "base/act.h"
#include "base/demangle.h"
#include "show/show.h"

static bool
is_module(dtrace_actkind_t action)
{
	return action == DTRACEACT_MOD || action == DTRACEACT_UMOD;
}

/* The names of a kernel or user address. */
struct place {
	const char *object;	/* NULL: not found */
	const char *name;
	uint64_t value, offset;	/* of the symbol, and in it */
	uint64_t start;		/* of the object */
	bool is_signal;		/* as in struct dt_addr */
};

static struct place
find_user(dtrace_hdl_t *dtp, const struct dt_addr *a)
{
	pid_t pid = a->pid != 0 ? (pid_t)a->pid : dtp->target;
	struct dt_usym u;

	if (dt_usym_lookup(dtp->usyms, pid, a->pc, a->is_return, &u) != 0)
		return (struct place){ 0 };
	if (u.why != NULL)
		dt_explain(dtp, "%s: symbols are missing: %s", u.object,
		    u.why);
	return (struct place){ u.object, u.name, u.value, u.offset, u.start,
	    u.is_signal };
}

/* Does the code of this name of the kernel save the registers of a context? */
static bool
is_interrupt(const char *name)
{
	static const char *const starts[] = { "asm_", "el0", "el1", "common_" };

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (name != NULL &&
		    strncmp(name, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

static struct place
find_kernel(dtrace_hdl_t *dtp, const struct dt_addr *a)
{
	struct dt_ksym k;

	if (dt_ksym_lookup(dtp->ksyms, a->pc - a->is_return, &k) != 0)
		return (struct place){ 0 };
	return (struct place){ k.module, k.name, k.value, a->pc - k.value, 0,
	    is_interrupt(k.name) };
}

/* A process with an id that the vector names is another one here. */
static struct place
find_recorded(dtrace_hdl_t *dtp, const struct dt_addr *a)
{
	dtrace_syminfo_t info;
	GElf_Sym sym;

	if (dt_act_isuser(a->action) ||
	    !dt_vector_symbol(dtp->vector, a->pc, &sym, &info))
		return (struct place){ 0 };
	return (struct place){ info.dts_object, info.dts_name, sym.st_value,
	    a->pc - sym.st_value, 0, false };
}

static struct place
find(dtrace_hdl_t *dtp, const struct dt_addr *a)
{
	if (dtp->vector != NULL)
		return find_recorded(dtp, a);
	return dt_act_isuser(a->action) ? find_user(dtp, a) :
	    find_kernel(dtp, a);
}

static void
print_name(const dtrace_hdl_t *dtp, const char *name, struct dt_buf *to)
{
	if (dtp->opts[DT_OPT_DEMANGLE] == 0 ||
	    !dt_demangle(name, DT_DEMANGLE_FULL, to))
		dt_buf_str(to, name);
}

/* Stacks and uaddr() show the offset in the symbol, usym() and sym() do not. */
void
dt_symbolize_text(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	dtrace_hdl_t *dtp = arg;
	struct place p = find(dtp, a);

	a->is_signal = p.is_signal;
	if (p.object != NULL)
		dt_buf_str(to, p.object);
	if (p.object != NULL && is_module(a->action))
		return;
	if (p.object != NULL)
		dt_buf_str(to, "`");
	if (p.name == NULL) {
		dt_buf_printf(to, "0x%" PRIx64, a->pc);
		return;
	}
	print_name(dtp, p.name, to);
	if (p.offset != 0 && a->action != DTRACEACT_SYM &&
	    a->action != DTRACEACT_USYM)
		dt_buf_printf(to, "+0x%" PRIx64, p.offset);
}

static uint64_t
module_start(dtrace_hdl_t *dtp, const char *name, uint64_t pc)
{
	struct dt_kmod m;

	for (uint32_t i = 0; dt_ksym_module(dtp->ksyms, i, &m) == 0; i++)
		if (strcmp(m.name, name) == 0)
			return m.text.size != 0 ? m.text.start : pc;
	return pc;
}

uint64_t
dt_symbolize_canon(void *arg, dtrace_actkind_t action, uint64_t pid,
    uint64_t pc)
{
	dtrace_hdl_t *dtp = arg;
	struct place p;

	if (action == DTRACEACT_UADDR)
		return pc;
	p = find(dtp, &(struct dt_addr){ .action = action, .pid = pid,
	    .pc = pc });
	if (p.object == NULL)
		return pc;
	if (action == DTRACEACT_UMOD)
		return p.start;
	if (action == DTRACEACT_MOD)
		return module_start(dtp, p.object, pc);
	return p.name != NULL ? p.value : pc;
}

/* Find out whether the run records addresses that are shown as names. */
void
dt_symbolize_want(dtrace_hdl_t *dtp)
{
	const struct dt_run *run = &dtp->run;

	dtp->names = 0;
	for (uint32_t i = 0; i < run->npoints; i++)
		for (uint32_t j = 0; j < run->points[i].nclauses; j++)
			dtp->names |= run->points[i].clauses[j]->names &
			    (DT_NAMES_USER | DT_NAMES_FRAMES);
	dtp->run.usyms = dtp->names != 0 ? dtp->usyms : NULL;
}

static void
read_procs(dtrace_hdl_t *dtp)
{
	for (uint32_t i = 0; i < dtp->nprocs; i++)
		(void) dt_usym_read(dtp->usyms,
		    dt_victim_pid(dtp->procs[i].p));
}

/*
 * Call it before the first firing.  Without records of mappings some names are
 * missing, but the run goes on.
 */
void
dt_symbolize_start(dtrace_hdl_t *dtp)
{
	int rc = 0;

	if (dtp->names != 0 && !dtp->ops->stops_processes)
		rc = dt_mapwatch_open(&dtp->mapwatch, DT_MAPWATCH_RING,
		    false);
	if (rc != 0)
		dt_explain(dtp, "addresses in processes that end early have "
		    "no names: %s", dtrace_errmsg(NULL, -rc));
	read_procs(dtp);
}

void
dt_symbolize_refresh(dtrace_hdl_t *dtp)
{
	if (dtp->mapwatch != NULL)
		(void) dt_mapwatch_read(dtp->mapwatch, dtp->usyms);
	dt_usym_round(dtp->usyms);
}

void
dt_symbolize_stop(dtrace_hdl_t *dtp)
{
	dt_symbolize_refresh(dtp);
	dt_mapwatch_close(dtp->mapwatch);
	dtp->mapwatch = NULL;
	if (dtp->names != 0)
		read_procs(dtp);
}

int
dt_symbolize_init(dtrace_hdl_t *dtp)
{
	return dt_usym_create(&dtp->usyms);
}

void
dt_symbolize_fini(dtrace_hdl_t *dtp)
{
	dt_mapwatch_close(dtp->mapwatch);
	dt_usym_destroy(dtp->usyms);
}
