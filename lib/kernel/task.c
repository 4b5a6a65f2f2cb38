/* SPDX-License-Identifier: MIT */
/*
 * task.c - offsets in the kernel's task, from its own type information.
 * Reads the types from the start and stops when it has seen what it wants,
 * which stands near it: libbpf's parse of them all takes 24 ms.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "kernel/arch.h"

#define	VMLINUX		"/sys/kernel/btf/vmlinux"
#define	CHUNK		65536
#define	NAMELEN		64

struct wanted {
	const char *type, *member;
	uint32_t *offset;
	int found;
};

/* A part of the file, of which the first len bytes have been read so far. */
struct part {
	int fd;
	off_t at;
	size_t len, total;
	char *p;
};

static int
part_open(struct part *t, int fd, off_t at, size_t total)
{
	*t = (struct part){ .fd = fd, .at = at, .total = total };
	t->p = malloc(total + 1);
	return t->p != NULL ? 0 : -ENOMEM;
}

/* Read up to byte `upto`, and some more. */
static int
part_need(struct part *t, size_t upto)
{
	size_t want;
	ssize_t n;

	if (upto > t->total)
		return -EINVAL;
	while (t->len < upto) {
		want = t->total - t->len < CHUNK ? t->total - t->len : CHUNK;
		n = pread(t->fd, t->p + t->len, want, t->at + t->len);
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		t->len += n;
	}
	return 0;
}

/* Bytes that follow a type of this kind. */
static size_t
extra(const struct btf_type *t)
{
	uint32_t n = BTF_INFO_VLEN(t->info);

	switch (BTF_INFO_KIND(t->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return n * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return n * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return n * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return n * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return n * sizeof(struct btf_var_secinfo);
	}
	return 0;
}

/* Returns how many of the wanted members this structure has. */
static int
take(const struct btf_type *t, const char *str, struct wanted *w, size_t nw)
{
	const struct btf_member *m = (const struct btf_member *)(t + 1);
	uint32_t i, off;
	size_t j;
	int n = 0;

	for (j = 0; j < nw; j++) {
		if (w[j].found || strcmp(str + t->name_off, w[j].type) != 0)
			continue;
		for (i = 0; i < BTF_INFO_VLEN(t->info); i++) {
			if (strcmp(str + m[i].name_off, w[j].member) != 0)
				continue;
			off = BTF_INFO_KFLAG(t->info) ?
			    BTF_MEMBER_BIT_OFFSET(m[i].offset) : m[i].offset;
			*w[j].offset = off / 8;
			w[j].found = 1;
			n++;
			break;
		}
	}
	return n;
}

/* The type at offset *at with all that belongs to it; *at moves behind it. */
static int
next_type(struct part *types, size_t *at, const struct btf_type **t)
{
	int err = part_need(types, *at + sizeof(**t));

	*t = (const struct btf_type *)(types->p + *at);
	if (err != 0)
		return err;
	*at += sizeof(**t) + extra(*t);
	return part_need(types, *at);
}

/* Names are shorter than NAMELEN, or not wanted. */
static int
need_names(struct part *strs, const struct btf_type *t)
{
	const struct btf_member *m = (const struct btf_member *)(t + 1);
	uint32_t i, max = t->name_off;

	for (i = 0; i < BTF_INFO_VLEN(t->info); i++)
		if (m[i].name_off > max)
			max = m[i].name_off;
	if (max >= strs->total)
		return -EINVAL;
	return part_need(strs, max + NAMELEN < strs->total ?
	    max + NAMELEN : strs->total);
}

static int
scan(struct part *types, struct part *strs, struct wanted *w, size_t nw)
{
	const struct btf_type *t;
	size_t left = nw, at = 0;
	int err = 0;

	while (err == 0 && left != 0 && at < types->total) {
		err = next_type(types, &at, &t);
		if (err != 0 || BTF_INFO_KIND(t->info) != BTF_KIND_STRUCT)
			continue;
		err = need_names(strs, t);
		if (err == 0)
			left -= take(t, strs->p, w, nw);
	}
	return err != 0 || left == 0 ? err : -ENOENT;
}

static int
scan_file(int fd, struct wanted *w, size_t nw)
{
	struct part types = { 0 }, strs = { 0 };
	struct btf_header h;
	int err;

	if (pread(fd, &h, sizeof(h), 0) != sizeof(h) || h.magic != BTF_MAGIC)
		return -EINVAL;
	err = part_open(&types, fd, h.hdr_len + h.type_off, h.type_len);
	if (err == 0)
		err = part_open(&strs, fd, h.hdr_len + h.str_off, h.str_len);
	if (err == 0)
		err = scan(&types, &strs, w, nw);
	free(types.p);
	free(strs.p);
	return err;
}

static int
is_known(const struct dt_kernel *k, const char *type, const char *member)
{
	uint32_t i;

	for (i = 0; i < k->nmembers; i++)
		if (strcmp(k->members[i].type, type) == 0 &&
		    strcmp(k->members[i].member, member) == 0)
			return 1;
	return 0;
}

static void
want_member(struct dt_kernel *k, const char *type, const char *member)
{
	if (member != NULL && !is_known(k, type, member))
		k->members[k->nmembers++] = (struct dt_kmember){ type, member,
		    0 };
}

static void
want_values(struct dt_kernel *k, const struct dt_tpval *v, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		want_member(k, v[i].type, v[i].member);
		want_member(k, v[i].type2, v[i].member2);
	}
}

