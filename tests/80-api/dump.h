/* SPDX-License-Identifier: MIT */
/*
 * dump.h - trace data in memory, a vector that hands them out, and examples of
 * both kinds of buffers.
 */
#ifndef DUMP_H
#define DUMP_H

#include "api.h"

#define DUMP_CPUS	4
#define DUMP_DESCS	32
#define DUMP_RECS	40

/* A buffer of a CPU. */
struct dump_buf {
	char data[65536];
	size_t len;
	uint64_t drops, oldest;
	size_t says;		/* the size that the vector tells, if not 0 */
	int err;		/* an errno instead */
};

struct dump_edesc {
	dtrace_eprobedesc_t head;
	dtrace_recdesc_t more[DUMP_RECS];
};

struct dump_adesc {
	dtrace_aggdesc_t head;
	dtrace_recdesc_t more[DUMP_RECS];
};

struct dump {
	uint32_t cpus;		/* bit i: CPU i is there */
	long last;		/* the greatest id of a CPU */
	struct dump_buf prin[DUMP_CPUS], agg[DUMP_CPUS];
	struct dump_edesc edesc[DUMP_DESCS];	/* by id; 0: none */
	struct dump_adesc adesc[DUMP_DESCS];
	dtrace_probedesc_t probe[DUMP_DESCS];
	const char *format[DUMP_DESCS];
	int format_says;	/* the length of formats, if not 0 */
	dtrace_status_t status;
	int status_err;
	dtrace_hdl_t *symbols;	/* handle to look up addresses; or NULL */
	int snaps;		/* BUFSNAP and AGGSNAP */
};

/* Append to a buffer. */
static inline void dump_put(struct dump_buf *b, const void *p, size_t n)
{
	assert_true(b->len + n <= sizeof(b->data));
	memcpy(b->data + b->len, p, n);
	b->len += n;
}

static inline void dump_put32(struct dump_buf *b, uint32_t v)
{
	dump_put(b, &v, sizeof(v));
}

static inline void dump_put64(struct dump_buf *b, uint64_t v)
{
	dump_put(b, &v, sizeof(v));
}

/* A string, padded with zeros. */
static inline void dump_putstr(struct dump_buf *b, const char *s, size_t n)
{
	char text[256] = "";

	assert_true(n <= sizeof(text));
	snprintf(text, sizeof(text), "%s", s);
	dump_put(b, text, n);
}

static inline int dump_refuse(int err)
{
	errno = err;
	return -1;
}

static inline int dump_snap(struct dump *d, const struct dump_buf *v,
			    dtrace_bufdesc_t *b)
{
	v += b->dtbd_cpu;
	d->snaps++;
	assert_true(b->dtbd_cpu < DUMP_CPUS);
	if (v->err != 0)
		return dump_refuse(v->err);
	assert_true(v->len <= b->dtbd_size);
	memcpy(b->dtbd_data, v->data, v->len);
	b->dtbd_size = v->says != 0 ? v->says : v->len;
	b->dtbd_drops = v->drops;
	b->dtbd_oldest = v->oldest;
	return 0;
}

/* As a driver does: so many records as there is room for. */
static inline int dump_edesc(const struct dump *d, dtrace_eprobedesc_t *e)
{
	const dtrace_eprobedesc_t *from;
	int room = e->dtepd_nrecs;

	if (e->dtepd_epid >= DUMP_DESCS ||
	    d->edesc[e->dtepd_epid].head.dtepd_epid == 0)
		return dump_refuse(EINVAL);
	from = &d->edesc[e->dtepd_epid].head;
	if (from->dtepd_nrecs >= 0 && from->dtepd_nrecs < room)
		room = from->dtepd_nrecs;
	memcpy(e, from, offsetof(dtrace_eprobedesc_t, dtepd_rec) +
	       (size_t)room * sizeof(e->dtepd_rec[0]));
	return 0;
}

