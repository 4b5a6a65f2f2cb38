/* SPDX-License-Identifier: MIT */
/* ksym.h - names of kernel addresses, read from /proc/kallsyms when needed. */
#ifndef DT_KSYM_H
#define DT_KSYM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_ksyms;

struct dt_ksym {
	const char *module;	/* "vmlinux" for the kernel itself */
	const char *name;	/* NULL: in no symbol */
	uint64_t value, size;	/* start; size up to the next one */
	char type;		/* as in kallsyms: T t W D; 0: no name */
};

/* Does not read the file.  path NULL: /proc/kallsyms; it is copied. */
int dt_ksym_create(struct dt_ksyms **ksp, const char *path);
void dt_ksym_destroy(struct dt_ksyms *ks);

/*
 * The symbol that contains addr: 0, or -ENOENT.  If the symbols cannot be read,
 * another -errno (-EPERM where the kernel hides its addresses), explained by
 * dt_ksym_why().  The strings live as long as ks.
 */
int dt_ksym_lookup(struct dt_ksyms *ks, uint64_t addr, struct dt_ksym *out);
/* The symbol of a name, in one module or all (NULL); global ones first. */
int dt_ksym_byname(struct dt_ksyms *ks, const char *module, const char *name,
    struct dt_ksym *out);
/*
 * Call fn for each function.  A nonzero result of fn ends the walk and is
 * returned; other errors are those of dt_ksym_lookup().
 */
int dt_ksym_each_function(struct dt_ksyms *ks,
    int (*fn)(void *arg, const struct dt_ksym *sym), void *arg);
/*
 * Are variables among the symbols?  A kernel that is built without
 * CONFIG_KALLSYMS_ALL lists only functions and the bounds of sections.
 */
bool dt_ksym_has_variables(struct dt_ksyms *ks);
/* Read the symbols again at their next use; all strings become invalid. */
void dt_ksym_update(struct dt_ksyms *ks);

/* The kernel itself, which is the first one, or a module. */
struct dt_kmod {
	const char *name;
	/* from the first symbol of a kind to the end of the last; 0: none */
	struct dt_krange {
		uint64_t start, size;
	} text, data, bss;
};

/* Module i, from 0; -ENOENT after the last, or as dt_ksym_lookup(). */
int dt_ksym_module(struct dt_ksyms *ks, uint32_t i, struct dt_kmod *out);

/* Why the symbols could not be read, and the remedy; "" if they were. */
const char *dt_ksym_why(const struct dt_ksyms *ks);

#endif
