/* SPDX-License-Identifier: MIT */
/*
 * pidret.h - how returns of functions in a process are traced: at the
 * instructions that return, or by the return addresses on the stack.
 */
#ifndef DT_PIDRET_H
#define DT_PIDRET_H

#include "prov/process.h"
#include "sym/body.h"

/* Of one search; all zero at its start. */
struct dt_pidret {
	pid_t pid;			/* the process that was examined last */
	const char *why;		/* no return address in it may be
					 * changed, in words; or NULL */
	struct dt_bodyfile *code;	/* the current file */
	bool is_go;			/* it was compiled by Go */
	struct dt_body body;		/* the current function */
};

/*
 * Begin with the current file of a search, open as fd.  0 or -errno; end the
 * file even then.
 */
int dt_pidret_file(struct dt_pidret *r, struct dt_psearch *s, int fd);
void dt_pidret_end(struct dt_pidret *r);
void dt_pidret_free(struct dt_pidret *r);

/* Read the code of a function into r->body. */
int dt_pidret_read(struct dt_pidret *r, uint64_t offset, uint64_t size);
/*
 * Are its returns traced at instructions?  keeps_return: the function saves its
 * return address for a jump; no_entry: its first instruction cannot be probed.
 * *how is the answer and its reason in words.
 */
bool dt_pidret_by_site(const struct dt_pidret *r, struct dt_probes *ps,
    bool keeps_return, bool no_entry, const char **how);
/* The places of its exits, in memory of the probes.  0 or -ENOMEM. */
int dt_pidret_sites(const struct dt_pidret *r, struct dt_probes *ps,
    uint64_t func, struct dt_usite **out, uint32_t *n);

#endif /* DT_PIDRET_H */
