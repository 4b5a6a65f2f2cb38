/* SPDX-License-Identifier: MIT */
/*
 * test_kmem.c - members, elements and bit-fields read by the embedded engine,
 * compared with those that this compiler reads.  The memory is that of this
 * process, with types written as BTF. The same programs run saved, after they
 * were compiled with the types of another kernel.
 */
#include <bpf/btf.h>
#include <ctf-api.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <dtrace.h>
#include "api/bench.h"
#include "api/hdl.h"
#include "probeid.h"

struct inner {
	int a;
	short b[2];
};

enum level { LOW, MIDDLE, HIGH = 6 };
enum sign { MINUS = -1, PLUS = 1 };

struct thing {
	int num;
	unsigned int lo : 3, mid : 11, hi : 15;
	enum level level : 3;
	int neg : 5, neg2 : 25;
	enum sign sign : 2;
	unsigned long wide : 60;
	union {
		long whole;
		struct {
			int left, right;
		};
	};
	char name[8];
	char full[4];
	struct inner in[3];
	struct thing *next;
	unsigned char colour;
	signed char sc;
	unsigned short us;
	uint64_t far;
	struct hidden *hidden;
	void *any;
	int (*fn)(void);
	const char *text;
	char tail[];
};

/* Type ids, in order of creation. */
enum { T_INT = 1, T_UINT, T_CHAR, T_LONG, T_ULONG, T_SHORT, T_UCHAR, T_SCHAR,
	T_USHORT, T_FARTYPE, T_COLOUR, T_FAR, T_TWO, T_INNER, T_LR, T_UNION,
	T_THING, T_NAME, T_FULL, T_IN, T_NEXT, T_FWD, T_HIDDEN, T_ANY,
	T_PROTO, T_FN, T_CCHAR, T_TEXT, T_TAIL, T_LEVEL, T_LEVEL_T, T_SIGN };

struct field {
	const char *name;
	int type;
	size_t bit;
	int bits;
};

#define	N(v)		(sizeof(v) / sizeof((v)[0]))
#define	AT(s, m)	(8 * offsetof(s, m))
#define	IS(id, e)	assert_int_equal(e, id)
#define	OK(e)		assert_int_equal(e, 0)

static const struct field inner_fields[] = {
	{ "a", T_INT, AT(struct inner, a), 0 },
	{ "b", T_TWO, AT(struct inner, b), 0 },
}, lr_fields[] = {
	{ "left", T_INT, 0, 0 },
	{ "right", T_INT, 32, 0 },
}, union_fields[] = {
	{ "whole", T_LONG, 0, 0 },
	{ "", T_LR, 0, 0 },
}, thing_fields[] = {
	{ "num", T_INT, AT(struct thing, num), 0 },
	{ "lo", T_UINT, 32, 3 },
	{ "mid", T_UINT, 35, 11 },
	{ "hi", T_UINT, 46, 15 },
	{ "level", T_LEVEL_T, 61, 3 },
	{ "neg", T_INT, 64, 5 },
	{ "neg2", T_INT, 69, 25 },
	{ "sign", T_SIGN, 94, 2 },
	{ "wide", T_ULONG, 128, 60 },
	{ "", T_UNION, AT(struct thing, whole), 0 },
	{ "name", T_NAME, AT(struct thing, name), 0 },
	{ "full", T_FULL, AT(struct thing, full), 0 },
	{ "in", T_IN, AT(struct thing, in), 0 },
	{ "next", T_NEXT, AT(struct thing, next), 0 },
	{ "colour", T_COLOUR, AT(struct thing, colour), 0 },
	{ "sc", T_SCHAR, AT(struct thing, sc), 0 },
	{ "us", T_USHORT, AT(struct thing, us), 0 },
	{ "far", T_FARTYPE, AT(struct thing, far), 0 },
	{ "hidden", T_HIDDEN, AT(struct thing, hidden), 0 },
	{ "any", T_ANY, AT(struct thing, any), 0 },
	{ "fn", T_FN, AT(struct thing, fn), 0 },
	{ "text", T_TEXT, AT(struct thing, text), 0 },
	{ "tail", T_TAIL, AT(struct thing, tail), 0 },
};

/* Layouts of the struct: as here, moved, and with members missing. */
enum layout { HERE, MOVED, LACKING, NLAYOUTS };

