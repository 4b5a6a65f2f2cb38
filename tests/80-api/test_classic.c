/* SPDX-License-Identifier: MIT */
/*
 * A consumer as they were written for other systems: it uses their functions,
 * structures and constants by the names that these have there, and has to
 * compile as it is.  No other test needs all of them together.
 * emulated: shared
 */
#include <libproc.h>
#include "api.h"

/* What the library of illumos exports. */
static const void *const exports[] = {
	dtrace_addr2str, dtrace_aggregate_clear, dtrace_aggregate_print,
	dtrace_aggregate_snap, dtrace_aggregate_walk,
	dtrace_aggregate_walk_joined, dtrace_aggregate_walk_keysorted,
	dtrace_aggregate_walk_keyrevsorted, dtrace_aggregate_walk_valsorted,
	dtrace_aggregate_walk_valrevsorted,
	dtrace_aggregate_walk_keyvarsorted,
	dtrace_aggregate_walk_keyvarrevsorted,
	dtrace_aggregate_walk_valvarsorted,
	dtrace_aggregate_walk_valvarrevsorted, dtrace_attr2str,
	dtrace_class_name, dtrace_close, dtrace_consume, dtrace_ctlfd,
	&_dtrace_debug, dtrace_desc2str, dtrace_dof_create,
	dtrace_dof_destroy, dtrace_errmsg, dtrace_errno, dtrace_faultstr,
	dtrace_fprinta, dtrace_fprintf, dtrace_geterr_dof, dtrace_getopt,
	dtrace_getopt_dof, dtrace_go, dtrace_handle_buffered,
	dtrace_handle_drop, dtrace_handle_err, dtrace_handle_proc,
	dtrace_handle_setopt, dtrace_id2desc, dtrace_lookup_by_addr,
	dtrace_lookup_by_name, dtrace_lookup_by_type, dtrace_object_info,
	dtrace_object_iter, dtrace_open, dtrace_printa_create,
	dtrace_printf_create, dtrace_printf_format, dtrace_probe_info,
	dtrace_probe_iter, dtrace_proc_continue, dtrace_proc_create,
	dtrace_proc_grab, dtrace_proc_release, dtrace_program_exec,
	dtrace_program_fcompile, dtrace_program_header, dtrace_program_info,
	dtrace_program_link, dtrace_program_strcompile,
	dtrace_provider_modules, dtrace_setopt, dtrace_sleep,
	dtrace_stability_name, dtrace_status, dtrace_stmt_action,
	dtrace_stmt_add, dtrace_stmt_create, dtrace_stmt_destroy,
	dtrace_stmt_iter, dtrace_stop, dtrace_str2attr, dtrace_str2desc,
	dtrace_subrstr, dtrace_symbol_type, dtrace_type_fcompile,
	dtrace_type_strcompile, dtrace_uaddr2str, dtrace_update,
	&_dtrace_version, dtrace_vopen, dtrace_work, dtrace_xstr2desc,
	/* declared there, but not exported */
	dtrace_aggregate_walk_sorted, dtrace_freopen, dtrace_print,
	dtrace_system,
};

struct run {
	int errors, drops, setopts, procs, exits, statements;
	char text[512];
};

static int on_err(const dtrace_errdata_t *data, void *arg)
{
	struct run *r = arg;

	assert_int_equal(data->dteda_fault, DTRACEFLT_DIVZERO);
	assert_non_null(data->dteda_edesc);
	assert_non_null(strstr(data->dteda_msg, "divide-by-zero"));
	r->errors++;
	return DTRACE_HANDLE_OK;
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	struct run *r = arg;

	print_message("%s", data->dtdda_msg);
	r->drops += data->dtdda_drops != 0 ||
		    data->dtdda_kind == DTRACEDROP_PRINCIPAL;
	return DTRACE_HANDLE_OK;
}

static int on_setopt(const dtrace_setoptdata_t *data, void *arg)
{
	struct run *r = arg;

	r->setopts += strcmp(data->dtsda_option, "quiet") == 0 &&
		      data->dtsda_oldval != data->dtsda_newval;
	return DTRACE_HANDLE_OK;
}

static void on_proc(struct ps_prochandle *P, const char *msg, void *arg)
{
	struct run *r = arg;

	if (msg)	/* it is still ending, and will be killed */
		return;
	switch (Pstate(P)) {
	case PS_UNDEAD:
		assert_true(WIFEXITED(Ppsinfo(P)->pr_wstat));
		/* FALLTHROUGH */
	case PS_LOST:
		r->procs += Pstatus(P)->pr_pid > 1;
		break;
	case PS_RUN:
	case PS_STOP:
		break;
	}
}

static int on_buffered(const dtrace_bufdata_t *data, void *arg)
{
	struct run *r = arg;
	size_t len = strlen(r->text);

	snprintf(r->text + len, sizeof(r->text) - len, "%s",
		 data->dtbda_buffered);
	assert_true((data->dtbda_flags & DTRACE_BUFDATA_AGGKEY) == 0 ||
		    data->dtbda_aggdata != NULL);
	return DTRACE_HANDLE_OK;
}

