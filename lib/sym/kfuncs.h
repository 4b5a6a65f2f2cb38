/* SPDX-License-Identifier: MIT */
/* kfuncs.h - the functions of the kernel that can be traced. */
#ifndef DT_KFUNCS_H
#define DT_KFUNCS_H

#include <stddef.h>
#include <stdint.h>

struct dt_kfuncs;

struct dt_kfunc {
	const char *name, *module;	/* "vmlinux" for the kernel itself */
};

/*
 * 0 or -errno: -ENOENT where the kernel cannot trace its functions at all,
 * -EACCES if only root may list them, -EPERM if this process may not.
 */
int dt_kfuncs_create(struct dt_kfuncs **kfp);
/* What such an error means. */
const char *dt_kfuncs_why(int err);
void dt_kfuncs_destroy(struct dt_kfuncs *kf);
/* All functions, each once, ordered by name; *n is their number. */
const struct dt_kfunc *dt_kfuncs_all(const struct dt_kfuncs *kf, uint32_t *n);
/* The index of the first function with this name, or of its successor. */
uint32_t dt_kfuncs_find(const struct dt_kfuncs *kf, const char *name);

/*
 * The addresses at which the kernel patches functions to trace them, ascending,
 * in *v, which the caller frees: each lies in the first DT_KFUNC_PATCH bytes of
 * its function.  0 or -errno: -ENOENT before Linux 6.5, which lacks the list.
 */
#define	DT_KFUNC_PATCH	16

int dt_kfuncs_addresses(uint64_t **v, uint32_t *n);

#endif
