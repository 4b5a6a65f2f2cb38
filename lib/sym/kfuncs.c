/* SPDX-License-Identifier: MIT */
/*
 * kfuncs.c - the functions of the kernel that can be traced, as the kernel
 * lists them: all that ftrace can patch at their entry.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "sym/kfuncs.h"
#include "sym/tracefs.h"

#define	LIST	"available_filter_functions"	/* NAME, or NAME [MODULE] */
#define	ADDRESSES	LIST "_addrs"		/* ADDRESS, and the same */

struct dt_kfuncs {
	struct dt_buf text;
	struct dt_kfunc *v;
	uint32_t n;
};

static int
compare(const void *lp, const void *rp)
{
	const struct dt_kfunc *l = lp, *r = rp;
	int c = strcmp(l->name, r->name);

	return c != 0 ? c : strcmp(l->module, r->module);
}

static uint32_t
count_lines(const struct dt_buf *text)
{
	const char *p = dt_buf_text(text);
	uint32_t n = 0;

	while ((p = strchr(p, '\n')) != NULL) {
		p++;
		n++;
	}
	return n;
}

/* Split a line, which ends at end, into strings. */
static struct dt_kfunc
split(char *line, char *end)
{
	char *at = memchr(line, ' ', (size_t)(end - line));

	*end = '\0';
	if (at == NULL || at[1] != '[' || end[-1] != ']')
		return (struct dt_kfunc){ line, "vmlinux" };
	*at = '\0';
	end[-1] = '\0';
	return (struct dt_kfunc){ line, at + 2 };
}

/* Merge the functions of a module that share a name. */
static void
unite(struct dt_kfuncs *kf)
{
	uint32_t i, n = 0;

	qsort(kf->v, kf->n, sizeof(kf->v[0]), compare);
	for (i = 0; i < kf->n; i++)
		if (n == 0 || compare(&kf->v[n - 1], &kf->v[i]) != 0)
			kf->v[n++] = kf->v[i];
	kf->n = n;
}

static int
index_names(struct dt_kfuncs *kf)
{
	char *p = kf->text.p, *end;

	kf->v = calloc(count_lines(&kf->text) + 1, sizeof(kf->v[0]));
	if (kf->v == NULL)
		return -ENOMEM;
	while (p != NULL && (end = strchr(p, '\n')) != NULL) {
		/* this place belongs to a function without a symbol */
		if (strncmp(p, "__ftrace_invalid_address__", 26) != 0)
			kf->v[kf->n++] = split(p, end);
		p = end + 1;
	}
	unite(kf);
	return 0;
}

static int
read_list(const char *name, struct dt_buf *text)
{
	FILE *fp = dt_tracefs_open(name);
	int err = errno;

	if (fp == NULL)
		return err == EACCES || err == EPERM ? -err : -ENOENT;
	dt_buf_file(text, fp);
	(void) fclose(fp);
	return text->err;
}

int
dt_kfuncs_create(struct dt_kfuncs **kfp)
{
	struct dt_kfuncs *kf = calloc(1, sizeof(*kf));
	int err = kf == NULL ? -ENOMEM : read_list(LIST, &kf->text);

	if (err == 0)
		err = index_names(kf);
	if (err != 0) {
		dt_kfuncs_destroy(kf);
		return err;
	}
	*kfp = kf;
	return 0;
}

const char *
dt_kfuncs_why(int err)
{
	if (err == -ENOENT)
		return "this kernel cannot trace its functions: it has no "
		    "/sys/kernel/tracing/" LIST ", which needs "
		    "CONFIG_FUNCTION_TRACER";
	if (err != -EACCES && err != -EPERM)
		return strerror(-err);
	return geteuid() == 0 ?
	    "the kernel refuses to list its functions that can be traced, even "
	    "to root: it is locked down (kernel_lockdown(7)) or a security "
	    "module forbids it" :
	    "only root can list the functions of the kernel that can be "
	    "traced, in /sys/kernel/tracing/" LIST;
}

void
dt_kfuncs_destroy(struct dt_kfuncs *kf)
{
	if (kf == NULL)
		return;
	free(kf->v);
	dt_buf_free(&kf->text);
	free(kf);
}

const struct dt_kfunc *
dt_kfuncs_all(const struct dt_kfuncs *kf, uint32_t *n)
{
	*n = kf->n;
	return kf->v;
}

uint32_t
dt_kfuncs_find(const struct dt_kfuncs *kf, const char *name)
{
	uint32_t lo = 0, hi = kf->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (strcmp(kf->v[mid].name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int
compare_addresses(const void *lp, const void *rp)
{
	uint64_t l = *(const uint64_t *)lp, r = *(const uint64_t *)rp;

	return (l > r) - (l < r);
}

int
dt_kfuncs_addresses(uint64_t **v, uint32_t *n)
{
	struct dt_buf text = { 0 };
	int err = read_list(ADDRESSES, &text);
	const char *p = text.p;

	*n = 0;
	*v = err == 0 ? calloc(count_lines(&text) + 1, sizeof(**v)) : NULL;
	if (err == 0 && *v == NULL)
		err = -ENOMEM;
	for (; err == 0 && p != NULL && *p != '\0'; p += *p == '\n') {
		(*v)[(*n)++] = strtoull(p, NULL, 16);
		p += strcspn(p, "\n");
	}
	dt_buf_free(&text);
	if (err == 0)
		qsort(*v, *n, sizeof(**v), compare_addresses);
	return err;
}