static int chew(const dtrace_probedata_t *data, void *arg)
{
	(void)arg;
	assert_non_null(data->dtpda_edesc);
	assert_string_not_equal(data->dtpda_pdesc->dtpd_name, "");
	assert_true(data->dtpda_cpu >= 0);
	assert_int_equal(data->dtpda_flow, DTRACEFLOW_NONE);
	return DTRACE_CONSUME_THIS;
}

static int chewrec(const dtrace_probedata_t *data,
		   const dtrace_recdesc_t *rec, void *arg)
{
	struct run *r = arg;

	if (rec == NULL)
		return DTRACE_CONSUME_NEXT;
	if (rec->dtrd_action == DTRACEACT_EXIT) {
		r->exits = 1 + *(int32_t *)data->dtpda_data;
		return DTRACE_CONSUME_NEXT;
	}
	return DTRACE_CONSUME_THIS;
}

static int on_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog,
		   dtrace_stmtdesc_t *stp, void *arg)
{
	const dtrace_ecbdesc_t *edp = stp->dtsd_ecbdesc;
	const dtrace_actdesc_t *ap = stp->dtsd_action;
	struct run *r = arg;

	(void)dtp;
	(void)prog;
	assert_string_not_equal(edp->dted_probe.dtpd_name, "");
	while (ap != stp->dtsd_action_last)
		ap = ap->dtad_next;
	r->statements++;
	return 0;
}

/* Save the program and the options as a consumer for later tracing would. */
static void save(dtrace_hdl_t *dtp, dtrace_prog_t *prog)
{
	void *v[] = { dtrace_dof_create(dtp, prog, DTRACE_D_STRIP),
		      dtrace_getopt_dof(dtp), dtrace_geterr_dof(dtp) };

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		const dof_hdr_t *hdr = v[i];
		const dof_sec_t *sec;

		assert_non_null(hdr);
		sec = (const dof_sec_t *)((const char *)v[i] +
					  hdr->dofh_secoff);
		for (uint32_t k = 0; k < hdr->dofh_secnum; k++)
			assert_in_range(sec[k].dofs_offset + sec[k].dofs_size,
					0, hdr->dofh_loadsz);
		dtrace_dof_destroy(dtp, v[i]);
	}
}

static void handlers(dtrace_hdl_t *dtp, struct run *r)
{
	api_ok(dtp, dtrace_handle_err(dtp, on_err, r));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, r));
	api_ok(dtp, dtrace_handle_setopt(dtp, on_setopt, r));
	api_ok(dtp, dtrace_handle_proc(dtp, on_proc, r));
	api_ok(dtp, dtrace_handle_buffered(dtp, on_buffered, r));
}

static void loop(dtrace_hdl_t *dtp, struct run *r)
{
	dtrace_workstatus_t st;

	do {
		dtrace_sleep(dtp);
		st = dtrace_work(dtp, NULL, chew, chewrec, r);
	} while (st == DTRACE_WORKSTATUS_OKAY);
	assert_int_equal(st, DTRACE_WORKSTATUS_DONE);
}

static void consumer(void **state)
{
	static const char text[] =
	    "BEGIN { trace(1 / (arg0 & 0)); }"
	    "BEGIN { setopt(\"quiet\"); printf(\"begin %d\", 1); }"
	    "BEGIN { @a[\"x\"] = sum(5); }"
	    "proc:::exit /pid == $target/ { exit(3); }";
	dtrace_hdl_t *dtp = api_open(state);
	char name[] = "/bin/true", *argv[] = { name, NULL };
	struct ps_prochandle *P;
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;
	dtrace_optval_t value;
	struct run r = { 0 };

	handlers(dtp, &r);
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64k"));
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "64k"));
	P = dtrace_proc_create(dtp, argv[0], argv);
	assert_non_null(P);
	prog = api_compile(dtp, text);
	api_ok(dtp, dtrace_stmt_iter(dtp, prog, on_stmt, &r));
	save(dtp, prog);
	api_ok(dtp, dtrace_program_exec(dtp, prog, &info));
	assert_int_equal(info.dpi_aggregates, 1);
	assert_true(info.dpi_matches >= 3 && info.dpi_recgens >= 4);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_getopt(dtp, "bufsize", &value));
	assert_int_equal(value, 64 * 1024);
	dtrace_proc_continue(dtp, P);
	loop(dtp, &r);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, NULL, NULL));
	Prelease(P, PRELEASE_KILL);
	dtrace_close(dtp);
	assert_true(r.statements == 5 && r.errors == 1 && r.drops == 0);
	assert_int_equal(r.setopts, 1);
	assert_int_equal(r.exits, 1 + 3);
	assert_non_null(strstr(r.text, "begin 1"));
}

/* Without a device programs compile, and nothing traces. */
static void no_device(void **state)
{
	int err = 0;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &err);

	(void)state;
	assert_non_null(dtp);
	for (size_t i = 0; i < sizeof(exports) / sizeof(exports[0]); i++)
		assert_non_null(exports[i]);
	api_compile(dtp, "BEGIN { exit(0); }");
	assert_int_equal(dtrace_go(dtp), -1);
	api_fails(dtp, dtrace_setopt(dtp, "nosuch", "1"), EDT_BADOPTNAME);
	api_says(dtp, "Invalid option name");
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(consumer), cmocka_unit_test(no_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
