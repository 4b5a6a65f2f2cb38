/* SPDX-License-Identifier: MIT */
/*
 * ksym.c - the kernel's symbols: one sorted array of 16-byte entries and one
 * block of names, read once.  A kernel has 100,000 to 300,000 of them.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/buf.h"
#include "sym/ksym.h"

struct sym {
	uint64_t addr;
	uint32_t name;		/* offset in names */
	uint16_t module;	/* its number, 0: the kernel itself */
	char type;
};

struct dt_ksyms {
	char *path;
	struct sym *v;			/* by address */
	uint32_t n, cap;
	struct dt_buf names;
	struct dt_buf modules;		/* uint32_t: offsets in names */
	uint64_t lo, hi;		/* of the kernel itself */
	uint64_t data, data_end;	/* of its section .data */
	bool loaded;
	int err;
	char why[256];
};

#define	PAGE	4096ULL
/* The largest function: an address farther from a symbol is not in it. */
#define	MAXTEXT	(1ULL << 20)

int
dt_ksym_create(struct dt_ksyms **ksp, const char *path)
{
	struct dt_ksyms *ks = calloc(1, sizeof(*ks));

	if (ks == NULL)
		return -ENOMEM;
	ks->path = strdup(path != NULL ? path : "/proc/kallsyms");
	if (ks->path == NULL) {
		free(ks);
		return -ENOMEM;
	}
	*ksp = ks;
	return 0;
}

void
dt_ksym_destroy(struct dt_ksyms *ks)
{
	if (ks == NULL)
		return;
	free(ks->path);
	free(ks->v);
	dt_buf_free(&ks->names);
	dt_buf_free(&ks->modules);
	free(ks);
}

const char *
dt_ksym_why(const struct dt_ksyms *ks)
{
	return ks->why;
}

static uint32_t
nmodules(const struct dt_ksyms *ks)
{
	return (uint32_t)(ks->modules.len / sizeof(uint32_t));
}

static const char *
module_name(const struct dt_ksyms *ks, uint32_t i)
{
	uint32_t off;

	memcpy(&off, ks->modules.p + i * sizeof(off), sizeof(off));
	return ks->names.p + off;
}

static uint32_t
add_name(struct dt_ksyms *ks, const char *s, size_t len)
{
	uint32_t off = (uint32_t)ks->names.len;

	dt_buf_add(&ks->names, s, len);
	dt_buf_add(&ks->names, "", 1);
	return off;
}

static int
add_module(struct dt_ksyms *ks, const char *s, size_t len)
{
	uint32_t off = add_name(ks, s, len);

	dt_buf_add(&ks->modules, &off, sizeof(off));
	return ks->names.err != 0 ? ks->names.err : ks->modules.err;
}

/* A module's symbols are listed together, so the last module is tried first. */
static int
find_module(struct dt_ksyms *ks, const char *s, size_t len, uint16_t *out)
{
	uint32_t i;
	int err;

	for (i = nmodules(ks); i-- > 0;) {
		const char *name = module_name(ks, i);

		if (strncmp(name, s, len) == 0 && name[len] == '\0') {
			*out = (uint16_t)i;
			return 0;
		}
	}
	if (nmodules(ks) > UINT16_MAX)
		return -ENOSPC;
	err = add_module(ks, s, len);
	*out = (uint16_t)(nmodules(ks) - 1);
	return err;
}

