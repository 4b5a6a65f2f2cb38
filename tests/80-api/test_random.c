/* SPDX-License-Identifier: MIT */
/*
 * Random programs: the data that both engines trace and aggregate, and the
 * clauses that fail, compared with a model.  A program is several clauses of
 * BEGIN, with inlines, translators and objects in memory of its own; many run
 * at once, with separate keys, independently.
 *
 * DT_TEST_PROGRAMS: number of programs (2000, 80 on emulated CPUs),
 * DT_TEST_SEED: seed of the first (1); the next has the next number.
 * emulated: shared
 */
#include "api.h"
#include "model.h"

#define BATCH 16
#define MAXCLAUSES 6			/* of a program; 256 can be in a run */
#define MAXSTATEMENTS 4
#define DEPTH 4
#define NSPECS 2
#define MAXIFS 2			/* nested, and in a sequence */
#define NFINAL 6			/* places whose final value is traced */
#define NWORDS 127
#define NFAULTS (DTRACEFLT_DIVZERO + 1)

enum func { COUNT, SUM, MIN, MAX, AVG, STDDEV, QUANTIZE, NFUNCS };

static const struct {
	const char *name;
	int words;
} funcs[NFUNCS] = {
	[COUNT] = { "count", 1 }, [SUM] = { "sum", 1 }, [MIN] = { "min", 1 },
	[MAX] = { "max", 1 }, [AVG] = { "avg", 2 }, [STDDEV] = { "stddev", 4 },
	[QUANTIZE] = { "quantize", NWORDS },
};

static const char *const spec_names[NSPECS] = { "this->p0", "self->p1" };

enum state { NONE, OPEN, DECIDED };

struct entry {
	struct entry *next;
	enum func func;
	int type;			/* of the key */
	struct cell key;
	uint64_t word[NWORDS];
	bool seen;
};

struct record {
	struct record *next;
	int type, program;
	struct cell value;
};

struct records {
	struct record *first, **end;
};

struct program {
	uint64_t seed;
	char *text;
	struct entry *entries;
};

struct batch {
	struct model m;
	struct program program[BATCH], *current;
	int n;
	struct records out;		/* of all */
	int faults[NFAULTS], faults_seen[NFAULTS];
	/* Of the program that is generated: */
	FILE *fp;
	enum state state[NSPECS];
	struct records spec[NSPECS];
	/* Of its last clause: */
	bool failed;
	bool taken;			/* this branch is taken */
	/* Of its last statements between the parts of an if: */
	bool live;			/* this statement is executed */
	bool records;			/* it may trace and aggregate */
	int into;			/* a speculation, or -1 */
	struct records recorded;
};

static void add(struct records *to, struct record *r)
{
	if (!to->first)
		to->end = &to->first;
	*to->end = r;
	to->end = &r->next;
}

static void move(struct records *to, struct records *from)
{
	if (from->first) {
		if (!to->first)
			to->end = &to->first;
		*to->end = from->first;
		to->end = from->end;
	}
	from->first = NULL;
}

static void drop(struct records *l)
{
	for (struct record *r = l->first, *next; r; r = next) {
		next = r->next;
		free(r);
	}
	l->first = NULL;
}

/* --- the model of what is recorded ---------------------------------------- */

static bool is_key(const struct entry *e, enum func func, int type,
		   const struct cell *key)
{
	return e->func == func && e->type == type && (type == STRING ?
	       strcmp(e->key.s, key->s) == 0 :
	       cut(type, e->key.v) == cut(type, key->v));
}

static struct entry *entry(struct program *p, enum func func, int type,
			   const struct cell *key)
{
	struct entry *e = p->entries;

	while (e && !is_key(e, func, type, key))
		e = e->next;
	if (e)
		return e;
	e = calloc(1, sizeof(*e));
	assert_non_null(e);
	*e = (struct entry){ .next = p->entries, .func = func, .type = type,
		.key = *key };
	if (func == MIN)
		e->word[0] = INT64_MAX;
	if (func == MAX)
		e->word[0] = (uint64_t)INT64_MIN;
	return p->entries = e;
}

static void add_square(uint64_t *word, uint64_t v)
{
	unsigned __int128 sum = (unsigned __int128)word[1] << 64 | word[0];

	sum += (unsigned __int128)magnitude(v) * magnitude(v);
	word[0] = (uint64_t)sum;
	word[1] = (uint64_t)(sum >> 64);
}

