/* SPDX-License-Identifier: MIT */
/*
 * kprobe.c - attaches programs to functions of the kernel.  With fprobes
 * (CONFIG_FPROBE), one link is enough for any number of functions; without,
 * each takes a kprobe, which is a perf event.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/kfuncs.h"
#include "sym/ksym.h"

#define	MAXSINGLE	256		/* perf events: 22 s to close them */

struct dt_kplaces {
	bool together;			/* the kernel has fprobes */
	unsigned long *addr;
	__u64 *cookie;			/* by address: the key of the row */
	uint32_t n, cap;
	uint32_t *nof;			/* functions of each row, by its key */
	int *fd;
	uint32_t nfds;
};

/* --- where ---------------------------------------------------------------- */

struct search {
	const struct dt_enrow **rows;	/* by function and module */
	uint32_t nrows;
	struct dt_kplaces *places;
};

static int
compare_names(const char *lfunc, const char *lmod, const struct dt_enrow *r)
{
	int c = strcmp(lfunc, r->name[2]);

	return c != 0 ? c : strcmp(lmod, r->name[1]);
}

static int
compare(const void *lp, const void *rp)
{
	const struct dt_enrow *l = *(const struct dt_enrow *const *)lp;

	return compare_names(l->name[2], l->name[1],
	    *(const struct dt_enrow *const *)rp);
}

static int
compare_symbol(const void *key, const void *elem)
{
	const struct dt_ksym *sym = key;

	return compare_names(sym->name, sym->module,
	    *(const struct dt_enrow *const *)elem);
}

static const struct dt_enrow *
row_of(const struct search *s, const struct dt_ksym *sym)
{
	const struct dt_enrow *const *r = bsearch(sym, s->rows, s->nrows,
	    sizeof(s->rows[0]), compare_symbol);

	return r != NULL ? *r : NULL;
}

static int
reserve(struct dt_kplaces *p)
{
	uint32_t cap = p->cap != 0 ? 2 * p->cap : 64;
	unsigned long *addr;
	__u64 *cookie;

	if (p->n < p->cap)
		return 0;
	addr = reallocarray(p->addr, cap, sizeof(*addr));
	if (addr == NULL)
		return -ENOMEM;
	p->addr = addr;
	cookie = reallocarray(p->cookie, cap, sizeof(*cookie));
	if (cookie == NULL)
		return -ENOMEM;
	p->cookie = cookie;
	p->cap = cap;
	return 0;
}

static int
visit(void *arg, const struct dt_ksym *sym)
{
	const struct search *s = arg;
	struct dt_kplaces *p = s->places;
	const struct dt_enrow *r = row_of(s, sym);

	if (r == NULL)
		return 0;
	if (reserve(p) != 0)
		return -ENOMEM;
	p->addr[p->n] = sym->value;
	p->cookie[p->n++] = r->key;
	return 0;
}

static int
count_functions(struct dt_kplaces *l)
{
	__u64 max = 0;
	uint32_t i;

	for (i = 0; i < l->n; i++)
		if (l->cookie[i] > max)
			max = l->cookie[i];
	l->nof = calloc(max + 1, sizeof(*l->nof));
	for (i = 0; l->nof != NULL && i < l->n; i++)
		l->nof[l->cookie[i]]++;
	return l->nof != NULL ? 0 : -ENOMEM;
}

/*
 * Does the kernel have several functions of this name?  They share a row, and
 * some of them may not be traceable.
 */
static bool
has_twin(const struct dt_kplaces *l, uint32_t i)
{
	return l->nof[l->cookie[i]] > 1;
}

/* Is one of these ascending addresses in the first bytes of the function? */
static bool
is_patched(const uint64_t *v, uint32_t n, uint64_t function)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (v[mid] < function)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && v[lo] - function < DT_KFUNC_PATCH;
}