/* The members that the sources of the run's probes name, each once. */
static int
want_members(struct dt_kernel *k, const struct dt_run *run)
{
	const struct dt_tpsrc *s;
	uint32_t i, j, c, n = 0;

	for (i = 0; i < run->npoints; i++)
		n += run->points[i].nrows;
	k->members = calloc(n + 1, 2 * (2 * DT_TP_MAXCONDS + DT_TP_MAXARGS) *
	    sizeof(k->members[0]));
	if (k->members == NULL)
		return -ENOMEM;
	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++) {
			s = run->points[i].rows[j].src;
			if (s == NULL)
				continue;
			for (c = 0; c < s->nconds; c++) {
				want_values(k, &s->conds[c].a, 1);
				want_values(k, &s->conds[c].b, 1);
			}
			want_values(k, s->args, s->nargs);
		}
	return 0;
}

uint32_t
dt_kernel_member(const struct dt_kernel *k, const char *type,
    const char *member)
{
	uint32_t i = 0;

	while (strcmp(k->members[i].type, type) != 0 ||
	    strcmp(k->members[i].member, member) != 0)
		i++;
	return k->members[i].offset;
}

static int
find_offsets(struct dt_kernel *k, struct wanted *w, size_t n)
{
	int err, fd = open(VMLINUX, O_RDONLY | O_CLOEXEC);
	size_t i;

	err = fd < 0 ? -errno : scan_file(fd, w, n);
	if (fd >= 0)
		close(fd);
	for (i = 0; err == -ENOENT && fd >= 0 && i < n; i++)
		if (!w[i].found)
			return dt_why_set(&k->base, err, "%s knows no member "
			    "%s of struct %s", VMLINUX, w[i].member, w[i].type);
	if (err != 0)
		return dt_why_set(&k->base, err, "%s cannot be read: %s; the "
		    "kernel must be built with CONFIG_DEBUG_INFO_BTF",
		    VMLINUX, strerror(-err));
	return 0;
}

/* Of the threads that a switch brings, if this run has probes of them. */
static int
next_offsets(struct dt_kernel *k)
{
	struct dt_ktask *t = &k->task;
	struct wanted w[] = {
		{ "task_struct", "cred", &t->cred, 0 },
		{ "cred", "uid", &t->uid, 0 },
		{ "cred", "gid", &t->gid, 0 },
	};

	return find_offsets(k, w, sizeof(w) / sizeof(w[0]));
}