static void aggregate(struct entry *e, uint64_t v)
{
	int64_t old = (int64_t)e->word[0], new = (int64_t)v;
	int log = v == 0 ? 0 : 63 - __builtin_clzll(magnitude(v));

	switch (e->func) {
	case MIN:
		e->word[0] = new < old ? new : old;
		break;
	case MAX:
		e->word[0] = new > old ? new : old;
		break;
	case SUM:
		e->word[0] += v;
		break;
	case STDDEV:
		add_square(e->word + 2, v);
		/* fall through */
	case AVG:
		e->word[1] += v;
		/* fall through */
	case COUNT:
		e->word[0]++;
		break;
	default:
		if (new < 0)
			e->word[log > 62 ? 0 : 62 - log]++;
		else
			e->word[new == 0 ? 63 : 64 + log]++;
	}
}

/* After a fault the clause ends, and its records are dropped. */
static bool evaluate(struct batch *b, struct node *n, struct cell *c)
{
	if (!b->live)
		return false;
	c->v = eval(&b->m, n);
	memcpy(c->s, n->s, STRSIZE);
	if (!b->m.fault)
		return true;
	b->faults[b->m.fault]++;
	b->m.fault = 0;
	b->live = false;
	b->failed = true;
	drop(&b->recorded);
	return false;
}

/* --- statements ----------------------------------------------------------- */

static struct node *any_expr(struct batch *b, int depth)
{
	return rnd(3) == 0 ? string_expr(&b->m, depth < 3 ? depth : 3) :
	       expr(&b->m, depth);
}

static void put_aggregation(struct batch *b, enum func func, struct node *key,
			    struct node *value)
{
	struct cell k, v = { 0 };

	fprintf(b->fp, "\t@%s_%d[%d, ", funcs[func].name, key->type,
		b->m.program);
	put(b->fp, &b->m, key);
	fprintf(b->fp, "] = %s(", funcs[func].name);
	if (value)
		put(b->fp, &b->m, value);
	fprintf(b->fp, ");\n");
	if (!evaluate(b, key, &k) || (value && !evaluate(b, value, &v)))
		return;
	aggregate(entry(b->current, func, key->type, &k), v.v);
}

/* The key is computed first. */
static void random_aggregation(struct batch *b)
{
	enum func func = rnd(NFUNCS);
	struct node *key = any_expr(b, rnd(DEPTH));

	put_aggregation(b, func, key, func == COUNT ? NULL :
			expr(&b->m, 1 + rnd(DEPTH)));
}

static void put_trace(struct batch *b, struct node *n)
{
	struct record *r;
	struct cell c;

	fprintf(b->fp, "\ttrace(");
	put(b->fp, &b->m, n);
	fprintf(b->fp, ");\n");
	if (!evaluate(b, n, &c))
		return;
	r = calloc(1, sizeof(*r));
	assert_non_null(r);
	*r = (struct record){ .type = n->type, .value = c,
		.program = b->m.program };
	add(&b->recorded, r);
}

static void random_struct(struct batch *b)
{
	struct node *n = random_copy(&b->m);
	struct cell c;

	fprintf(b->fp, "\t");
	put_copy(b->fp, &b->m, n);
	fprintf(b->fp, ";\n");
	evaluate(b, n, &c);
	if (b->records && n->op)
		put_trace(b, member_of(&b->m, &n->place, "in.y"));
}

static void random_change(struct batch *b)
{
	struct node *n = rnd(3) == 0 ? string_assign(&b->m, rnd(4)) :
			 random_assign(&b->m, rnd(DEPTH));
	struct cell c;

	fprintf(b->fp, "\t");
	put(b->fp, &b->m, n);
	fprintf(b->fp, ";\n");
	evaluate(b, n, &c);
}

/* Commit or discard; a speculation that is not open is not affected. */
static void put_decision(struct batch *b, const char *action, int i)
{
	fprintf(b->fp, "\t%s(%s);\n", action, spec_names[i]);
	if (!b->live || b->state[i] != OPEN)
		return;
	b->state[i] = DECIDED;
	if (strcmp(action, "commit") == 0)
		move(&b->out, &b->spec[i]);
	else
		drop(&b->spec[i]);
}