/* Each member has 1024 bits of its own, in reverse order. */
static struct field
moved(const struct field *f, size_t i, size_t n)
{
	struct field to = *f;

	to.bit = 1024 * (n - i);
	if (f->bits != 0)
		to.bit += 3;
	if (f->bits > 1 && f->bits < 30)
		to.bits--;
	return to;
}

/* Without num; in and us have other types. */
static struct field
lacking(const struct field *f)
{
	struct field to = *f;

	if (strcmp(f->name, "num") == 0)
		to.name = "number";
	if (strcmp(f->name, "in") == 0)
		to.type = T_NAME;
	if (strcmp(f->name, "us") == 0)
		to.type = T_INT;
	if (strcmp(f->name, "next") == 0)
		to.type = T_HIDDEN;
	if (strcmp(f->name, "lo") == 0)
		to.bits = 0;
	return to;
}

static void
add_fields(struct btf *b, enum layout how, const struct field *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct field to = how == MOVED ? moved(&f[i], i, n) :
		    how == LACKING ? lacking(&f[i]) : f[i];

		OK(btf__add_field(b, to.name, to.type, to.bit, to.bits));
	}
}

static uint32_t
size(enum layout how, uint32_t is, size_t nfields)
{
	return how == MOVED ? 128 * (nfields + 1) : is;
}

static void
add_member_types(struct btf *b, int move)
{
	IS(T_NAME, btf__add_array(b, T_INT, T_CHAR, 8 - 4 * move));
	IS(T_FULL, btf__add_array(b, T_INT, T_CHAR, 4 + 5 * move));
	IS(T_IN, btf__add_array(b, T_INT, T_INNER, 3 + move));
	IS(T_NEXT, btf__add_ptr(b, T_THING));
	IS(T_FWD, btf__add_fwd(b, "hidden", BTF_FWD_STRUCT));
	IS(T_HIDDEN, btf__add_ptr(b, T_FWD));
	IS(T_ANY, btf__add_ptr(b, 0));
	IS(T_PROTO, btf__add_func_proto(b, T_INT));
	IS(T_FN, btf__add_ptr(b, T_PROTO));
	IS(T_CCHAR, btf__add_const(b, T_CHAR));
	IS(T_TEXT, btf__add_ptr(b, T_CCHAR));
	IS(T_TAIL, btf__add_array(b, T_INT, T_CHAR, 0));
	IS(T_LEVEL, btf__add_enum(b, "level", 4));
	OK(btf__add_enum_value(b, "LOW", LOW));
	OK(btf__add_enum_value(b, "HIGH", HIGH - move));
	IS(T_LEVEL_T, btf__add_typedef(b, "level_t", T_LEVEL));
	IS(T_SIGN, btf__add_enum(b, "sign", 4));
	OK(btf__add_enum_value(b, "MINUS", MINUS));
	OK(btf__add_enum_value(b, "PLUS", PLUS));
}

static void
add_types(struct btf *b, enum layout how)
{
	int move = how == MOVED;

	IS(T_INT, btf__add_int(b, "int", 4, BTF_INT_SIGNED));
	IS(T_UINT, btf__add_int(b, "unsigned int", 4, 0));
	IS(T_CHAR, btf__add_int(b, "char", 1, BTF_INT_SIGNED));
	IS(T_LONG, btf__add_int(b, "long int", 8, BTF_INT_SIGNED));
	IS(T_ULONG, btf__add_int(b, "long unsigned int", 8, 0));
	IS(T_SHORT, btf__add_int(b, "short int", 2, BTF_INT_SIGNED));
	IS(T_UCHAR, btf__add_int(b, "unsigned char", 1, 0));
	IS(T_SCHAR, btf__add_int(b, "signed char", 1, BTF_INT_SIGNED));
	IS(T_USHORT, btf__add_int(b, "short unsigned int", 2, 0));
	IS(T_FARTYPE, btf__add_typedef(b, "far_t", T_ULONG));
	IS(T_COLOUR, btf__add_enum(b, "colour", 1));
	OK(btf__add_enum_value(b, "RED", 1 + move));
	if (how != LACKING)
		OK(btf__add_enum_value(b, "BLUE", 200 - move));
	IS(T_FAR, btf__add_enum64(b, "far_away", 8, false));
	OK(btf__add_enum64_value(b, "FAR", 1ull << 40));
	IS(T_TWO, btf__add_array(b, T_INT, T_SHORT, 2));
	IS(T_INNER, btf__add_struct(b, "inner", size(how,
	    sizeof(struct inner), N(inner_fields))));
	add_fields(b, how, inner_fields, N(inner_fields));
	IS(T_LR, btf__add_struct(b, NULL, size(how, 8,
	    N(lr_fields))));
	add_fields(b, how, lr_fields, N(lr_fields));
	IS(T_UNION, btf__add_union(b, NULL, size(how, 8,
	    N(union_fields))));
	add_fields(b, HERE, union_fields, N(union_fields));
	IS(T_THING, btf__add_struct(b, "thing", size(how,
	    sizeof(struct thing), N(thing_fields))));
	add_fields(b, how, thing_fields, N(thing_fields));
	add_member_types(b, move);
}

