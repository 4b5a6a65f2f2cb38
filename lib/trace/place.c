/* SPDX-License-Identifier: MIT */
/*
 * place.c - finds where the files of the sites are mapped, places breakpoints
 * there, and raises semaphores.
 *
 * A process may have thousands of breakpoints, and load a library in 0.1 ms: so
 * a mapping that has its breakpoints is left alone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/buf.h"
#include "sym/maps.h"
#include "trace/break.h"

/* --- files ---------------------------------------------------------------- */

/* The file of a mapping, by its index in the table; DT_NOFILE: no sites. */
static uint32_t
find_file(const struct dt_trace *t, const struct dt_space *s,
    const struct dt_umap *m)
{
	const struct dt_sitefile *v = t->sites.files;
	char path[4200];
	struct stat st;

	if (!dt_maps_path(s->pid, m, path, sizeof(path)) ||
	    stat(path, &st) != 0)
		return DT_NOFILE;
	for (uint32_t i = 0; i < t->sites.nfiles; i++)
		if (v[i].dev == st.st_dev && v[i].ino == st.st_ino)
			return i;
	return DT_NOFILE;
}

/* Does the site of this process lie in the mapping, at this offset? */
static bool
is_in(const struct dt_space *s, const struct dt_site *site,
    const struct dt_code *c, uint64_t offset)
{
	return site->pid == s->pid && site->file == c->file &&
	    offset - c->offset < c->end - c->start;
}

/* --- breakpoints ---------------------------------------------------------- */

/* Place those of the sites from number i on; at one offset they share one. */
static void
plant(struct dt_trace *t, struct dt_space *s, const struct dt_code *c,
    uint32_t i)
{
	const struct dt_site *v = t->sites.v;
	struct dt_break *b;

	for (uint32_t j; i < t->sites.n; i = j) {
		for (j = i + 1; j < t->sites.n && v[j].pid == v[i].pid &&
		    v[j].file == v[i].file && v[j].offset == v[i].offset; j++)
			;
		if (!is_in(s, &v[i], c, v[i].offset))
			continue;
		b = dt_break_at(t, s, c->start + v[i].offset - c->offset,
		    t->sites.files[c->file].is_32);
		if (b == NULL)
			continue;
		b->site = i;
		b->nsites = j - i;
	}
}

/* Has the mapping its breakpoints?  The first one shows it. */
static bool
is_planted(const struct dt_trace *t, const struct dt_space *s,
    const struct dt_code *c)
{
	const struct dt_break *b;
	uint32_t i = 0;

	while (i < s->nsites && !is_in(s, &t->sites.v[i], c,
	    t->sites.v[i].offset))
		i++;
	if (i == s->nsites)
		return true;
	b = dt_break_find(s, c->start + t->sites.v[i].offset - c->offset);
	return b != NULL && (!b->planted || dt_break_is_there(s, b));
}

/* The bytes after the code of a file, in its last page, if unused; or 0. */
static uint64_t
find_spare(const struct dt_trace *t, const struct dt_space *s,
    const struct dt_code *c)
{
	static const uint8_t zeroes[DT_SPARE_LEN];
	uint64_t end = t->sites.files[c->file].end - c->offset;
	uint64_t addr = c->start + ((end + 15) & ~15ull);
	uint8_t code[DT_SPARE_LEN];

	return end <= c->end - c->start && addr + sizeof(code) <= c->end &&
	    pread(s->mem, code, sizeof(code), (off_t)addr) == sizeof(code) &&
	    memcmp(code, zeroes, sizeof(code)) == 0 ? addr : 0;
}

/* --- mappings with code --------------------------------------------------- */

static bool
is_same(const struct dt_code *a, const struct dt_code *b)
{
	return a->start == b->start && a->end == b->end &&
	    a->offset == b->offset && a->ino == b->ino;
}

/* The mapping as it was at the last update, or NULL. */
static const struct dt_code *
find_code(const struct dt_space *s, const struct dt_code *c)
{
	for (uint32_t i = 0; i < s->ncode; i++)
		if (is_same(&s->code[i], c))
			return &s->code[i];
	return NULL;
}

static void
place(struct dt_trace *t, struct dt_space *s, const struct dt_umap *m,
    struct dt_code *c)
{
	const struct dt_code *old = find_code(s, c);

	if (old != NULL && s->nfiles == t->sites.nfiles)
		c->file = old->file;
	else
		c->file = find_file(t, s, m);
	if (c->file == DT_NOFILE)
		return;
	if (old != NULL && old->file == c->file && is_planted(t, s, c)) {
		c->spare = old->spare;
		plant(t, s, c, s->nsites);
	} else {
		c->spare = find_spare(t, s, c);
		plant(t, s, c, 0);
	}
}

/* Append the mappings with code; place: with their breakpoints. */
static int
list_code(struct dt_trace *t, struct dt_space *s, char *text, bool placing,
    struct dt_buf *out)
{
	struct dt_umap m;

	while (dt_maps_next(&text, &m)) {
		struct dt_code c = { m.start, m.end, m.offset, m.ino,
			DT_NOFILE, 0 };

		if (placing)
			place(t, s, &m, &c);
		dt_buf_add(out, &c, sizeof(c));
	}
	return out->err;
}

