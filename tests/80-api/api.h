/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the public functions.  Each test runs on both engines,
 * or on that of DT_TEST_ENGINES; on the kernel only if permitted.
 */
#ifndef API_H
#define API_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <dtrace.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A test on either engine: its state is the engine's name. */
#define ON_VM(f) { #f " (vm)", f, NULL, NULL, (void *)"vm" }
#define ON_KERNEL(f) { #f " (kernel)", f, NULL, NULL, (void *)"kernel" }
#define ON_BOTH(f) ON_VM(f), ON_KERNEL(f)

#ifdef __x86_64__
#define IS_X86 1
#else
#define IS_X86 0
#endif

static inline void api_only_on_x86(void **state)
{
	(void)state;
	print_message("the vm engine has probes of functions on x86 only\n");
	skip();
}

/* The same for tests of the functions of processes. */
#define ON_VM_X86(f) { #f " (vm)", IS_X86 ? f : api_only_on_x86, NULL, NULL, \
	(void *)"vm" }
#define ON_BOTH_X86(f) ON_VM_X86(f), ON_KERNEL(f)

/* The library's own numbers, counted from EDT_VERSION = 1000. */
enum {
	E_VERSION = 1000,
	E_COMPILER = 1005,
	E_NOMOD = 1010,
	E_NOPROBE = 1012,
	E_NOSYM = 1013,
	E_NOSYMADDR = 1014,
	E_NOTYPE = 1015,
	E_NOCTF = 1023,
	E_BADPGLOB = 1032,
	E_BADOPTNAME = 1038,
	E_BADOPTVAL = 1039,
	E_BADOPTCTX = 1040,
	E_ACTIVE = 1046,
	E_ENDTOOBIG = 1050,
	E_ERRABORT = 1054,
	E_DROPABORT = 1055,
	E_DIRABORT = 1056,
	E_BADRVAL = 1057,
	E_BUFTOOSMALL = 1059,
	E_ACCESS = 1062,
	E_BRICKED = 1064,
	E_NOBUFFERED = 1067,
	E_BADAGGVAR = 1071,
	E_OVERSION = 1072,
};

static inline dtrace_hdl_t *api_handle(void)
{
	dtrace_hdl_t *dtp;
	int err = 0;

	dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (!dtp)
		print_error("open: %s\n", dtrace_errmsg(NULL, err));
	assert_non_null(dtp);
	return dtp;
}

/* Wait for a condition, limited only by the time limit of the whole test. */
#define api_until(cond) \
	do { \
		while (!(cond)) \
			usleep(1000); \
	} while (0)

#define api_ok(dtp, call) api_check(dtp, call, #call, __LINE__)

static inline void api_check(dtrace_hdl_t *dtp, int rc, const char *call,
			     int line)
{
	if (rc != 0)
		fail_msg("line %d: %s: %s", line, call,
			 dtrace_errmsg(dtp, dtrace_errno(dtp)));
}

static inline void api_fails(dtrace_hdl_t *dtp, int rc, int err)
{
	assert_int_equal(rc, -1);
	assert_int_equal(dtrace_errno(dtp), err);
}

/* The message of the last error contains these words. */
static inline void api_says(dtrace_hdl_t *dtp, const char *words)
{
	const char *msg = dtrace_errmsg(dtp, dtrace_errno(dtp));

	if (!strstr(msg, words))
		fail_msg("no \"%s\" in \"%s\"", words, msg);
}

static inline dtrace_prog_t *api_compile(dtrace_hdl_t *dtp, const char *text)
{
	dtrace_prog_t *prog;

	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME,
					 DTRACE_C_ETAGS, 0, NULL);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	return prog;
}

/* A callback of records that accepts them all. */
static inline int api_skip_rec(const dtrace_probedata_t *data,
			       const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)rec;
	(void)arg;
	return DTRACE_CONSUME_NEXT;
}

static inline void api_enable(dtrace_hdl_t *dtp, const char *text)
{
	api_ok(dtp, dtrace_program_exec(dtp, api_compile(dtp, text), NULL));
}

/* Can this engine be used here?  Try the smallest program. */
static inline int api_usable(const char *engine)
{
	dtrace_hdl_t *dtp = api_handle();
	int ok;

	ok = dtrace_setopt(dtp, "engine", engine) == 0 &&
	     dtrace_setopt(dtp, "bufsize", "64k") == 0;
	if (ok) {
		api_enable(dtp, "BEGIN { exit(0); }");
		ok = dtrace_go(dtp) == 0;
	}
	if (!ok)
		print_message("%s: %s\n", engine,
			      dtrace_errmsg(dtp, dtrace_errno(dtp)));
	dtrace_close(dtp);
	return ok;
}

/*
 * Open a handle for this engine, with all rates "at every call", as on a slow
 * machine any time may pass between two calls of a test.
 */
