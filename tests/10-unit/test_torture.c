/* SPDX-License-Identifier: MIT */
/*
 * test_torture.c - the first, second, third ... allocation of the library
 * fails, until a whole session succeeds.  Each time the call must report that
 * memory ran out, the repeated call must succeed, the session's results must be
 * the same, and nothing may leak.
 *
 * This program replaces the allocator, and the arenas, where each allocation is
 * a separate block: so each can fail, and a sanitizer knows its bounds.
 * Allocations of other libraries do not fail.
 */
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>
#include <dtrace.h>
#include "base/arena.h"
#include "engine/engine.h"
#include "tbl/edt.h"

extern const char __executable_start, etext;

static __thread bool armed;
static __thread long countdown;		/* 1: the next one fails */
static bool failed;			/* it has */
static const char *failed_at;		/* whose request, for the reader */
static long live;			/* blocks of the whole process */

static struct {
	void *(*malloc)(size_t size);
	void *(*calloc)(size_t n, size_t size);
	void *(*realloc)(void *p, size_t size);
	void *(*memalign)(size_t align, size_t size);
	void (*free)(void *p);
	FILE *(*fopen)(const char *path, const char *mode);
} real;

/* Memory for dlsym(), which may allocate; it is never freed. */
static char early[4096];
static size_t early_used;

static void *early_alloc(size_t size)
{
	void *p = early + early_used;

	early_used += (size + 15) & ~(size_t)15;
	return early_used <= sizeof(early) ? p : NULL;
}

static bool is_early(const void *p)
{
	return (const char *)p >= early &&
		(const char *)p < early + sizeof(early);
}

static void find(void *slot, const char *name)
{
	void *p = dlsym(RTLD_NEXT, name);

	memcpy(slot, &p, sizeof(p));
}

static bool ready(void)
{
	static bool finding;

	if (real.malloc)
		return true;
	if (finding)
		return false;
	finding = true;
	find(&real.fopen, "fopen");
	find(&real.free, "free");
	find(&real.calloc, "calloc");
	find(&real.realloc, "realloc");
	find(&real.memalign, "memalign");
	find(&real.malloc, "malloc");
	return true;
}

/* Is it this request's turn to fail? */
static bool fails(const void *caller)
{
	const char *at = caller;

	if (!armed || at < &__executable_start || at >= &etext ||
	    --countdown != 0)
		return false;
	failed = true;
	failed_at = at;
	errno = ENOMEM;
	return true;
}

static void *counted(void *p)
{
	if (p)
		__atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
	return p;
}

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

void *malloc(size_t size)
{
	if (!ready())
		return early_alloc(size);
	return fails(CALLER) ? NULL : counted(real.malloc(size));
}

void *calloc(size_t n, size_t size)
{
	if (!ready())
		return early_alloc(n * size);
	return fails(CALLER) ? NULL : counted(real.calloc(n, size));
}

static void *resize(void *p, size_t size, const void *caller)
{
	void *q;

	if (fails(caller))
		return NULL;
	q = real.realloc(p, size);
	return p ? q : counted(q);
}

void *realloc(void *p, size_t size)
{
	return ready() ? resize(p, size, CALLER) : NULL;
}

void *reallocarray(void *p, size_t n, size_t size)
{
	if (size != 0 && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return ready() ? resize(p, n * size, CALLER) : NULL;
}

void *memalign(size_t align, size_t size);
void *memalign(size_t align, size_t size)
{
	return ready() ? counted(real.memalign(align, size)) : NULL;
}

void *aligned_alloc(size_t align, size_t size)
{
	return ready() ? counted(real.memalign(align, size)) : NULL;
}

int posix_memalign(void **p, size_t align, size_t size)
{
	*p = ready() ? counted(real.memalign(align, size)) : NULL;
	return *p ? 0 : ENOMEM;
}

char *(strdup)(const char *s)
{
	size_t size = strlen(s) + 1;
	char *p = fails(CALLER) ? NULL : counted(real.malloc(size));

	return p ? memcpy(p, s, size) : NULL;
}

void free(void *p)
{
	if (!p || is_early(p))
		return;
	__atomic_sub_fetch(&live, 1, __ATOMIC_RELAXED);
	real.free(p);
}

FILE *fopen(const char *path, const char *mode)
{
	return !ready() || fails(CALLER) ? NULL : real.fopen(path, mode);
}

void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	if (fails(CALLER))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, addr, len, prot, flags, fd, off);
}

