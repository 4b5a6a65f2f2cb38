/* SPDX-License-Identifier: MIT */
/*
 * fbt.c - entry and return of the kernel's functions.  The kernel lists those
 * that can be traced; its BTF has the types of most of them.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "prov/prov.h"
#include "sym/ksym.h"

#define	FIRST_ID	65536

static bool
is_literal(const char *pattern)
{
	return pattern != NULL && *pattern != '\0' &&
	    !dt_glob_is_pattern(pattern);
}

/* Can the description match?  If not, 30 ms to read the list are saved. */
static bool
may_name(const char *const part[4])
{
	return dt_part_matches(part[0], "fbt") &&
	    (dt_part_matches(part[3], "entry") ||
	    dt_part_matches(part[3], "return"));
}

/*
 * Does a firing of a probe call this function?  The kernel refuses the nested
 * firing, so every firing of any probe would count a loss.
 */
static bool
is_ours(const char *name)
{
	static const char *const starts[] = {
		"__rcu_read_", "bpf_get_", "bpf_ktime_", "bpf_probe_read_",
		"bpf_prog_run_", "copy_from_kernel_", "fprobe_", "ftrace_",
		"get_perf_callchain", "kprobe_multi_", "ktime_get_",
		"migrate_", "perf_callchain_", "rethook_", "unwind_",
	};
	size_t i = 0, n = sizeof(starts) / sizeof(starts[0]);

	while (i < n && strncmp(name, starts[i], strlen(starts[i])) != 0)
		i++;
	return i < n;
}

static int
add(struct dt_probes *ps, const struct dt_kfunc *f, uint32_t i, bool is_return)
{
	const struct dt_probe p = {
		.id = FIRST_ID + 2 * i + is_return,
		.part = { "fbt", f->module, f->name,
		    is_return ? "return" : "entry" },
		.prov = &dt_prov_fbt,
		.point = is_return ? DT_POINT_KRETURN : DT_POINT_KENTRY,
		.key = i,
		.nargs = is_return ? 2 : DT_NARGS,
	};

	return dt_probes_byid(ps, p.id) != NULL ? 0 : dt_probes_add(ps, &p);
}

static int
provide(struct dt_probes *ps, const char *const part[4])
{
	const struct dt_kfuncs *kf = may_name(part) ?
	    dt_probes_functions(ps) : NULL;
	const struct dt_kfunc *f;
	uint32_t i = 0, n = 0;
	int err = 0;

	f = kf != NULL ? dt_kfuncs_all(kf, &n) : NULL;
	if (f != NULL && is_literal(part[2]))
		i = dt_kfuncs_find(kf, part[2]);
	for (; i < n && err == 0; i++) {
		if (!dt_part_matches(part[2], f[i].name)) {
			if (is_literal(part[2]))
				break;
			continue;
		}
		if (!dt_part_matches(part[1], f[i].module) ||
		    is_ours(f[i].name))
			continue;
		if (dt_part_matches(part[3], "entry"))
			err = add(ps, &f[i], i, false);
		if (err == 0 && dt_part_matches(part[3], "return"))
			err = add(ps, &f[i], i, true);
	}
	return err;
}

/*
 * At return, args[1] is the result; args[0], the offset of the return
 * instruction, is unknown on Linux.
 */
static int
describe(struct dt_probes *ps, struct dt_probe *p)
{
	bool is_return = p->point == DT_POINT_KRETURN;
	struct dt_arena *arena = dt_probes_arena(ps);
	struct dt_kvalue v[DT_NARGS], result;
	int i, n = dt_kbtf_function(dt_probes_kernel(ps), p->part[1],
	    p->part[2], arena, v, DT_NARGS, &result);
	const char **types;

	if (n == -ENOENT)
		return 0;
	types = n < 0 ? NULL : dt_arena_alloc(arena,
	    (DT_NARGS + 1) * sizeof(*types));
	if (types == NULL)
		return n < 0 ? n : -ENOMEM;
	if (is_return) {
		types[0] = "int";
		types[1] = result.size != 0 ? result.type : NULL;
	}
	for (i = 0; i < n && !is_return; i++)
		types[i] = v[i].type;
	p->argtypes = types;
	return 0;
}

/* Does the kernel have this function at all? */
static bool
is_function(const char *name)
{
	struct dt_ksyms *ks;
	struct dt_ksym sym;
	bool is = false;

	if (dt_ksym_create(&ks, NULL) != 0)
		return false;
	is = dt_ksym_byname(ks, NULL, name, &sym) == 0 &&
	    strchr("TtWw", sym.type) != NULL;
	dt_ksym_destroy(ks);
	return is;
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	struct dt_kfuncs *kf = NULL;
	int err;

	if (part[0] == NULL || strcmp(part[0], "fbt") != 0)
		return false;
	err = dt_kfuncs_create(&kf);
	dt_kfuncs_destroy(kf);
	if (err != 0)
		(void) snprintf(buf, n, "%s", dt_kfuncs_why(err));
	else if (!dt_part_matches(part[3], "entry") &&
	    !dt_part_matches(part[3], "return"))
		(void) snprintf(buf, n, "%s is not a probe of provider fbt: it "
		    "has entry and return", part[3]);
	else if (is_literal(part[2]) && is_ours(part[2]))
		(void) snprintf(buf, n, "%s cannot be traced, since each "
		    "firing of a probe may call it", part[2]);
	else if (is_literal(part[2]) && is_function(part[2]))
		(void) snprintf(buf, n, "the kernel's function %s cannot be "
		    "traced%s", part[2], part[1] != NULL &&
		    *part[1] != '\0' ? ", or it is in another module" : "");
	else
		(void) snprintf(buf, n, "the kernel has no such function: it "
		    "may be inlined, or its module not loaded");
	return true;
}

const struct dt_prov dt_prov_fbt = {
	.name = "fbt",
	.attrs = DT_PA_FBT,
	.lends_names = true,
	.provide = provide,
	.describe = describe,
	.explain = explain,
};
