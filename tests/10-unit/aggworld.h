/* SPDX-License-Identifier: MIT */
/* aggworld.h - a session for tests of lib/agg: buffers, entries, reports. */
#ifndef AGGWORLD_H
#define AGGWORLD_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include "aggmem.h"
#include "tbl/edt.h"

#define	NCPUS	2

/* A session: forms, buffers, entries, and what the callbacks saw. */
struct world {
	struct dt_forms forms;
	struct dt_mem *mem;
	struct dt_agg *agg;
	uint64_t drops[NCPUS];		/* busy: of those, for want of a slot */
	uint64_t busy[NCPUS];
	int dropcode;
	char *text;			/* of pieces */
	size_t len;
	FILE *out;
	dtrace_probedesc_t probe[3];
};

AGGMEM dtrace_probedesc_t *
pdesc(void *arg, uint32_t id)
{
	struct world *w = arg;

	return id < 3 ? &w->probe[id] : NULL;
}

AGGMEM dtrace_eprobedesc_t *
edesc(void *arg, uint32_t epid)
{
	(void) arg;
	(void) epid;
	return NULL;
}

AGGMEM void
name_of(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	(void) arg;
	dt_buf_printf(to, DTRACEACT_CLASS(a->action) == DTRACEACT_PROC ?
	    "0x%x" : "k`f+0x%x", (unsigned int)a->pc);
}

AGGMEM int
drop(void *arg, int cpu, uint64_t full, uint64_t busy)
{
	struct world *w = arg;

	w->drops[cpu] += full + busy;
	w->busy[cpu] += busy;
	return w->dropcode;
}

AGGMEM int
buffered(void *arg, const dtrace_bufdata_t *data)
{
	struct world *w = arg;

	assert_ptr_equal(data->dtbda_handle, w);
	if (data->dtbda_flags == 0)
		assert_null(data->dtbda_aggdata);
	else
		assert_non_null(data->dtbda_aggdata);
	fprintf(w->out, "<%x%s:%s>", data->dtbda_flags,
	    data->dtbda_recdesc != NULL ? "r" : "", data->dtbda_buffered);
	return 0;
}

AGGMEM int
setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct dt_aggenv env = { .handle = (void *)w,
	    .forms = &w->forms, .arg = w,
	    .pdesc = pdesc, .edesc = edesc, .name = name_of,
	    .drop = drop, .buffered = buffered };

	strcpy(w->probe[1].dtpd_func, "read");
	strcpy(w->probe[1].dtpd_name, "entry");
	strcpy(w->probe[2].dtpd_func, "read");
	strcpy(w->probe[2].dtpd_name, "return");
	w->mem = mem_new(NCPUS, 256, 65536);
	w->out = open_memstream(&w->text, &w->len);
	*state = w;
	return dt_agg_create(&env, &w->agg);
}

AGGMEM int
teardown(void **state)
{
	struct world *w = *state;

	dt_agg_destroy(w->agg);
	mem_free(w->mem);
	forms_free(&w->forms);
	fclose(w->out);
	free(w->text);
	free(w);
	return 0;
}

AGGMEM_DATA struct keyspec str_key[] = { { DT_KEY_STR, 256, 0 } };
AGGMEM_DATA struct keyspec int_key[] = { { DT_KEY_INT, 4, 1 } };
AGGMEM_DATA struct keyspec func_key[] = { { DT_KEY_FUNC, 256, 0 } };

AGGMEM struct dt_form *
str_form(struct world *w, int64_t var, int action)
{
	return form_add(&w->forms, "a", var, (dtrace_actkind_t)action, 0, 1,
	    str_key);
}

AGGMEM void
snap(struct world *w)
{
	assert_int_equal(dt_agg_snap(w->agg, w->mem), 0);
}

/* Compare with the text printed since the last check. */
AGGMEM void
check_text(struct world *w, const char *text)
{
	fflush(w->out);
	assert_string_equal(w->text, text);
	rewind(w->out);
	memset(w->text, 0, w->len);
}

AGGMEM const dtrace_recdesc_t *
last_rec(const dtrace_aggdata_t *d)
{
	return &d->dtada_desc->dtagd_rec[d->dtada_desc->dtagd_nrecs - 1];
}

AGGMEM const int64_t *
words(const dtrace_aggdata_t *d)
{
	return (const int64_t *)(d->dtada_data + last_rec(d)->dtrd_offset);
}

/* "key=value " with a string or a 4-byte key. */
AGGMEM int
note(const dtrace_aggdata_t *d, void *arg)
{
	struct world *w = arg;
	const dtrace_recdesc_t *key = &d->dtada_desc->dtagd_rec[1];
	int64_t v = words(d)[0];

	if (d->dtada_desc->dtagd_rec[last_rec(d) -
	    d->dtada_desc->dtagd_rec].dtrd_action == DTRACEAGG_AVG)
		v = words(d)[0] != 0 ? words(d)[1] / words(d)[0] : 0;
	if (d->dtada_desc->dtagd_nrecs == 2)
		fprintf(w->out, "-");
	else if (key->dtrd_size == 4)
		fprintf(w->out, "%d", *(int *)(d->dtada_data +
		    key->dtrd_offset));
	else
		fprintf(w->out, "%s", d->dtada_data + key->dtrd_offset);
	fprintf(w->out, "=%lld ", (long long)v);
	return DTRACE_AGGWALK_NEXT;
}

AGGMEM_DATA struct dt_aggsort plain;

AGGMEM void
check_walk(struct world *w, unsigned int order, const char *text)
{
	assert_int_equal(dt_agg_walk(w->agg, order, &plain, note, w), 0);
	check_text(w, text);
}

#define	TEST(t)	cmocka_unit_test_setup_teardown(t, setup, teardown)

#endif