static void random_statement(struct batch *b)
{
	b->m.nnodes = b->m.kept;
	switch (rnd(9)) {
	case 8:
		random_struct(b);
		break;
	case 0:
	case 1:
		random_change(b);
		break;
	case 2:
	case 3:
	case 4:
		if (b->records && b->into < 0)
			random_aggregation(b);
		else
			random_change(b);
		break;
	case 5:
		put_decision(b, "discard", rnd(NSPECS));
		break;
	default:
		if (b->records)
			put_trace(b, any_expr(b, 1 + rnd(DEPTH)));
		else
			random_change(b);
	}
}

/* --- clauses -------------------------------------------------------------- */

/*
 * Begin a sequence of statements without an if: their records are dropped if
 * one of them fails, and may go to a speculation.
 */
static void begin_run(struct batch *b)
{
	b->live = b->taken && !b->failed;
	b->records = true;
	b->into = -1;
	b->recorded.first = NULL;
}

static void end_run(struct batch *b)
{
	if (b->into >= 0 && b->state[b->into] != OPEN)
		drop(&b->recorded);
	move(b->into < 0 ? &b->out : &b->spec[b->into], &b->recorded);
}

static void begin_clause(struct batch *b, bool predicate)
{
	struct node *n;
	struct cell c;

	b->failed = false;
	b->taken = true;
	begin_run(b);
	b->m.nnodes = b->m.kept;
	fprintf(b->fp, "BEGIN\n");
	if (predicate) {
		n = expr(&b->m, rnd(DEPTH));
		fprintf(b->fp, "/");
		put(b->fp, &b->m, n);
		fprintf(b->fp, "/\n");
		b->live = b->taken = evaluate(b, n, &c) && c.v != 0;
	}
	fprintf(b->fp, "{\n");
}

static void end_clause(struct batch *b)
{
	fprintf(b->fp, "}\n");
	end_run(b);
}

static void statements(struct batch *b)
{
	for (int n = rnd(MAXSTATEMENTS); n > 0; n--)
		random_statement(b);
}

/* Generate statements; the first may be about a speculation. */
static void random_run(struct batch *b)
{
	int i = rnd(NSPECS);

	switch (rnd(6)) {
	case 0:
	case 1:
		b->into = i;
		fprintf(b->fp, "\tspeculate(%s);\n", spec_names[i]);
		if (b->state[i] != OPEN)
			b->live = false;
		break;
	case 2:
		b->records = false;
		put_decision(b, "commit", i);
		break;
	}
	statements(b);
}

static void random_ifs(struct batch *b, int depth);

static void random_branch(struct batch *b, bool taken, int depth)
{
	bool outer = b->taken;

	b->taken = outer && taken;
	begin_run(b);
	random_run(b);
	random_ifs(b, depth + 1);
	end_run(b);
	b->taken = outer;
}

static void random_if(struct batch *b, int depth)
{
	struct cell c = { 0 };
	struct node *n;
	bool evaluated;

	end_run(b);
	begin_run(b);
	b->m.nnodes = b->m.kept;
	n = expr(&b->m, rnd(DEPTH));
	fprintf(b->fp, "\tif (");
	put(b->fp, &b->m, n);
	fprintf(b->fp, ") {\n");
	evaluated = evaluate(b, n, &c);
	random_branch(b, evaluated && c.v != 0, depth);
	if (rnd(2)) {
		fprintf(b->fp, "\t} else {\n");
		random_branch(b, evaluated && c.v == 0, depth);
	}
	fprintf(b->fp, "\t}\n");
	begin_run(b);
}

static void random_ifs(struct batch *b, int depth)
{
	if (depth >= MAXIFS || rnd(4) != 0)
		return;
	for (int n = 1 + rnd(MAXIFS); n > 0; n--) {
		random_if(b, depth);
		if (rnd(2) == 0)
			random_run(b);
	}
}

/* Assign values with more bits than the variables' types have. */
static void put_start(struct batch *b, int var)
{
	struct cell *c = &b->m.var[var];

	if (var_type(var) == STRING) {
		struct node *n = string_literal(&b->m);

		fprintf(b->fp, "\t");
		put_name(b->fp, var);
		fprintf(b->fp, " = ");
		put(b->fp, &b->m, n);
		memcpy(c->s, n->s, STRSIZE);
	} else {
		c->v = number();
		fprintf(b->fp, "\tw = %" PRIu64 "ull; ", c->v);
		put_name(b->fp, var);
		fprintf(b->fp, " = w");
	}
	fprintf(b->fp, ";\n");
}