static void
drop_unpatched(struct dt_kplaces *l, const uint64_t *v, uint32_t nv)
{
	uint32_t i, n = 0;

	for (i = 0; i < l->n; i++) {
		if (has_twin(l, i) && !is_patched(v, nv, l->addr[i]))
			continue;
		l->addr[n] = l->addr[i];
		l->cookie[n++] = l->cookie[i];
	}
	l->n = n;
}

/*
 * Of functions that share a name, keep those that can be traced, if the kernel
 * tells: then one link is enough for all functions.
 */
static void
drop_untraceable(struct dt_kplaces *l)
{
	uint32_t i = 0, n = 0;
	uint64_t *v = NULL;

	while (i < l->n && !has_twin(l, i))
		i++;
	if (i < l->n && dt_kfuncs_addresses(&v, &n) == 0)
		drop_unpatched(l, v, n);
	free(v);
}

static int
find_places(struct dt_kernel *k, struct search *s, const struct dt_enpoint *pt)
{
	const struct dt_enrow only = { .name = { "", "vmlinux", pt->tp, "" } };
	struct dt_ksym sym;
	uint32_t i;
	int err = k->ksyms == NULL ? dt_ksym_create(&k->ksyms, NULL) : 0;

	s->nrows = pt->is_function ? 1 : pt->nrows;
	for (i = 0; i < s->nrows; i++)
		s->rows[i] = pt->is_function ? &only : &pt->rows[i];
	qsort(s->rows, s->nrows, sizeof(s->rows[0]), compare);
	if (err == 0)
		err = dt_ksym_each_function(k->ksyms, visit, s);
	if (err != 0 && err != -ENOMEM)
		return dt_why_set(&k->base, err, "%s",
		    dt_ksym_why(k->ksyms));
	if (err == 0)
		err = count_functions(s->places);
	if (err == 0)
		drop_untraceable(s->places);
	s->places->together = err == 0 && dt_ksym_byname(k->ksyms, NULL,
	    "register_fprobe_ips", &sym) == 0;
	if (err == 0 && s->places->n == 0)
		return dt_why_set(&k->base, -ENOENT, "/proc/kallsyms does not "
		    "have function %s", s->rows[0]->name[2]);
	return err;
}

int
dt_kernel_places(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt)
{
	struct search s = { .places = calloc(1, sizeof(*s.places)) };
	int err = -ENOMEM;

	p->places = s.places;
	s.rows = calloc(pt->nrows, sizeof(s.rows[0]));
	if (s.places != NULL && s.rows != NULL)
		err = find_places(k, &s, pt);
	if (err == 0) {
		s.places->fd = calloc(s.places->n, sizeof(s.places->fd[0]));
		err = s.places->fd != NULL ? 0 : -ENOMEM;
	}
	free(s.rows);
	return err;
}

/* Is the program attached by one link?  It must be loaded as such. */
bool
dt_kernel_attaches_together(const struct dt_kprog *p)
{
	return p->places->together;
}

void
dt_kernel_places_free(struct dt_kprog *p)
{
	if (p->places == NULL)
		return;
	free(p->places->addr);
	free(p->places->cookie);
	free(p->places->nof);
	free(p->places->fd);
	free(p->places);
	p->places = NULL;
}

/* --- attach --------------------------------------------------------------- */

static int
attach_some(const struct dt_kprog *p, const unsigned long *addr,
    const __u64 *cookie, uint32_t n)
{
	LIBBPF_OPTS(bpf_link_create_opts, o);

	o.kprobe_multi.flags = p->kind == DT_POINT_KRETURN ?
	    BPF_F_KPROBE_MULTI_RETURN : 0;
	o.kprobe_multi.cnt = n;
	o.kprobe_multi.addrs = addr;
	o.kprobe_multi.cookies = cookie;
	return bpf_link_create(p->fd, 0, BPF_TRACE_KPROBE_MULTI, &o);
}

static int
attach_single(const struct dt_kprog *p, int type, uint32_t i)
{
	struct perf_event_attr attr = {
		.type = (uint32_t)type,
		.config = p->kind == DT_POINT_KRETURN,
		.config2 = p->places->addr[i],
	};

	return dt_kernel_attach_event(p, &attr, -1, p->places->cookie[i]);
}

