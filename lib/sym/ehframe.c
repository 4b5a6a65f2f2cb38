/* SPDX-License-Identifier: MIT */
/*
 * ehframe.c - finds .eh_frame by the program headers, as a process does.
 * Static programs have no header for it, so there the section headers are used,
 * which stripped files have, too.  The section ends with a zero length, or with
 * its segment.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sym/cfa.h"
#include "sym/dwarf.h"
#include "sym/ehframe.h"

#define	MAXPHDRS	64
#define	MAXBYTES	(256u << 20)	/* of a section */
#define	MAXROWS		(16u << 20)
#define	MAXCIES		4096
#define	MAXOFFSET	UINT32_MAX	/* of code in the file */
#define	PADDING		16		/* bytes between functions */
#define	HDR_ENCODINGS	4		/* bytes before the address */
#define	EXTENDED	0xffffffff	/* the length follows in 8 bytes */

struct cie {
	uint64_t at;			/* its address, the key */
	struct dt_cie c;
};

/* An FDE whose program is still to be run. */
struct fde {
	struct dt_cfafn fn;
	uint32_t cie;
};

struct reader {
	const struct dt_ehsource *src;
	Elf64_Phdr phdr[MAXPHDRS];
	uint32_t nphdrs;
	uint8_t *bytes;			/* the section */
	size_t len;
	uint64_t at;			/* its address */
	struct cie *cies;
	uint32_t ncies, maxcies;
	struct fde *fdes;
	uint32_t nfdes, maxfdes;
	struct dt_ehtable *out;
	uint32_t maxrows;
	bool has_fp, has_sp;		/* of the function that is run */
	bool behind;			/* the last row follows a function */
};

/* --- the file ------------------------------------------------------------- */

static bool
read_at(const struct reader *r, void *dst, uint64_t off, size_t n)
{
	return r->src->read(r->src, dst, off, n) == n;
}

static int
read_headers(struct reader *r)
{
	Elf64_Ehdr h;

	if (!read_at(r, &h, 0, sizeof(h)) ||
	    memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 ||
	    h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != EM_X86_64 ||
	    h.e_phentsize != sizeof(r->phdr[0]))
		return -ENOEXEC;
	r->nphdrs = h.e_phnum < MAXPHDRS ? h.e_phnum : MAXPHDRS;
	return read_at(r, r->phdr, h.e_phoff, r->nphdrs *
	    sizeof(r->phdr[0])) ? 0 : -ENOEXEC;
}

static const Elf64_Phdr *
find_type(const struct reader *r, uint32_t type)
{
	uint32_t i = 0;

	while (i < r->nphdrs && r->phdr[i].p_type != type)
		i++;
	return i < r->nphdrs ? &r->phdr[i] : NULL;
}

/* The segment that contains an address. */
static const Elf64_Phdr *
find_segment(const struct reader *r, uint64_t addr)
{
	for (uint32_t i = 0; i < r->nphdrs; i++)
		if (r->phdr[i].p_type == PT_LOAD &&
		    addr - r->phdr[i].p_vaddr < r->phdr[i].p_filesz)
			return &r->phdr[i];
	return NULL;
}

static bool
is_named(const struct reader *r, const Elf64_Shdr *names,
    const Elf64_Shdr *s)
{
	static const char name[] = ".eh_frame";
	char buf[sizeof(name)];

	return s->sh_name < names->sh_size && read_at(r, buf,
	    names->sh_offset + s->sh_name, sizeof(buf)) &&
	    memcmp(buf, name, sizeof(buf)) == 0;
}

static int
find_by_name(struct reader *r)
{
	Elf64_Shdr names, s;
	Elf64_Ehdr h;

	if (!read_at(r, &h, 0, sizeof(h)) || h.e_shentsize != sizeof(s) ||
	    h.e_shstrndx >= h.e_shnum || !read_at(r, &names, h.e_shoff +
	    h.e_shstrndx * sizeof(s), sizeof(s)))
		return -ENOENT;
	for (uint32_t i = 0; i < h.e_shnum; i++)
		if (read_at(r, &s, h.e_shoff + i * sizeof(s), sizeof(s)) &&
		    s.sh_addr != 0 && is_named(r, &names, &s)) {
			r->at = s.sh_addr;
			return 0;
		}
	return -ENOENT;
}

