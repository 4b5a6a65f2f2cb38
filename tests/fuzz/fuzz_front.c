/* SPDX-License-Identifier: MIT */
/*
 * fuzz_front - libFuzzer on the front end: any text must compile or be refused
 * with a message, without a crash, a leak or a hang.  A text that is refused
 * must not change the known names.
 *
 * The first byte chooses the compile flags, the others are the program.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "front/scope.h"
#include "type/field.h"

static uint32_t matches(void *arg, const struct dt_pdesc *pd)
{
	(void) arg;
	return pd->part[3][0] != '\0' && pd->part[3][0] != 'z';
}

static void argtype(void *arg, const struct dt_pdesc *pd,
    struct dt_argtype *a)
{
	static const char *const types[] = { "struct task_struct *", "int",
	    "string" };
	uint32_t n = matches(arg, pd);

	a->nprobes += n;
	a->ntyped += n;
	a->most = 3;
	if (a->number >= 3 || n == 0)
		return;
	a->nwith++;
	a->is_user |= pd->part[3][0] == 'e';
	a->type = a->native = types[a->number];
	a->from = a->number;
}

static int setopt(void *arg, const char *name, const char *value,
    const char **why)
{
	(void) arg;
	*why = "not in this test";
	return strlen(name) % 2 == 0 && value != NULL ? -1 : 0;
}

static int64_t twenty(void *arg, int opt)
{
	(void) arg;
	(void) opt;
	return 20;
}

/* The name decides: a function, a variable, a per-CPU one, or nothing. */
static int symbol(void *arg, const char *module, const char *name,
    struct dt_kvar *out, char *why, size_t len)
{
	static const char *const kinds[] = { DT_FIELD_FUNCTION,
	    DT_FIELD_VARIABLE, DT_FIELD_PERCPU };
	struct dt_types *ts = arg;
	size_t n = strlen(name) % 4;

	if (n == 3 || module != NULL) {
		(void) snprintf(why, len, "there is none");
		return -ENOENT;
	}
	*out = (struct dt_kvar){ .is = kinds[n], .addr = 0xffffffff81000000 };
	return dt_type_lookup(ts, n == 0 ? "void *" : "long", &out->type);
}

/* Names refer to the memory of their program, which lives as long. */
static void compile(struct dt_scope *scope, const struct dt_source *src,
    struct dt_arena *arena, FILE *dump)
{
	const struct dt_env env = {
		.matches = matches, .argtype = argtype, .setopt = setopt,
		.option = twenty, .symbol = symbol,
		.arg = dt_scope_types(scope), .target = 1234,
	};
	struct dt_diag diag = { .err = 0 };
	struct dt_dprog *prog = NULL;
	uint32_t nself = dt_scope_nself(scope);
	uint32_t globals = dt_scope_globals_size(scope);
	int err;

	err = dt_front(src, scope, &env, arena, &diag, dump, dump, &prog);
	if ((err == 0) != (prog != NULL) || (err == 0) != (diag.err == 0) ||
	    (err != 0 && diag.text[0] == '\0'))
		abort();
	if (err != 0 && (dt_scope_nself(scope) != nself ||
	    dt_scope_globals_size(scope) != globals))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char *const argv[] = { "fuzz", "7", "-3", "name", "two words" };
	struct dt_source src = {
		.spec = DTRACE_PROBESPEC_NAME, .argc = 5, .argv = argv,
	};
	struct dt_arena *arena;
	struct dt_types *types;
	struct dt_scope *scope;
	FILE *dump;

	if (size == 0 || dt_types_create(&types) != 0)
		return 0;
	arena = dt_arena_create();
	src.text = (const char *)data + 1;
	src.len = size - 1;
	src.cflags = (data[0] & 1 ? DTRACE_C_ZDEFS | DTRACE_C_ARGREF : 0) |
	    (data[0] & 2 ? DTRACE_C_PSPEC | DTRACE_C_DEFARG : 0) |
	    (data[0] & 4 ? DTRACE_C_EMPTY : 0);
	dump = fopen("/dev/null", "w");
	if (arena != NULL && dt_scope_create(types, &scope) == 0) {
		/* the second time all names of the program are known */
		compile(scope, &src, arena, dump);
		compile(scope, &src, arena, NULL);
		dt_scope_destroy(scope);
	}
	dt_arena_destroy(arena);
	if (dump != NULL)
		(void) fclose(dump);
	dt_types_destroy(types);
	return 0;
}