/* Files in place of /sys/kernel/btf/vmlinux. */
static char paths[NLAYOUTS][32];

static int
write_types(void **state)
{
	(void) state;
	for (int how = HERE; how < NLAYOUTS; how++) {
		struct btf *b = btf__new_empty();
		const void *data;
		uint32_t n;
		int fd;

		strcpy(paths[how], "test_kmem.XXXXXX");
		fd = mkstemp(paths[how]);
		if (b == NULL || fd < 0)
			return -1;
		add_types(b, (enum layout)how);
		data = btf__raw_data(b, &n);
		if (write(fd, data, n) != (ssize_t)n || close(fd) != 0)
			return -1;
		btf__free(b);
	}
	return 0;
}

static int
remove_types(void **state)
{
	(void) state;
	for (int how = HERE; how < NLAYOUTS; how++)
		unlink(paths[how]);
	return 0;
}

/*
 * --- a program and its output -----------------------------------------------
 */

struct said {
	int64_t v[64];
	char text[64][32];
	int n;
	char error[256];
	int nerrors;
};

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct said *s = arg;

	if (rec == NULL || rec->dtrd_size == 0)
		return DTRACE_CONSUME_NEXT;
	assert_true(s->n < (int)N(s->v));
	if (rec->dtrd_size == 8)
		memcpy(&s->v[s->n], data->dtpda_data, 8);
	else
		snprintf(s->text[s->n], sizeof(s->text[0]), "%s",
		    data->dtpda_data);
	s->n++;
	return DTRACE_CONSUME_NEXT;
}

static int
on_err(const dtrace_errdata_t *err, void *arg)
{
	struct said *s = arg;

	snprintf(s->error, sizeof(s->error), "%d %llx", err->dteda_fault,
	    (unsigned long long)err->dteda_addr);
	s->nerrors++;
	return DTRACE_HANDLE_OK;
}

static int
set_types(const struct dt_probe *p, void *types)
{
	((struct dt_probe *)(uintptr_t)p)->argtypes = types;
	return 0;
}

/* Give args[] of a call, also the 32-bit one, a type as a provider would. */
static void
give_types(dtrace_hdl_t *dtp, const char *func, const char *const *types)
{
	const char *const part[4] = { "syscall", "", func, "entry" };

	OK(dt_probes_match(dtp->probes, part, set_types, (void *)types));
}

static dtrace_hdl_t *
opened(const char *path)
{
	static const char *const lseek[] = { "struct thing *", "int",
		"string", NULL };
	static const char *const read[] = { "struct thing *", "long", NULL };
	static const char *const pipe[] = { "struct nowhere *", NULL };
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);

	assert_non_null(dtp);
	dt_types_kernel(dtp->types, path);
	dt_bench_enable(dtp);
	OK(dtrace_setopt(dtp, "bufsize", "64k"));
	OK(dtrace_setopt(dtp, "aggsize", "64k"));
	OK(dtrace_setopt(dtp, "strsize", "32"));
	OK(dtrace_setopt(dtp, "errtags", NULL));
	give_types(dtp, "lseek", lseek);
	give_types(dtp, "read", read);
	give_types(dtp, "pipe", pipe);
	return dtp;
}

static dtrace_prog_t *
compiled(dtrace_hdl_t *dtp, const char *text)
{
	dtrace_prog_t *pgp = dtrace_program_strcompile(dtp, text,
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);

	if (pgp == NULL)
		fail_msg("%s\n  is refused: %s", text,
		    dtrace_errmsg(dtp, dtrace_errno(dtp)));
	return pgp;
}