static inline int dump_adesc(const struct dump *d, dtrace_aggdesc_t *a)
{
	const dtrace_aggdesc_t *from;
	int room = a->dtagd_nrecs;

	if (a->dtagd_id >= DUMP_DESCS ||
	    d->adesc[a->dtagd_id].head.dtagd_id == 0)
		return dump_refuse(EINVAL);
	from = &d->adesc[a->dtagd_id].head;
	if (from->dtagd_nrecs >= 0 && from->dtagd_nrecs < room)
		room = from->dtagd_nrecs;
	memcpy(a, from, offsetof(dtrace_aggdesc_t, dtagd_rec) +
	       (size_t)room * sizeof(a->dtagd_rec[0]));
	return 0;
}

/* Drivers answer with the next probe. */
static inline int dump_probe(const struct dump *d, dtrace_probedesc_t *p)
{
	for (uint32_t i = p->dtpd_id; i < DUMP_DESCS; i++)
		if (d->probe[i].dtpd_id != 0) {
			*p = d->probe[i];
			return 0;
		}
	return dump_refuse(ESRCH);
}

static inline int dump_format(const struct dump *d, dtrace_fmtdesc_t *f)
{
	const char *text;

	if (f->dtfd_format >= DUMP_DESCS || !d->format[f->dtfd_format])
		return dump_refuse(EINVAL);
	text = d->format[f->dtfd_format];
	if (f->dtfd_string)
		memcpy(f->dtfd_string, text, strlen(text) + 1);
	f->dtfd_length = d->format_says != 0 ? d->format_says :
		(int)strlen(text) + 1;
	return 0;
}

static inline int dump_ioctl(void *arg, int request, void *data)
{
	struct dump *d = arg;

	switch (request) {
	case DTRACEIOC_BUFSNAP:
		return dump_snap(d, d->prin, data);
	case DTRACEIOC_AGGSNAP:
		return dump_snap(d, d->agg, data);
	case DTRACEIOC_EPROBE:
		return dump_edesc(d, data);
	case DTRACEIOC_AGGDESC:
		return dump_adesc(d, data);
	case DTRACEIOC_PROBES:
		return dump_probe(d, data);
	case DTRACEIOC_FORMAT:
		return dump_format(d, data);
	case DTRACEIOC_STATUS:
		if (d->status_err != 0)
			return dump_refuse(d->status_err);
		*(dtrace_status_t *)data = d->status;
		return 0;
	}
	return dump_refuse(ENOTTY);
}

/* Without a handle to ask, two functions from 0x1000 and 0x2000 on. */
static inline int dump_lookup(void *arg, GElf_Addr addr, GElf_Sym *symp,
			      dtrace_syminfo_t *sip)
{
	struct dump *d = arg;

	if (d->symbols)
		return dtrace_lookup_by_addr(d->symbols, addr, symp, sip);
	if (addr < 0x1000 || addr >= 0x3000)
		return -1;
	symp->st_value = addr & ~0xfffull;
	symp->st_size = 0x1000;
	sip->dts_object = "unix";
	sip->dts_name = addr < 0x2000 ? "first" : "second";
	return 0;
}

static inline int dump_status(void *arg, processorid_t cpu)
{
	struct dump *d = arg;

	return cpu < DUMP_CPUS && d->cpus & 1u << cpu ? 2 : -1;
}

static inline long dump_sysconf(void *arg, int name)
{
	struct dump *d = arg;

	assert_int_equal(name, _SC_CPUID_MAX);
	return d->last;
}

/* A handle for the dump, whose rates are "at every call". */
static inline dtrace_hdl_t *dump_open(struct dump *d)
{
	static const dtrace_vector_t vector = { dump_ioctl, dump_lookup,
		dump_status, dump_sysconf };
	int err = 0;
	dtrace_hdl_t *dtp = dtrace_vopen(DTRACE_VERSION, DTRACE_O_NOSYS, &err,
					 &vector, d);

	assert_non_null(dtp);
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64k"));
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "64k"));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "0"));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "0"));
	return dtp;
}

