/* SPDX-License-Identifier: MIT */
/*
 * Programs as bytes: saving, loading, and refusals.
 * emulated: shared
 */
#include "api.h"

#define NOT_FIRST 4		/* programs compiled before */

static const char text[] =
	"int g; string s; self int t; this int u; int a[int, string];\n"
	"BEGIN { g = 3; s = \"str\"; self->t = g + 1; this->u = 5;"
	" a[1, s] = 6; @k[\"lit\", g] = sum(self->t); }\n"
	"BEGIN { printf(\"%d %s %d %d\", g, s, self->t, a[1, \"str\"]); }\n"
	"BEGIN { @q = quantize(g); printa(@k); exit(g); }\n";

struct bytes {
	unsigned char *p;
	size_t n;
};

static struct bytes save(dtrace_hdl_t *dtp, const char *d)
{
	void *dof = dtrace_dof_create(dtp, api_compile(dtp, d), 0);
	struct bytes b;

	if (!dof)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	b.n = dtrace_dof_size(dof);
	b.p = malloc(b.n);
	memcpy(b.p, dof, b.n);
	dtrace_dof_destroy(dtp, dof);
	return b;
}

/* Set the CRC-32 of the file, computed with 0 in its own place. */
static void seal(struct bytes *b)
{
	uint32_t sum = ~0u;

	memset(b->p + 56, 0, 4);
	for (size_t i = 0; i < b->n; i++) {
		sum ^= b->p[i];
		for (int k = 0; k < 8; k++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
	}
	sum = ~sum;
	memcpy(b->p + 56, &sum, 4);
}

static void equal(const struct bytes *a, struct bytes b)
{
	assert_int_equal(a->n, b.n);
	assert_memory_equal(a->p, b.p, b.n);
	free(b.p);
}

/* The bytes do not depend on the handle. */
static void deterministic(void **state)
{
	static const char *const before[NOT_FIRST] = {
		"END { trace(1); }",
		"int z1, z2; string s0; BEGIN { z1 = 1; self->q = 2; }",
		"BEGIN { @other = count(); @other2[pid] = count(); }",
		"int b[string]; BEGIN { b[\"x\"] = 1; this->v = 2; }",
	};
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	struct bytes first = save(dtp, text);

	(void)state;
	equal(&first, save(dtp, text));
	for (int i = 0; i < NOT_FIRST; i++) {
		free(save(other, before[i]).p);
		equal(&first, save(other, text));
	}
	free(first.p);
	dtrace_close(dtp);
	dtrace_close(other);
}

static dtrace_prog_t *load(dtrace_hdl_t *dtp, const struct bytes *b)
{
	return dtrace_program_load(dtp, b->p, b->n, 0);
}

/* An image that is refused says why. */
static void refused(const struct bytes *b, const char *why)
{
	dtrace_hdl_t *dtp = api_handle();
	const char *is;

	assert_null(load(dtp, b));
	is = dtrace_errmsg(dtp, dtrace_errno(dtp));
	if (!strstr(is, why))
		fail_msg("\"%s\" is not in: %s", why, is);
	dtrace_close(dtp);
}

static int ignore(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	(void)data;
	(void)arg;
	return rec ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	(void)arg;
	return DTRACE_HANDLE_OK;
}

/*
 * Load the image, run it on the embedded engine and read all its data, with
 * output to /dev/null: each step may fail.  Without a stream only load it.
 * Returns whether it was loaded.
 */
static int try(const struct bytes *b, FILE *null)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_prog_t *prog = load(dtp, b);

	if (prog && null && dtrace_setopt(dtp, "engine", "vm") == 0 &&
	    dtrace_setopt(dtp, "bufsize", "64k") == 0 &&
	    dtrace_setopt(dtp, "aggsize", "64k") == 0 &&
	    dtrace_handle_err(dtp, on_err, NULL) == 0 &&
	    dtrace_program_exec(dtp, prog, NULL) == 0 && dtrace_go(dtp) == 0) {
		dtrace_stop(dtp);
		dtrace_consume(dtp, null, NULL, ignore, NULL);
		dtrace_aggregate_snap(dtp);
		dtrace_aggregate_print(dtp, null, NULL);
	}
	if (!prog)
		assert_true(*dtrace_errmsg(dtp, dtrace_errno(dtp)) != '\0');
	dtrace_close(dtp);
	return prog != NULL;
}

/* The checker knows no kernel, and sweeps take minutes on emulated CPUs. */
static void same_everywhere(void **state)
{
	(void)state;
	if (getenv("DT_TEST_EMULATED"))
		skip();
}

