/* SPDX-License-Identifier: MIT */
/*
 * Statements that a consumer adds to a program.
 * emulated: shared
 */
#include <string.h>
#include "api.h"

struct seen {
	int firings, stacks, defaults;
	uint32_t frames;
};

static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct seen *s = arg;

	(void)data;
	if (!rec) {
		s->firings++;
	} else if (rec->dtrd_action == DTRACEACT_USTACK) {
		s->stacks++;
		s->frames = DTRACE_USTACK_NFRAMES(rec->dtrd_arg);
	}
	return DTRACE_CONSUME_NEXT;
}

static int on_probe(const dtrace_probedata_t *data, void *arg)
{
	((struct seen *)arg)->defaults += data->dtpda_edesc->dtepd_nrecs == 0;
	return DTRACE_CONSUME_THIS;
}

static int list(dtrace_hdl_t *dtp, dtrace_prog_t *prog,
		dtrace_stmtdesc_t *stmt, void *arg)
{
	dtrace_stmtdesc_t ***next = arg;

	(void)dtp;
	(void)prog;
	*(*next)++ = stmt;
	return 0;
}

static dtrace_ecbdesc_t begin(void)
{
	dtrace_ecbdesc_t ecb = { .dted_refcnt = 1 };

	strcpy(ecb.dted_probe.dtpd_provider, "dtrace");
	strcpy(ecb.dted_probe.dtpd_name, "BEGIN");
	return ecb;
}

static dtrace_actdesc_t *set_ustack(dtrace_hdl_t *dtp, dtrace_stmtdesc_t *s,
				    uint32_t frames)
{
	dtrace_actdesc_t *act = dtrace_stmt_action(dtp, s);

	assert_non_null(act);
	act->dtad_kind = DTRACEACT_USTACK;
	act->dtad_arg = DTRACE_USTACK_ARG(frames, 0);
	assert_ptr_equal(s->dtsd_action, act);
	return act;
}

/*
 * The probes of an alias, with the name in the program.  fdsync() stands for
 * fsync(), too, unless the program names that itself.
 */
static void alias(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_prog_t *prog = api_compile(dtp, "#pragma D option sysaliases\n"
		"syscall::fdsync:entry /0/ { trace(arg0); }"
		"syscall::fsync:, syscall::fdsync:return /0/ { }");
	static const char *const want[][2] = {
		{ "fdatasync", "fdsync" },
		{ "fsync", NULL }, { "fdatasync", "fdsync" },
	};
	dtrace_stmtdesc_t *seen[8], **next = seen;

	(void)state;
	api_ok(dtp, dtrace_stmt_iter(dtp, prog, list, &next));
	assert_int_equal(next - seen, 3);
	for (int i = 0; i < 3; i++) {
		const dtrace_ecbdesc_t *e = seen[i]->dtsd_ecbdesc;

		assert_string_equal(e->dted_probe.dtpd_func, want[i][0]);
		if (want[i][1] == NULL)
			assert_null(e->dted_alias);
		else
			assert_string_equal(e->dted_alias, want[i][1]);
	}
	dtrace_close(dtp);
}

/* Two of one clause, one with the default action, one of no program. */
static void added(void **state)
{
	dtrace_ecbdesc_t one = begin(), two = begin(), three = begin();
	dtrace_stmtdesc_t *stmt[4], *seen[8], **next = seen;
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_prog_t *prog = api_compile(dtp, "BEGIN { trace(1); }");
	struct seen s = { 0 };
	dtrace_proginfo_t info;
	dtrace_actdesc_t *act;

	for (int i = 0; i < 4; i++) {
		stmt[i] = dtrace_stmt_create(dtp, i < 2 ? &one : i == 2 ?
					     &two : &three);
		assert_non_null(stmt[i]);
	}
	assert_int_equal(one.dted_refcnt, 3);
	for (int i = 0; i < 2; i++)
		act = set_ustack(dtp, stmt[i], 3 + i);
	assert_ptr_equal(one.dted_action->dtad_next, act);
	for (int i = 0; i < 3; i++)
		api_ok(dtp, dtrace_stmt_add(dtp, prog, stmt[i]));
	api_ok(dtp, dtrace_stmt_iter(dtp, prog, list, &next));
	assert_int_equal(next - seen, 4);
	assert_ptr_equal(seen[1], stmt[0]);
	assert_ptr_equal(seen[3], stmt[2]);
	assert_null(dtrace_dof_create(dtp, prog, 0));
	api_ok(dtp, dtrace_program_exec(dtp, prog, &info));
	assert_int_equal(info.dpi_matches, 3);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, on_probe, on_rec, &s));
	assert_int_equal(s.firings, 3);
	assert_int_equal(s.stacks, 2);
	assert_int_equal(s.frames, 4);
	assert_int_equal(s.defaults, 1);
	dtrace_stmt_destroy(dtp, stmt[0]);	/* stays: it is compiled */
	assert_int_equal(one.dted_refcnt, 3);
	dtrace_close(dtp);
}