static int
reserve(struct dt_ksyms *ks)
{
	uint32_t cap = ks->cap == 0 ? 1 << 17 : ks->cap + ks->cap / 2;
	struct sym *v;

	if (ks->n < ks->cap)
		return 0;
	v = reallocarray(ks->v, cap, sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	ks->v = v;
	ks->cap = cap;
	return 0;
}

static const char *
read_hex(const char *p, const char *end, uint64_t *out)
{
	uint64_t v = 0;

	for (; p < end; p++) {
		unsigned int c = (unsigned char)*p;

		if (c - '0' < 10)
			v = v << 4 | (c - '0');
		else if ((c | 0x20) - 'a' < 6)
			v = v << 4 | ((c | 0x20) - 'a' + 10);
		else
			break;
	}
	*out = v;
	return p;
}

static void
keep_bound(struct dt_ksyms *ks, const char *name, size_t len, uint64_t addr)
{
	if (len == 6 && memcmp(name, "_sdata", len) == 0)
		ks->data = addr;
	else if (len == 6 && memcmp(name, "_edata", len) == 0)
		ks->data_end = addr;
}

/*
 * Add "ADDRESS TYPE NAME", followed by "\t[MODULE]" outside the kernel itself.
 * Absolute symbols are skipped, because they are offsets in per-CPU memory, and
 * so are those at 0, whose address the kernel hides.
 */
static int
add_line(struct dt_ksyms *ks, const char *p, const char *end)
{
	const char *name, *tab, *mod_end;
	struct sym s = { .module = 0 };
	size_t len;
	int err;

	p = read_hex(p, end, &s.addr);
	if (end - p < 4 || p[0] != ' ' || p[2] != ' ')
		return -EINVAL;
	s.type = p[1];
	name = p + 3;
	if (s.addr == 0 || s.type == 'A' || s.type == 'a')
		return 0;
	err = reserve(ks);
	if (err != 0)
		return err;
	tab = memchr(name, '\t', (size_t)(end - name));
	if (tab != NULL && end - tab > 3 && tab[1] == '[') {
		mod_end = end[-1] == ']' ? end - 1 : end;
		err = find_module(ks, tab + 2, (size_t)(mod_end - tab - 2),
		    &s.module);
	}
	len = (size_t)((tab != NULL ? tab : end) - name);
	s.name = add_name(ks, name, len);
	if (s.module == 0)
		keep_bound(ks, name, len, s.addr);
	ks->v[ks->n++] = s;
	return err != 0 ? err : ks->names.err;
}

/* Add all complete lines, and move an incomplete one to the front. */
static int
add_lines(struct dt_ksyms *ks, char *buf, size_t *len)
{
	char *p = buf, *end = buf + *len, *nl;
	int err = 0;

	while (err == 0 && (nl = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		err = add_line(ks, p, nl);
		p = nl + 1;
	}
	*len = (size_t)(end - p);
	memmove(buf, p, *len);
	return err;
}

static int
read_all(struct dt_ksyms *ks, int fd)
{
	size_t size = 1 << 16, len = 0;
	char *buf = malloc(size);
	int err = buf == NULL ? -ENOMEM : 0;

	while (err == 0) {
		ssize_t n = read(fd, buf + len, size - len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			err = -errno;
		if (n <= 0)
			break;
		len += (size_t)n;
		err = add_lines(ks, buf, &len);
		if (err == 0 && len == size)
			err = -EINVAL;	/* longer than any line */
	}
	if (err == 0 && len > 0)
		err = add_line(ks, buf, buf + len);
	free(buf);
	return err;
}

/* Of equal symbols the first one in the file comes first. */
static int
by_address(const void *pa, const void *pb)
{
	const struct sym *a = pa, *b = pb;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->name < b->name ? -1 : a->name > b->name;
}

static void
sort(struct dt_ksyms *ks)
{
	uint32_t i;

	for (i = 1; i < ks->n; i++) {
		if (ks->v[i].addr < ks->v[i - 1].addr) {
			qsort(ks->v, ks->n, sizeof(ks->v[0]), by_address);
			break;
		}
	}
}

static void
find_bounds(struct dt_ksyms *ks)
{
	uint32_t i;

	for (i = 0; i < ks->n; i++) {
		if (ks->v[i].module != 0)
			continue;
		if (ks->lo == 0)
			ks->lo = ks->v[i].addr;
		ks->hi = ks->v[i].addr + 1;
	}
}

/* The rank of a symbol type; of several at one address the highest is shown. */
static int
preference(char type)
{
	switch (type) {
	case 'T': return 3;
	case 't': return 2;
	case 'W': case 'w': return 1;
	default: return 0;
	}
}

/* Since Linux 7.2 the variables in section .data have the letters of code. */
static void
correct_data(struct dt_ksyms *ks)
{
	struct sym *s = ks->v;

	for (; s < ks->v + ks->n; s++)
		if (s->addr >= ks->data && s->addr < ks->data_end &&
		    preference(s->type) > 0)
			s->type = s->type == 't' ? 'd' : 'D';
}

static int
read_symbols(struct dt_ksyms *ks)
{
	int fd = open(ks->path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = add_module(ks, "vmlinux", 7);
	if (err == 0)
		err = read_all(ks, fd);
	close(fd);
	if (err == 0 && ks->n == 0)
		err = -EPERM;
	return err;
}

static void
forget(struct dt_ksyms *ks)
{
	free(ks->v);
	ks->v = NULL;
	ks->n = ks->cap = 0;
	ks->lo = ks->hi = ks->data = ks->data_end = 0;
	dt_buf_free(&ks->names);
	dt_buf_free(&ks->modules);
}

void
dt_ksym_update(struct dt_ksyms *ks)
{
	forget(ks);
	ks->loaded = false;
	ks->err = 0;
	ks->why[0] = '\0';
}

static int
load(struct dt_ksyms *ks)
{
	if (ks->loaded)
		return ks->err;
	ks->loaded = true;
	ks->err = read_symbols(ks);
	if (ks->err == 0) {
		sort(ks);
		find_bounds(ks);
		correct_data(ks);
		return 0;
	}
	forget(ks);
	/* only a shortage of memory may be temporary */
	ks->loaded = ks->err != -ENOMEM;
	if (ks->err == -EPERM)
		snprintf(ks->why, sizeof(ks->why),
		    "the kernel hides its addresses from this process: "
		    "names of kernel functions need CAP_SYSLOG, or both sysctl "
		    "kernel.kptr_restrict=0 and kernel.perf_event_paranoid=1");
	else
		snprintf(ks->why, sizeof(ks->why),
		    "cannot read kernel symbols from %s: %s", ks->path,
		    strerror(-ks->err));
	return ks->err;
}

/* The number of symbols that start at addr or before. */
static uint32_t
upper_bound(const struct dt_ksyms *ks, uint64_t addr)
{
	uint32_t lo = 0, hi = ks->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (ks->v[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/*
 * kallsyms has no sizes: a symbol ends where the next one starts, and the last
 * one of a module at the end of its page.
 */
static uint64_t
size_of(const struct dt_ksyms *ks, const struct sym *s, uint32_t next)
{
	uint64_t size = PAGE - s->addr % PAGE;

	if (next < ks->n && (ks->v[next].module == s->module ||
	    ks->v[next].addr - s->addr < size))
		size = ks->v[next].addr - s->addr;
	if (preference(s->type) > 0 && size > MAXTEXT)
		size = PAGE - s->addr % PAGE;
	return size;
}

static int
without_symbol(const struct dt_ksyms *ks, uint64_t addr, struct dt_ksym *out)
{
	if (addr < ks->lo || addr >= ks->hi)
		return -ENOENT;
	*out = (struct dt_ksym){ .module = module_name(ks, 0) };
	return 0;
}

static void
describe(const struct dt_ksyms *ks, const struct sym *s, uint64_t size,
    struct dt_ksym *out)
{
	out->module = module_name(ks, s->module);
	out->name = ks->names.p + s->name;
	out->value = s->addr;
	out->size = size;
	out->type = s->type;
}

int
dt_ksym_lookup(struct dt_ksyms *ks, uint64_t addr, struct dt_ksym *out)
{
	const struct sym *s;
	uint32_t i, next;
	uint64_t size;
	int err = load(ks);

	if (err != 0)
		return err;
	next = upper_bound(ks, addr);
	if (next == 0)
		return -ENOENT;
	s = &ks->v[next - 1];
	for (i = next - 1; i-- > 0 && ks->v[i].addr == s->addr;)
		if (preference(ks->v[i].type) >= preference(s->type))
			s = &ks->v[i];
	size = size_of(ks, s, next);
	if (addr - s->addr >= size)
		return without_symbol(ks, addr, out);
	describe(ks, s, size, out);
	return 0;
}

/* The next symbol with a higher address. */
static uint32_t
next_of(const struct dt_ksyms *ks, uint32_t i)
{
	uint64_t addr = ks->v[i].addr;

	while (i < ks->n && ks->v[i].addr == addr)
		i++;
	return i;
}

/* A global symbol of this name, or else the first local one. */
int
dt_ksym_byname(struct dt_ksyms *ks, const char *module, const char *name,
    struct dt_ksym *out)
{
	int err = load(ks), best = -1;
	uint32_t found = 0;

	for (uint32_t i = 0; err == 0 && i < ks->n && best < 1; i++) {
		const struct sym *s = &ks->v[i];
		int global = isupper((unsigned char)s->type) != 0;

		if (global <= best || strcmp(ks->names.p + s->name, name) != 0)
			continue;
		if (module != NULL &&
		    strcmp(module_name(ks, s->module), module) != 0)
			continue;
		best = global;
		found = i;
	}
	if (err != 0 || best < 0)
		return err != 0 ? err : -ENOENT;
	describe(ks, &ks->v[found],
	    size_of(ks, &ks->v[found], next_of(ks, found)), out);
	return 0;
}

int
dt_ksym_each_function(struct dt_ksyms *ks,
    int (*fn)(void *arg, const struct dt_ksym *sym), void *arg)
{
	struct dt_ksym sym;
	int rc = load(ks);

	for (uint32_t i = 0; rc == 0 && i < ks->n; i++) {
		if (preference(ks->v[i].type) == 0)
			continue;
		describe(ks, &ks->v[i], 0, &sym);
		rc = fn(arg, &sym);
	}
	return rc;
}

/* Bounds of sections are global, so any local data symbol is a variable. */
bool
dt_ksym_has_variables(struct dt_ksyms *ks)
{
	uint32_t i = 0;

	if (load(ks) != 0)
		return false;
	while (i < ks->n && strchr("bdr", ks->v[i].type) == NULL)
		i++;
	return i < ks->n;
}

static void
widen(struct dt_krange *r, uint64_t start, uint64_t size)
{
	uint64_t end = r->size == 0 ? 0 : r->start + r->size;

	if (r->size == 0 || start < r->start)
		r->start = start;
	if (start + size > end)
		end = start + size;
	r->size = end - r->start;
}

/* Exclude the code that runs only at boot, far above the other code. */
static void
end_text(struct dt_ksyms *ks, struct dt_kmod *m)
{
	struct dt_ksym etext;

	if (dt_ksym_byname(ks, m->name, "_etext", &etext) == 0 &&
	    etext.value > m->text.start)
		m->text.size = etext.value - m->text.start;
}

int
dt_ksym_module(struct dt_ksyms *ks, uint32_t i, struct dt_kmod *out)
{
	int err = load(ks);

	if (err != 0)
		return err;
	if (i >= nmodules(ks))
		return -ENOENT;
	*out = (struct dt_kmod){ .name = module_name(ks, i) };
	for (uint32_t j = 0; j < ks->n; j++) {
		const struct sym *s = &ks->v[j];
		struct dt_krange *r = preference(s->type) > 0 ? &out->text :
		    strchr("bB", s->type) != NULL ? &out->bss : &out->data;

		if (s->module == i)
			widen(r, s->addr, size_of(ks, s, next_of(ks, j)));
	}
	if (i == 0)
		end_text(ks, out);
	return 0;
}