/* Each byte changed: refused by the checksum; with a new checksum: harmless. */
static void flipped(void **state)
{
	static const unsigned char by[] = { 0x01, 0x80, 0xff };
	dtrace_hdl_t *dtp = api_handle();
	struct bytes b = save(dtp, text), c = { malloc(b.n), b.n };
	FILE *null = fopen("/dev/null", "w");
	int loaded = 0, n = 0;

	same_everywhere(state);
	for (size_t i = 0; i < b.n; i++) {
		memcpy(c.p, b.p, b.n);
		c.p[i] ^= by[i % 3];
		assert_null(load(dtp, &c));
		if (i >= 24 && i < 28)
			continue;
		seal(&c);
		n++;
		loaded += try(&c, null);
	}
	/* Some bytes are line numbers and constants. */
	assert_in_range(loaded, 1, n - 1);
	fclose(null);
	free(b.p);
	free(c.p);
	dtrace_close(dtp);
}

/* Each kind of damage has a message that names the section. */
static const char *const refusals[] = {
	"section image: the number of key words",
	"section image: the strsize",
	"section image: the size of", "section variables, line",
	"section forms: form 0 belongs to variable",
	"section forms, line 2: @k has no valid aggregating",
	"section forms, line 2: key 1 of @k is not valid",
	"section fields", "section clauses: an index or a length",
	"lies outside the record", "the size or the format of",
	"the form of the statement", "the stability of the statement is out",
	"aggregating statements are", "description is not a pattern",
	"the declared needs do not fit", "a backward jump",
	"a jump into rare code",
	"a helper that clauses may not call",
	"a symbol that clauses may not use",
	"a value that is left open does not fit",
	"that the clause does not declare",
};

static void reasons(void **state)
{
	enum { NWHY = sizeof(refusals) / sizeof(refusals[0]) };
	dtrace_hdl_t *dtp = api_handle(), *h = api_handle();
	struct bytes b = save(dtp, text);
	int seen[NWHY] = { 0 };

	same_everywhere(state);
	for (size_t i = 8 * 64; i < 8 * b.n; i++) {
		const char *is;

		b.p[i / 8] ^= 1 << i % 8;
		seal(&b);
		if (!load(h, &b)) {
			is = dtrace_errmsg(h, dtrace_errno(h));
			for (int k = 0; k < NWHY; k++)
				seen[k] += strstr(is, refusals[k]) != NULL;
		}
		b.p[i / 8] ^= 1 << i % 8;
	}
	for (int k = 0; k < NWHY; k++)
		if (!seen[k])
			fail_msg("nothing is refused because \"%s\"",
				 refusals[k]);
	free(b.p);
	dtrace_close(dtp);
	dtrace_close(h);
}

static void cut(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	struct bytes b = save(dtp, text), c;

	(void)state;
	for (size_t n = 0; n < b.n; n += n < 200 ? 1 : 37) {
		c = (struct bytes){ malloc(n + 1), n };
		memcpy(c.p, b.p, n);
		assert_null(load(dtp, &c));
		free(c.p);
	}
	free(b.p);
	dtrace_close(dtp);
}

static void head(void **state)
{
	static const struct { size_t at; const char *why; } v[] = {
		{ 0, "not a compiled D program" }, { 8, "version" },
		{ 12, "machine" }, { 16, "truncated or changed" },
		{ 20, "truncated or changed" }, { 24, "truncated or changed" },
		{ 28, "truncated or changed" }, { 32, "truncated or changed" },
		{ 40, "truncated or changed" }, { 48, "truncated or changed" },
		{ 60, "another version of this library" },
	};
	dtrace_hdl_t *dtp = api_handle();
	struct bytes b = save(dtp, text);

	(void)state;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		b.p[v[i].at] ^= 1;
		seal(&b);
		refused(&b, v[i].why);
		b.p[v[i].at] ^= 1;
	}
	b.p[b.n - 1] ^= 1;
	seal(&b);
	b.p[b.n - 1] ^= 1;
	refused(&b, "damaged");
	free(b.p);
	dtrace_close(dtp);
}

