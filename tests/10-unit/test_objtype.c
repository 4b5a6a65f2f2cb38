/* SPDX-License-Identifier: MIT */
/*
 * The types of a library that is compiled here, then those of damaged copies,
 * which must do no harm.  Then sources of types that describe what no compiler
 * does.
 */
#include <ctf-api.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/buf.h"
#include "sym/dwinfo.h"
#include "sym/objtype.h"

#define	NDAMAGED	1500

static const char text[] =
	"enum e { A = -1, B };"
	"typedef struct { unsigned b : 3; union { int i; char t[4]; }; } u;"
	"struct o;"
	"struct s { int x; u y[2][3]; struct s *next; struct o *o;"
	"    void (*f)(int); double d; };"
	"struct o { struct s s; enum e e; };"
	"struct s *g(struct s *s, enum e e) { return s->next + e; }"
	"long f(struct o *o, struct s *s) { return o->s.x + s->d; }";

struct library {
	unsigned char *p;
	size_t n;
	struct { size_t at, n; } part[2];	/* .debug_info, .debug_abbrev */
};

/* Find the sections to damage. */
static void
find_parts(struct library *l)
{
	Elf *elf = elf_memory((char *)l->p, l->n);
	Elf_Scn *scn = NULL;
	size_t names, i;
	GElf_Shdr sh;

	assert_int_equal(elf_getshdrstrndx(elf, &names), 0);
	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		const char *name = gelf_getshdr(scn, &sh) == NULL ? "" :
		    elf_strptr(elf, names, sh.sh_name);

		for (i = 0; i < 2; i++)
			if (strcmp(name, i == 0 ? ".debug_info" :
			    ".debug_abbrev") == 0) {
				l->part[i].at = sh.sh_offset;
				l->part[i].n = sh.sh_size;
			}
	}
	(void) elf_end(elf);
}

static int
compile(void **state)
{
	static struct library l;
	char path[] = "objtype-XXXXXX", command[256];
	int fd = mkstemp(path);
	FILE *fp;

	(void) elf_version(EV_CURRENT);
	snprintf(command, sizeof(command), "gcc -x c -g -O1 -shared -fPIC "
	    "-nostdlib -Wl,-z,noseparate-code -o %s -", path);
	fp = popen(command, "w");
	if (fd < 0 || fp == NULL)
		return -1;
	(void) fputs(text, fp);
	if (pclose(fp) != 0)
		return -1;
	l.n = (size_t)lseek(fd, 0, SEEK_END);
	l.p = malloc(l.n);
	if (l.p == NULL || pread(fd, l.p, l.n, 0) != (ssize_t)l.n)
		return -1;
	(void) unlink(path);
	(void) close(fd);
	find_parts(&l);
	*state = &l;
	return l.part[0].n != 0 && l.part[1].n != 0 ? 0 : -1;
}

static int
free_library(void **state)
{
	free(((struct library *)*state)->p);
	return 0;
}

struct world {
	struct dt_types *ts;
	struct dt_objtypes *types;
	const char *path;
	uint32_t nfuncs, nstructs, nnamed;
};

/* Read all that a type has inside, and where its pointers lead, n times. */
static void
visit(struct world *w, struct dt_type t, int n)
{
	struct dt_buf layout = { 0 };

	(void) dt_type_layout(w->ts, &t, &layout);
	dt_buf_free(&layout);
	while (n-- > 0 && dt_type_pointee(w->ts, &t, &t) == 0)
		if (dt_type_complete(w->ts, &t) == 0 &&
		    dt_type_isstruct(&t)) {
			w->nstructs++;
			visit(w, t, n);
		}
}

static int
visit_function(void *arg, uint64_t offset, struct dt_dwfunc *f)
{
	struct world *w = arg;
	const struct dt_objfile file = { w->path, 1, 0 };
	const struct dt_objtype *t;
	struct dt_dwtypes types;

	(void) offset;
	w->nfuncs++;
	if (!dt_dwfunc_types(f, &types))
		return 0;
	for (uint32_t i = 0; i < types.nargs; i++)
		if (types.arg[i].at != 0 && dt_objtypes_find(w->types, &file,
		    types.arg[i].at, &t) == 0)
			visit(w, t->type, 4);
	return 0;
}

static void
visit_named(struct world *w)
{
	static const char *const names[] = { "struct s", "struct o", "enum e",
		"u", "union s", "struct u", "e" };
	const struct dt_objfile file = { w->path, 1, 0 };
	struct dt_type t;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (dt_objtypes_named(w->types, &file, names[i], &t) != 0)
			continue;
		w->nnamed++;
		visit(w, t, 4);
	}
}

static struct world
visit_library(const unsigned char *p, size_t n)
{
	struct world w = { 0 };
	char path[64];
	int fd = memfd_create("objtype", MFD_CLOEXEC);

	assert_int_equal(write(fd, p, n), n);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	w.path = path;
	assert_int_equal(dt_types_create(&w.ts), 0);
	assert_int_equal(dt_objtypes_create(&w.types, w.ts), 0);
	(void) dt_dw_functions(path, visit_function, &w);
	visit_named(&w);
	dt_objtypes_destroy(w.types);
	dt_types_destroy(w.ts);
	(void) close(fd);
	return w;
}

