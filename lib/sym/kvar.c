/* SPDX-License-Identifier: MIT */
/*
 * kvar.c - addresses of kernel symbols from kallsyms, and their types: of
 * functions and per-CPU variables from BTF, of some others from a table.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "sym/kvar.h"
#include "type/field.h"

/* Offsets of per-CPU variables in BTF count from this symbol. */
#define	PERCPU_START	"__per_cpu_start"

static const char *
well_known(const char *name)
{
	static const struct dt_text types[] = {
#define	DT_KVAR(name, type)	{ name, type },
#include "tbl/ksyms.h"
#undef DT_KVAR
	};

	return dt_text_find(types, sizeof(types) / sizeof(types[0]), name);
}

static const char *
absent(const char *name)
{
	static const struct dt_text reasons[] = {
#define	DT_ABSENTSYM(name, reason)	{ name, reason },
#include "tbl/absent.h"
#undef DT_ABSENTSYM
	};

	return dt_text_find(reasons, sizeof(reasons) / sizeof(reasons[0]),
	    name);
}

/* The type that text names: "type [n]", or as D writes it. */
static int
named_type(struct dt_types *ts, const char *text, struct dt_type *out)
{
	unsigned int n = 0;
	struct dt_type of;
	char name[64];
	int err;

	if (sscanf(text, "%63[^[][%u]", name, &n) < 2)
		return dt_type_klookup(ts, text, out);
	err = dt_type_klookup(ts, name, &of);
	return err != 0 ? err : dt_type_array(ts, &of, n, out);
}

static int
type_of(struct dt_types *ts, const char *name, bool is_code, struct dt_type *t)
{
	const char *known = is_code ? NULL : well_known(name);
	struct dt_type nothing = dt_type_basic(ts, DT_T_VOID);
	int err = -ENOENT;

	if (is_code)
		err = dt_type_kfunction(ts, name, t);
	else if (known != NULL)
		err = named_type(ts, known, t);
	if (err == 0 || err == -ENOMEM)
		return err;
	return is_code ? dt_type_pointer(ts, &nothing, t) :
	    dt_type_lookup(ts, "uintptr_t", t);
}

static bool
is_code(const struct dt_ksym *s)
{
	return strchr("tTwW", s->type) != NULL;
}

/*
 * Find a per-CPU variable of the kernel itself.  On x86 before Linux 6.15 their
 * section starts at 0, which in kallsyms looks like a hidden address.  -ENOENT:
 * it is not one, or this kernel has a single copy of each.
 */
static int
find_percpu(struct dt_ksyms *ks, struct dt_types *ts, const char *name,
    struct dt_kvar *out)
{
	struct dt_ksym start = { .value = 0 }, offsets;
	uint64_t offset;
	int err = dt_type_percpu(ts, name, &out->type, &offset);

	if (err == 0)
		err = dt_ksym_byname(ks, NULL, DT_KVAR_OFFSETS, &offsets);
	if (err != 0)
		return err;
	err = dt_ksym_byname(ks, NULL, PERCPU_START, &start);
	out->is = DT_FIELD_PERCPU;
	out->addr = start.value + offset;
	return err == -ENOENT ? 0 : err;
}

/* Is it a variable of every kernel, or of this one according to its BTF? */
static bool
exists(struct dt_types *ts, const char *name)
{
	struct dt_type t;
	uint64_t offset;

	return well_known(name) != NULL ||
	    dt_type_percpu(ts, name, &t, &offset) == 0;
}

static int
missing(struct dt_ksyms *ks, struct dt_types *ts, const char *module,
    const char *name, char *why, size_t len)
{
	bool hides = !dt_ksym_has_variables(ks);
	const char *reason = module == NULL ? absent(name) : NULL;

	if (reason != NULL) {
		snprintf(why, len, "Linux has no such variable: %s", reason);
		return -ENOENT;
	}
	if (hides && exists(ts, name)) {
		snprintf(why, len, "this kernel hides the addresses of its "
		    "variables: it was built without CONFIG_KALLSYMS_ALL");
		return -EPERM;
	}
	snprintf(why, len, "the kernel has no symbol %.64s%s%.32s%s", name,
	    module != NULL ? " in module " : "", module != NULL ? module : "",
	    hides ? ", or it is a variable: this kernel was built without "
	    "CONFIG_KALLSYMS_ALL and lists only functions" :
	    "");
	return -ENOENT;
}

static int
find(struct dt_ksyms *ks, struct dt_types *ts, const char *module,
    const char *name, struct dt_kvar *out)
{
	bool own = module == NULL || strcmp(module, "vmlinux") == 0;
	struct dt_ksym s;
	int err = dt_ksym_byname(ks, module, name, &s), found = err;

	if (own && (err == -ENOENT || (err == 0 && !is_code(&s)))) {
		err = find_percpu(ks, ts, name, out);
		if (err != -ENOENT)
			return err;
	}
	if (found != 0)
		return found;
	out->is = is_code(&s) ? DT_FIELD_FUNCTION : DT_FIELD_VARIABLE;
	out->addr = s.value;
	return type_of(ts, name, is_code(&s), &out->type);
}

int
dt_kvar_find(struct dt_ksyms *ks, struct dt_types *ts, const char *module,
    const char *name, struct dt_kvar *out, char *why, size_t len)
{
	int err = find(ks, ts, module, name, out);

	*why = '\0';
	if (err == 0 || err == -ENOMEM)
		return err;
	if (err == -ENOENT)
		return missing(ks, ts, module, name, why, len);
	snprintf(why, len, "%s", dt_ksym_why(ks));
	return -EPERM;
}
