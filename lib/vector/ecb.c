/* SPDX-License-Identifier: MIT */
/*
 * ecb.c - descriptions of EPIDs; each is requested when the first record with
 * its EPID is met.
 *
 * Records are handed on behind a struct dt_rechdr, which is longer than the
 * head of the vector's records, so their data move up, by a multiple of 8.
 */
#include "vector/priv.h"

#include <errno.h>
#include <stdlib.h>
#include "run/file.h"
#include "show/layout.h"
#include "tbl/edt.h"

#define	MAX_FORMAT	65536			/* bytes */
#define	MAX_SIZE	(8u * UINT16_MAX - 32)	/* of a record, bytes */

/* The text of a format, which ends with a NUL; NULL: failed, *rc is set. */
static char *
ask_text(struct dt_vector *v, uint16_t format, int *rc)
{
	dtrace_fmtdesc_t d = { .dtfd_format = format };
	int most;

	*rc = dt_vector_ask(v, DTRACEIOC_FORMAT, &d, "format", format);
	if (*rc != 0)
		return NULL;
	most = d.dtfd_length;
	if (most <= 0 || most > MAX_FORMAT) {
		*rc = dt_vector_fail(v, EDT_BADCONV, "the vector says that "
		    "format %u has %d bytes", format, most);
		return NULL;
	}
	d.dtfd_string = dt_arena_alloc(v->arena, (size_t)most + 1);
	*rc = d.dtfd_string == NULL ? -ENOMEM :
	    dt_vector_ask(v, DTRACEIOC_FORMAT, &d, "format", format);
	return *rc == 0 ? d.dtfd_string : NULL;
}

/* The place of a format in the image, which grows. */
static struct dt_format *
place_of(struct dt_vector *v, uint16_t format)
{
	struct dt_image *img = &v->image;
	uint32_t n = format < 32 ? 64 : 2u * format;
	struct dt_format *new;

	if (format > img->nformats) {
		new = realloc(img->formats, n * sizeof(*new));
		if (new == NULL)
			return NULL;
		memset(new + img->nformats, 0,
		    (n - img->nformats) * sizeof(*new));
		img->formats = new;
		img->nformats = n;
	}
	return &img->formats[format - 1];
}

/* Find the text of a format, or ask for it. */
static int
text_of(struct dt_vector *v, uint16_t format, struct dt_format **out)
{
	struct dt_format *f = place_of(v, format);
	int rc = f != NULL ? 0 : -ENOMEM;

	if (rc == 0 && f->text == NULL)
		f->text = ask_text(v, format, &rc);
	*out = f;
	return rc;
}

/* Parse the format of a printf(), or check that of a printa(). */
static int
parse(struct dt_vector *v, uint16_t format)
{
	struct dt_format *f;
	struct dt_fmt *fmt;
	const char *why;
	size_t at;
	int rc = text_of(v, format, &f);

	if (rc != 0 || f->fmt != NULL)
		return rc;
	rc = dt_fmt_parse(v->arena, f->text, &fmt, &why, &at);
	if (rc == -EINVAL)
		return dt_vector_fail(v, EDT_BADCONV, "format %u of the "
		    "vector: %s", format, why);
	f->fmt = fmt;
	return rc;
}

/* Does the library act on more than the handle when it performs the record? */
static bool
acts(const dtrace_recdesc_t *r)
{
	return r->dtrd_action == DTRACEACT_SYSTEM ||
	    r->dtrd_action == DTRACEACT_FREOPEN ||
	    (r->dtrd_action == DTRACEACT_LIBACT &&
	    !dt_libact_isagg(r->dtrd_arg));
}

/* May an argument that the library does not know be taken for none? */
static bool
is_plain(const dtrace_recdesc_t *r)
{
	return r->dtrd_action == DTRACEACT_DIFEXPR ||
	    r->dtrd_action == DTRACEACT_TRACEMEM ||
	    r->dtrd_action == DTRACEACT_PRINTF ||
	    r->dtrd_action == DTRACEACT_SYSTEM ||
	    r->dtrd_action == DTRACEACT_FREOPEN;
}

/*
 * Drivers leave in dtrd_arg a number of the process that compiled the program.
 * It counts only if it is valid here.  A literal is shown without escapes where
 * it is known from the program's text, which is not here: it is a string.
 */
static void
tidy_arg(dtrace_recdesc_t *r)
{
	if (is_plain(r) && (r->dtrd_arg == DT_PF_LITERAL ||
	    r->dtrd_arg == DT_PF_STRING))
		r->dtrd_arg = DT_PF_STRING;
	else if (is_plain(r) && !dt_vet_datum(r))
		r->dtrd_arg = 0;
}