/* An image without its destructive statement is refused. */
static void hides(const char *source, uint16_t action)
{
	static const unsigned char print[2] = { DTRACEACT_PRINTF };
	dtrace_hdl_t *dtp = api_handle();
	struct bytes b = save(dtp, source);
	int hidden = 0;

	for (size_t i = 64; i + 2 <= b.n; i++) {
		dtrace_hdl_t *h;
		dtrace_prog_t *prog;

		if (memcmp(b.p + i, &action, 2) != 0)
			continue;
		memcpy(b.p + i, print, 2);
		seal(&b);
		h = api_handle();
		prog = load(h, &b);
		hidden += !prog && strstr(dtrace_errmsg(h, dtrace_errno(h)),
				"destructive") != NULL;
		if (prog && dtrace_program_exec(h, prog, NULL) == 0)
			assert_int_equal(dtrace_go(h), -1);
		dtrace_close(h);
		memcpy(b.p + i, &action, 2);
	}
	assert_int_equal(hidden, 1);
	free(b.p);
	dtrace_close(dtp);
}

static void destructive(void **state)
{
	(void)state;
	hides("BEGIN { system(\"echo no\"); }", DTRACEACT_SYSTEM);
	hides("BEGIN { raise(10); }", DTRACEACT_RAISE);
	hides("BEGIN { chill(10); }", DTRACEACT_CHILL);
}

/* Rename a function to one that no clause may call. */
static void renamed(const char *d, const char *from, const char *to)
{
	dtrace_hdl_t *dtp = api_handle();
	struct bytes b = save(dtp, d);
	unsigned char *p = memmem(b.p, b.n, from, strlen(from));

	assert_non_null(p);
	memcpy(p, to, strlen(to));
	seal(&b);
	refused(&b, "a symbol that clauses may not use");
	free(b.p);
	dtrace_close(dtp);
}

static void call(void **state)
{
	(void)state;
	renamed("BEGIN\n{ trace(1); }", "dt_rec_begin", "dt_agg_equal");
	renamed("BEGIN\n{ trace(*(int *)8); }", "bpf_rdonly_cast",
	    "bpf_key_put_now");
}

/* A member that the kernel does not have. */
static void fields(void **state)
{
	static const char member[] = "tgid";
	dtrace_hdl_t *dtp = api_handle();
	struct bytes b;
	unsigned char *p;

	(void)state;
	if (!api_has_types())
		skip();
	b = save(dtp, "BEGIN\n{ trace(curthread->tgid); }");
	p = memmem(b.p, b.n, member, 4);
	assert_non_null(p);
	assert_true(try(&b, NULL));
	p[3] = 'x';
	seal(&b);
	refused(&b, "line 2: in this kernel struct task_struct has no member "
		"tgix");
	free(b.p);
	dtrace_close(dtp);
}

static void strsize(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	struct bytes b = save(dtp, text);

	(void)state;
	api_ok(other, dtrace_setopt(other, "strsize", "100"));
	api_fails(other, dtrace_program_exec(other, load(other, &b), NULL),
		EINVAL);
	assert_non_null(strstr(dtrace_errmsg(other, EINVAL), "256"));
	api_ok(other, dtrace_setopt(other, "strsize", "256"));
	free(b.p);
	dtrace_close(dtp);
	dtrace_close(other);
}

static int string_size(const dtrace_probedata_t *data,
		       const dtrace_recdesc_t *rec, void *arg)
{
	if (rec) {
		assert_string_equal(data->dtpda_data, "text");
		*(uint32_t *)arg = rec->dtrd_size;
	}
	return DTRACE_CONSUME_NEXT;
}

/* Set between exec and go, strsize applies, or the program was loaded. */
static void late_strsize(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	struct bytes b = save(other, "BEGIN { x = \"text\"; trace(x); }");
	uint32_t size = 0;

	(void)state;
	api_ok(dtp, dtrace_setopt(dtp, "engine", "vm"));
	api_enable(dtp, "BEGIN { x = \"text\"; trace(x); }");
	api_ok(dtp, dtrace_setopt(dtp, "strsize", "64"));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, string_size, &size));
	assert_int_equal(size, 64);
	dtrace_close(dtp);

	api_ok(other, dtrace_setopt(other, "engine", "vm"));
	api_ok(other, dtrace_program_exec(other, load(other, &b), NULL));
	api_ok(other, dtrace_setopt(other, "strsize", "64"));
	api_fails(other, dtrace_go(other), EINVAL);
	api_ok(other, dtrace_setopt(other, "strsize", "256"));
	api_ok(other, dtrace_go(other));
	free(b.p);
	dtrace_close(other);
}

