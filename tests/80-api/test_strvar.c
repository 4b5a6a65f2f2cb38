/* SPDX-License-Identifier: MIT */
/*
 * String variables and arrays have the strsize at the start of tracing, not at
 * compilation, also with several programs.
 * emulated: shared
 */
#include "api.h"

struct seen {
	int entries;
	size_t size, len;
	char key[2][64];
};

static int look(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	struct seen *seen = arg;

	seen->entries++;
	seen->size = rec[1].dtrd_size;
	for (int i = 0; i < 2; i++)
		snprintf(seen->key[i], sizeof(seen->key[i]), "%s",
			 agg->dtada_data + rec[1 + i].dtrd_offset);
	return DTRACE_AGGWALK_NEXT;
}

static const char *const first =
	"string a; BEGIN { a = \"0123456789abcdef0123456789\"; b = \"b\";"
	" this->x = a; this->y = \"y\"; self->s = this->x;"
	" n[a, 1] = 5; self->by[1, b, 2] = a; }";
static const char *const second =
	"BEGIN { this->z = \"zz\"; c = this->x; a = this->z; b = \"after\"; }";
static const char *const third =
	"BEGIN /this->y == \"y\" && this->z == \"zz\" && a == \"zz\" &&"
	" b == \"after\" && c == self->s && n[c, 1] == 5 && n[c, 2] == 0 &&"
	" self->by[1, \"b\", 2] == c/"
	" { @[c, this->x] = count(); exit(0); }";

static void resized(void **state, const char *size, const char *want)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct seen seen = { 0 };
	dtrace_prog_t *prog[3];

	prog[0] = api_compile(dtp, first);
	prog[1] = api_compile(dtp, second);
	if (size)
		api_ok(dtp, dtrace_setopt(dtp, "strsize", size));
	prog[2] = api_compile(dtp, third);
	for (int i = 0; i < 3; i++)
		api_ok(dtp, dtrace_program_exec(dtp, prog[i], NULL));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, look, &seen));
	assert_int_equal(seen.entries, 1);
	assert_int_equal(seen.size, size ? atoi(size) : 256);
	assert_string_equal(seen.key[0], want);
	assert_string_equal(seen.key[1], want);
	dtrace_close(dtp);
}

static void same(void **state)
{
	resized(state, NULL, "0123456789abcdef0123456789");
}

static void smaller(void **state)
{
	resized(state, "16", "0123456789abcde");
}

static void larger(void **state)
{
	resized(state, "2048", "0123456789abcdef0123456789");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(same), ON_BOTH(smaller), ON_BOTH(larger),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
