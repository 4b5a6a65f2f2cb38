/* SPDX-License-Identifier: MIT */
/*
 * dtrace_probe_iter, dtrace_probe_info.
 * emulated: shared
 */
#include "api.h"

struct found {
	int n, stop_at;
	dtrace_probedesc_t first;
	uint64_t id_sum;
};

static int on_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
		    void *arg)
{
	struct found *f = arg;

	(void)dtp;
	if (f->n++ == 0)
		f->first = *pdp;
	f->id_sum += pdp->dtpd_id * (uint64_t)f->n;
	assert_int_not_equal(pdp->dtpd_id, DTRACE_IDNONE);
	assert_true(strlen(pdp->dtpd_provider) > 0);
	return f->n == f->stop_at ? 7 : 0;
}

static dtrace_probedesc_t pattern(const char *prov, const char *func,
				  const char *name)
{
	dtrace_probedesc_t pd = { 0 };

	snprintf(pd.dtpd_provider, sizeof(pd.dtpd_provider), "%s", prov);
	snprintf(pd.dtpd_func, sizeof(pd.dtpd_func), "%s", func);
	snprintf(pd.dtpd_name, sizeof(pd.dtpd_name), "%s", name);
	return pd;
}

static struct found find(dtrace_hdl_t *dtp, const char *prov,
			 const char *func, const char *name)
{
	dtrace_probedesc_t pd = pattern(prov, func, name);
	struct found f = { 0 };

	api_ok(dtp, dtrace_probe_iter(dtp, &pd, on_probe, &f));
	return f;
}

static void one(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	struct found f = find(dtp, "dtrace", "", "BEGIN");

	(void)state;
	assert_int_equal(f.n, 1);
	assert_string_equal(f.first.dtpd_provider, "dtrace");
	assert_string_equal(f.first.dtpd_mod, "");
	assert_string_equal(f.first.dtpd_func, "");
	assert_string_equal(f.first.dtpd_name, "BEGIN");
	dtrace_close(dtp);
}

static void globs(void **state)
{
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_int_equal(find(dtp, "dtrace", "", "").n, 3);
	assert_int_equal(find(dtp, "dtrac?", "", "E*").n, 2);
	assert_int_equal(find(dtp, "dtrace", "", "[BE]*").n, 3);
	assert_true(find(dtp, "syscall", "", "").n > 500);
	assert_true(find(dtp, "syscall", "read*", "entry").n >= 4);
	dtrace_close(dtp);
}

static void all(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	struct found f = { 0 };

	(void)state;
	api_ok(dtp, dtrace_probe_iter(dtp, NULL, on_probe, &f));
	assert_true(f.n > 500);
	dtrace_close(dtp);
}

static void ends_early(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	struct found f = { .stop_at = 2 };

	(void)state;
	assert_int_equal(dtrace_probe_iter(dtp, NULL, on_probe, &f), 7);
	assert_int_equal(f.n, 2);
	dtrace_close(dtp);
}

/* The probes that the kernel lacks. */
struct lacked {
	int n, stop_at;
	char last[DTRACE_NAMELEN];
};

static int on_lacking(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
		      const char *why, void *arg)
{
	struct lacked *l = arg;
	struct found f = { 0 };

	assert_int_equal(pdp->dtpd_id, DTRACE_IDNONE);
	assert_non_null(strstr(why, "needs tracepoint "));
	assert_string_not_equal(pdp->dtpd_name, l->last);
	snprintf(l->last, sizeof(l->last), "%s", pdp->dtpd_name);
	api_fails(dtp, dtrace_probe_iter(dtp, pdp, on_probe, &f), E_NOPROBE);
	assert_non_null(strstr(dtrace_errmsg(dtp, E_NOPROBE), why));
	return ++l->n == l->stop_at ? -7 : 0;
}