/*
 * The pointers of both functions lead to structs.  The file has four types by
 * their names.
 */
static void
whole(void **state)
{
	const struct library *l = *state;
	struct world w = visit_library(l->p, l->n);

	assert_int_equal(w.nfuncs, 2);
	assert_int_equal(w.nstructs, 3);
	assert_int_equal(w.nnamed, 4);
}

static uint32_t
next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Change one to eight bytes; a small one stands for a form or a tag. */
static void
damage(const struct library *l, unsigned char *copy, uint32_t *seed)
{
	uint32_t n = 1 + next_random(seed) % 8;

	while (n-- > 0) {
		uint32_t i = next_random(seed) % 2;
		size_t at = l->part[i].at + next_random(seed) % l->part[i].n;
		uint32_t v = next_random(seed);

		copy[at] = (unsigned char)(v % 3 == 0 ? v / 3 :
		    v % 3 == 1 ? v / 3 % 0x40 : l->p[at] ^ 1u << v / 3 % 8);
	}
}

static void
damaged(void **state)
{
	const struct library *l = *state;
	unsigned char *copy = malloc(l->n);
	uint32_t seed = 1, nstructs = 0;

	assert_non_null(copy);
	for (int i = 0; i < NDAMAGED; i++) {
		memcpy(copy, l->p, l->n);
		damage(l, copy, &seed);
		nstructs += visit_library(copy, l->n).nstructs;
	}
	free(copy);
	/* most copies still have structs, so that their members were read */
	assert_in_range(nstructs, NDAMAGED / 2, UINT32_MAX);
}

/* --- sources -------------------------------------------------------------- */

enum { ITSELF, OUTSIDE, TWICE, TREE };

struct source {
	struct dt_typesource source;	/* first */
	struct dt_types *ts;
	int kind, errors[3];
	uint32_t calls;
};

static struct dt_type
add(struct source *s, uint64_t key, uint32_t size)
{
	const struct dt_newsource n = { .source = &s->source, .key = key,
	    .is_defined = true, .tag = "x", .size = size };
	struct dt_type t;

	assert_int_equal(dt_type_addstruct(s->ts, &n, &t), 0);
	return t;
}

/* A struct of the tree has two different ones inside, at the same place. */
static int
add_members(struct dt_typesource *source, uint64_t key,
    const struct dt_type *t)
{
	struct source *s = (struct source *)source;
	struct dt_member m = { .type = dt_type_basic(s->ts, DT_T_INT) };

	s->calls++;
	if (s->kind == ITSELF) {
		m.type = *t;
		s->errors[0] = dt_type_addmember(s->ts, t, "m", &m);
	} else if (s->kind == OUTSIDE) {
		m.bit = 8;
		s->errors[0] = dt_type_addmember(s->ts, t, "m", &m);
		m.bit = UINT64_MAX - 7;
		s->errors[1] = dt_type_addmember(s->ts, t, "m", &m);
		m.bit = 0;
		m.bits = 33;
		s->errors[2] = dt_type_addmember(s->ts, t, "m", &m);
	} else if (s->kind == TWICE) {
		s->errors[0] = dt_type_addmember(s->ts, t, "m", &m);
		s->errors[1] = dt_type_addmember(s->ts, t, "m", &m);
	} else if (key < 40) {
		m.type = add(s, key + 1, 4);
		(void) dt_type_addmember(s->ts, t, "", &m);
		s->errors[0] |= dt_type_addmember(s->ts, t, "twin", &m);
	}
	return 0;
}

static struct source
open_source(int kind)
{
	struct source s = { .source = { add_members, NULL }, .kind = kind };
	struct dt_member m;
	struct dt_type t;

	assert_int_equal(dt_types_create(&s.ts), 0);
	t = add(&s, 0, 4);
	assert_int_equal(dt_type_member(s.ts, &t, "absent", &m), -ENOENT);
	dt_types_destroy(s.ts);
	return s;
}

static void
sources(void **state)
{
	struct source s = open_source(ITSELF);

	(void) state;
	assert_int_equal(s.errors[0], -ELOOP);
	s = open_source(OUTSIDE);
	for (int i = 0; i < 3; i++)
		assert_int_equal(s.errors[i], -EINVAL);
	s = open_source(TWICE);
	assert_int_equal(s.errors[0], 0);
	assert_int_equal(s.errors[1], -EEXIST);
	/* 2^40 structs, if they were not limited */
	s = open_source(TREE);
	assert_int_equal(s.errors[0], -E2BIG);
	assert_int_equal(s.calls, 41);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole),
		cmocka_unit_test(damaged),
		cmocka_unit_test(sources),
	};

	return cmocka_run_group_tests(tests, compile, free_library);
}