static void first_clause(struct batch *b)
{
	begin_clause(b, false);
	for (int i = 0; i < NUSED; i++)
		put_start(b, b->m.used[i]);
	for (int i = 0; i < NSTRS; i++)
		put_start(b, b->m.strs[i]);
	put_pointers(b->fp, &b->m);
	for (int i = 0; i < NSPECS; i++) {
		b->state[i] = rnd(4) == 0 ? OPEN : NONE;
		fprintf(b->fp, "\t%s = %s;\n", spec_names[i],
			b->state[i] == OPEN ? "speculation()" : "0");
	}
	statements(b);
}

static void random_clause(struct batch *b)
{
	begin_clause(b, rnd(3) == 0);
	random_run(b);
	random_ifs(b, 0);
	end_clause(b);
}

/* The sum of places, each multiplied by another number. */
static struct node *sum_places(struct batch *b)
{
	struct node *sum = literal(&b->m, INT, 0), *n;

	for (int i = 0; i < NFINAL; i++) {
		n = make(&b->m, VAR, INT);
		n->var = PLACE;
		random_place(&b->m, &n->place, false);
		n->type = place_type(&n->place);
		sum = binary(&b->m, ADD, binary(&b->m, MUL, sum,
			     literal(&b->m, LONG, 1000003)), n);
	}
	return sum;
}

/* Print the final values of the variables, in a few instructions. */
static void put_end(struct batch *b)
{
	struct node *sum;

	b->m.nnodes = b->m.kept;
	sum = literal(&b->m, INT, 0);
	for (int i = NFIXED; i < NUSED; i++)
		sum = binary(&b->m, ADD, binary(&b->m, MUL, sum,
			     literal(&b->m, LONG, 1000003)),
			     scalar(&b->m, b->m.used[i]));
	put_aggregation(b, SUM, scalar(&b->m, b->m.strs[1]), sum);
	put_trace(b, scalar(&b->m, b->m.strs[2]));
	put_trace(b, sum_places(b));
}

/* --- programs ------------------------------------------------------------- */

static void choose_variables(struct model *m)
{
	for (int i = 0; i < NUSED; i++)
		m->used[i] = rnd(NSCOPES) * PERSCOPE + rnd(NINTS);
	for (int i = 0; i < NSTRS; i++)
		m->strs[i] = rnd(NSCOPES) * PERSCOPE + NINTS + rnd(2);
	for (int i = NFIXED; i < NUSED; i++)
		for (int k = 0; k < NFIXED; k++)
			while (m->used[i] == m->used[k])
				m->used[i] = rnd(NSCOPES) * PERSCOPE +
					     rnd(NINTS);
	for (int i = 1; i < NSTRS; i++)
		while (m->strs[i] == m->strs[0])
			m->strs[i] = rnd(NSCOPES) * PERSCOPE + NINTS + rnd(2);
}

/* Zero memory, and inlines and translators of its own. */
static void start_model(struct batch *b)
{
	struct model *m = &b->m;

	m->program = b->n++;
	m->nelems = m->nnodes = m->nnamed = 0;
	memset(m->s, 0, sizeof(m->s));
	memset(m->items, 0, sizeof(m->items));
	m->pointee = rnd(sizeof(pointees) / sizeof(pointees[0]));
	choose_variables(m);
	for (int n = rnd(NNAMED + 1); n > 0; n--)
		define(m);
	m->kept = m->nnodes;
	put_objects(b->fp, m->program);
	put_named(b->fp, m);
}

/* Seed the generator, so that adjacent seeds start differently. */
static void start_random(uint64_t n)
{
	n = (n ^ n >> 31) * 0x9e3779b97f4a7c15u;
	seed = (n ^ n >> 29) * 0xbf58476d1ce4e5b9u | 1;
}

