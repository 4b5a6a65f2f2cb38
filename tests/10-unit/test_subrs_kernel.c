/* SPDX-License-Identifier: MIT */
/*
 * test_subrs_kernel.c - the string subroutines of a D program in the kernel:
 * this process makes a system call for each random input, which it passes in
 * the arguments, and each subroutine's result is recorded.  Skipped where the
 * kernel may not be used.
 */
#include "subrs.h"

#include <dtrace.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#define	BATCH		100	/* inputs whose results one buffer holds */
#define	BASE(w)		((w) < 0 ? 2 + -((w) + 1) % 35 : 2 + (w) % 35)

/* --- what D makes of the functions of subrs.h */

/* Positions are cast to int. */
static void
ref_int(const struct input *in, struct output *o,
    void (*ref)(const struct input *, struct output *))
{
	struct input *cast = malloc(sizeof(*cast));

	*cast = *in;
	cast->v = (int32_t)in->v;
	cast->w = (int32_t)in->w;
	ref(cast, o);
	free(cast);
}

static void
ref_index_int(const struct input *in, struct output *o)
{
	ref_int(in, o, ref_index);
}

static void
ref_rindex_int(const struct input *in, struct output *o)
{
	ref_int(in, o, ref_rindex);
}

static void
ref_substr_int(const struct input *in, struct output *o)
{
	ref_int(in, o, ref_substr);
}

static void
ref_index0(const struct input *in, struct output *o)
{
	o->n = place(in->a, strstr(in->a, in->b));
}

static void
ref_rindex0(const struct input *in, struct output *o)
{
	struct input *from = malloc(sizeof(*from));

	*from = *in;
	from->v = INT32_MAX;
	ref_rindex(from, o);
	free(from);
}

static void
ref_substr0(const struct input *in, struct output *o)
{
	struct input *to = malloc(sizeof(*to));

	*to = *in;
	to->v = (int32_t)in->v;
	to->w = INT64_MAX;
	ref_substr(to, o);
	free(to);
}

/* The string from there on; a position is no result of these. */
static void
tail(const struct input *in, struct output *o)
{
	if (o->n >= 0)
		set(o, in->a + o->n, strlen(in->a + o->n));
	o->n = 0;
}

static void
ref_strchr(const struct input *in, struct output *o)
{
	ref_first(in, o);
	tail(in, o);
}

static void
ref_strrchr(const struct input *in, struct output *o)
{
	ref_last(in, o);
	tail(in, o);
}

static void
ref_strstr(const struct input *in, struct output *o)
{
	ref_index0(in, o);
	tail(in, o);
}

static void
token(const struct input *in, struct output *o, int which)
{
	char *copy = strdup(in->a), *rest = NULL, *t;

	t = strtok_r(copy, in->b, &rest);
	while (t != NULL && which-- > 0)
		t = strtok_r(NULL, in->b, &rest);
	if (t != NULL)
		set(o, t, strlen(t));
	free(copy);
}

/* strtok does not continue with the string of an earlier firing. */
static void
ref_nothing(const struct input *in, struct output *o)
{
	(void)in;
	o->len = 0;
}

static void
ref_token1(const struct input *in, struct output *o)
{
	token(in, o, 0);
}

static void
ref_token2(const struct input *in, struct output *o)
{
	token(in, o, 1);
}

static void
ref_decimal(const struct input *in, struct output *o)
{
	o->len = snprintf(o->s, sizeof(o->s), "%ld", (long)in->v);
}

/* Every base is one; test_subrs.c has those that are none. */
static void
ref_lltostr(const struct input *in, struct output *o)
{
	struct input *based = malloc(sizeof(*based));

	*based = *in;
	based->w = BASE(in->w);
	ref_number(based, o);
	free(based);
}

static const struct {
	const char *d;		/* of strings this->a, this->b */
	void (*ref)(const struct input *, struct output *);
	bool is_string;
} subrs[] = {
	{ "strlen(this->a)", ref_len, false },
	{ "index(this->a, this->b)", ref_index0, false },
	{ "index(this->a, this->b, arg2)", ref_index_int, false },
	{ "rindex(this->a, this->b)", ref_rindex0, false },
	{ "rindex(this->a, this->b, arg2)", ref_rindex_int, false },
	{ "strjoin(this->a, this->b)", ref_append, true },
	{ "substr(this->a, arg2)", ref_substr0, true },
	{ "substr(this->a, arg2, arg3)", ref_substr_int, true },
	{ "strchr(this->a, (char)arg2)", ref_strchr, true },
	{ "strrchr(this->a, (char)arg2)", ref_strrchr, true },
	{ "strstr(this->a, this->b)", ref_strstr, true },
	{ "strtok(NULL, this->b)", ref_nothing, true },
	{ "strtok(this->a, this->b)", ref_token1, true },
	{ "strtok(0, this->b)", ref_token2, true },
	{ "basename(this->a)", ref_basename, true },
	{ "dirname(this->a)", ref_dirname, true },
	{ "cleanpath(this->a)", ref_cleanpath, true },
	{ "lltostr(arg2)", ref_decimal, true },
	{ "lltostr(arg2, arg4)", ref_lltostr, true },
	{ "toupper(this->a)", ref_upper, true },
	{ "tolower(this->a)", ref_lower, true },
};
#define	NSUBRS		(sizeof(subrs) / sizeof(subrs[0]))

/* --- firing and reading */

/* Inputs of a batch are made again from the state of the random numbers. */
struct batch {
	dtrace_hdl_t *dtp;
	struct input in;
	struct output want;
	uint64_t seed[BATCH];
	size_t n;		/* inputs fired */
	size_t at, subr;	/* the next result is this one's */
};