/* base/arena.c, which the linker leaves out: one block for each piece. */

struct piece {
	struct piece *next;
	_Alignas(16) char mem[];
};

struct dt_arena {
	struct piece *head;
};

struct dt_arena *dt_arena_create(void)
{
	return calloc(1, sizeof(struct dt_arena));
}

void dt_arena_reset(struct dt_arena *a)
{
	struct piece *p, *next;

	for (p = a->head; p; p = next) {
		next = p->next;
		free(p);
	}
	a->head = NULL;
}

void dt_arena_destroy(struct dt_arena *a)
{
	if (a)
		dt_arena_reset(a);
	free(a);
}

void *dt_arena_alloc(struct dt_arena *a, size_t size)
{
	struct piece *p = size > SIZE_MAX / 4 ? NULL :
		calloc(1, sizeof(*p) + size);

	if (!p)
		return NULL;
	p->next = a->head;
	a->head = p;
	return p->mem;
}

void *dt_arena_room(struct dt_arena *a, size_t size)
{
	void *p = dt_arena_alloc(a, size);

	return p ? memset(p, 0xa5, size) : NULL;
}

char *dt_arena_strndup(struct dt_arena *a, const char *s, size_t n)
{
	char *p = dt_arena_alloc(a, n + 1);

	return p ? memcpy(p, s, n) : NULL;
}

char *dt_arena_strdup(struct dt_arena *a, const char *s)
{
	return dt_arena_strndup(a, s, strlen(s));
}

char *dt_arena_printf(struct dt_arena *a, const char *fmt, ...)
{
	char text[512], *p;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	assert_in_range(n, 0, sizeof(text) - 1);
	p = dt_arena_strndup(a, text, (size_t)n);
	return p;
}

/* The life of a handle, in steps. */

struct life {
	const char *engine;
	dtrace_hdl_t *dtp;
	dtrace_prog_t *prog[4];
	FILE *out;
	int firings, data, pieces, joined, statements, probes;
	uint64_t sum;			/* over what the walks saw */
};

/* Each returns 0, or -1 for a failure that the handle explains. */
typedef int step_f(struct life *l);

static const char *const good[] = {
	("#pragma D option aggsortrev\n"
	 "int g; self int s;\n"
	 "BEGIN { @a[\"one\", probename, 1] = count(); @a[\"two\", \"\", 2] = "
	 "count(); @q[execname] = quantize(g++ + 3); @m[pid] = avg(3); "
	 "@l = lquantize(5, 0, 9, 3); @m[4] = avg(4); @sd = stddev(7); }\n"
	 "BEGIN /g > 0 && execname != \"\"/ { self->s = g * 3 ? -1 : $1; "
	 "this->x = (char)g; trace($$2); trace(self->s + this->x); "
	 "trace(\"text\"); }"),
	("BEGIN { @mn[1] = min(4); @mx[1] = max(9); @mn[2] = min(5); "
	 "@ll = llquantize(44, 10, 0, 2, 10); @st[stack(3)] = sum(2); }\n"
	 "END { printa(\"%d %@d %@d\\n\", @mn, @mx); printa(@mn); "
	 "printa(\"%s %s %d %@u\\n\", @a); }\n"
	 "END { trunc(@ll); normalize(@mx, 3); clear(@mn); }"),
	("int zero; string str; BEGIN { str = $$2; self->t = str; "
	 "@t[self->t, str] = count(); trace(str); trace(1 / zero); } "
	 "ERROR { trace(arg4); }"),
	"BEGIN { exit(0); }",
};

static const char *const bad[] = {
	"BEGIN { trace(self->nosuch); }", "BEGIN { \"unterminated",
	"nosuch:::x {}",
	"BEGIN { @a[1] = count(); @a[1, 2] = sum(3); }", "BEGIN { 1 +",
	"struct s { int x; }; BEGIN { trace(($1)); }",
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* The current step, and the failed request, for addr2line. */
static const char *now_in;

static const char *where(void)
{
	static char text[64];

	snprintf(text, sizeof(text), "%s, %#tx", now_in,
		 failed ? failed_at - &__executable_start : 0);
	return text;
}

static int nomem(const struct life *l)
{
	int err = dtrace_errno(l->dtp);

	if (err != EDT_NOMEM && err != ENOMEM)
		fail_msg("%s: not for memory: %d %s", where(), err,
			 dtrace_errmsg(l->dtp, err));
	return -1;
}

static int step_open(struct life *l)
{
	int err = 0;

	l->dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (!l->dtp)
		assert_int_equal(err, EDT_NOMEM);
	return l->dtp ? 0 : -1;
}

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	(void)arg;
	return DTRACE_HANDLE_OK;
}

