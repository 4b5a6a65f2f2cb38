/* SPDX-License-Identifier: MIT */
/*
 * kbtf.c - an index of the kernel's BTF.  If the kernel cannot map the file, it
 * is read from its start and only as far as needed, since the kernel returns
 * one page a call.  The members that a run needs are in the first pages; libbpf
 * would take 24 ms to parse the whole file.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sym/kbtf.h"
#include "sym/kbtfile.h"
#include "type/type.h"

#define	CHUNK		65536
#define	MAXNAME		128	/* longer than any requested name */
#define	RECORD		"trace_event_raw_"

int
dt_kbtf_create(struct dt_kbtf **kbp, const char *path)
{
	struct dt_kbtf *kb = calloc(1, sizeof(*kb));

	if (kb == NULL)
		return -ENOMEM;
	kb->fd = -1;
	kb->path = strdup(path != NULL ? path : DT_KERNEL_TYPES);
	if (kb->path == NULL) {
		free(kb);
		return -ENOMEM;
	}
	*kbp = kb;
	return 0;
}

void
dt_kbtf_destroy(struct dt_kbtf *kb)
{
	if (kb == NULL)
		return;
	if (kb->fd >= 0)
		close(kb->fd);
	if (kb->map != NULL) {
		munmap(kb->map, kb->maplen);
	} else {
		free(kb->types.p);
		free(kb->strs.p);
	}
	free(kb->at);
	dt_hash_destroy(kb->tracepoints);
	dt_hash_destroy(kb->functions);
	dt_buf_free(&kb->tps.names);
	dt_buf_free(&kb->records.names);
	free(kb->path);
	free(kb);
}

const char *
dt_kbtf_why(const struct dt_kbtf *kb)
{
	return kb->why;
}

/* Allocate one more byte, a NUL, so that the last string always ends. */
static int
part_open(struct dt_kpart *t, off_t at, size_t total)
{
	*t = (struct dt_kpart){ .at = at, .total = total,
		.p = malloc(total + 1) };
	if (t->p == NULL)
		return -ENOMEM;
	t->p[total] = '\0';
	return 0;
}

static void
part_mapped(struct dt_kpart *t, char *map, size_t at, size_t total)
{
	*t = (struct dt_kpart){ .at = (off_t)at, .len = total, .total = total,
		.p = map + at };
}

/* Map the kernel's file, since Linux 6.16; another one could be truncated. */
static bool
map_file(struct dt_kbtf *kb, int fd, const struct btf_header *h)
{
	size_t types = (size_t)h->hdr_len + h->type_off;
	size_t strs = (size_t)h->hdr_len + h->str_off;
	struct stat st;
	char *p;

	if (strcmp(kb->path, DT_KERNEL_TYPES) != 0 || fstat(fd, &st) != 0 ||
	    types + h->type_len > (size_t)st.st_size || h->str_len == 0 ||
	    strs + h->str_len > (size_t)st.st_size)
		return false;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	kb->map = p;
	kb->maplen = (size_t)st.st_size;
	part_mapped(&kb->types, p, types, h->type_len);
	part_mapped(&kb->strs, p, strs, h->str_len);
	return true;
}

int
dt_kbtf_open(struct dt_kbtf *kb)
{
	int err, fd = kb->fd < 0 ? open(kb->path, O_RDONLY | O_CLOEXEC) : -1;
	struct btf_header h;

	if (kb->fd >= 0 || fd < 0)
		return kb->fd >= 0 ? 0 : -errno;
	if (pread(fd, &h, sizeof(h), 0) != sizeof(h) || h.magic != BTF_MAGIC) {
		close(fd);
		return -EINVAL;
	}
	if (map_file(kb, fd, &h)) {
		kb->fd = fd;
		return 0;
	}
	err = part_open(&kb->types, (off_t)h.hdr_len + h.type_off, h.type_len);
	if (err == 0)
		err = part_open(&kb->strs, (off_t)h.hdr_len + h.str_off,
		    h.str_len);
	if (err == 0) {
		kb->fd = fd;
		return 0;
	}
	close(fd);
	free(kb->types.p);
	kb->types.p = NULL;
	return err;
}

/* Read at least up to byte `upto`. */
static int
need(struct dt_kbtf *kb, struct dt_kpart *t, size_t upto)
{
	size_t want;
	ssize_t n;

	if (upto > t->total)
		return -EINVAL;
	while (t->len < upto) {
		want = t->total - t->len < CHUNK ? t->total - t->len : CHUNK;
		n = pread(kb->fd, t->p + t->len, want, t->at + (off_t)t->len);
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		t->len += (size_t)n;
	}
	return 0;
}

/* The number of bytes that follow a type of this kind. */
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

int
dt_kbtf_next(struct dt_kbtf *kb, size_t *at, const struct btf_type **t)
{
	int err = need(kb, &kb->types, *at + sizeof(**t));

	*t = (const struct btf_type *)(kb->types.p + *at);
	if (err != 0)
		return err;
	*at += sizeof(**t) + extra(*t);
	return need(kb, &kb->types, *at);
}

