/* SPDX-License-Identifier: MIT */
/*
 * process.h - providers of the probes of one process, whose id ends the
 * provider's name, as in pid123, or of all processes that map a file: their
 * provider's name ends in *, as in pid*.
 */
#ifndef DT_PROCESS_H
#define DT_PROCESS_H

#include "prov/prov.h"
#include "sym/elfcode.h"

/* The search of a process's files for the probes of a description. */
struct dt_psearch {
	struct dt_probes *ps;		/* NULL: probes are not added */
	const char *const *part;
	char provider[DTRACE_PROVNAMELEN];	/* without the id; "": any */
	bool by_file;			/* a probe of a file fires in every
					 * process that maps it; not on the
					 * embedded engine */
	pid_t pid;			/* of the current process */
	const struct dt_where *only;	/* search nothing else; or NULL */
	struct dt_usite site;		/* see dt_psearch_site() */
	pid_t timed;			/* the process of site.started */
	const char *module;		/* of the current file */
	bool failed;			/* read() could not read it */
	int (*read)(struct dt_psearch *s);
};

/*
 * Prepare the search with provider and pid of the description.  False: its
 * provider neither ends in a process id nor is a pattern that matches no other
 * provider, which means all processes.
 */
bool dt_psearch_init(struct dt_psearch *s, struct dt_probes *ps,
    const char *const part[4]);
/* Does a part of a description stand for more than one name? */
static inline bool
dt_process_is_pattern(const char *part)
{
	return part == NULL || part[0] == '\0' || dt_glob_is_pattern(part);
}

/*
 * Is it a pattern for the probes of files?  One with a digit beside an asterisk
 * or at its end, as in python12*, names processes by their ids, and one with a
 * question mark or brackets may.
 */
bool dt_process_is_for_files(const char *provider);
/*
 * Write the provider's name of the current probe to full, from that without an
 * id; false: the description does not match it.
 */
bool dt_psearch_name(const struct dt_psearch *s, const char *provider,
    char *full, size_t size);
/* Does the description name process pid, or all?  pid 0: any will do. */
bool dt_psearch_has(const struct dt_psearch *s, pid_t pid);
/*
 * Call read() for each file whose module the description matches, unless an
 * earlier search has read it for this description: in the same process, or by
 * file in any.  0, -errno, or a nonzero result of read(), which ends it.
 */
int dt_psearch_run(struct dt_psearch *s);
/* A place in the current file, without its offset. */
struct dt_usite dt_psearch_site(struct dt_psearch *s);
/* Can the engine probe such an instruction exactly, and without harm? */
bool dt_psearch_can_break(const struct dt_psearch *s, enum dt_break how);
/* Why a pattern leaves an instruction out that cannot be probed. */
extern const char dt_process_no_break[];
/*
 * Does a pattern match the module of a file?  A library matches by its whole
 * name, up to .so or without that; the program also as a.out.
 */
bool dt_process_is_module(const char *pattern, const char *module,
    bool is_program);
/* The is_alias() of a provider, for the names of modules. */
bool dt_process_is_alias(const struct dt_probe *p, int i, const char *pattern);

/*
 * typed.c: the describe() of the provider of functions.  Types are those of the
 * file's debug information; without it there are none.
 */
int dt_process_describe(struct dt_probes *ps, struct dt_probe *p);

#endif /* DT_PROCESS_H */