/* Find the section by its address in the header of the search table. */
static int
find_section(struct reader *r)
{
	const Elf64_Phdr *p = find_type(r, PT_GNU_EH_FRAME);
	uint8_t buf[HDR_ENCODINGS + 10] = { 0 };
	struct dt_dwbytes b = { buf, buf + sizeof(buf), 0, false };

	if (p == NULL)
		return find_by_name(r);
	b.at = p->p_vaddr;
	if (!read_at(r, buf, p->p_offset, sizeof(buf)) || buf[0] != 1 ||
	    buf[1] == DW_EH_PE_omit)
		return -ENOEXEC;
	(void) dt_dw_part(&b, HDR_ENCODINGS);
	r->at = dt_eh_pointer(&b, buf[1]);
	return b.bad ? -ENOEXEC : 0;
}

static int
read_section(struct reader *r)
{
	const Elf64_Phdr *p = find_segment(r, r->at);
	uint64_t in;

	if (p == NULL)
		return -ENOEXEC;
	in = r->at - p->p_vaddr;
	if (p->p_filesz - in > MAXBYTES)
		return -E2BIG;
	r->len = (size_t)(p->p_filesz - in);
	r->bytes = malloc(r->len + 1);
	if (r->bytes == NULL)
		return -ENOMEM;
	r->len = r->src->read(r->src, r->bytes, p->p_offset + in, r->len);
	return r->len == 0 ? -ENOEXEC : 0;
}

/* --- entries -------------------------------------------------------------- */

/* Append an element to an array; NULL: no memory. */
static void *
next_of(void **v, uint32_t *n, uint32_t *max, size_t size)
{
	uint32_t more = *max == 0 ? 64 : 2 * *max;
	void *p;

	if (*n == *max) {
		p = reallocarray(*v, more, size);
		if (p == NULL)
			return NULL;
		*v = p;
		*max = more;
	}
	p = (char *)*v + (size_t)(*n)++ * size;
	memset(p, 0, size);
	return p;
}

/* Read the data of the letters of an augmentation; false: one is unknown. */
static bool
take_augmentation(struct dt_dwbytes *b, const char *s, struct dt_cie *c)
{
	struct dt_dwbytes data;
	uint8_t encoding;

	if (*s == '\0')
		return true;
	if (*s++ != 'z')
		return false;
	c->augmented = true;
	data = dt_dw_part(b, dt_dw_uleb(b));
	for (; *s != '\0'; s++) {
		if (*s == 'R')
			c->encoding = (uint8_t)dt_dw_fixed(&data, 1);
		else if (*s == 'S')
			c->is_signal = true;
		else if (*s == 'L')
			(void) dt_dw_fixed(&data, 1);
		else if (*s == 'P') {
			encoding = (uint8_t)dt_dw_fixed(&data, 1);
			(void) dt_eh_pointer(&data, encoding);
		} else
			break;
	}
	return !data.bad;
}

static bool
take_cie(struct dt_dwbytes b, struct dt_cie *c)
{
	uint8_t version = (uint8_t)dt_dw_fixed(&b, 1);
	const char *letters = (const char *)b.p;
	const void *nul = memchr(letters, '\0', (size_t)(b.end - b.p));

	if ((version != 1 && version != 3) || nul == NULL)
		return false;
	(void) dt_dw_part(&b, strlen(letters) + 1);
	c->code_align = dt_dw_uleb(&b);
	c->data_align = dt_dw_sleb(&b);
	if (version == 1)
		(void) dt_dw_fixed(&b, 1);
	else
		(void) dt_dw_uleb(&b);
	if (!take_augmentation(&b, letters, c))
		return false;
	c->program = b;
	return !b.bad;
}