static int
attach_singly(struct dt_kernel *k, struct dt_kprog *p)
{
	struct dt_kplaces *l = p->places;
	int fd, type = dt_kernel_event_type("kprobe");

	if (type < 0)
		return dt_why_set(&k->base, type, "this kernel's functions "
		    "cannot be traced: it is built without CONFIG_FPROBE and "
		    "CONFIG_KPROBES");
	if (l->n > MAXSINGLE)
		return dt_why_set(&k->base, -E2BIG, "%u functions are to be "
		    "traced, and at most %d can be on a kernel without "
		    "CONFIG_FPROBE, which takes 0.1 s to remove each: name "
		    "fewer", l->n, MAXSINGLE);
	for (uint32_t i = 0; i < l->n; i++) {
		fd = attach_single(p, type, i);
		if (fd < 0)
			return dt_why_set(&k->base, fd, "a function of the "
			    "kernel cannot be traced: %s", strerror(-fd));
		l->fd[l->nfds++] = fd;
	}
	return 0;
}

/*
 * Move functions without a twin to the front, and return how many there are.
 * The others follow in the order of their addresses.
 */
static int
part(struct dt_kplaces *l)
{
	unsigned long *addr = calloc(l->n, sizeof(*addr));
	__u64 *cookie = calloc(l->n, sizeof(*cookie));
	uint32_t i, n = 0, m = 0;

	for (i = 0; addr != NULL && cookie != NULL && i < l->n; i++) {
		if (has_twin(l, i)) {
			addr[m] = l->addr[i];
			cookie[m++] = l->cookie[i];
		} else {
			l->addr[n] = l->addr[i];
			l->cookie[n++] = l->cookie[i];
		}
	}
	for (i = 0; i < m; i++) {
		l->addr[n + i] = addr[i];
		l->cookie[n + i] = cookie[i];
	}
	free(addr);
	free(cookie);
	return n + m == l->n ? (int)n : -ENOMEM;
}

/*
 * Attach to the functions that can be traced, by few links, since each takes
 * the kernel a moment to remove.  A range that the kernel refuses is split in
 * two: functions that cannot be traced lie together, in sections of their own.
 */
static int
attach_halves(struct dt_kprog *p, uint32_t first, uint32_t n)
{
	struct dt_kplaces *l = p->places;
	int fd;

	if (n == 0)
		return 0;
	fd = attach_some(p, &l->addr[first], &l->cookie[first], n);
	if (fd >= 0) {
		l->fd[l->nfds++] = fd;
		return 0;
	}
	if (n > 1) {
		(void) attach_halves(p, first, n / 2);
		(void) attach_halves(p, first + n / 2, n - n / 2);
	}
	return fd;
}

static int
attach_apart(struct dt_kprog *p)
{
	struct dt_kplaces *l = p->places;
	int n = part(l), fd;

	if (n < 0)
		return n;
	if (n != 0) {
		fd = attach_some(p, l->addr, l->cookie, (uint32_t)n);
		if (fd < 0)
			return fd;
		l->fd[l->nfds++] = fd;
	}
	fd = attach_halves(p, (uint32_t)n, l->n - (uint32_t)n);
	return l->nfds != 0 ? 0 : fd;
}

int
dt_kernel_kprobe(struct dt_kernel *k, struct dt_kprog *p)
{
	struct dt_kplaces *l = p->places;
	int fd;

	if (!l->together)
		return attach_singly(k, p);
	fd = attach_some(p, l->addr, l->cookie, l->n);
	if (fd >= 0)
		l->fd[l->nfds++] = fd;
	else
		fd = attach_apart(p);
	return fd >= 0 ? 0 : dt_why_set(&k->base, fd, "the kernel does not "
	    "let its functions be traced: %s", strerror(-fd));
}

void
dt_kernel_kprobe_stop(struct dt_kprog *p)
{
	struct dt_kplaces *l = p->places;

	while (l != NULL && l->nfds != 0)
		(void) close(l->fd[--l->nfds]);
}