/* Compile with the types of `from`, save, and load by dtp; or NULL. */
static dtrace_prog_t *
loaded(dtrace_hdl_t *dtp, const char *text, enum layout from)
{
	dtrace_hdl_t *other = opened(paths[from]);
	void *dof = dtrace_dof_create(other, compiled(other, text), 0);
	dtrace_prog_t *pgp;

	assert_non_null(dof);
	pgp = dtrace_program_load(dtp, dof, dtrace_dof_size(dof), 0);
	dtrace_dof_destroy(other, dof);
	dtrace_close(other);
	return pgp;
}

/* The linker's names for the start and end of this program. */
extern const char __executable_start[], _end[];

/* Fire lseek once with the struct as arg0; compile with the types of *state. */
static void
run(void **state, const char *text, const struct thing *t, struct said *said)
{
	const enum layout *from = *state;
	dtrace_hdl_t *dtp = opened(paths[HERE]);
	struct dt_firing f = { .pid = 1, .tid = 1, .execname = "test",
	    .args = { (uintptr_t)t, 0x1234567fffffffeull,
	    (uintptr_t)"an argument" },
	    .kernel = { __executable_start, (size_t)(_end -
	    __executable_start) } };
	dtrace_prog_t *pgp;

	memset(said, 0, sizeof(*said));
	OK(dtrace_handle_err(dtp, on_err, said));
	pgp = *from == HERE ? compiled(dtp, text) : loaded(dtp, text, *from);
	if (pgp == NULL)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	OK(dtrace_program_exec(dtp, pgp, NULL));
	if (dtrace_go(dtp) != 0)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	f.probe = probe_id(dtp, "syscall", "lseek", "entry");
	OK(dt_bench_fire(dtp, &f));
	OK(dtrace_consume(dtp, stdout, NULL, on_rec, said));
	dtrace_close(dtp);
}

static struct thing *
make_thing(void)
{
	static struct thing second = { .num = 77,
	    .in = { [1] = { .b = { [1] = -9 } } } };
	static struct thing first = { .num = -5, .lo = 5, .mid = 1027,
	    .hi = 0x6aaa,
	    .level = HIGH, .neg = -7, .neg2 = 0x345678, .sign = MINUS,
	    .wide = 0xfedcba987654321,
	    .left = 11, .right = -12, .name = "tango",
	    .full = { '1', '2', '3', '4' },
	    .in = { { 1, { 2, 3 } }, { 4, { -5, 6 } }, { 7, { 8, 9 } } },
	    .next = &second, .colour = 200, .sc = -3, .us = 65535,
	    .far = 1ull << 63, .text = "text of it", .tail = "a tail" };

	return &first;
}

#define	P	"((struct thing *)arg0)"
/* The value that the library must read, and the compiler's. */
#define	ROW(e)		{ "args[0]->" #e, (int64_t)(t->e) }
#define	SAME(e, v)	{ e, (int64_t)(v) }

struct value {
	const char *expr;
	int64_t want;
};

static void
check_values(void **state, struct thing *t, const struct value *v, size_t nv)
{
	struct said said;
	char text[16384];
	size_t i, n = 0;

	for (i = 0; i < nv; i++)
		n += snprintf(text + n, sizeof(text) - n, "syscall::lseek:"
		    "entry { trace((int64_t)(%s)); }\n", v[i].expr);
	run(state, text, t, &said);
	assert_int_equal(said.nerrors, 0);
	assert_int_equal(said.n, nv);
	for (i = 0; i < nv; i++)
		if (said.v[i] != v[i].want)
			fail_msg("%s is %lld, and %lld was read", v[i].expr,
			    (long long)v[i].want, (long long)said.v[i]);
}

static void
values(void **state)
{
	struct thing *t = make_thing();
	const struct value rows[] = {
		ROW(num), ROW(lo), ROW(mid), ROW(hi), ROW(neg), ROW(neg2),
		ROW(level), ROW(sign),
		ROW(wide), ROW(whole), ROW(left), ROW(right), ROW(in[0].a),
		ROW(in[1].b[0]), ROW(in[2].b[1]), ROW(next->num),
		ROW(next->in[1].b[1]), ROW(colour), ROW(sc), ROW(us),
		ROW(far), ROW(name[1]), ROW(full[3]), ROW(next->next),
		ROW(colour == 200), ROW(far > 5), ROW(sc < 0),
		SAME(P "->num", t->num),
		SAME("(*" P ").mid", t->mid),
		SAME("*(int *)" P, t->num),
		SAME("*&" P "->in[1].a", 4),
		SAME("(&" P "->in[0])[2].b[1]", 9),
		SAME("(&" P "->in[0] + 1)->a", 4),
		SAME("(&" P "->in[2] - 1)->a", 4),
		SAME("&" P "->in[2] - &" P "->in[0]", 2),
		SAME("(1 + &" P "->in[0])->a", 4),
	};

	check_values(state, t, rows, N(rows));
}