static int step_options(struct life *l)
{
	static const char *const opts[][2] = {
		{ "bufsize", "64k" }, { "aggsize", "64k" }, { "aggrate", "0" },
		{ "switchrate", "0" }, { "statusrate", "0" },
		{ "aggpercpu", NULL }, { "droptags", NULL }, { "quiet", "1" },
		{ "define", "A=1" }, { "define", "B=2" }, { "cpppath", "x" },
		{ "cpppath", "y" },
	};

	for (size_t i = 0; i < COUNT(opts); i++)
		if (dtrace_setopt(l->dtp, opts[i][0], opts[i][1]) != 0)
			return nomem(l);
	return dtrace_setopt(l->dtp, "engine", l->engine);
}

static int step_handlers(struct life *l)
{
	return dtrace_handle_err(l->dtp, on_err, NULL);
}

static int step_compile(struct life *l)
{
	static char *const args[] = { (char *)"torture", (char *)"17",
		(char *)"seventeen", NULL };

	for (size_t i = 0; i < COUNT(good); i++) {
		if (l->prog[i])
			continue;
		l->prog[i] = dtrace_program_strcompile(l->dtp, good[i],
				DTRACE_PROBESPEC_NAME, DTRACE_C_ARGREF, 3,
				args);
		if (!l->prog[i])
			return nomem(l);
	}
	return 0;
}

static int step_refused(struct life *l)
{
	for (size_t i = 0; i < COUNT(bad); i++) {
		assert_null(dtrace_program_strcompile(l->dtp, bad[i],
				DTRACE_PROBESPEC_NAME, 0, 0, NULL));
		if (dtrace_errno(l->dtp) != EDT_COMPILER)
			return nomem(l);
		assert_null(strstr(dtrace_errmsg(l->dtp, EDT_COMPILER),
				   "memory"));
	}
	return 0;
}

static int step_fcompile(struct life *l)
{
	char text[] = "BEGIN { trace(\"from a stream\"); }";
	FILE *fp = fmemopen(text, sizeof(text) - 1, "r");
	dtrace_prog_t *prog = dtrace_program_fcompile(l->dtp, fp, 0, 0, NULL);

	fclose(fp);
	return prog ? 0 : nomem(l);
}

static int on_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog,
		   dtrace_stmtdesc_t *stmt, void *arg)
{
	struct life *l = arg;

	assert_ptr_equal(dtp, l->dtp);
	assert_non_null(prog);
	assert_non_null(stmt->dtsd_ecbdesc);
	l->statements++;
	return 0;
}

static int on_probe_desc(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd,
			 void *arg)
{
	struct life *l = arg;

	assert_ptr_equal(dtp, l->dtp);
	assert_string_equal(pd->dtpd_provider, "dtrace");
	l->probes++;
	return 0;
}

static int step_iterate(struct life *l)
{
	dtrace_probedesc_t pat = { .dtpd_provider = "dtrace" };

	l->statements = l->probes = 0;
	for (size_t i = 0; i < COUNT(good); i++)
		if (dtrace_stmt_iter(l->dtp, l->prog[i], on_stmt, l) != 0)
			return nomem(l);
	if (dtrace_probe_iter(l->dtp, &pat, on_probe_desc, l) != 0)
		return nomem(l);
	assert_int_equal(l->probes, 3);
	return 0;
}

static int step_exec(struct life *l)
{
	dtrace_proginfo_t info;

	for (size_t i = 0; i < COUNT(good); i++)
		if (dtrace_program_exec(l->dtp, l->prog[i], &info) != 0)
			return nomem(l);
	return 0;
}

static int step_go(struct life *l)
{
	return dtrace_go(l->dtp) == 0 ? 0 : nomem(l);
}

static int step_snap(struct life *l)
{
	return dtrace_aggregate_snap(l->dtp) == 0 ? 0 : nomem(l);
}

static int on_firing(const dtrace_probedata_t *data, void *arg)
{
	struct life *l = arg;

	assert_non_null(data->dtpda_pdesc);
	l->firings++;
	return DTRACE_CONSUME_THIS;
}

