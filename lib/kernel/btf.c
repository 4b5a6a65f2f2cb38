/* SPDX-License-Identifier: MIT */
/*
 * btf.c - the type information of a program, written for one run: the
 * verifier takes the size of what a pointer parameter points to from it.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/kernel.h"

struct ids {
	int num;			/* of the 64-bit integer */
	/* of pointers */
	int ctl, slot, walk, agg[DT_NVARS], prin[DT_NVARS], opaque;
};

static int
add_pointer(struct btf *btf, const char *name, uint32_t size)
{
	int id = btf__add_struct(btf, name, size);

	return id < 0 ? id : btf__add_ptr(btf, id);
}

static int
add_types(const struct dt_kernel *k, struct btf *btf, struct ids *t)
{
	const struct dt_sizes *z = &k->size;
	char name[32];
	int v, bad;

	t->num = btf__add_int(btf, "u64", 8, 0);
	t->opaque = btf__add_ptr(btf, 0);
	t->ctl = add_pointer(btf, "dt_ctl", sizeof(struct dt_ctl));
	t->slot = add_pointer(btf, "dt_slot", z->slot_size);
	t->walk = add_pointer(btf, "dt_priowalk", sizeof(struct dt_priowalk));
	bad = t->num < 0 || t->opaque < 0 || t->ctl < 0 || t->slot < 0 ||
	    t->walk < 0;
	for (v = 0; v < DT_NVARS; v++) {
		snprintf(name, sizeof(name), "dt_aggbuf_%d", v);
		t->agg[v] = add_pointer(btf, name, z->agg_size[v]);
		snprintf(name, sizeof(name), "dt_prinbuf_%d", v);
		/* without such a buffer it is NULL, but has a type */
		t->prin[v] = add_pointer(btf, name, z->prin_size[v] != 0 ?
		    z->prin_size[v] : sizeof(struct dt_prinbuf));
		bad |= t->agg[v] < 0 || t->prin[v] < 0;
	}
	return bad ? -ENOMEM : 0;
}

static int
param_type(const struct ids *t, const char *name, enum dt_variant v)
{
	if (name == NULL)
		return t->num;
	if (strcmp(name, "dt_ctl") == 0)
		return t->ctl;
	if (strcmp(name, "dt_slot") == 0)
		return t->slot;
	if (strcmp(name, "dt_priowalk") == 0)
		return t->walk;
	if (strcmp(name, "dt_aggbuf") == 0)
		return t->agg[v];
	if (strcmp(name, "dt_prinbuf") == 0)
		return t->prin[v];
	return t->opaque;
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
		    param_type(t, fn->params[i], f->variant));
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
	err = add_types(k, btf, &t);
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