/* Option amin applies to loaded programs, too. */
static void amin(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	struct bytes b = save(dtp, "BEGIN { trace(1); }\n"
		"syscall::read:entry { trace(1); }");
	const char *is;

	(void)state;
	api_ok(other, dtrace_setopt(other, "amin", "Stable/Stable/Common"));
	assert_null(load(other, &b));
	is = dtrace_errmsg(other, dtrace_errno(other));
	if (!strstr(is, "line 2: the stability of these probes is"))
		fail_msg("%s", is);
	free(b.p);
	dtrace_close(dtp);
	dtrace_close(other);
}


/* A record smaller than the string that the code stores in it. */
static void endless(void **state)
{
	static const struct { dtrace_actkind_t action; uint32_t size; }
		__attribute__((packed)) datum = { DTRACEACT_LIBACT, 256 };
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	struct bytes b = save(dtp, "BEGIN { setopt(\"aggsortrev\"); }");
	unsigned char *p = memmem(b.p, b.n, &datum, sizeof(datum));
	dtrace_optval_t v;

	(void)state;
	assert_non_null(p);
	p[2] = 8;
	p[3] = 0;
	seal(&b);
	api_ok(other, dtrace_setopt(other, "engine", "vm"));
	api_ok(other, dtrace_handle_err(other, on_err, NULL));
	api_ok(other, dtrace_program_exec(other, load(other, &b), NULL));
	api_ok(other, dtrace_go(other));
	api_ok(other, dtrace_stop(other));
	api_ok(other, dtrace_consume(other, stdout, NULL, ignore, NULL));
	api_ok(other, dtrace_getopt(other, "aggsortrev", &v));
	assert_int_equal(v, DTRACEOPT_UNSET);
	free(b.p);
	dtrace_close(dtp);
	dtrace_close(other);
}

/* Programs share variables of one name, if their types agree. */
static void unequal(void **state)
{
	dtrace_hdl_t *one = api_handle(), *two = api_handle(),
		*both = api_handle();
	struct bytes a = save(one, "int x;\nBEGIN { x = 1; }");
	struct bytes b = save(two, "string x;\n\nBEGIN { x = \"1\"; }");
	const char *why;

	api_ok(both, dtrace_setopt(both, "engine", *state));
	api_ok(both, dtrace_program_exec(both, load(both, &a), NULL));
	api_ok(both, dtrace_program_exec(both, load(both, &b), NULL));
	assert_int_equal(dtrace_go(both), -1);
	why = dtrace_errmsg(both, dtrace_errno(both));
	assert_non_null(strstr(why, "x is int32_t on line 2"));
	assert_non_null(strstr(why, "string on line 3"));
	free(a.p);
	free(b.p);
	dtrace_close(one);
	dtrace_close(two);
	dtrace_close(both);
}

static int sum_of(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

/* A loaded program, the same again and a compiled one share variables. */
static void shared(void **state)
{
	dtrace_hdl_t *one = api_handle(), *dtp = api_handle();
	struct bytes a = save(one, "BEGIN { n++; @a[\"k\"] = sum(n); }");
	int64_t sum = 0;

	api_ok(dtp, dtrace_setopt(dtp, "engine", *state));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64k"));
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "64k"));
	api_enable(dtp, "BEGIN { @z = count(); w = 1; }");
	api_ok(dtp, dtrace_program_exec(dtp, load(dtp, &a), NULL));
	api_ok(dtp, dtrace_program_exec(dtp, load(dtp, &a), NULL));
	api_enable(dtp, "BEGIN { n++; @a[\"k\"] = sum(n + w); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, sum_of, &sum));
	assert_int_equal(sum, 1 + 1 + 2 + (3 + 1));
	free(a.p);
	dtrace_close(one);
	dtrace_close(dtp);
}

static void *whole(void *dof, size_t sections)
{
	const dof_hdr_t *h = dof;
	const dof_sec_t *sec;

	assert_non_null(dof);
	assert_memory_equal(h->dofh_ident, DTRACE_DOF_MAGIC,
			    DTRACE_DOF_MAGICLEN);
	assert_int_equal(h->dofh_hdrsize, sizeof(*h));
	assert_int_equal(h->dofh_secsize, sizeof(*sec));
	assert_int_equal(h->dofh_secnum, sections);
	assert_int_equal(h->dofh_loadsz, dtrace_dof_size(dof));
	assert_int_equal(h->dofh_filesz, h->dofh_loadsz);
	sec = (const dof_sec_t *)((char *)dof + h->dofh_secoff);
	for (size_t i = 0; i < sections; i++) {
		assert_int_equal(sec[i].dofs_offset % sec[i].dofs_align, 0);
		assert_true(sec[i].dofs_offset + sec[i].dofs_size <=
			    h->dofh_loadsz);
	}
	return dof;
}