static void lacking(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probedesc_t sched = pattern("sched", "", "");
	dtrace_probedesc_t bad = pattern("[", "", "");
	struct lacked l = { 0 }, none = { 0 }, some = { .stop_at = 1 };
	struct found f = { 0 };

	(void)state;
	api_ok(dtp, dtrace_probe_lacking(dtp, &sched, on_lacking, &l));
	dtrace_probe_iter(dtp, &sched, on_probe, &f);
	assert_int_equal(f.n + l.n, 13);
	assert_int_equal(dtrace_probe_lacking(dtp, &sched, on_lacking, &some),
			 l.n > 0 ? -7 : 0);
	sched = pattern("syscall", "", "");
	api_ok(dtp, dtrace_probe_lacking(dtp, &sched, on_lacking, &none));
	sched = pattern("", "", "");
	sched.dtpd_id = 1;
	api_ok(dtp, dtrace_probe_lacking(dtp, &sched, on_lacking, &none));
	assert_int_equal(none.n, 0);
	api_fails(dtp, dtrace_probe_lacking(dtp, &bad, on_lacking, &none),
		  E_BADPGLOB);
	api_fails(dtp, dtrace_probe_lacking(dtp, NULL, NULL, NULL), EINVAL);
	assert_int_equal(dtrace_probe_lacking(NULL, NULL, on_lacking, &none),
			 -1);
	dtrace_close(dtp);
}

static void none(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probedesc_t pd = pattern("nosuch", "", "");
	struct found f = { 0 };

	(void)state;
	api_fails(dtp, dtrace_probe_iter(dtp, &pd, on_probe, &f), E_NOPROBE);
	pd = pattern("dtrace", "", "[");
	api_fails(dtp, dtrace_probe_iter(dtp, &pd, on_probe, &f),
		  E_BADPGLOB);
	dtrace_close(dtp);
}

/* Ids are the same in each handle. */
static void stable(void **state)
{
	dtrace_hdl_t *dtp = api_handle(), *other = api_handle();
	struct found f = find(dtp, "syscall", "", "");
	struct found g = find(other, "syscall", "", "");

	(void)state;
	assert_int_equal(f.n, g.n);
	assert_int_equal(f.id_sum, g.id_sum);
	dtrace_close(other);
	dtrace_close(dtp);
}

static void info(void **state)
{
	dtrace_probedesc_t begin = pattern("dtrace", "", "BEGIN");
	dtrace_probedesc_t read = pattern("syscall", "read", "entry");
	dtrace_probedesc_t both = pattern("[ds][ty]*", "", "[Be]*[NTy]");
	dtrace_hdl_t *dtp = api_handle();
	dtrace_probeinfo_t i;

	(void)state;
	api_ok(dtp, dtrace_probe_info(dtp, &begin, &i));
	assert_int_equal(i.dtp_attr.dtat_name, DTRACE_STABILITY_STABLE);
	assert_int_equal(i.dtp_attr.dtat_data, DTRACE_STABILITY_STABLE);
	assert_int_equal(i.dtp_attr.dtat_class, DTRACE_CLASS_COMMON);
	assert_int_equal(i.dtp_argc, 0);
	api_ok(dtp, dtrace_probe_info(dtp, &read, &i));
	assert_int_equal(i.dtp_attr.dtat_name, DTRACE_STABILITY_UNSTABLE);
	assert_int_equal(i.dtp_attr.dtat_class, DTRACE_CLASS_ISA);
	assert_int_equal(i.dtp_arga.dtat_name, DTRACE_STABILITY_UNSTABLE);
	assert_int_equal(i.dtp_argc, 0);
	/* The lowest stability of its matches */
	api_ok(dtp, dtrace_probe_info(dtp, &both, &i));
	assert_int_equal(i.dtp_attr.dtat_name, DTRACE_STABILITY_EVOLVING);
	begin.dtpd_id = 1;
	memset(begin.dtpd_name, 'x', 3);
	api_ok(dtp, dtrace_probe_info(dtp, &begin, &i));
	assert_int_equal(i.dtp_attr.dtat_name, DTRACE_STABILITY_STABLE);
	begin = pattern("dtrace", "", "nosuch");
	api_fails(dtp, dtrace_probe_info(dtp, &begin, &i), E_NOPROBE);
	begin = pattern("dtrace", "", "[");
	api_fails(dtp, dtrace_probe_info(dtp, &begin, &i), E_BADPGLOB);
	api_fails(dtp, dtrace_probe_info(dtp, &begin, NULL), EINVAL);
	api_fails(dtp, dtrace_probe_info(dtp, NULL, &i), EINVAL);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one),
		cmocka_unit_test(globs),
		cmocka_unit_test(all),
		cmocka_unit_test(ends_early),
		cmocka_unit_test(lacking),
		cmocka_unit_test(none),
		cmocka_unit_test(stable),
		cmocka_unit_test(info),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