static int
prio_offsets(struct dt_kernel *k)
{
	struct dt_ktask *t = &k->task;
	uint32_t idr = 0, tree = 0, head = 0;
	struct wanted w[] = {
		{ "task_struct", "pid_links", &t->pid_links, 0 },
		{ "task_struct", "policy", &t->policy, 0 },
		{ "task_struct", "static_prio", &t->static_prio, 0 },
		{ "task_struct", "normal_prio", &t->normal_prio, 0 },
		{ "task_struct", "tasks", &t->tasks, 0 },
		{ "task_struct", "thread_node", &t->thread_node, 0 },
		{ "task_struct", "group_leader", &t->group_leader, 0 },
		{ "task_struct", "cred", &t->cred, 0 },
		{ "task_struct", "real_cred", &t->real_cred, 0 },
		{ "signal_struct", "thread_head", &t->thread_head, 0 },
		{ "cred", "uid", &t->uid, 0 },
		{ "cred", "user_ns", &t->user_ns, 0 },
		{ "user_namespace", "level", &t->user_level, 0 },
		{ "pid", "tasks", &t->pid_tasks, 0 },
		{ "pid_namespace", "idr", &idr, 0 },
		{ "idr", "idr_rt", &tree, 0 },
		{ "xarray", "xa_head", &head, 0 },
		{ "xa_node", "shift", &t->node_shift, 0 },
		{ "xa_node", "slots", &t->node_slots, 0 },
	};
	int err = find_offsets(k, w, sizeof(w) / sizeof(w[0]));

	t->ns_ids = idr + tree + head;
	return err;
}

static int
member_offsets(struct dt_kernel *k)
{
	struct wanted *w = calloc(k->nmembers + 1, sizeof(*w));
	uint32_t i;
	int err;

	if (w == NULL)
		return -ENOMEM;
	for (i = 0; i < k->nmembers; i++)
		w[i] = (struct wanted){ k->members[i].type,
		    k->members[i].member, &k->members[i].offset, 0 };
	err = k->nmembers != 0 ? find_offsets(k, w, k->nmembers) : 0;
	free(w);
	return err;
}

static int
is_next(const struct dt_tpsrc *s)
{
	return s->who == DT_TP_WHO_NEXT;
}

static int
is_prio(const struct dt_tpsrc *s)
{
	int i;

	for (i = 0; i < s->nargs; i++)
		if (s->args[i].from == DT_TP_LENT)
			return 1;
	return s->changes;
}

static int
any_source(const struct dt_run *run, int (*is)(const struct dt_tpsrc *s))
{
	const struct dt_tpsrc *s;
	uint32_t i, j;

	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++) {
			s = run->points[i].rows[j].src;
			if (s != NULL && is(s))
				return 1;
		}
	return 0;
}

int
dt_kernel_task(struct dt_kernel *k, const struct dt_run *run)
{
	uint32_t info = 0;
	struct wanted w[] = {
		{ "task_struct", "thread_info", &info, 0 },
		{ "task_struct", "real_parent", &k->task.real_parent, 0 },
		{ "task_struct", "pid", &k->task.pid, 0 },
		{ "task_struct", "tgid", &k->task.tgid, 0 },
		{ "task_struct", "comm", &k->task.comm, 0 },
		{ "task_struct", "prio", &k->task.prio, 0 },
		{ "task_struct", "signal", &k->task.signal, 0 },
		{ "thread_info", DT_ARCH_COMPAT_WORD, &k->task.compat, 0 },
		{ "signal_struct", "pids", &k->task.pids, 0 },
		{ "pid", "level", &k->task.level, 0 },
		{ "pid", "numbers", &k->task.numbers, 0 },
		{ "task_struct", "thread_pid", &k->task.thread_pid, 0 },
		{ "upid", "ns", &k->task.upid_ns, 0 },
	};
	int err = find_offsets(k, w, sizeof(w) / sizeof(w[0]));

	k->task.compat += info;
	if (err == 0 && any_source(run, is_next))
		err = next_offsets(k);
	if (err == 0 && any_source(run, is_prio))
		err = prio_offsets(k);
	if (err == 0)
		err = want_members(k, run);
	return err == 0 ? member_offsets(k) : err;
}
