/* SPDX-License-Identifier: MIT */
/* ask.c - sends requests to the vector, and keeps the first failure. */
#include "vector/priv.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include "tbl/edt.h"

#define	MAX_ID	(1u << 20)

int
dt_vector_create(const dtrace_vector_t *ops, void *arg,
    struct dt_vector **out)
{
	struct dt_vector *v = calloc(1, sizeof(*v));

	if (v == NULL)
		return -ENOMEM;
	v->ops = *ops;
	v->arg = arg;
	v->arena = dt_arena_create();
	if (v->arena == NULL) {
		free(v);
		return -ENOMEM;
	}
	*out = v;
	return 0;
}

void
dt_vector_destroy(struct dt_vector *v)
{
	if (v == NULL)
		return;
	for (uint32_t i = 0; v->filled != NULL && i < v->mem.ncpus; i++)
		dt_buf_free(&v->filled[i]);
	for (int k = 0; k < DT_NBUFS; k++)
		free(v->mem.buf[k].base[0]);
	free(v->filled);
	free(v->mem.state);
	free(v->mem.ctl);
	free(v->snap);
	free(v->fresh);
	free(v->ecbs.v);
	free(v->aggs.v);
	free(v->image.formats);
	free(v->forms.v);
	dt_arena_destroy(v->arena);
	free(v);
}

const char *
dt_vector_why(const struct dt_vector *v)
{
	return v->why;
}

int
dt_vector_fail(struct dt_vector *v, int err, const char *fmt, ...)
{
	va_list ap;

	if (v->err != 0)
		return -err;
	v->err = err;
	va_start(ap, fmt);
	(void) vsnprintf(v->why, sizeof(v->why), fmt, ap);
	va_end(ap);
	return -err;
}

int
dt_vector_try(const struct dt_vector *v, int request, void *data)
{
	errno = 0;
	if (v->ops.dtv_ioctl(v->arg, request, data) == 0)
		return 0;
	return errno > 0 ? -errno : -EIO;
}

int
dt_vector_ask(struct dt_vector *v, int request, void *data, const char *about,
    uint32_t id)
{
	int rc = dt_vector_try(v, request, data);

	return rc == 0 ? 0 : dt_vector_fail(v, -rc, "the vector does not tell "
	    "%s %u: %s", about, id, strerror(-rc));
}

void *
dt_vector_get(const struct dt_vtab *t, uint32_t id)
{
	return id < t->n ? t->v[id] : NULL;
}

int
dt_vector_put(struct dt_vector *v, struct dt_vtab *t, uint32_t id, void *p)
{
	uint32_t n = id < 64 ? 128 : 2 * id;
	void **new;

	if (id >= MAX_ID)
		return dt_vector_fail(v, EDT_BADID, "the data of the vector "
		    "have the id %u, and the greatest valid one is %u", id,
		    MAX_ID - 1);
	if (id >= t->n) {
		new = realloc(t->v, n * sizeof(*new));
		if (new == NULL)
			return -ENOMEM;
		memset(new + t->n, 0, (n - t->n) * sizeof(*new));
		t->v = new;
		t->n = n;
	}
	t->v[id] = p;
	return 0;
}

int
dt_vector_probe(struct dt_vector *v, uint32_t id, dtrace_probedesc_t *pd)
{
	int rc;

	*pd = (dtrace_probedesc_t){ .dtpd_id = id };
	rc = dt_vector_ask(v, DTRACEIOC_PROBES, pd, "probe", id);
	pd->dtpd_provider[sizeof(pd->dtpd_provider) - 1] = '\0';
	pd->dtpd_mod[sizeof(pd->dtpd_mod) - 1] = '\0';
	pd->dtpd_func[sizeof(pd->dtpd_func) - 1] = '\0';
	pd->dtpd_name[sizeof(pd->dtpd_name) - 1] = '\0';
	/* drivers answer with the next probe that there is */
	return rc != 0 || pd->dtpd_id == id ? rc :
	    dt_vector_fail(v, EDT_BADID, "the vector has no probe %u", id);
}

int
dt_vector_status(struct dt_vector *v, dtrace_status_t *st)
{
	int rc;

	v->err = 0;
	memset(st, 0, sizeof(*st));
	rc = dt_vector_try(v, DTRACEIOC_STATUS, st);
	return rc == 0 ? 0 : dt_vector_fail(v, -rc, "the vector does not tell "
	    "the status: %s", strerror(-rc));
}

bool
dt_vector_symbol(const struct dt_vector *v, uint64_t addr, GElf_Sym *sym,
    dtrace_syminfo_t *info)
{
	memset(sym, 0, sizeof(*sym));
	memset(info, 0, sizeof(*info));
	return v->ops.dtv_lookup_by_addr(v->arg, addr, sym, info) == 0 &&
	    info->dts_object != NULL;
}