static int on_datum(const dtrace_probedata_t *data,
		    const dtrace_recdesc_t *rec, void *arg)
{
	struct life *l = arg;

	(void)data;
	l->data += rec != NULL;
	return DTRACE_CONSUME_THIS;
}

static int on_text(const dtrace_bufdata_t *buf, void *arg)
{
	struct life *l = arg;

	l->pieces += buf->dtbda_buffered[0] != '\0';
	return DTRACE_HANDLE_OK;
}

static int step_buffered(struct life *l)
{
	return dtrace_handle_buffered(l->dtp, on_text, l);
}

static int step_consume(struct life *l)
{
	return dtrace_consume(l->dtp, l->out, on_firing, on_datum, l) == 0 ?
		0 : nomem(l);
}

static int step_consume_buffered(struct life *l)
{
	return dtrace_consume(l->dtp, NULL, on_firing, on_datum, l) == 0 ?
		0 : nomem(l);
}

static int step_stop(struct life *l)
{
	return dtrace_stop(l->dtp) == 0 ? 0 : nomem(l);
}

static void add(uint64_t *sum, const void *p, size_t n)
{
	const unsigned char *s = p;

	while (n-- > 0)
		*sum = (*sum ^ *s++) * 1099511628211u;
}

static int on_entry(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[
		agg->dtada_desc->dtagd_nrecs - 1];
	uint64_t one = 0;

	/* Keys that this machine chooses are left out, and so is the order. */
	add(&one, agg->dtada_data + rec->dtrd_offset, rec->dtrd_size);
	add(&one, &agg->dtada_normal, sizeof(agg->dtada_normal));
	*(uint64_t *)arg += one;
	return DTRACE_AGGWALK_NEXT;
}

static int step_walk(struct life *l)
{
	static dtrace_aggregate_walk_f *const walks[] = {
		dtrace_aggregate_walk, dtrace_aggregate_walk_sorted,
		dtrace_aggregate_walk_keysorted,
		dtrace_aggregate_walk_valsorted,
		dtrace_aggregate_walk_keyvarsorted,
		dtrace_aggregate_walk_valvarsorted,
		dtrace_aggregate_walk_keyrevsorted,
		dtrace_aggregate_walk_valrevsorted,
		dtrace_aggregate_walk_keyvarrevsorted,
		dtrace_aggregate_walk_valvarrevsorted,
	};

	for (size_t i = 0; i < COUNT(walks); i++) {
		l->sum = 0;
		if (walks[i](l->dtp, on_entry, &l->sum) != 0)
			return nomem(l);
	}
	return 0;
}

static int on_bundle(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	struct life *l = arg;

	assert_int_equal(n, 3);
	assert_non_null(aggs[2]);
	l->joined++;
	return 0;
}

static int step_join(struct life *l)
{
	dtrace_aggvarid_t vars[] = { 1, 2 };

	l->joined = 0;
	return dtrace_aggregate_walk_joined(l->dtp, vars, 2, on_bundle, l)
		== 0 ? 0 : nomem(l);
}

static int step_print(struct life *l)
{
	return dtrace_aggregate_print(l->dtp, l->out, NULL) == 0 ? 0 :
		nomem(l);
}

static int step_print_buffered(struct life *l)
{
	return dtrace_aggregate_print(l->dtp, NULL,
		dtrace_aggregate_walk_keysorted) == 0 ? 0 : nomem(l);
}

static int step_clear(struct life *l)
{
	dtrace_aggregate_clear(l->dtp);
	return 0;
}

static int step_addr(struct life *l)
{
	char text[64];

	return dtrace_addr2str(l->dtp, 0xffffffff81000100, text,
			       sizeof(text)) > 0 ? 0 : nomem(l);
}

struct step {
	const char *name;
	step_f *fn;
};

#define STEP(name) { #name, step_##name }

static const struct step compiling[] = {
	STEP(open), STEP(options), STEP(handlers), STEP(refused),
	STEP(compile), STEP(fcompile), STEP(refused), STEP(iterate),
	STEP(exec),
};

static const struct step running[] = {
	STEP(go), STEP(snap), STEP(walk), STEP(join), STEP(consume),
	STEP(print), STEP(clear), STEP(stop), STEP(snap), STEP(buffered),
	STEP(consume_buffered), STEP(walk), STEP(print_buffered),
};