static void random_program(struct batch *b, uint64_t number)
{
	struct program *p = b->current = &b->program[b->n];
	size_t len;

	start_random(number);
	p->seed = number;
	b->fp = open_memstream(&p->text, &len);
	assert_non_null(b->fp);
	start_model(b);
	first_clause(b);
	if (rnd(2) == 0) {
		end_clause(b);
		for (int n = 1 + rnd(MAXCLAUSES - 2); n > 0; n--)
			random_clause(b);
		begin_clause(b, false);
	}
	put_end(b);
	end_clause(b);
	fclose(b->fp);
	for (int i = 0; i < NSPECS; i++)
		drop(&b->spec[i]);
}

static void put_declarations(FILE *fp)
{
	static const char *const words[NSCOPES] = { "", "self ", "this " };

	for (int i = 0; i < NVARS; i++) {
		fprintf(fp, "%s%s v%d", words[var_scope(i)],
			types[var_type(i)].name, i);
		if (i >= NSCALARS)
			fprintf(fp, "[int, %s]",
				types[arrays[i - NSCALARS].key].name);
		fprintf(fp, ";\n");
	}
	fprintf(fp, "uint64_t w; this int p0; self int p1;\n%s\n"
		"struct s e[int, int];\n"
		"translator struct in < int64_t V > { x = V; y = V * 3; };\n",
		TEXT_OF(STRUCTS));
}

/* --- the test ------------------------------------------------------------- */

__attribute__((format(printf, 3, 4), noreturn))
static void disagree(const struct batch *b, int program, const char *fmt, ...)
{
	const struct program *p = &b->program[program];
	char why[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	put_declarations(stderr);
	fprintf(stderr, "%s", p->text);
	fail_msg("%s\nDT_TEST_SEED=%" PRIu64 " DT_TEST_PROGRAMS=1; if that "
		 "alone passes, DT_TEST_SEED=%" PRIu64 " DT_TEST_PROGRAMS=%d",
		 why, p->seed, b->program[0].seed, b->n);
	abort();
}

static void check_words(struct batch *b, int program, struct entry *e,
			const uint64_t *got)
{
	for (int i = 0; i < funcs[e->func].words; i++)
		if (got[i] != e->word[i])
			disagree(b, program, "word %d of %s, key %" PRId64
				 " \"%s\", is %" PRId64 ", not %" PRId64, i,
				 funcs[e->func].name, e->key.v, e->key.s,
				 (int64_t)got[i], (int64_t)e->word[i]);
	e->seen = true;
}

static int check_entry(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[2];
	const char *name = agg->dtada_desc->dtagd_name;
	int type = atoi(strchr(name, '_') + 1), program;
	const char *key = agg->dtada_data + rec->dtrd_offset;
	struct cell k = { 0 };
	struct batch *b = arg;

	memcpy(&program, api_key(agg), sizeof(program));
	assert_in_range(program, 0, b->n - 1);
	if ((int)rec->dtrd_size != types[type].bytes)
		disagree(b, program, "@%s has a key of %u bytes", name,
			 rec->dtrd_size);
	memcpy(type == STRING ? k.s : (char *)&k.v, key, rec->dtrd_size);
	for (struct entry *e = b->program[program].entries; e; e = e->next)
		if (strncmp(name, funcs[e->func].name,
			    strchr(name, '_') - name) == 0 &&
		    is_key(e, e->func, type, &k)) {
			check_words(b, program, e, (uint64_t *)api_value(agg));
			return DTRACE_AGGWALK_NEXT;
		}
	disagree(b, program, "@%s has the key %" PRId64 " \"%s\"", name,
		 (int64_t)k.v, k.s);
}

static int check_record(const dtrace_probedata_t *data,
			const dtrace_recdesc_t *rec, void *arg)
{
	struct batch *b = arg;
	struct record *r = b->out.first;
	uint64_t v = 0;

	if (!rec || rec->dtrd_action != DTRACEACT_DIFEXPR ||
	    rec->dtrd_size == 0)
		return DTRACE_CONSUME_NEXT;
	if (!r)
		disagree(b, b->n - 1, "more is traced than that");
	if (r->type == STRING) {
		if (strcmp(data->dtpda_data, r->value.s) != 0)
			disagree(b, r->program, "\"%s\" is traced, not \"%s\"",
				 data->dtpda_data, r->value.s);
	} else {
		if (rec->dtrd_size <= sizeof(v))
			memcpy(&v, data->dtpda_data, rec->dtrd_size);
		if ((int)rec->dtrd_size != types[r->type].bytes ||
		    cut(r->type, v) != cut(r->type, r->value.v))
			disagree(b, r->program, "%" PRId64 " of %u bytes is "
				 "traced, not %" PRId64 " of %d", v,
				 rec->dtrd_size, cut(r->type, r->value.v),
				 types[r->type].bytes);
	}
	b->out.first = r->next;
	free(r);
	return DTRACE_CONSUME_NEXT;
}

static int on_fault(const dtrace_errdata_t *err, void *arg)
{
	struct batch *b = arg;

	assert_in_range(err->dteda_fault, 1, NFAULTS - 1);
	b->faults_seen[err->dteda_fault]++;
	return DTRACE_HANDLE_OK;
}

static int on_drop(const dtrace_dropdata_t *d, void *arg)
{
	const struct batch *b = arg;

	disagree(b, 0, "%s", d->dtdda_msg);
}

/* The compiler's message has the number of the line. */
static void refused(const struct batch *b, const char *why, const char *text)
{
	const char *at = strstr(why, "line ");
	long line = at ? atol(at + 5) : 1;

	while (--line > 0 && strchr(text, '\n'))
		text = strchr(text, '\n') + 1;
	fail_msg("%s\n%.*s\nDT_TEST_SEED=%" PRIu64 " DT_TEST_PROGRAMS=%d", why,
		 (int)strcspn(text, "\n"), text, b->program[0].seed, b->n);
}

static void start(struct batch *b, dtrace_hdl_t *dtp)
{
	size_t len;
	char *text;
	FILE *fp = open_memstream(&text, &len);
	dtrace_prog_t *prog;

	assert_non_null(fp);
	put_declarations(fp);
	for (int i = 0; i < b->n; i++)
		fprintf(fp, "%s", b->program[i].text);
	fclose(fp);
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME,
					 DTRACE_C_ETAGS, 0, NULL);
	if (!prog || dtrace_program_exec(dtp, prog, NULL) != 0 ||
	    dtrace_go(dtp) != 0)
		refused(b, dtrace_errmsg(dtp, dtrace_errno(dtp)), text);
	free(text);
}