static void
operators(void **state)
{
	struct thing *t = make_thing();
	const struct value rows[] = {
		SAME("(uint64_t)&args[0]->next[1] - (uint64_t)args[0]->next",
		    sizeof(*t)),
		SAME(P "->in[arg1 & 1].a", 1),
		SAME("(uint64_t)&" P "->next - arg0",
		    offsetof(struct thing, next)),
		SAME("offsetof(struct thing, right)",
		    offsetof(struct thing, right)),
		SAME("sizeof(struct thing)", sizeof(*t)),
		SAME("sizeof(" P "->in)", sizeof(t->in)),
		SAME("sizeof " P "->name", 8),
		SAME("sizeof(" P "->in[0].b[0])", 2),
		SAME(P "->colour == BLUE", 1),
		SAME("RED + (FAR >> 40)", 2),
		SAME(P "->next != NULL", 1),
		SAME(P "->next->next == 0", 1),
		SAME("!" P "->next", 0),
		SAME(P "->next && " P "->num", 1),
		SAME(P "->next->next || 0", 0),
		SAME(P "->next ? 3 : 4", 3),
		SAME("(1 ? " P "->next : NULL)->num", 77),
		SAME("(far_t)-1 > 0", 1),
		SAME("args[1]", -2),
		SAME("args[0] == (struct thing *)arg0", 1),
		SAME("args[0] == arg0", 1),
		SAME("args[0] < args[0]->any", 0),
	};

	check_values(state, t, rows, N(rows));
}

static void
strings(void **state)
{
	static const struct { const char *expr, *want; } rows[] = {
		{ "args[0]->name", "tango" },
		{ "args[0]->full", "1234" },
		{ "args[0]->tail", "a tail" },
		{ "stringof(args[0]->text)", "text of it" },
		{ "(string)args[0]->text", "text of it" },
		{ "stringof(&args[0]->name[2])", "ngo" },
		{ "strjoin(args[0]->name, args[0]->full)", "tango1234" },
		{ "args[0]->name == \"tango\" ? \"yes\" : \"no\"", "yes" },
		{ "args[2]", "an argument" },
	};
	struct said said;
	char text[4096];
	size_t i, n = 0;

	for (i = 0; i < N(rows); i++)
		n += snprintf(text + n, sizeof(text) - n, "syscall::lseek:"
		    "entry { trace(%s); }\n", rows[i].expr);
	run(state, text, make_thing(), &said);
	assert_int_equal(said.nerrors, 0);
	assert_int_equal(said.n, N(rows));
	for (i = 0; i < N(rows); i++)
		assert_string_equal(said.text[i], rows[i].want);
}

/* Variables of all kinds, and keys, hold pointers. */
static void
variables(void **state)
{
	static const char text[] =
	    "struct thing *g; self struct thing *s; this struct inner *e;\n"
	    "syscall::lseek:entry { g = args[0]; self->s = g->next;\n"
	    "  this->e = &g->in[0]; this->e++; ++this->e; this->e -= 1;\n"
	    "  a[args[0]] = g; m[1] = args[0]->next; self->n = NULL;\n"
	    "  trace((int64_t)g->num); trace((int64_t)self->s->num);\n"
	    "  trace((int64_t)this->e->a);\n"
	    "  trace((int64_t)a[args[0]]->num); trace((int64_t)m[1]->num);\n"
	    "  this->old = this->e++; trace((int64_t)this->old->a);\n"
	    "  trace((int64_t)this->e->a); @[args[0]] = count();\n"
	    "  g = 0; trace((int64_t)(g == NULL)); }";
	static const int64_t want[] = { -5, 77, 4, -5, 77, 4, 7, 1 };
	struct said said;

	run(state, text, make_thing(), &said);
	assert_int_equal(said.nerrors, 0);
	assert_int_equal(said.n, N(want));
	for (size_t i = 0; i < N(want); i++)
		assert_int_equal(said.v[i], want[i]);
}