static inline dtrace_hdl_t *api_open(void **state)
{
	static const char *const opts[][2] = {
		{ "bufsize", "1m" }, { "aggsize", "1m" }, { "aggrate", "0" },
		{ "switchrate", "0" }, { "statusrate", "0" },
		{ "deadman", "0" },
	};
	static int kernel = -1;		/* the result of the first call */
	const char *engine = *state, *engines = getenv("DT_TEST_ENGINES");
	dtrace_hdl_t *dtp;

	if (engines && !strstr(engines, engine))
		skip();
	if (strcmp(engine, "kernel") == 0) {
		if (kernel < 0)
			kernel = api_usable(engine);
		if (!kernel)
			skip();
	}
	dtp = api_handle();
	api_ok(dtp, dtrace_setopt(dtp, "engine", engine));
	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		api_ok(dtp, dtrace_setopt(dtp, opts[i][0], opts[i][1]));
	return dtp;
}

/* A handle on which this program is running. */
static inline dtrace_hdl_t *api_go(void **state, const char *text)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	return dtp;
}

/* A handle with the aggregations of this program's BEGIN. */
static inline dtrace_hdl_t *api_snap(void **state, const char *text)
{
	dtrace_hdl_t *dtp = api_go(state, text);

	api_ok(dtp, dtrace_aggregate_snap(dtp));
	return dtp;
}

/* The value of an entry, as words. */
static inline int64_t *api_value(const dtrace_aggdata_t *agg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;

	return (int64_t *)(agg->dtada_data +
			   desc->dtagd_rec[desc->dtagd_nrecs - 1].dtrd_offset);
}

struct api_error {
	const char *text, *words;
};

/* Check that none of the programs, whose $1 is this process, compiles. */
static inline void api_refuses(void **state, const struct api_error *t,
			       size_t n)
{
	char self[16], *argv[] = { (char *)"test", self, NULL };

	snprintf(self, sizeof(self), "%d", (int)getpid());
	for (size_t i = 0; i < n; i++) {
		dtrace_hdl_t *dtp = api_open(state);

		assert_null(dtrace_program_strcompile(dtp, t[i].text,
			DTRACE_PROBESPEC_NAME, 0, 2, argv));
		api_says(dtp, t[i].words);
		dtrace_close(dtp);
	}
}

struct api_probes {
	int n;
	dtrace_id_t id;
};

static inline int api_count_probe(dtrace_hdl_t *dtp,
				  const dtrace_probedesc_t *pd, void *arg)
{
	struct api_probes *found = arg;

	(void)dtp;
	found->n++;
	found->id = pd->dtpd_id;
	return 0;
}

/* The number of probes that match, and the id of the last. */
static inline struct api_probes api_probes(dtrace_hdl_t *dtp,
					   const dtrace_probedesc_t *pd)
{
	struct api_probes found = { 0, DTRACE_IDNONE };

	api_ok(dtp, dtrace_probe_iter(dtp, pd, api_count_probe, &found));
	return found;
}

/* Does this machine have a probe that the description matches? */
static inline bool api_has_probe(const char *text)
{
	dtrace_hdl_t *dtp = api_handle();
	struct api_probes found = { 0, DTRACE_IDNONE };
	dtrace_probedesc_t pd;

	api_ok(dtp, dtrace_str2desc(dtp, DTRACE_PROBESPEC_NAME, text, &pd));
	(void)dtrace_probe_iter(dtp, &pd, api_count_probe, &found);
	dtrace_close(dtp);
	return found.n != 0;
}

/* Can the functions of this kernel be traced? */
static inline bool api_has_functions(void)
{
	return api_has_probe("fbt::vfs_read:entry");
}

/* Are the types of this kernel known? */
static inline bool api_has_types(void)
{
	dtrace_hdl_t *dtp = api_handle();
	dtrace_typeinfo_t t;
	bool has = dtrace_lookup_by_type(dtp, "vmlinux", "struct task_struct",
					 &t) == 0;

	dtrace_close(dtp);
	return has;
}

/* How often a test kills; the long runs set another number. */
static inline int api_kills(int usual)
{
	const char *n = getenv("DT_TEST_KILLS");

	return n ? atoi(n) : usual;
}

/*
 * The path of this program, to start it as a command.  ThreadSanitizer adds
 * threads and calls to a program, so check-tsan starts the one built without,
 * in the directory DT_TEST_PLAIN.
 */
static inline const char *api_self(void)
{
	static char path[4096];
	const char *dir = getenv("DT_TEST_PLAIN");

	if (!dir)
		return "/proc/self/exe";
	snprintf(path, sizeof(path), "%s/%s", dir,
		 program_invocation_short_name);
	return path;
}

static inline const char *api_key(const dtrace_aggdata_t *agg)
{
	return agg->dtada_data + agg->dtada_desc->dtagd_rec[1].dtrd_offset;
}

#endif