static void destroyed(void **state)
{
	dtrace_ecbdesc_t ecb = begin();
	dtrace_stmtdesc_t *a, *b, *seen[8], **next = seen;
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_prog_t *prog = api_compile(dtp, "BEGIN { trace(1); }");
	dtrace_actdesc_t *act;

	a = dtrace_stmt_create(dtp, &ecb);
	b = dtrace_stmt_create(dtp, &ecb);
	dtrace_stmt_action(dtp, a);
	act = dtrace_stmt_action(dtp, b);
	dtrace_stmt_action(dtp, a);
	api_ok(dtp, dtrace_stmt_add(dtp, prog, a));
	dtrace_stmt_destroy(dtp, a);
	assert_ptr_equal(ecb.dted_action, act);
	assert_null(act->dtad_next);
	assert_int_equal(ecb.dted_refcnt, 2);
	dtrace_stmt_destroy(dtp, b);
	assert_null(ecb.dted_action);
	assert_int_equal(ecb.dted_refcnt, 1);
	api_ok(dtp, dtrace_stmt_iter(dtp, prog, list, &next));
	assert_int_equal(next - seen, 1);
	dtrace_close(dtp);
}

static void refused(void **state)
{
	dtrace_ecbdesc_t ecb = begin(), none = begin();
	dtrace_hdl_t *dtp = api_open(state), *other = api_open(state);
	dtrace_prog_t *prog = api_compile(dtp, "BEGIN { trace(1); }");
	dtrace_stmtdesc_t *stmt = dtrace_stmt_create(dtp, &ecb), *late;
	dtrace_stmtdesc_t mine = { .dtsd_ecbdesc = &ecb };
	dtrace_actdesc_t *act = dtrace_stmt_action(dtp, stmt);

	assert_null(dtrace_stmt_create(dtp, NULL));
	assert_null(dtrace_stmt_action(dtp, &mine));
	assert_null(dtrace_stmt_action(other, stmt));
	act->dtad_kind = DTRACEACT_PRINTF;
	api_fails(dtp, dtrace_stmt_add(dtp, prog, stmt), EINVAL);
	act->dtad_kind = DTRACEACT_NONE;
	api_fails(dtp, dtrace_stmt_add(dtp, NULL, stmt), EINVAL);
	api_fails(dtp, dtrace_stmt_add(dtp, prog, &mine), EINVAL);
	api_ok(dtp, dtrace_stmt_add(dtp, prog, stmt));
	api_fails(dtp, dtrace_stmt_add(dtp, prog, stmt), EALREADY);
	strcpy(none.dted_probe.dtpd_name, "no-such-probe");
	late = dtrace_stmt_create(dtp, &none);
	api_ok(dtp, dtrace_stmt_add(dtp, prog, late));
	api_fails(dtp, dtrace_program_exec(dtp, prog, NULL), E_COMPILER);
	dtrace_stmt_destroy(dtp, late);
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	late = dtrace_stmt_create(dtp, &ecb);
	api_fails(dtp, dtrace_stmt_add(dtp, prog, late), EINVAL);
	dtrace_close(dtp);
	dtrace_close(other);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(alias), ON_BOTH(added),
		ON_VM(destroyed), ON_VM(refused),
	};

	return cmocka_run_group_tests_name("stmt", tests, NULL, NULL);
}
