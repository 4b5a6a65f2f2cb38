/* SPDX-License-Identifier: MIT */
/*
 * symbolize.c - names of the addresses in records and keys.  The mappings of a
 * process must be read before it ends.
 */
#include "api/hdl.h"

#include <stdio.h>
#include "base/act.h"

static bool
is_module(dtrace_actkind_t action)
{
	return action == DTRACEACT_MOD || action == DTRACEACT_UMOD;
}

/* The names of a kernel or user address. */
struct place {
	const char *object;	/* NULL: not found */
	const char *name;
	uint64_t value, start;
};

static struct place
find(dtrace_hdl_t *dtp, bool user, uint64_t pid, uint64_t pc)
{
	dtrace_syminfo_t info;
	struct dt_ksym k;
	struct dt_usym u;
	GElf_Sym sym;

	/* a process of the same id here is another one */
	if (dtp->vector != NULL && !user &&
	    dt_vector_symbol(dtp->vector, pc, &sym, &info))
		return (struct place){ info.dts_object, info.dts_name,
		    sym.st_value, 0 };
	if (dtp->vector != NULL)
		return (struct place){ NULL, NULL, 0, 0 };
	if (user && dt_usym_lookup(dtp->usyms, (pid_t)pid, pc, &u) == 0) {
		if (u.why != NULL)
			dt_explain(dtp, "%s: symbols are missing: %s", u.object,
			    u.why);
		return (struct place){ u.object, u.name, u.value, u.start };
	}
	if (!user && dt_ksym_lookup(dtp->ksyms, pc, &k) == 0)
		return (struct place){ k.module, k.name, k.value, 0 };
	return (struct place){ NULL, NULL, 0, 0 };
}

static int
print(const struct place *p, bool offset, uint64_t pc, char *buf, size_t n)
{
	unsigned long long a = pc;

	if (p->object == NULL)
		return snprintf(buf, n, "0x%llx", a);
	if (p->name == NULL)
		return snprintf(buf, n, "%s`0x%llx", p->object, a);
	if (!offset || pc == p->value)
		return snprintf(buf, n, "%s`%s", p->object, p->name);
	return snprintf(buf, n, "%s`%s+0x%llx", p->object, p->name,
	    a - (unsigned long long)p->value);
}

/* Stacks and uaddr() show the offset in the symbol, usym() and sym() do not. */
int
dt_symbolize_text(void *arg, dtrace_actkind_t action, uint64_t pid, uint64_t pc,
    char *buf, size_t n)
{
	dtrace_hdl_t *dtp = arg;
	bool user = dt_act_isuser(action);
	struct place p = find(dtp, user, user && pid == 0 ?
	    (uint64_t)dtp->target : pid, pc);

	if (is_module(action) && p.object != NULL)
		return snprintf(buf, n, "%s", p.object);
	return print(&p, action != DTRACEACT_SYM && action != DTRACEACT_USYM,
	    pc, buf, n);
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
	p = find(dtp, dt_act_isuser(action), pid, pc);
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