/* An unreadable address ends the clause, and is reported. */
static void
faults(void **state)
{
	char want[64];
	struct said said;

	run(state, "syscall::lseek:entry { trace(timestamp); trace((int64_t)"
	    "args[0]->next->next->us); trace(timestamp); }\n"
	    "syscall::lseek:entry { trace((int64_t)args[0]->num); }",
	    make_thing(), &said);
	assert_int_equal(said.nerrors, 1);
	snprintf(want, sizeof(want), "%d %zx", DTRACEFLT_BADADDR,
	    offsetof(struct thing, us));
	assert_string_equal(said.error, want);
	assert_int_equal(said.n, 1);
	assert_int_equal(said.v[0], -5);
	run(state, "syscall::lseek:entry /args[0]->next->next->lo == 1/ "
	    "{ trace(timestamp); }", make_thing(), &said);
	snprintf(want, sizeof(want), "%d %x", DTRACEFLT_BADADDR, 4);
	assert_string_equal(said.error, want);
	assert_int_equal(said.n, 0);
	/* a fault after a successful read has no address */
	run(state, "syscall::lseek:entry { x = args[0]->num; "
	    "trace(1 / (args[0]->num + 5)); }", make_thing(), &said);
	snprintf(want, sizeof(want), "%d 0", DTRACEFLT_DIVZERO);
	assert_string_equal(said.error, want);
}

static const struct { const char *text, *tag; } mistakes[] = {
	{ "BEGIN { trace(args[0]); }", "D_ARGS_IDX" },
	{ "BEGIN, syscall::lseek:entry { trace(args[0]); }",
	    "D_ARGS_IDX" },
	{ "syscall::*e*:entry { trace(args[1]); }", "D_ARGS_MULTI" },
	{ "syscall::lseek:entry { trace(args[3]); }", "D_ARGS_IDX" },
	{ "syscall::lseek:entry { trace(args[arg0]); }",
	    "D_PROTO_ARG" },
	{ "syscall::lseek:entry { trace(args[0, 1]); }",
	    "D_PROTO_LEN" },
	{ "syscall::lseek:entry { trace(args[-1]); }",
	    "D_ARGS_IDX" },
	{ "syscall::pipe:entry { trace(args[0]); }", "D_ARGS_TYPE" },
	{ "syscall::lseek:entry { trace(args); }", "D_IDENT_BADREF" },
	{ "syscall::lseek:entry { trace(args[0]->nosuch); }",
	    "D_TYPE_MEMBER" },
	{ "syscall::lseek:entry { trace(args[0]->hidden->x); }",
	    "D_OP_INCOMPLETE" },
	{ "syscall::lseek:entry { trace(args[0]->hidden + 1); }",
	    "D_OP_INCOMPLETE" },
	{ "syscall::lseek:entry { trace(*args[0]->any); }",
	    "D_DEREF_VOID" },
	{ "syscall::lseek:entry { trace(*args[0]->fn); }",
	    "D_DEREF_FUNC" },
	{ "syscall::lseek:entry { trace(&args[0]->lo); }",
	    "D_ADDROF_BITFIELD" },
	{ "syscall::lseek:entry { trace(sizeof(args[0]->lo)); }",
	    "D_SIZEOF_BITFIELD" },
	{ "BEGIN { trace(offsetof(struct thing, lo)); }",
	    "D_OFFSETOF_BITFIELD" },
	{ "BEGIN { trace(offsetof(int, lo)); }", "D_OFFSETOF_TYPE" },
	{ "BEGIN { trace(offsetof(struct thing, no)); }",
	    "D_UNKNOWN" },
	{ "syscall::lseek:entry { args[0]->num = 1; }",
	    "D_OP_WRITE" },
	{ "syscall::lseek:entry { args[0]->num++; }", "D_OP_WRITE" },
	{ "syscall::lseek:entry { trace(args[0].num); }",
	    "D_OP_SOU" },
	{ "syscall::lseek:entry { trace(args[0]->in[0]->a); }",
	    "D_OP_PTR" },
	{ "syscall::lseek:entry { trace(args[0]->num[1]); }",
	    "D_ARR_BADREF" },
	{ "syscall::lseek:entry { trace(*args[0]->hidden); }",
	    "D_TRACE_DYN" },
	{ "syscall::lseek:entry { trace(args[0] * 2); }",
	    "D_OP_ARITH" },
	{ "syscall::lseek:entry { trace(args[0] == "
	    "args[0]->hidden); }", "D_OP_INCOMPAT" },
	{ "syscall::lseek:entry { trace(arg0 ? args[0] : 5); }",
	    "D_OP_INCOMPAT" },
	{ "syscall::lseek:entry { x = args[0]; x = 5; }",
	    "D_OP_INCOMPAT" },
	{ "syscall::lseek:entry { x = 5; x = args[0]; }",
	    "D_OP_INCOMPAT" },
	{ "syscall::lseek:entry { printf(\"%d\", args[0]); }",
	    "D_PRINTF_ARG_TYPE" },
	{ "BEGIN { trace(GREEN); }", "D_IDENT_UNDEF" },
	{ "BEGIN { trace(((struct thong *)0)->x); }",
	    "D_OP_INCOMPLETE" },
};