/* Has the code that is mapped changed since the last update? */
static bool
has_changed(struct dt_trace *t, struct dt_space *s)
{
	struct dt_buf text = { 0 }, code = { 0 };
	const struct dt_code *v;
	size_t n, i = 0;
	int err = dt_maps_read(s->pid, &text);

	err = err ? err : list_code(t, s, text.p, false, &code);
	n = code.len / sizeof(*v);
	v = (const struct dt_code *)code.p;
	while (i < n && i < s->ncode && is_same(&v[i], &s->code[i]))
		i++;
	dt_buf_free(&text);
	dt_buf_free(&code);
	return err != 0 || i != n || i != s->ncode;
}

/* The mappings are sorted, and breakpoints may be many. */
static bool
is_mapped(const struct dt_space *s, uint64_t addr)
{
	uint32_t first = 0, end = s->ncode, mid;

	while (first < end) {
		mid = first + (end - first) / 2;
		if (s->code[mid].end <= addr)
			first = mid + 1;
		else
			end = mid;
	}
	return first < s->ncode && s->code[first].start <= addr;
}

/* Forget the breakpoints in code that was unmapped. */
static void
forget_breaks(struct dt_space *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->nlisted; i++) {
		struct dt_listed l = s->listed[i];

		if (is_mapped(s, l.addr)) {
			s->listed[n++] = l;
			continue;
		}
		dt_break_forget(l.b);
		l.b->listed = false;
	}
	s->nlisted = n;
}

/* --- semaphores ----------------------------------------------------------- */

static bool
reserve(struct dt_space *s)
{
	uint32_t max = s->maxraised == 0 ? 64 : 2 * s->maxraised;
	struct dt_raised *v;

	if (s->nraised < s->maxraised)
		return true;
	v = reallocarray(s->raised, max, sizeof(*v));
	if (v == NULL)
		return false;
	s->raised = v;
	s->maxraised = max;
	return true;
}

/* Has this semaphore been raised there? */
static bool
is_raised(struct dt_space *s, uint32_t site, uint64_t addr)
{
	struct dt_raised *r = s->raised, *end = r + s->nraised;

	for (; r < end; r++)
		if (r->site == site && r->patch->addr == addr)
			return r->seen = true;
	return false;
}

static bool
raise_one(const struct dt_trace *t, struct dt_space *s, uint32_t site,
    uint64_t addr, uint16_t n)
{
	struct dt_patch *p = reserve(s) ? dt_space_patch(t, s,
	    DT_PATCH_SEMAPHORE, addr, 0) : NULL;

	if (p == NULL)
		return false;
	s->raised[s->nraised++] = (struct dt_raised){ p, site, true };
	n++;
	return pwrite(s->mem, &n, sizeof(n), (off_t)addr) == sizeof(n);
}

static void
raise_in(struct dt_trace *t, struct dt_space *s, const struct dt_code *c)
{
	for (uint32_t i = 0; i < t->sites.n; i++) {
		const struct dt_site *v = &t->sites.v[i];
		uint64_t addr = c->start + v->semaphore - c->offset;
		uint16_t n;

		if (v->semaphore == 0 || !is_in(s, v, c, v->semaphore) ||
		    is_raised(s, i, addr) ||
		    pread(s->mem, &n, sizeof(n), (off_t)addr) != sizeof(n))
			continue;
		if (!raise_one(t, s, i, addr, n))
			dt_trace_note(t, DT_NOTE_UNPROBED);
	}
}

/* Forget semaphores that have been unmapped: they are not lowered. */
static void
forget_semaphores(struct dt_space *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->nraised; i++)
		if (s->raised[i].seen)
			s->raised[n++] = s->raised[i];
		else
			__atomic_store_n(&s->raised[i].patch->kind,
			    DT_PATCH_NONE, __ATOMIC_SEQ_CST);
	s->nraised = n;
}

static bool
has_semaphores(const struct dt_trace *t)
{
	uint32_t i = 0;

	while (i < t->sites.n && t->sites.v[i].semaphore == 0)
		i++;
	return i < t->sites.n;
}

static void
raise_all(struct dt_trace *t, struct dt_space *s, char *text)
{
	struct dt_umap m;

	for (uint32_t i = 0; i < s->nraised; i++)
		s->raised[i].seen = false;
	while (dt_maps_next_data(&text, &m)) {
		struct dt_code c = { m.start, m.end, m.offset, m.ino,
			find_file(t, s, &m), 0 };

		if (c.file != DT_NOFILE)
			raise_in(t, s, &c);
	}
	forget_semaphores(s);
}

/* --- updates -------------------------------------------------------------- */

/* Parsing a text of mappings modifies it. */
static int
raise_semaphores(struct dt_trace *t, struct dt_space *s)
{
	struct dt_buf text = { 0 };
	int err = dt_maps_read(s->pid, &text);

	if (err == 0)
		raise_all(t, s, text.p);
	dt_buf_free(&text);
	return err;
}

int
dt_space_load(struct dt_trace *t, struct dt_space *s)
{
	struct dt_buf text = { 0 }, code = { 0 };
	int err = dt_maps_read(s->pid, &text);

	err = err ? err : list_code(t, s, text.p, true, &code);
	dt_buf_free(&text);
	if (err != 0) {
		dt_buf_free(&code);
		return err;
	}
	free(s->code);
	s->code = (struct dt_code *)code.p;
	s->ncode = (uint32_t)(code.len / sizeof(*s->code));
	s->nsites = t->sites.n;
	s->nfiles = t->sites.nfiles;
	forget_breaks(s);
	return has_semaphores(t) ? raise_semaphores(t, s) : 0;
}

void
dt_space_loaded(struct dt_trace *t, struct dt_space *s)
{
	if (!has_changed(t, s))
		return;
	dt_trace_mapped(t, s->pid);
	(void) dt_space_load(t, s);
}