/* Options of each kind are set in another handle, others are not. */
static void options(void **state)
{
	static const char *const set[][2] = {
		{ "aggsize", "1m" }, { "bufpolicy", "fill" }, { "cpu", "1" },
		{ "nspec", "3" }, { "quiet", NULL }, { "strsize", "512" },
		{ "switchrate", "250ms" }, { "temporal", "on" },
		{ "aggrate", "0" },
	};
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	dtrace_optval_t v, w;
	size_t size;
	void *dof;

	(void)state;
	for (size_t i = 0; i < sizeof(set) / sizeof(set[0]); i++)
		api_ok(dtp, dtrace_setopt(dtp, set[i][0], set[i][1]));
	dof = whole(dtrace_getopt_dof(dtp), 6);
	size = dtrace_dof_size(dof);
	if (!dtrace_program_load(other, dof, size, 0))
		fail_msg("%s", dtrace_errmsg(other, dtrace_errno(other)));
	dtrace_dof_destroy(dtp, dof);
	for (size_t i = 0; i < sizeof(set) / sizeof(set[0]); i++) {
		api_ok(dtp, dtrace_getopt(dtp, set[i][0], &v));
		api_ok(other, dtrace_getopt(other, set[i][0], &w));
		assert_int_equal(v, w);
	}
	api_ok(other, dtrace_getopt(other, "bufsize", &w));
	assert_int_equal(w, DTRACEOPT_UNSET);
	dtrace_close(dtp);
	dtrace_close(other);
}

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	(void)data;
	++*(int *)arg;
	return DTRACE_HANDLE_OK;
}

struct faults {
	int nrecs;
	int64_t fault;
};

static int on_fault(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		    void *arg)
{
	struct faults *f = arg;

	if (!rec || strcmp(data->dtpda_pdesc->dtpd_name, "ERROR") != 0)
		return DTRACE_CONSUME_NEXT;
	if (++f->nrecs == 4)
		f->fault = *(int64_t *)data->dtpda_data;
	return DTRACE_CONSUME_NEXT;
}

/* The loaded program records the fault, and the handler is called, too. */
static void errors(void **state)
{
	struct faults f = { 0 };
	dtrace_hdl_t *dtp = api_open(state);
	struct bytes b;
	int calls = 0;
	void *dof;

	assert_null(dtrace_geterr_dof(dtp));
	assert_int_equal(dtrace_errno(dtp), EDT_BADERROR);
	api_ok(dtp, dtrace_handle_err(dtp, on_error, &calls));
	dof = whole(dtrace_geterr_dof(dtp), 6);
	b = (struct bytes){ dof, dtrace_dof_size(dof) };
	api_ok(dtp, dtrace_program_exec(dtp, load(dtp, &b), NULL));
	dtrace_dof_destroy(dtp, dof);
	api_enable(dtp, "BEGIN { trace(1 / (pid - pid)); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_fault, &f));
	assert_int_equal(calls, 1);
	assert_int_equal(f.nrecs, 5);
	assert_int_equal(f.fault, DTRACEFLT_DIVZERO);
	dtrace_close(dtp);
}

static void misuse(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	dtrace_prog_t *prog = api_compile(dtp, "BEGIN { trace(1); }");

	(void)state;
	assert_null(dtrace_dof_create(dtp, prog, DTRACE_D_PROBES));
	assert_null(dtrace_dof_create(dtp, NULL, 0));
	assert_null(dtrace_dof_create(other, prog, 0));
	assert_null(dtrace_dof_create(NULL, prog, 0));
	assert_null(dtrace_program_load(dtp, NULL, 100, 0));
	assert_null(dtrace_program_load(dtp, "short", 5, 0));
	assert_null(dtrace_program_load(dtp, "short", 5, DTRACE_C_CPP));
	assert_int_equal(dtrace_dof_size(NULL), 0);
	dtrace_dof_destroy(dtp, NULL);
	dtrace_close(dtp);
	dtrace_close(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_VM(deterministic), ON_VM(flipped), ON_VM(reasons),
		ON_VM(cut), ON_VM(head), ON_VM(options), ON_BOTH(errors),
		ON_VM(destructive), ON_VM(fields), ON_VM(strsize),
		ON_VM(late_strsize), ON_VM(amin), ON_VM(endless),
		ON_VM(call), ON_BOTH(unequal),
		ON_BOTH(shared), ON_VM(misuse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