static void check_batch(struct batch *b, dtrace_hdl_t *dtp)
{
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, check_record, b));
	if (b->out.first)
		disagree(b, b->out.first->program, "not all is traced");
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, check_entry, b));
	for (int i = 0; i < b->n; i++)
		for (struct entry *e = b->program[i].entries; e; e = e->next)
			if (!e->seen)
				disagree(b, i, "@%s_%d has no key %" PRId64
					 " \"%s\"", funcs[e->func].name,
					 e->type, e->key.v, e->key.s);
	for (int i = 0; i < NFAULTS; i++)
		if (b->faults[i] != b->faults_seen[i])
			disagree(b, 0, "%d clauses of the run fail by fault "
				 "%d, not %d", b->faults_seen[i], i,
				 b->faults[i]);
}

static void free_batch(struct batch *b)
{
	for (int i = 0; i < b->n; i++) {
		for (struct entry *e = b->program[i].entries, *next; e;
		     e = next) {
			next = e->next;
			free(e);
		}
		free(b->program[i].text);
	}
	free(b);
}

static void run_batch(void **state, uint64_t first, long n)
{
	struct batch *b = calloc(1, sizeof(*b));
	dtrace_hdl_t *dtp = api_open(state);
	char nspec[16];

	assert_non_null(b);
	for (long i = 0; i < n; i++)
		random_program(b, first + i);
	snprintf(nspec, sizeof(nspec), "%d", BATCH * NSPECS);
	api_ok(dtp, dtrace_setopt(dtp, "nspec", nspec));
	api_ok(dtp, dtrace_handle_err(dtp, on_fault, b));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, b));
	start(b, dtp);
	check_batch(b, dtp);
	dtrace_close(dtp);
	free_batch(b);
}

static void random_programs(void **state)
{
	long n = number_from("DT_TEST_PROGRAMS",
			     getenv("DT_TEST_EMULATED") ? 80 : 2000);
	uint64_t first = number_from("DT_TEST_SEED", 1);

	for (; n > 0; n -= BATCH, first += BATCH)
		run_batch(state, first, n < BATCH ? n : BATCH);
}

int main(void)
{
	const struct CMUnitTest tests[] = { ON_BOTH(random_programs) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