/* An entry: its id is at `id`, and b has the bytes after it. */
struct entry {
	struct dt_dwbytes b;
	uint64_t start, id_at;
	uint32_t id;			/* 0: a CIE; else the distance to one */
};

/* Read an entry; false: the section ends here. */
static bool
take_entry(struct dt_dwbytes *b, struct entry *e)
{
	uint64_t len;

	e->start = b->at;
	len = dt_dw_fixed(b, 4);
	if (len == EXTENDED)
		len = dt_dw_fixed(b, 8);
	if (len < 4 || b->bad)
		return false;
	e->b = dt_dw_part(b, len);
	e->id_at = e->b.at;
	e->id = (uint32_t)dt_dw_fixed(&e->b, 4);
	return !b->bad;
}

/* Search the few CIEs from the last one on, which is the most frequent. */
static int
find_cie(const struct reader *r, uint64_t at)
{
	uint32_t i = r->ncies;

	while (i-- > 0)
		if (r->cies[i].at == at)
			return (int)i;
	return -1;
}

static int
add_cie(struct reader *r, const struct entry *e)
{
	struct dt_cie c = { .encoding = DW_EH_PE_absptr };
	struct cie *p;

	if (!take_cie(e->b, &c))
		return 0;		/* its functions get no rows, either */
	if (r->ncies == MAXCIES)
		return -E2BIG;
	p = next_of((void **)&r->cies, &r->ncies, &r->maxcies, sizeof(*p));
	if (p == NULL)
		return -ENOMEM;
	p->at = e->start;
	p->c = c;
	return 0;
}

/* Is this code in an executable segment?  *bias converts it to offsets. */
static bool
is_code(const struct reader *r, uint64_t start, uint64_t len, uint64_t *bias)
{
	const Elf64_Phdr *p = find_segment(r, start);

	if (p == NULL || len == 0 || (p->p_flags & PF_X) == 0 ||
	    len > p->p_filesz - (start - p->p_vaddr))
		return false;
	*bias = p->p_vaddr - p->p_offset;
	return start - *bias + len <= MAXOFFSET;
}

static int
add_fde(struct reader *r, struct entry *e)
{
	int i = find_cie(r, e->id_at - e->id);
	const struct dt_cie *c;
	uint64_t start, len, bias;
	struct fde *f;

	if (i < 0)
		return 0;
	c = &r->cies[i].c;
	start = dt_eh_pointer(&e->b, c->encoding);
	len = dt_eh_pointer(&e->b, c->encoding & DW_EH_PE_form);
	if (c->augmented)
		(void) dt_dw_part(&e->b, dt_dw_uleb(&e->b));
	if (e->b.bad || !is_code(r, start, len, &bias))
		return 0;
	f = next_of((void **)&r->fdes, &r->nfdes, &r->maxfdes, sizeof(*f));
	if (f == NULL)
		return -ENOMEM;
	f->cie = (uint32_t)i;
	f->fn = (struct dt_cfafn){ .start = start - bias,
	    .end = start - bias + len, .bias = bias, .program = e->b };
	return 0;
}

static int
take_section(struct reader *r)
{
	struct dt_dwbytes b = { r->bytes, r->bytes + r->len, r->at, false };
	struct entry e;
	int err = 0;

	while (err == 0 && take_entry(&b, &e))
		err = e.id == 0 ? add_cie(r, &e) : add_fde(r, &e);
	return err;
}

/* --- rows ----------------------------------------------------------------- */

static int
compare_fdes(const void *lp, const void *rp)
{
	uint64_t l = ((const struct fde *)lp)->fn.start;
	uint64_t r = ((const struct fde *)rp)->fn.start;

	return l < r ? -1 : l > r;
}