/* Set the probe of an id from "provider:module:function:name". */
static inline void dump_set_probe(struct dump *d, uint32_t id,
				  const char *text)
{
	dtrace_probedesc_t *p = &d->probe[id];

	p->dtpd_id = id;
	if (sscanf(text, "%63[^:]:%63[^:]:%127[^:]:%63s", p->dtpd_provider,
		   p->dtpd_mod, p->dtpd_func, p->dtpd_name) != 4)
		fail();
}

/* Add a record to a description of an EPID, or of an aggregation. */
static inline dtrace_recdesc_t *dump_rec(dtrace_recdesc_t *v, int *n,
	dtrace_actkind_t action, uint32_t offset, uint32_t size)
{
	dtrace_recdesc_t *r = &v[(*n)++];

	r->dtrd_action = action;
	r->dtrd_offset = offset;
	r->dtrd_size = size;
	r->dtrd_alignment = 1;
	r->dtrd_uarg = (uint64_t)*n;
	return r;
}

static inline dtrace_recdesc_t *dump_erec(struct dump *d, uint32_t epid,
	dtrace_actkind_t action, uint32_t offset, uint32_t size)
{
	dtrace_eprobedesc_t *e = &d->edesc[epid].head;

	return dump_rec(e->dtepd_rec, &e->dtepd_nrecs, action, offset, size);
}

static inline dtrace_recdesc_t *dump_arec(struct dump *d, uint32_t id,
	dtrace_actkind_t action, uint32_t offset, uint32_t size)
{
	dtrace_aggdesc_t *a = &d->adesc[id].head;

	return dump_rec(a->dtagd_rec, &a->dtagd_nrecs, action, offset, size);
}

static inline dtrace_eprobedesc_t *dump_set_epid(struct dump *d,
	uint32_t epid, uint32_t probe, uint32_t size)
{
	dtrace_eprobedesc_t *e = &d->edesc[epid].head;

	e->dtepd_epid = epid;
	e->dtepd_probeid = probe;
	e->dtepd_size = size;
	return e;
}

/* An aggregation: its first record is the variable. */
static inline dtrace_aggdesc_t *dump_set_agg(struct dump *d, uint32_t id,
					     uint32_t size)
{
	dtrace_aggdesc_t *a = &d->adesc[id].head;

	a->dtagd_id = id;
	a->dtagd_size = size;
	dump_arec(d, id, DTRACEACT_DIFEXPR, 8, 8);
	return a;
}

/* --- What a consumer gets --- */

struct seen {
	char *text;
	size_t len;
	FILE *fp;
	char drops[512];
};

static inline int this_probe(const dtrace_probedata_t *data, void *arg)
{
	(void)data;
	(void)arg;
	return DTRACE_CONSUME_THIS;
}

static inline int this_rec(const dtrace_probedata_t *data,
		    const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)rec;
	(void)arg;
	return DTRACE_CONSUME_THIS;
}