/* The format of a traced value is a type, as print() has it, or nothing. */
static int
tidy_layout(struct dt_vector *v, dtrace_recdesc_t *r)
{
	struct dt_format *f;
	int rc;

	if (r->dtrd_action != DTRACEACT_DIFEXPR || r->dtrd_format == 0)
		return 0;
	rc = text_of(v, r->dtrd_format, &f);
	if (rc == 0 && dt_layout_valid(f->text, r->dtrd_size))
		r->dtrd_arg = DT_PF_LAYOUT;
	else
		r->dtrd_format = 0;
	return rc;
}

/* Has the action a format, or for a traced value a layout? */
static bool
may_have_format(const dtrace_recdesc_t *r)
{
	return DTRACEACT_ISPRINTFLIKE(r->dtrd_action) ||
	    r->dtrd_action == DTRACEACT_DIFEXPR;
}

static int
check_datum(struct dt_vector *v, const dtrace_eprobedesc_t *e,
    dtrace_recdesc_t *r)
{
	int rc = tidy_layout(v, r);

	if (rc != 0)
		return rc;
	tidy_arg(r);
	if (r->dtrd_offset > e->dtepd_size ||
	    r->dtrd_size > e->dtepd_size - r->dtrd_offset ||
	    (r->dtrd_size != 0 && r->dtrd_offset < sizeof(dtrace_epid_t)))
		return dt_vector_fail(v, EDT_DOFFSET, "a datum of EPID %u lies "
		    "outside the record", e->dtepd_epid);
	if (!dt_vet_datum(r))
		return dt_vector_fail(v, EDT_DOFFSET, "a datum of EPID %u has "
		    "action %#x, of which none can have %u bytes",
		    e->dtepd_epid, r->dtrd_action, r->dtrd_size);
	if (r->dtrd_format != 0 && !may_have_format(r))
		return dt_vector_fail(v, EDT_BADCONV, "a datum of EPID %u has "
		    "format %u, but its action %#x has no format",
		    e->dtepd_epid, r->dtrd_format, r->dtrd_action);
	if (acts(r) && !v->how.acts)
		return dt_vector_fail(v, EDT_DESTRUCTIVE, "the records of "
		    "EPID %u run a command, set an option, or write to a "
		    "file: permit it by option destructive", e->dtepd_epid);
	return DTRACEACT_ISPRINTFLIKE(r->dtrd_action) && r->dtrd_format != 0 ?
	    parse(v, r->dtrd_format) : 0;
}

/* Where the data begin. */
static uint32_t
first_datum(const dtrace_eprobedesc_t *e)
{
	uint32_t first = e->dtepd_size;

	for (int i = 0; i < e->dtepd_nrecs; i++)
		if (e->dtepd_rec[i].dtrd_size != 0 &&
		    e->dtepd_rec[i].dtrd_offset < first)
			first = e->dtepd_rec[i].dtrd_offset;
	return first;
}

/* Move the data behind a struct dt_rechdr. */
static void
move(struct dt_vecb *b)
{
	dtrace_eprobedesc_t *e = b->ecb.edesc;
	uint32_t first = first_datum(e);

	b->size = e->dtepd_size;
	b->timed = first >= sizeof(dtrace_rechdr_t);
	if (first < sizeof(struct dt_rechdr))
		b->moved = (sizeof(struct dt_rechdr) - first + 7) & ~7u;
	for (int i = 0; i < e->dtepd_nrecs; i++)
		e->dtepd_rec[i].dtrd_offset += b->moved;
	e->dtepd_size = (b->size + b->moved + 7) & ~7u;
}

static dtrace_eprobedesc_t *
new_edesc(struct dt_vector *v, uint32_t epid, int nrecs)
{
	dtrace_eprobedesc_t head = { .dtepd_nrecs = nrecs }, *e;

	e = dt_arena_alloc(v->arena, DTRACE_SIZEOF_EPROBEDESC(&head));
	if (e == NULL)
		return NULL;
	e->dtepd_epid = epid;
	e->dtepd_nrecs = nrecs;
	return e;
}

/* The first answer has the number of data, the second one the data. */
static int
ask_edesc(struct dt_vector *v, uint32_t epid, dtrace_eprobedesc_t **out)
{
	dtrace_eprobedesc_t first = { .dtepd_epid = epid, .dtepd_nrecs = 1 };
	int rc = dt_vector_ask(v, DTRACEIOC_EPROBE, &first, "EPID", epid);
	int n = first.dtepd_nrecs;

	if (rc != 0)
		return rc;
	if (n < 0 || n > DT_VECTOR_MAXRECS)
		return dt_vector_fail(v, EDT_DOFFSET, "the vector says that "
		    "records of EPID %u have %d data", epid, n);
	*out = new_edesc(v, epid, n);
	if (*out == NULL)
		return -ENOMEM;
	rc = dt_vector_ask(v, DTRACEIOC_EPROBE, *out, "EPID", epid);
	if (rc != 0)
		return rc;
	if ((*out)->dtepd_nrecs != n || (*out)->dtepd_epid != epid ||
	    (*out)->dtepd_size > MAX_SIZE)
		return dt_vector_fail(v, EDT_DOFFSET, "the vector's "
		    "description of EPID %u is not valid", epid);
	return 0;
}

