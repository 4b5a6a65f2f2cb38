/* SPDX-License-Identifier: MIT */
/*
 * btf.c - the type information of a program.  The verifier takes from it the
 * size of the structure that a parameter points to, which depends on the run.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stdio.h>

#include "kernel/kernel.h"
#include "rt/progress.h"
#include "rt/unwind.h"

struct ids {
	int num;			/* of the 64-bit integer */
	int param[DT_NVARS][DT_NPARAMS];
};

static int
add_param(struct btf *btf, const struct ids *t, const char *pointee,
    uint32_t size)
{
	int id = 0;

	if (pointee[0] == '\0')
		return t->num;
	if (size != 0)
		id = btf__add_struct(btf, pointee, size);
	return id < 0 ? id : btf__add_ptr(btf, id);
}

static int
add_types(const struct dt_sizes *z, struct btf *btf, struct ids *t)
{
	int v, p, bad;

	t->num = btf__add_int(btf, "u64", 8, 0);
	bad = t->num < 0;
	for (v = 0; v < DT_NVARS; v++) {
		const struct { const char *pointee; uint32_t size; } params[] =
		{
#define	DT_PARAM(id, pointee, letter, by_level, size) { pointee, size },
#include "tbl/params.h"
#undef DT_PARAM
		};

		for (p = 0; p < DT_NPARAMS; p++) {
			t->param[v][p] = add_param(btf, t, params[p].pointee,
			    params[p].size);
			bad |= t->param[v][p] < 0;
		}
	}
	return bad ? -ENOMEM : 0;
}

static int
add_func(struct btf *btf, const struct ids *t, const struct dt_linkfn *f)
{
	const struct dt_func *fn = f->fn;
	char param[16];
	int proto = btf__add_func_proto(btf, t->num), err = 0;
	uint32_t i;

	for (i = 0; proto >= 0 && err >= 0 && i < fn->nparams; i++) {
		snprintf(param, sizeof(param), "p%u", i);
		err = btf__add_func_param(btf, param,
		    t->param[f->variant][fn->params[i]]);
	}
	if (proto < 0 || err < 0)
		return -ENOMEM;
	return btf__add_func(btf, fn->name,
	    fn->global ? BTF_FUNC_GLOBAL : BTF_FUNC_STATIC, proto);
}

int
dt_kernel_btf(const struct dt_kernel *k, const struct dt_linked *code,
    struct bpf_func_info *info)
{
	struct btf *btf = btf__new_empty();
	const void *raw;
	struct ids t;
	uint32_t i, len;
	int id, err;

	if (btf == NULL)
		return -ENOMEM;
	err = add_types(&k->size, btf, &t);
	for (i = 0; err == 0 && i < code->nfns; i++) {
		id = add_func(btf, &t, &code->fns[i]);
		info[i].insn_off = code->fns[i].start;
		info[i].type_id = id;
		err = id < 0 ? id : 0;
	}
	raw = err == 0 ? btf__raw_data(btf, &len) : NULL;
	if (err == 0)
		err = raw == NULL ? -ENOMEM : bpf_btf_load(raw, len, NULL);
	btf__free(btf);
	return err;
}