static void
refused(void **state)
{
	dtrace_hdl_t *dtp = opened(paths[HERE]);

	(void) state;
	for (size_t i = 0; i < N(mistakes); i++) {
		const char *why;

		if (dtrace_program_strcompile(dtp, mistakes[i].text,
		    DTRACE_PROBESPEC_NAME, 0, 0, NULL) != NULL)
			fail_msg("%s\n  is not refused", mistakes[i].text);
		why = dtrace_errmsg(dtp, dtrace_errno(dtp));
		if (strstr(why, mistakes[i].tag) == NULL)
			fail_msg("%s\n  is not %s: %s", mistakes[i].text,
			    mistakes[i].tag, why);
	}
	dtrace_close(dtp);
}

/* A consumer can find the members of an argument's type. */
static void
probe_info(void **state)
{
	static const dtrace_probedesc_t pat = { 0, "syscall", "", "lseek",
	    "entry" };
	dtrace_hdl_t *dtp = opened(paths[HERE]);
	dtrace_probeinfo_t info;
	const dtrace_typeinfo_t *t;
	ctf_membinfo_t m;

	(void) state;
	OK(dtrace_probe_info(dtp, &pat, &info));
	assert_int_equal(info.dtp_argc, 3);
	t = &info.dtp_argv[0];
	OK(ctf_member_info(t->dtt_ctfp, ctf_type_reference(t->dtt_ctfp,
	    t->dtt_type), "next", &m));
	assert_int_equal(m.ctm_offset, AT(struct thing, next));
	dtrace_close(dtp);
}