/* Read the name at this offset of the strings, up to MAXNAME bytes. */
static int
need_name(struct dt_kbtf *kb, uint32_t off)
{
	if (off >= kb->strs.total)
		return -EINVAL;
	return need(kb, &kb->strs, off + MAXNAME < kb->strs.total ?
	    off + MAXNAME : kb->strs.total);
}

const char *
dt_kbtf_string(struct dt_kbtf *kb, uint32_t off)
{
	return need_name(kb, off) == 0 ? kb->strs.p + off : NULL;
}

/* Member i of a structure, or enumerator i of an enum: name and offset. */
struct part {
	uint32_t name_off, offset;
};

static struct part
part_of(const struct btf_type *t, uint32_t i)
{
	const struct btf_enum *e = (const struct btf_enum *)(t + 1) + i;
	const struct btf_member *m = (const struct btf_member *)(t + 1) + i;

	if (BTF_INFO_KIND(t->info) == BTF_KIND_ENUM)
		return (struct part){ e->name_off, (uint32_t)e->val };
	return (struct part){ m->name_off, (BTF_INFO_KFLAG(t->info) ?
	    BTF_MEMBER_BIT_OFFSET(m->offset) : m->offset) / 8 };
}

/* Read the names of a type and its parts. */
static int
need_names(struct dt_kbtf *kb, const struct btf_type *t)
{
	uint32_t i, off, max = t->name_off;

	for (i = 0; i < BTF_INFO_VLEN(t->info); i++) {
		off = part_of(t, i).name_off;
		if (off > max)
			max = off;
	}
	return need_name(kb, max);
}

bool
dt_kbtf_is_named(const char *wanted, const char *name)
{
	size_t len = strlen(name);

	while (strncmp(wanted, name, len) != 0 ||
	    (wanted[len] != '\0' && wanted[len] != '|')) {
		wanted = strchr(wanted, '|');
		if (wanted++ == NULL)
			return false;
	}
	return true;
}

/* Copy the wanted member's offset if this type has the member. */
static bool
take(const struct btf_type *t, const char *str, struct dt_kmember *w)
{
	struct part p;
	uint32_t i;

	if (w->found || strcmp(str + t->name_off, w->type) != 0)
		return false;
	for (i = 0; i < BTF_INFO_VLEN(t->info); i++) {
		p = part_of(t, i);
		if (!dt_kbtf_is_named(w->member, str + p.name_off))
			continue;
		w->offset = p.offset;
		if (w->to != NULL)
			*w->to = w->offset;
		return w->found = true;
	}
	return false;
}

static bool
has_parts(const struct btf_type *t)
{
	uint32_t kind = BTF_INFO_KIND(t->info);

	return kind == BTF_KIND_STRUCT || kind == BTF_KIND_ENUM;
}

static int
find_members(struct dt_kbtf *kb, struct dt_kmember *m, size_t n)
{
	const struct btf_type *t;
	size_t i, left = n, at = 0;
	int err = dt_kbtf_open(kb);

	while (err == 0 && left != 0 && at < kb->types.total) {
		err = dt_kbtf_next(kb, &at, &t);
		if (err != 0 || !has_parts(t))
			continue;
		err = need_names(kb, t);
		for (i = 0; err == 0 && i < n; i++)
			left -= take(t, kb->strs.p, &m[i]);
	}
	return err != 0 || left == 0 ? err : -ENOENT;
}

int
dt_kbtf_members(struct dt_kbtf *kb, struct dt_kmember *m, size_t n)
{
	int err = n != 0 ? find_members(kb, m, n) : 0;
	size_t i = 0;

	if (err == -ENOENT)
		err = dt_kbtf_inner_members(kb, m, n);
	while (kb->fd >= 0 && i < n && m[i].found)
		i++;
	if (err == -ENOENT && kb->fd >= 0)
		snprintf(kb->why, sizeof(kb->why), "%s knows no member %s of "
		    "struct %s", kb->path, m[i].member, m[i].type);
	else if (err != 0)
		snprintf(kb->why, sizeof(kb->why), "%s cannot be read: %s; the "
		    "kernel must be built with CONFIG_DEBUG_INFO_BTF", kb->path,
		    strerror(-err));
	return err;
}

/* The number of a type of this kind, or 0. */
static uint32_t
find_type(struct dt_kbtf *kb, uint32_t kind, const char *name)
{
	const struct btf_type *t;
	const char *s;
	uint32_t id = 1;
	size_t at = 0;
	int err = dt_kbtf_open(kb);

	for (; err == 0 && at < kb->types.total; id++) {
		err = dt_kbtf_next(kb, &at, &t);
		if (err != 0 || BTF_INFO_KIND(t->info) != kind)
			continue;
		s = dt_kbtf_string(kb, t->name_off);
		if (s != NULL && strcmp(s, name) == 0)
			return id;
	}
	return 0;
}

