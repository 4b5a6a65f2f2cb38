/* SPDX-License-Identifier: MIT */
/*
 * prov.h - probes and the providers that offer them.  A provider is a file that
 * ends in one const struct; lib/tbl/provs.h lists them.  Ids are stable: each
 * provider numbers its probes from a base of its own.
 */
#ifndef DT_PROV_H
#define DT_PROV_H

#include <stddef.h>
#include <stdint.h>
#include <dtrace.h>
#include "engine/engine.h"

struct dt_prov;

struct dt_probe {
	uint32_t id;
	const char *part[4];		/* provider module function name */
	const struct dt_prov *prov;
	enum dt_pointkind point;
	uint32_t key;			/* row number on that point */
	uint8_t nargs;			/* arg0 .. that mean something */
	uint64_t period;		/* ns, of PROFILE and TICK */
	/* C types of args[0] .. in the kernel, then NULL; or NULL: untyped */
	const char *const *argtypes;
};

struct dt_probes;		/* all probes of a handle, by id */

struct dt_prov {
	const char *name;
	dtrace_attribute_t attr;
	/* Add this provider's probes with dt_probes_add().  0 or -errno. */
	int (*discover)(struct dt_probes *ps);
	/* Add what a description names and is not there yet, or NULL. */
	int (*provide)(struct dt_probes *ps, const char *const part[4]);
};

int dt_probes_create(struct dt_probes **psp);	/* runs every discover() */
void dt_probes_destroy(struct dt_probes *ps);
/* The parts are copied. */
int dt_probes_add(struct dt_probes *ps, const struct dt_probe *p);
const struct dt_probe *dt_probes_byid(const struct dt_probes *ps, uint32_t id);

typedef int dt_probe_match_f(const struct dt_probe *p, void *arg);
/*
 * Call fn for each probe that the parts match (NULL or "" matches all; globs
 * * ? [] \ allowed), in order of id.  A nonzero return stops and is returned;
 * so is the -errno of a provider that could not add what is named.
 */
int dt_probes_match(struct dt_probes *ps, const char *const part[4],
    dt_probe_match_f *fn, void *arg);
bool dt_glob_match(const char *pattern, const char *s);
bool dt_glob_valid(const char *pattern);

#define	DT_PROV(sym) extern const struct dt_prov dt_prov_##sym;
#include "tbl/provs.h"
#undef DT_PROV

#endif /* DT_PROV_H */