static void
differs(const struct batch *b, const char *got, size_t len, int64_t n)
{
	const struct input *in = &b->in;

	fail_msg("%s, strsize %d: a \"%s\" b \"%s\" v %ld w %ld: %ld \"%.*s\" "
	    "(%zu), not %ld \"%.*s\" (%zu)", subrs[b->subr].d,
	    (int)in->strsize, in->a, in->b, (long)in->v, (long)in->w, (long)n,
	    (int)len, got, len, (long)b->want.n, (int)b->want.len, b->want.s,
	    b->want.len);
}

static void
expect(struct batch *b)
{
	if (b->subr == 0) {
		seed = b->seed[b->at];
		random_input(&b->in);
	}
	b->want.n = 0;
	b->want.len = 0;
	subrs[b->subr].ref(&b->in, &b->want);
	if (b->want.len >= b->in.strsize)
		b->want.len = b->in.strsize - 1;
}

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct batch *b = arg;
	const char *got = data->dtpda_data;
	int64_t n = 0;
	size_t len = 0;

	if (rec == NULL)
		return DTRACE_CONSUME_NEXT;
	assert_true(b->at < b->n);
	expect(b);
	if (subrs[b->subr].is_string)
		len = strnlen(got, rec->dtrd_size);
	else
		n = rec->dtrd_size == 4 ? *(const int *)got :
		    *(const int64_t *)got;
	if (n != b->want.n || len != b->want.len ||
	    memcmp(got, b->want.s, len) != 0)
		differs(b, got, len, n);
	if (++b->subr == NSUBRS) {
		b->subr = 0;
		b->at++;
	}
	return DTRACE_CONSUME_NEXT;
}

static int
on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void)arg;
	fail_msg("%s", drop->dtdda_msg);
	return DTRACE_HANDLE_ABORT;
}

static void
ok(struct batch *b, int rc, const char *what)
{
	if (rc != 0)
		fail_msg("%s: %s", what,
		    dtrace_errmsg(b->dtp, dtrace_errno(b->dtp)));
}

static void
fire(struct batch *b)
{
	struct input *in = &b->in;

	b->seed[b->n++] = seed;
	random_input(in);
	syscall(SYS_getpid, in->a, in->b, in->v, in->w, BASE(in->w));
}

static void
run_batch(struct batch *b, size_t n)
{
	uint64_t next;

	b->n = b->at = b->subr = 0;
	while (b->n < n)
		fire(b);
	next = seed;
	ok(b, dtrace_status(b->dtp) == -1, "status");
	ok(b, dtrace_consume(b->dtp, stdout, NULL, on_rec, b), "consume");
	assert_int_equal(b->at, n);
	seed = next;
}

/* --- the program */

static char *
program(void)
{
	size_t size;
	char *text;
	FILE *fp = open_memstream(&text, &size);

	fprintf(fp, "syscall::getpid:entry /pid == $pid/ "
	    "{ this->a = copyinstr(arg0); this->b = copyinstr(arg1); }\n");
	for (size_t i = 0; i < NSUBRS; i++)
		fprintf(fp, "syscall::getpid:entry /pid == $pid/ "
		    "{ trace(%s); }\n", subrs[i].d);
	fclose(fp);
	return text;
}

static void
start(struct batch *b)
{
	const char *opts[][2] = {
		{ "engine", "kernel" }, { "bufsize", "16m" },
		{ "switchrate", "0" }, { "statusrate", "0" },
	};
	char *text = program(), size[16];
	dtrace_prog_t *prog;
	int err = 0;

	b->dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	assert_non_null(b->dtp);
	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		ok(b, dtrace_setopt(b->dtp, opts[i][0], opts[i][1]), "setopt");
	snprintf(size, sizeof(size), "%u", b->in.strsize);
	ok(b, dtrace_setopt(b->dtp, "strsize", size), "strsize");
	ok(b, dtrace_handle_drop(b->dtp, on_drop, NULL), "handle_drop");
	prog = dtrace_program_strcompile(b->dtp, text, DTRACE_PROBESPEC_NAME,
	    0, 0, NULL);
	ok(b, prog == NULL, "compile");
	ok(b, dtrace_program_exec(b->dtp, prog, NULL), "exec");
	free(text);
}

/* False: the kernel may not be used here. */
static bool
go(struct batch *b)
{
	if (dtrace_go(b->dtp) == 0)
		return true;
	if (geteuid() == 0)
		ok(b, -1, "go");
	print_message("%s\n", dtrace_errmsg(b->dtp, dtrace_errno(b->dtp)));
	return false;
}

/* Bind to one CPU, so that results arrive in order. */
static void
stay(void)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
}

static bool
run_size(struct batch *b, long n)
{
	bool can;

	start(b);
	can = go(b);
	for (; can && n > 0; n -= BATCH)
		run_batch(b, n < BATCH ? n : BATCH);
	dtrace_close(b->dtp);
	return can;
}

static void
agrees(void **state)
{
	long n = number_from("DT_TEST_RANDOM", NRANDOM);
	struct batch *b = calloc(1, sizeof(*b));
	bool can = true;

	(void)state;
	stay();
	seed = number_from("DT_TEST_SEED", 20260121);
	for (size_t z = 0; can && z < NSIZES; z++) {
		b->in.strsize = strsizes[z];
		can = run_size(b, 1 + n / (long)NSIZES);
	}
	free(b);
	if (!can)
		skip();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