uint32_t
dt_kbtf_tracepoint_type(struct dt_kbtf *kb, const char *name)
{
	char type[MAXNAME];
	int n = snprintf(type, sizeof(type), DT_KTRACEPOINT "%s", name);

	return n >= (int)sizeof(type) ? 0 :
	    find_type(kb, BTF_KIND_TYPEDEF, type);
}

uint32_t
dt_kbtf_function_number(struct dt_kbtf *kb, const char *name)
{
	return find_type(kb, BTF_KIND_FUNC, name);
}

uint32_t
dt_kbtf_struct_number(struct dt_kbtf *kb, const char *name)
{
	return find_type(kb, BTF_KIND_STRUCT, name);
}

/*
 * The BTF has a type btf_trace_NAME for each tracepoint, and for some a struct
 * trace_event_raw_NAME of their log entry.  Only the string section is
 * searched, because nothing else has these prefixes.  A name that is cut off by
 * the end of the text is read again with the next part, and so may be a name
 * before it: `at` is the offset of the text in the section.
 */
static void
take_names(struct dt_knames *names, const char *text, size_t len, off_t at)
{
	const char *p = text, *end = text + len, *nul;
	size_t n = strlen(names->prefix);
	char key[32] = "";

	memcpy(key + 1, names->prefix, n);
	while ((p = memmem(p, (size_t)(end - p), key, n + 1)) != NULL) {
		p += 1 + n;
		nul = memchr(p, '\0', (size_t)(end - p));
		if (nul == NULL)
			return;
		if (at + (p - text) > names->last) {
			names->last = at + (p - text);
			dt_buf_add(&names->names, "", 1);
			dt_buf_add(&names->names, p, (size_t)(nul - p));
		}
		p = nul;
	}
}

/*
 * The strings are not kept, since filling new memory with them takes 1 ms.
 * Parts overlap, so that a name at the end of one is read again with the next.
 */
static int
read_names(struct dt_kbtf *kb)
{
	off_t at = 0, end = (off_t)kb->strs.total;
	ssize_t n = 1;
	char *p;

	if (kb->map != NULL) {
		take_names(&kb->tps, kb->strs.p, kb->strs.total, 0);
		take_names(&kb->records, kb->strs.p, kb->strs.total, 0);
		return 0;
	}
	p = malloc(CHUNK);
	if (p == NULL)
		return -ENOMEM;
	while (at < end && n > 0) {
		n = pread(kb->fd, p, end - at < CHUNK ? end - at : CHUNK,
		    kb->strs.at + at);
		if (n > 0) {
			take_names(&kb->tps, p, (size_t)n, at);
			take_names(&kb->records, p, (size_t)n, at);
		}
		at += n > MAXNAME && at + n < end ? n - MAXNAME : n;
	}
	n = n < 0 ? -errno : 0;
	free(p);
	return (int)n;
}

int
dt_kbtf_read_tracepoints(struct dt_kbtf *kb)
{
	int err = dt_kbtf_open(kb);

	if (err != 0 || kb->tps.names.len != 0)
		return err == -ENOMEM ? err : 0;
	kb->tps = (struct dt_knames){ .prefix = DT_KTRACEPOINT };
	kb->records = (struct dt_knames){ .prefix = RECORD };
	err = read_names(kb);
	dt_buf_add(&kb->tps.names, "", 1);
	dt_buf_add(&kb->records.names, "", 1);
	if (err == 0)
		err = kb->tps.names.err != 0 ? kb->tps.names.err :
		    kb->records.names.err;
	if (err != 0) {
		dt_buf_free(&kb->tps.names);
		dt_buf_free(&kb->records.names);
	}
	return err;
}

bool
dt_kbtf_has_tracepoints(const struct dt_kbtf *kb)
{
	return kb->tps.names.len > 1;
}

int
dt_kbtf_each_tracepoint(struct dt_kbtf *kb,
    int (*fn)(void *arg, const char *name, uint32_t number), void *arg)
{
	const char *p = kb->tps.names.p, *end = p + kb->tps.names.len;
	uint32_t number = 0;
	int rc = 0;

	for (p++; rc == 0 && p < end; p += strlen(p) + 1)
		rc = fn(arg, p, number++);
	return rc;
}

static bool
has_name(const struct dt_knames *names, const char *name)
{
	size_t len = strlen(name);
	char key[MAXNAME];

	if (len + 2 > sizeof(key))
		return false;
	key[0] = '\0';
	memcpy(key + 1, name, len + 1);
	return names->names.p != NULL && memmem(names->names.p,
	    names->names.len, key, len + 2) != NULL;
}

bool
dt_kbtf_has_tracepoint(const struct dt_kbtf *kb, const char *name)
{
	size_t n = strlen(RECORD);

	return strncmp(name, RECORD, n) == 0 ?
	    has_name(&kb->records, name + n) : has_name(&kb->tps, name);
}