static enum dt_pointkind
point_of(const dtrace_probedesc_t *pd)
{
	if (strcmp(pd->dtpd_provider, "dtrace") != 0)
		return DT_POINT_TP;
	return strcmp(pd->dtpd_name, "BEGIN") == 0 ? DT_POINT_BEGIN :
	    strcmp(pd->dtpd_name, "END") == 0 ? DT_POINT_END : DT_POINT_TP;
}

static int
describe(struct dt_vector *v, uint32_t epid, struct dt_vecb *b)
{
	dtrace_eprobedesc_t *e = NULL;
	int rc = ask_edesc(v, epid, &e);

	for (int i = 0; rc == 0 && i < e->dtepd_nrecs; i++)
		rc = check_datum(v, e, &e->dtepd_rec[i]);
	if (rc == 0)
		rc = dt_vector_probe(v, e->dtepd_probeid, &b->pdesc);
	if (rc != 0)
		return rc;
	b->ecb = (struct dt_ecb){ .edesc = e, .pdesc = &b->pdesc,
	    .image = &v->image, .point = point_of(&b->pdesc) };
	move(b);
	return 0;
}

/* Queue it for consume/. */
static int
queue(struct dt_vector *v, struct dt_vecb *b)
{
	struct dt_vecb **new = realloc(v->fresh,
	    (v->nfresh + 1) * sizeof(*new));

	if (new == NULL)
		return -ENOMEM;
	v->fresh = new;
	v->fresh[v->nfresh++] = b;
	return 0;
}

int
dt_vector_clause(struct dt_vector *v, uint32_t epid, struct dt_vecb **out)
{
	struct dt_vecb *b = dt_vector_get(&v->ecbs, epid);
	int rc;

	*out = b;
	if (b != NULL)
		return 0;
	b = dt_arena_alloc(v->arena, sizeof(*b));
	rc = b != NULL ? describe(v, epid, b) : -ENOMEM;
	if (rc == 0)
		rc = queue(v, b);
	if (rc == 0)
		rc = dt_vector_put(v, &v->ecbs, epid, b);
	*out = b;
	return rc;
}

const struct dt_ecb *
dt_vector_ecb(const struct dt_vector *v, uint32_t epid)
{
	const struct dt_vecb *b = dt_vector_get(&v->ecbs, epid);

	return b != NULL ? &b->ecb : NULL;
}

dtrace_probedesc_t *
dt_vector_pdesc(const struct dt_vector *v, uint32_t probe)
{
	for (uint32_t i = 0; i < v->ecbs.n; i++) {
		struct dt_vecb *b = v->ecbs.v[i];

		if (b != NULL && b->pdesc.dtpd_id == probe)
			return &b->pdesc;
	}
	return NULL;
}

/* A record without a time has 0, so that they stay in the order they are in. */
static void
put_head(const struct dt_vecb *b, const char *p, char *to)
{
	struct dt_rechdr h = { .epid = b->ecb.edesc->dtepd_epid,
	    .words = (uint16_t)(b->ecb.edesc->dtepd_size / 8) };
	dtrace_rechdr_t head;

	if (b->timed) {
		memcpy(&head, p, sizeof(head));
		h.ts_hi = head.dtrh_timestamp_hi;
		h.ts_lo = head.dtrh_timestamp_lo;
	}
	memcpy(to, &h, sizeof(h));
}

/* The EPID 0 is a gap of its own size. */
static int64_t
add_record(struct dt_vector *v, const char *p, size_t n, struct dt_buf *out)
{
	uint32_t epid = dt_vector_load32(p), head = sizeof(struct dt_rechdr);
	struct dt_vecb *b;
	char *to;
	int rc;

	if (epid == DTRACE_EPIDNONE)
		return sizeof(epid);
	rc = dt_vector_clause(v, epid, &b);
	if (rc != 0)
		return rc;
	/* a clause that only aggregates has no records, and size 0 */
	if (b->size > n || b->size < sizeof(epid))
		return dt_vector_fail(v, EDT_DOFFSET, "a record of EPID %u has "
		    "%u bytes, and the buffer ends after %zu", epid, b->size,
		    n);
	to = dt_buf_grow(out, b->ecb.edesc->dtepd_size);
	if (to == NULL)
		return -ENOMEM;
	memcpy(to + head, p + (head - b->moved), b->size + b->moved - head);
	put_head(b, p, to);
	return (b->size + 3) & ~3u;
}

static void
teach(struct dt_vector *v, struct dt_consume *c)
{
	for (uint32_t i = 0; i < v->nfresh; i++)
		dt_consume_learn(c, &v->fresh[i]->ecb);
	v->nfresh = 0;
}

int
dt_vector_records(struct dt_vector *v, struct dt_consume *c)
{
	int rc = dt_vector_fill(v, DT_BUF_PRIN, add_record);

	teach(v, c);
	return rc;
}