/* Without the kernel's types each message names the missing one. */
static void
no_types(void **state)
{
	static const char *const texts[] = {
		"BEGIN { trace(curthread->pid); }",
		"syscall::lseek:entry { trace(args[0]->num); }",
		"BEGIN { trace(sizeof(struct thing)); }",
		"BEGIN { trace((struct thing *)0 == 0); }",
		"struct thing *p; BEGIN",
	};
	dtrace_hdl_t *dtp = opened("/nowhere/vmlinux");
	const char *why;

	(void) state;
	for (size_t i = 0; i < N(texts); i++) {
		assert_null(dtrace_program_strcompile(dtp, texts[i],
		    DTRACE_PROBESPEC_NAME, 0, 0, NULL));
		why = dtrace_errmsg(dtp, dtrace_errno(dtp));
		if (strstr(why, "/nowhere/vmlinux") == NULL)
			fail_msg("%s: %s", texts[i], why);
	}
	/* D's own types need no kernel */
	assert_non_null(dtrace_program_strcompile(dtp, "syscall::lseek:entry "
	    "{ trace(args[1]); }", DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	dtrace_close(dtp);
}

/* Programs that do not fit a kernel, and the error with name and line. */
static const struct {
	const char *expr;
	enum layout from, to;
	const char *why;	/* NULL: it can be loaded */
} fits[] = {
	{ "args[0]->sc", LACKING, HERE, NULL },
	{ "args[0]->num", HERE, LACKING, "line 2: in this kernel "
	    "struct thing has no member num" },
	{ "args[0]->left", LACKING, HERE, NULL },
	{ "args[0]->us", HERE, LACKING, "line 2: struct thing.us is "
	    "of type \"4-byte integer\" in this kernel and \"2-byte "
	    "integer\" where" },
	{ "args[0]->us", LACKING, HERE, "\"2-byte integer\" in this "
	    "kernel and \"4-byte integer\"" },
	{ "args[0]->lo", HERE, LACKING, "struct thing.lo is of type "
	    "\"4-byte integer\" in this kernel and \"bit-field\"" },
	{ "args[0]->in[1].a", HERE, LACKING, "struct thing.in is of "
	    "type \"array of 1-byte integer\" in this kernel and "
	    "\"array of struct inner\"" },
	{ "args[0]->next->sc", HERE, LACKING, "struct thing.next is of "
	    "type \"pointer to struct hidden\" in this kernel and "
	    "\"pointer to struct thing\"" },
	{ "args[0]->hidden == 0", HERE, LACKING, NULL },
	{ "BLUE", HERE, LACKING, "line 2: this kernel has no "
	    "enumerator BLUE" },
	{ "RED", HERE, LACKING, NULL },
	{ "FAR", HERE, LACKING, NULL },
	/* where a constant is required */
	{ "alloca(sizeof(struct inner)) != 0", HERE, LACKING, NULL },
	{ "alloca(sizeof(struct inner)) != 0", MOVED, HERE, "line 2: "
	    "the size of struct inner differs in this kernel" },
	{ "(uintptr_t)(this->e = &args[0]->in[0], this->e++)", HERE,
	    LACKING, "struct thing.in is of" },
	{ "(uintptr_t)(this->e = &args[0]->in[0], this->e++)", MOVED,
	    HERE, "the size of struct inner differs in this kernel" },
	{ "args[RED - 1]", MOVED, HERE, "enumerator RED differs" },
	{ "args[RED - 1]", HERE, LACKING, NULL },
};

static void
misfits(void **state)
{

	(void) state;
	for (size_t i = 0; i < N(fits); i++) {
		dtrace_hdl_t *dtp = opened(paths[fits[i].to]);
		char text[256];
		dtrace_prog_t *pgp;
		const char *why;

		snprintf(text, sizeof(text), "syscall::lseek:entry\n"
		    "{ trace((int64_t)(%s)); }", fits[i].expr);
		pgp = loaded(dtp, text, fits[i].from);
		why = dtrace_errmsg(dtp, dtrace_errno(dtp));
		if ((pgp == NULL) != (fits[i].why != NULL) ||
		    (pgp == NULL && strstr(why, fits[i].why) == NULL))
			fail_msg("%s, from %d to %d: %s", fits[i].expr,
			    fits[i].from, fits[i].to, pgp == NULL ? why :
			    "loaded");
		dtrace_close(dtp);
	}
}

/* The types of args[] are checked when a program is loaded. */
static void
other_args(void **state)
{
	static const char *const types[] = { "struct inner *", NULL };
	dtrace_hdl_t *dtp = opened(paths[HERE]);
	const char *why;

	(void) state;
	give_types(dtp, "lseek", types);
	assert_null(loaded(dtp, "syscall::lseek:entry\n"
	    "{ trace((int64_t)args[0]->sc); }", HERE));
	why = dtrace_errmsg(dtp, dtrace_errno(dtp));
	if (strstr(why, "line 2: args[0] was a struct thing *") == NULL)
		fail_msg("%s", why);
	dtrace_close(dtp);
}

/* Images contain no numbers of the kernel. */
static void
same_bytes(void **state)
{
	static const char text[] = "syscall::lseek:entry /args[0]->num < HIGH/ "
	    "{ @[args[0]->neg, args[0]->name] = sum(args[0]->next->in[1].a); "
	    "trace(sizeof(struct thing) * offsetof(struct thing, right)); }";
	dtrace_hdl_t *a = opened(paths[HERE]), *b = opened(paths[MOVED]);
	void *one = dtrace_dof_create(a, compiled(a, text), 0);
	void *two = dtrace_dof_create(b, compiled(b, text), 0);

	(void) state;
	assert_int_equal(dtrace_dof_size(one), dtrace_dof_size(two));
	assert_memory_equal(one, two, dtrace_dof_size(one));
	dtrace_dof_destroy(a, one);
	dtrace_dof_destroy(b, two);
	dtrace_close(a);
	dtrace_close(b);
}

#define	FROM(test, from)	\
	{ #test " (" #from ")", test, NULL, NULL, &layouts[from] }

int
main(void)
{
	static enum layout layouts[NLAYOUTS] = { HERE, MOVED, LACKING };
	const struct CMUnitTest tests[] = {
		FROM(values, HERE), FROM(values, MOVED),
		FROM(operators, HERE), FROM(operators, MOVED),
		FROM(strings, HERE), FROM(strings, MOVED),
		FROM(variables, HERE),
		FROM(faults, HERE), FROM(faults, MOVED),
		cmocka_unit_test(misfits),
		cmocka_unit_test(other_args),
		cmocka_unit_test(same_bytes),
		cmocka_unit_test(refused),
		cmocka_unit_test(probe_info),
		cmocka_unit_test(no_types),
	};

	return cmocka_run_group_tests(tests, write_types, remove_types);
}
