/* SPDX-License-Identifier: MIT */
/*
 * tp.c - providers that are tables of kernel tracepoints.  The kernel's BTF has
 * a type btf_trace_NAME for each tracepoint that it has, and for some a struct
 * trace_event_raw_NAME of their log entry.  Only the string section is
 * searched: these prefixes are used for nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "prov/prov.h"

#define	VMLINUX		"/sys/kernel/btf/vmlinux"
#define	TRACEPOINT	"btf_trace_"		/* cut off */
#define	RECORD		"trace_event_raw_"	/* kept */
#define	CHUNK		65536
#define	MAXNAME		128	/* bytes of a string that may be split */

struct dt_tpset {
	struct dt_buf names;	/* each after a NUL, and one NUL at the end */
};

/*
 * Collect the names with a prefix, without their first `cut` bytes.  A name
 * that is cut off by the end of the text is read again with the next part.
 */
static void
take_names(struct dt_tpset *t, const char *p, size_t len, const char *prefix,
    size_t cut)
{
	const char *end = p + len, *nul;
	char key[32] = "";
	size_t n = strlen(prefix);

	memcpy(key + 1, prefix, n);
	while ((p = memmem(p, end - p, key, n + 1)) != NULL) {
		p += 1 + cut;
		nul = memchr(p, '\0', end - p);
		if (nul == NULL)
			return;
		dt_buf_add(&t->names, "", 1);
		dt_buf_add(&t->names, p, nul - p);
		p = nul;
	}
}

/*
 * A read returns at most one page, whatever its size.  Parts overlap, so that a
 * name at the end of one is read again with the next.
 */
static int
read_names(struct dt_tpset *t, int fd, off_t at, off_t end)
{
	char *p = malloc(CHUNK);
	ssize_t n = 1;

	if (p == NULL)
		return -ENOMEM;
	while (at < end && n > 0) {
		n = pread(fd, p, end - at < CHUNK ? end - at : CHUNK, at);
		if (n > 0) {
			take_names(t, p, n, TRACEPOINT, strlen(TRACEPOINT));
			take_names(t, p, n, RECORD, 0);
		}
		at += n > MAXNAME && at + n < end ? n - MAXNAME : n;
	}
	n = n < 0 ? -errno : 0;
	free(p);
	return (int)n;
}

static int
read_file(struct dt_tpset *t)
{
	int err = 0, fd = open(VMLINUX, O_RDONLY | O_CLOEXEC);
	struct btf_header h;
	off_t at;

	if (fd < 0)
		return 0;
	if (pread(fd, &h, sizeof(h), 0) == sizeof(h) && h.magic == BTF_MAGIC) {
		at = (off_t)h.hdr_len + h.str_off;
		err = read_names(t, fd, at, at + h.str_len);
	}
	close(fd);
	dt_buf_add(&t->names, "", 1);
	return err != 0 ? err : t->names.err;
}

int
dt_tpset_create(struct dt_tpset **tp)
{
	struct dt_tpset *t = calloc(1, sizeof(*t));
	int err = t != NULL ? read_file(t) : -ENOMEM;

	if (err != 0) {
		dt_tpset_destroy(t);
		return err;
	}
	*tp = t;
	return 0;
}

void
dt_tpset_destroy(struct dt_tpset *t)
{
	if (t == NULL)
		return;
	dt_buf_free(&t->names);
	free(t);
}

bool
dt_tpset_has(const struct dt_tpset *t, const char *name)
{
	size_t len = strlen(name);
	char key[MAXNAME];

	if (len + 2 > sizeof(key))
		return false;
	key[0] = '\0';
	memcpy(key + 1, name, len + 1);
	return t->names.p != NULL &&
	    memmem(t->names.p, t->names.len, key, len + 2) != NULL;
}

bool
dt_tp_named(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *const part[4])
{
	const char *const is[4] = { prov->name, row->mod, row->func,
	    row->name };
	int i;

	for (i = 0; i < 4; i++)
		if (part[i] != NULL && *part[i] != '\0' &&
		    !dt_glob_match(part[i], is[i]))
			return false;
	return true;
}

const char *
dt_tp_lacks(const struct dt_tpset *t, const struct dt_tpprobe *row)
{
	uint8_t i;

	/* Without BTF the embedded engine has the probes of its events. */
	if (t->names.len <= 1 && row->srcs[0].event != DT_EVENT_NONE &&
	    row->with == NULL)
		return NULL;
	for (i = 0; i < row->nsrcs; i++)
		if (!dt_tpset_has(t, row->srcs[i].tp))
			return row->srcs[i].tp;
	if (row->with != NULL && !dt_tpset_has(t, row->with))
		return row->with;
	if (row->without != NULL && dt_tpset_has(t, row->without))
		return row->without;
	return NULL;
}

int
dt_tp_add(struct dt_probes *ps, const struct dt_prov *prov, uint32_t i)
{
	const struct dt_tpprobe *row = &prov->tps[i];
	const struct dt_probe p = {
		.id = prov->tps_id + i,
		.part = { prov->name, row->mod, row->func, row->name },
		.prov = prov,
		.point = DT_POINT_TP,
		.nargs = row->nargs,
		.argtypes = row->argtypes,
		.srcs = row->srcs,
		.nsrcs = row->nsrcs,
	};

	return dt_probes_add(ps, &p);
}
