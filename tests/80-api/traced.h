/* SPDX-License-Identifier: MIT */
/* The values that a program's trace() actions record, firing by firing. */
#ifndef TRACED_H
#define TRACED_H

#include <sched.h>
#include "api.h"

#define NFIRINGS 16
#define NVALUES 16

struct firing {
	int nvalues, cpu;
	uint32_t epid, id;
	char func[DTRACE_FUNCNAMELEN], name[DTRACE_NAMELEN];
	int64_t value[NVALUES];
	char text[NVALUES][256];
};

struct traced {
	int n;
	struct firing f[NFIRINGS];
};

static inline int64_t traced_int(const void *data, uint32_t size)
{
	switch (size) {
	case 1:
		return *(const int8_t *)data;
	case 2:
		return *(const int16_t *)data;
	case 4:
		return *(const int32_t *)data;
	default:
		return *(const int64_t *)data;
	}
}

static inline int traced_probe(const dtrace_probedata_t *data, void *arg)
{
	struct traced *t = arg;
	struct firing *f = &t->f[t->n];

	if (t->n == NFIRINGS)
		fail_msg("more than %d firings", NFIRINGS);
	t->n++;
	f->cpu = data->dtpda_cpu;
	f->epid = data->dtpda_edesc->dtepd_epid;
	f->id = data->dtpda_pdesc->dtpd_id;
	snprintf(f->func, sizeof(f->func), "%s", data->dtpda_pdesc->dtpd_func);
	snprintf(f->name, sizeof(f->name), "%s", data->dtpda_pdesc->dtpd_name);
	return DTRACE_CONSUME_THIS;
}

static inline int traced_rec(const dtrace_probedata_t *data,
			     const dtrace_recdesc_t *rec, void *arg)
{
	struct traced *t = arg;
	struct firing *f = &t->f[t->n - 1];

	if (!rec || rec->dtrd_action != DTRACEACT_DIFEXPR ||
	    rec->dtrd_size == 0)
		return DTRACE_CONSUME_NEXT;
	assert_in_range(f->nvalues, 0, NVALUES - 1);
	if (rec->dtrd_size == sizeof(f->text[0]))
		memcpy(f->text[f->nvalues++], data->dtpda_data,
		       rec->dtrd_size);
	else
		f->value[f->nvalues++] = traced_int(data->dtpda_data,
						    rec->dtrd_size);
	return DTRACE_CONSUME_NEXT;
}

/* Add all data recorded so far to t. */
static inline void traced_consume(dtrace_hdl_t *dtp, struct traced *t)
{
	api_ok(dtp, dtrace_consume(dtp, stdout, traced_probe, traced_rec, t));
}

/* Start the program; its $1, if any, is pid. */
static inline void traced_start(dtrace_hdl_t *dtp, const char *text, pid_t pid)
{
	char arg[16], *argv[] = { (char *)"test", arg, NULL };
	dtrace_prog_t *prog;

	snprintf(arg, sizeof(arg), "%d", pid);
	api_ok(dtp, dtrace_setopt(dtp, "argref", NULL));
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME,
					 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	api_ok(dtp, dtrace_go(dtp));
}

static inline dtrace_hdl_t *traced_go(void **state, const char *text,
				      pid_t pid)
{
	dtrace_hdl_t *dtp = api_open(state);

	traced_start(dtp, text, pid);
	return dtp;
}

/*
 * Call act(arg) on one CPU: records arrive CPU by CPU, so these are in order.
 */
static inline void traced_act(void (*act)(void *), void *arg)
{
	cpu_set_t all, here;

	if (!act)
		return;
	sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&here);
	CPU_SET(sched_getcpu(), &here);
	sched_setaffinity(0, sizeof(here), &here);
	act(arg);
	sched_setaffinity(0, sizeof(all), &all);
}

/* Run the program during act(arg), and collect its data. */
static inline void traced_run(void **state, const char *text,
			      void (*act)(void *), void *arg,
			      struct traced *t)
{
	dtrace_hdl_t *dtp = traced_go(state, text, getpid());

	memset(t, 0, sizeof(*t));
	traced_act(act, arg);
	api_ok(dtp, dtrace_stop(dtp));
	traced_consume(dtp, t);
	dtrace_close(dtp);
}

#endif