/* Steps on the kernel, whose code the engines do not share. */
static const struct step loading[] = {
	STEP(go), STEP(snap), STEP(consume), STEP(stop), STEP(snap),
};

static const struct step looking_up[] = { STEP(addr) };

/* A step that has failed must do the same once there is memory. */
static bool take(const struct step *s, size_t n, struct life *l, bool arm)
{
	bool clean = true;

	for (size_t i = 0; i < n; i++) {
		int rc;

		now_in = s[i].name;
		armed = arm;
		rc = s[i].fn(l);
		armed = false;
		if (rc == 0)
			continue;
		if (!failed)
			fail_msg("%s fails by itself", where());
		clean = false;
		if (s[i].fn(l) != 0)
			fail_msg("%s fails again: %s", where(),
				 dtrace_errmsg(l->dtp, dtrace_errno(l->dtp)));
	}
	return clean;
}

struct result {
	struct life life;
	char *text;
	size_t size;
	long lost;			/* blocks */
	bool clean;			/* all calls succeeded at once */
};

/* Allocations fail in one of steps, which follow before. */
struct plan {
	const struct step *before, *steps;
	size_t nbefore, nsteps;
	bool slow;		/* not every n, unless DT_TEST_FULL is set */
};

static void live_once(struct result *r, const struct plan *p,
		      const char *engine, long nth)
{
	long start;

	*r = (struct result){ .life.engine = engine };
	r->life.out = open_memstream(&r->text, &r->size);
	setvbuf(r->life.out, NULL, _IOFBF, 65536);
	start = live;
	armed = failed = false;
	countdown = nth;
	take(p->before, p->nbefore, &r->life, false);
	r->clean = take(p->steps, p->nsteps, &r->life, true);
	dtrace_close(r->life.dtp);
	r->lost = live - start;
	fclose(r->life.out);
}

static void compare(const struct result *r, const struct result *want)
{
	const struct life *l = &r->life, *w = &want->life;

	assert_int_equal(l->statements, w->statements);
	assert_int_equal(l->firings, w->firings);
	assert_true(l->sum == w->sum);
	assert_int_equal(l->joined, w->joined);
	if (!r->clean)
		return;
	assert_int_equal(l->data, w->data);
	assert_int_equal(l->pieces, w->pieces);
	assert_int_equal(r->size, want->size);
	assert_memory_equal(r->text, want->text, r->size);
}

static void torture(const struct plan *p, const char *engine)
{
	struct result want, r;
	bool all = !p->slow || getenv("DT_TEST_FULL");
	long n = 0, count = 0;

	for (int i = 0; i < 2; i++) {	/* memory that is allocated once */
		if (i > 0)
			free(want.text);
		live_once(&want, p, engine, 0);
	}
	assert_int_equal(want.lost, 0);
	do {
		n += all ? 1 : 1 + n / 8;
		live_once(&r, p, engine, n);
		count++;
		if (getenv("DT_TEST_VERBOSE"))
			print_message("%ld: %s%s\n", n, where(),
				      r.clean ? ", without effect" : "");
		if (r.lost != 0)
			fail_msg("%s: %ld blocks lost", where(), r.lost);
		compare(&r, &want);
		free(r.text);
	} while (failed);
	free(want.text);
	print_message("%ld allocations failed, one at a time\n", count - 1);
}

static int told(void **state)
{
	(void)state;
	if (failed)
		print_message("after %s\n", where());
	return 0;
}

static void compiles(void **state)
{
	static const struct plan plan = { NULL, compiling, 0,
		COUNT(compiling), false };

	torture(&plan, *state);
}

static void runs(void **state)
{
	static const struct plan plan = { compiling, running, COUNT(compiling),
		COUNT(running), false };

	torture(&plan, *state);
}

static void loads(void **state)
{
	static const struct plan plan = { compiling, loading, COUNT(compiling),
		COUNT(loading), true };
	char why[512];

	if (dt_engine_kernel.probe(why, sizeof(why)) != 0)
		skip();
	torture(&plan, *state);
}

static void looks_up(void **state)
{
	static const struct plan plan = { compiling, looking_up, 1,
		COUNT(looking_up), false };

	torture(&plan, *state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "compiles", compiles, NULL, told, (void *)"vm" },
		{ "runs", runs, NULL, told, (void *)"vm" },
		{ "loads", loads, NULL, told, (void *)"kernel" },
		{ "looks_up", looks_up, NULL, told, (void *)"vm" },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