static inline int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct seen *s = arg;
	size_t n = strlen(s->drops);

	snprintf(s->drops + n, sizeof(s->drops) - n, "%s", drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static inline void see(struct seen *s)
{
	memset(s, 0, sizeof(*s));
	s->fp = open_memstream(&s->text, &s->len);
	assert_non_null(s->fp);
}

static inline void unsee(struct seen *s)
{
	fclose(s->fp);
	free(s->text);
}

static inline void wrote(struct seen *s, const char *want)
{
	fflush(s->fp);
	assert_string_equal(s->text, want);
}

/*
 * EPID 1 of BEGIN and 4 of END have no time; 2 and 5 of two calls have; 3 is
 * nothing but its EPID.
 */
static inline void make_epids(struct dump *d)
{
	d->cpus = 0xa;
	d->last = 3;
	dump_set_probe(d, 7, "dtrace:x:y:BEGIN");
	dump_set_probe(d, 8, "syscall:x:read:entry");
	dump_set_probe(d, 9, "dtrace:x:y:END");
	dump_set_epid(d, 1, 7, 16);
	dump_erec(d, 1, DTRACEACT_DIFEXPR, 8, 8);
	dump_set_epid(d, 2, 8, 36);
	dump_erec(d, 2, DTRACEACT_PRINTF, 12, 4)->dtrd_format = 1;
	dump_erec(d, 2, DTRACEACT_PRINTF, 16, 16)->dtrd_uarg = 1;
	dump_erec(d, 2, DTRACEACT_DIFEXPR, 32, 2);
	dump_set_epid(d, 3, 8, 4);
	dump_set_epid(d, 4, 9, 12);
	dump_erec(d, 4, DTRACEACT_DIFEXPR, 4, 4);
	dump_erec(d, 4, DTRACEACT_DIFEXPR, 8, 1);
	dump_set_epid(d, 5, 8, 24);
	dump_erec(d, 5, DTRACEACT_SYM, 16, 8);
	d->format[1] = "%d is %s\n";
}

static inline void put_head(struct dump_buf *b, uint32_t epid, uint64_t time)
{
	dump_put32(b, epid);
	dump_put32(b, (uint32_t)(time >> 32));
	dump_put32(b, (uint32_t)time);
}

static inline void put_call(struct dump_buf *b, uint64_t time, uint32_t n,
		     const char *text)
{
	put_head(b, 2, time);
	dump_put32(b, n);
	dump_putstr(b, text, 16);
	dump_put32(b, n & 0xffff);
}

static inline void put_begin(struct dump_buf *b, uint64_t v)
{
	dump_put32(b, 1);
	dump_put32(b, 0xeeeeeeee);
	dump_put64(b, v);
}

static inline void put_end(struct dump_buf *b, uint32_t v)
{
	dump_put32(b, 4);
	dump_put32(b, v);
	dump_put32(b, v + 1);
}

static inline void put_sym(struct dump_buf *b, uint64_t time, uint64_t pc)
{
	put_head(b, 5, time);
	dump_put32(b, 0);
	dump_put64(b, pc);
}

/* BEGIN was on CPU 3, END on CPU 1; CPU 2 is not there. */
static inline void make_records(struct dump *d)
{
	make_epids(d);
	put_call(&d->prin[1], 20, 1, "one");
	dump_put64(&d->prin[1], 0);
	put_end(&d->prin[1], 7);
	d->prin[2].err = EIO;
	put_begin(&d->prin[3], 99);
	put_call(&d->prin[3], 10, 2, "two");
	dump_put32(&d->prin[3], 3);
	put_sym(&d->prin[3], 30, 0x2010);
	d->prin[3].drops = 5;
}

/* A variable with a string of 16 bytes and a number of 4 as keys. */
static inline void set_keyed(struct dump *d, uint32_t id,
			     dtrace_actkind_t action, uint32_t words)
{
	dump_set_agg(d, id, 40 + 8 * words);
	dump_arec(d, id, DTRACEACT_DIFEXPR, 16, 16);
	dump_arec(d, id, DTRACEACT_DIFEXPR, 32, 4);
	dump_arec(d, id, action, 40, 8 * words);
}

static inline void put_keyed(struct dump_buf *b, uint32_t id, const char *s,
			     uint32_t n, const int64_t *v, size_t words)
{
	dump_put32(b, id);
	dump_put32(b, 0xcccccccc);
	dump_put64(b, id);
	dump_putstr(b, s, 16);
	dump_put32(b, n);
	dump_put32(b, 0);
	dump_put(b, v, 8 * words);
}

#define PUT(b, id, s, n, ...) \
	put_keyed(b, id, s, n, (int64_t[]){ __VA_ARGS__ }, \
		  sizeof((int64_t[]){ __VA_ARGS__ }) / 8)

/* The number of the variable is the id of its only statement. */
static inline void make_aggs(struct dump *d)
{
	d->cpus = 3;
	d->last = 1;
	set_keyed(d, 1, DTRACEAGG_COUNT, 1);
	d->adesc[1].head.dtagd_name = (char *)"calls";
	d->adesc[1].head.dtagd_epid = 1;
	dump_set_probe(d, 7, "a:b:c:d");
	dump_set_epid(d, 1, 7, 4);
	set_keyed(d, 2, DTRACEAGG_MIN, 1);
	set_keyed(d, 3, DTRACEAGG_MAX, 1);
	set_keyed(d, 4, DTRACEAGG_AVG, 2);
	set_keyed(d, 5, DTRACEAGG_STDDEV, 4);
	for (int cpu = 0; cpu < 2; cpu++) {
		struct dump_buf *b = &d->agg[cpu];
		int64_t n = cpu + 1;

		PUT(b, 1, "read", 4, n);
		dump_put32(b, 0);
		PUT(b, 1, "read", (uint32_t)-n, 10 * n);
		PUT(b, 2, "read", 4, -n);
		PUT(b, 3, "read", 4, -n);
		PUT(b, 4, "read", 4, 1, 10 * n);
		PUT(b, 5, "read", 4, 1, 10 * n, 100 * n * n, 0);
	}
	d->agg[1].drops = 2;
}

struct entry {
	const char *key;
	int number;
	int64_t value;
	int var;
};

struct entries {
	struct entry v[16];
	int n;
};

static inline int collect(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *d = agg->dtada_desc;
	struct entries *e = arg;

	assert_true(e->n < 16);
	e->v[e->n].key = agg->dtada_data + d->dtagd_rec[1].dtrd_offset;
	memcpy(&e->v[e->n].number,
	       agg->dtada_data + d->dtagd_rec[2].dtrd_offset, 4);
	e->v[e->n].value = api_value(agg)[0];
	e->v[e->n++].var = (int)d->dtagd_varid;
	return DTRACE_AGGWALK_NEXT;
}

/* A distribution, a stack and a symbol: each has a variable. */
static inline void make_more(struct dump *d)
{
	uint64_t param = 2ull << DTRACE_LQUANTIZE_STEPSHIFT |
		3ull << DTRACE_LQUANTIZE_LEVELSHIFT | 10;

	d->cpus = 1;
	d->last = 0;
	dump_set_agg(d, 1, 16 + 127 * 8);
	dump_arec(d, 1, DTRACEAGG_QUANTIZE, 16, 127 * 8);
	dump_set_agg(d, 2, 16 + 6 * 8);
	dump_arec(d, 2, DTRACEAGG_LQUANTIZE, 16, 6 * 8);
	dump_set_agg(d, 3, 16 + 24 + 8);
	dump_arec(d, 3, DTRACEACT_STACK, 16, 24);
	dump_arec(d, 3, DTRACEAGG_COUNT, 40, 8);
	dump_set_agg(d, 4, 16 + 8 + 8);
	dump_arec(d, 4, DTRACEACT_SYM, 16, 8);
	dump_arec(d, 4, DTRACEAGG_SUM, 24, 8);

	dump_put64(&d->agg[0], 1);
	dump_put64(&d->agg[0], 1);
	for (int i = 0; i < 127; i++)
		dump_put64(&d->agg[0], i == 63 ? 2 : i == 66 ? 5 : 0);
	dump_put64(&d->agg[0], 2);
	dump_put64(&d->agg[0], 2);
	dump_put64(&d->agg[0], param);
	for (uint64_t i = 0; i < 5; i++)
		dump_put64(&d->agg[0], i);
	dump_put64(&d->agg[0], 3);
	dump_put64(&d->agg[0], 3);
	dump_put64(&d->agg[0], 0x1004);
	dump_put64(&d->agg[0], 0x2008);
	dump_put64(&d->agg[0], 0);
	dump_put64(&d->agg[0], 77);
	for (uint64_t i = 0; i < 2; i++) {
		dump_put64(&d->agg[0], 4);
		dump_put64(&d->agg[0], 4);
		dump_put64(&d->agg[0], 0x1010 + i);
		dump_put64(&d->agg[0], 4);
	}
}

#endif