/* Does this row have the same rule as the last one? */
static bool
is_repeated(const struct dt_ehtable *t, const struct dt_unwrow *row)
{
	const struct dt_unwrow *last = &t->rows[t->n - 1];

	return row->cfa == last->cfa && row->fp == last->fp &&
	    row->how == last->how;
}

/*
 * Drop rows that later ones at the same place replace, and those for padding
 * after a function.
 */
static void
drop_rows(struct reader *r, const struct dt_unwrow *row)
{
	struct dt_ehtable *t = r->out;

	while (t->n != 0 && (t->rows[t->n - 1].at >= row->at || (r->behind &&
	    row->at - t->rows[t->n - 1].at < PADDING))) {
		t->n--;
		r->behind = false;
	}
}

static int
add_row(void *arg, const struct dt_unwrow *row)
{
	struct reader *r = arg;
	struct dt_unwrow *p;

	if (row->how == DT_UNW_FP)
		r->has_fp = true;
	else if (row->how == DT_UNW_SP && row->cfa > 2)
		r->has_sp = true;
	drop_rows(r, row);
	r->behind = false;
	if (r->out->n != 0 && is_repeated(r->out, row))
		return 0;
	if (r->out->n == MAXROWS)
		return -E2BIG;
	p = next_of((void **)&r->out->rows, &r->out->n, &r->maxrows,
	    sizeof(*p));
	if (p == NULL)
		return -ENOMEM;
	*p = *row;
	return 0;
}

static int
list_parts(const struct reader *r)
{
	struct dt_ehtable *t = r->out;

	t->parts = calloc(r->nfdes + 1, sizeof(t->parts[0]));
	if (t->parts == NULL)
		return -ENOMEM;
	for (; t->nparts < r->nfdes; t->nparts++)
		t->parts[t->nparts] = (struct dt_ehpart){
			(uint32_t)r->fdes[t->nparts].fn.start,
			(uint32_t)r->fdes[t->nparts].fn.end };
	return 0;
}

static int
make_rows(struct reader *r)
{
	int err;

	qsort(r->fdes, r->nfdes, sizeof(r->fdes[0]), compare_fdes);
	err = list_parts(r);
	for (uint32_t i = 0; err == 0 && i < r->nfdes; i++) {
		struct dt_cfafn *fn = &r->fdes[i].fn;

		fn->cie = &r->cies[r->fdes[i].cie].c;
		r->has_fp = r->has_sp = false;
		err = dt_cfa_run(fn, add_row, r);
		r->behind = true;
		r->out->nfp += r->has_fp;
		r->out->nsp += r->has_sp && !r->has_fp;
	}
	return err == 0 && r->out->n == 0 ? -ENOENT : err;
}

int
dt_ehframe_read(const struct dt_ehsource *s, struct dt_ehtable *t)
{
	struct reader r = { .src = s, .out = t };
	int err;

	*t = (struct dt_ehtable){ 0 };
	err = read_headers(&r);
	if (err == 0)
		err = find_section(&r);
	if (err == 0)
		err = read_section(&r);
	if (err == 0)
		err = take_section(&r);
	if (err == 0)
		err = make_rows(&r);
	free(r.bytes);
	free(r.cies);
	free(r.fdes);
	if (err != 0)
		dt_ehframe_free(t);
	return err;
}

void
dt_ehframe_free(struct dt_ehtable *t)
{
	free(t->rows);
	free(t->parts);
	*t = (struct dt_ehtable){ 0 };
}

const struct dt_unwrow *
dt_ehframe_find(const struct dt_ehtable *t, uint64_t off)
{
	uint32_t lo = 0, hi = t->n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (t->rows[mid].at <= off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo == 0 ? NULL : &t->rows[lo - 1];
}

const struct dt_ehpart *
dt_ehframe_part(const struct dt_ehtable *t, uint64_t off)
{
	uint32_t lo = 0, hi = t->nparts, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (t->parts[mid].start <= off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo == 0 || off >= t->parts[lo - 1].end ? NULL :
	    &t->parts[lo - 1];
}
