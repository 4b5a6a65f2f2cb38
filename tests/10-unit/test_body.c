/* SPDX-License-Identifier: MIT */
/*
 * What the code of functions does that are written here in assembly: how many
 * instructions return, and what else matters to probes.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "sym/body.h"
#include "sym/elffunc.h"

#ifdef __x86_64__

#define	FUNCTION(name, body)						\
	__asm__(".text\n.type t_" name ",@function\n"			\
	    "t_" name ": .cfi_startproc\n" body				\
	    ".cfi_endproc\n.size t_" name ",.-t_" name "\n")

FUNCTION("plain", "ret\n");
FUNCTION("with_args", "test %edi,%edi\nje 1f\nret $8\n1: rep ret\n");
FUNCTION("tail", "jmp t_plain\n");
FUNCTION("tail_if", "jle t_plain\nret\n");
FUNCTION("through", "jmp *8(%rdi)\n");
FUNCTION("marked_table", "notrack jmp *%rax\nret\n");
FUNCTION("framed_table",
	"push %rbx\n.cfi_adjust_cfa_offset 8\n"
	"jmp *%rax\n"
	"pop %rbx\n.cfi_adjust_cfa_offset -8\n"
	"ret\n");
FUNCTION("endless", "1: pause\njmp 1b\n");
FUNCTION("stops", "ud2\n");
FUNCTION("calls", "call t_plain\nret\n");
FUNCTION("padded", "ret\nnopw 0(%rax,%rax,1)\n");
FUNCTION("thread_data", ".byte 0x66,0x66,0x48\ncall t_plain\nret\n");

FUNCTION("falls_through", "xor %eax,%eax\n");
FUNCTION("unknown", "ret\n.byte 0x06\n");
FUNCTION("counts", "jrcxz t_plain\nret\n");
FUNCTION("hinted", ".byte 0x2e\njne t_plain\nret\n");
FUNCTION("framed_jump",
	"push %rbx\n.cfi_adjust_cfa_offset 8\n"
	"jmp t_plain\n");

FUNCTION("at_start", "t_again: dec %edi\njne t_again\nret\n");
FUNCTION("behind", "nop\nt_behind_1: dec %edi\njne t_behind_1\nret\n");

FUNCTION("sets_stack", "mov %rdi,%rsp\nret\n");
FUNCTION("loads_stack", "mov 8(%rdi),%rsp\nret\n");
FUNCTION("swaps_stack", "xchg %rax,%rsp\nret\n");
FUNCTION("pops_stack", "pop %rsp\nret\n");
FUNCTION("keeps_stack",
	"push %rbp\nmov %rsp,%rbp\nand $-32,%rsp\nsub $64,%rsp\n"
	"lea -8(%rbp),%rsp\nmov %rbp,%rsp\nleave\nlea -8(%r10),%rsp\n"
	"pop %r12\nxchg %rax,%r12\nret\n");

FUNCTION("reads_at_entry", "mov (%rsp),%rax\nret\n");
FUNCTION("reads_by_sp",
	"push %rbx\n.cfi_adjust_cfa_offset 8\nsub $16,%rsp\n"
	".cfi_adjust_cfa_offset 16\ncmp 24(%rsp),%rdi\nadd $16,%rsp\n"
	".cfi_adjust_cfa_offset -16\npop %rbx\n.cfi_adjust_cfa_offset -8\n"
	"ret\n");
FUNCTION("reads_by_fp",
	"push %rbp\n.cfi_adjust_cfa_offset 8\nmov %rsp,%rbp\n"
	".cfi_def_cfa_register %rbp\nlea 8(%rbp),%rax\npop %rbp\n"
	".cfi_def_cfa %rsp,8\nret\n");
FUNCTION("reads_others",
	"push %rbx\n.cfi_adjust_cfa_offset 8\nmov (%rsp),%rax\n"
	"mov 16(%rsp),%rax\nmov 8(%rbp),%rax\nmov 8(%rsp,%rcx,8),%rax\n"
	"mov -8(%rsp),%rax\nmov 8(%r12),%rax\npop %rbx\n"
	".cfi_adjust_cfa_offset -8\nret\n");
FUNCTION("calls_itself", "call t_calls_itself\nret\n");

/* As compiled by Go 1.19 and 1.16, and with a large frame. */
FUNCTION("go", "t_go_1: cmp 0x10(%r14),%rsp\njbe 1f\nnop\nret\n"
	"1: call t_plain\njmp t_go_1\n");
FUNCTION("go_large", "t_go_2: lea -0x100(%rsp),%r12\ncmp 0x10(%r14),%r12\n"
	"jbe 1f\nnop\nret\n1: call t_plain\njmp t_go_2\n");
FUNCTION("go_old", "t_go_3: mov %fs:-8,%rcx\ncmp 0x10(%rcx),%rsp\njbe 1f\n"
	"nop\nret\n1: call t_plain\njmp t_go_3\n");

struct world {
	int fd;
	struct dt_bodyfile *f;
	struct dt_body b;
	const char *name;
	uint64_t offset;
};

static int
visit(void *arg, const struct dt_elffunc *f)
{
	struct world *w = arg;

	if (strncmp(f->name, "t_", 2) != 0 || strcmp(f->name + 2, w->name) != 0)
		return 0;
	w->offset = f->offset;
	assert_int_equal(dt_body_read(w->f, f->offset, f->size, &w->b), 0);
	return 1;
}

static const struct dt_body *
body_of(struct world *w, const char *name)
{
	w->name = name;
	if (dt_elf_functions("/proc/self/exe", visit, w) != 1)
		fail_msg("there is no function t_%s", name);
	return &w->b;
}

static int
setup(void **state)
{
	static struct world w;

	w.fd = open("/proc/self/exe", O_RDONLY);
	assert_true(w.fd >= 0);
	w.f = dt_bodyfile_open("/proc/self/exe", w.fd, true);
	assert_non_null(w.f);
	*state = &w;
	return 0;
}

static int
teardown(void **state)
{
	struct world *w = *state;

	dt_body_free(&w->b);
	dt_bodyfile_close(w->f);
	close(w->fd);
	return 0;
}

static void
exits(void **state)
{
	static const struct {
		const char *name;
		size_t n;
		enum dt_leavehow how;		/* of the first one */
	} t[] = {
		{ "plain", 1, DT_LEAVE_ALWAYS },
		{ "with_args", 2, DT_LEAVE_ALWAYS },
		{ "tail", 1, DT_LEAVE_ALWAYS },
		{ "tail_if", 2, DT_LEAVE_IF },
		{ "through", 1, DT_LEAVE_TO },
		{ "marked_table", 1, DT_LEAVE_ALWAYS },
		{ "framed_table", 1, DT_LEAVE_ALWAYS },
		{ "calls", 1, DT_LEAVE_ALWAYS },
		{ "padded", 1, DT_LEAVE_ALWAYS },
		{ "thread_data", 1, DT_LEAVE_ALWAYS },
		{ "endless", 0, 0 }, { "stops", 0, 0 },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		const struct dt_body *b = body_of(*state, t[i].name);
		const struct dt_exit *e = (const void *)b->exits.p;

		if (!b->is_whole || b->exits.len != t[i].n * sizeof(*e))
			fail_msg("%s: %zu exits, not %zu", t[i].name,
				 b->exits.len / sizeof(*e), t[i].n);
		if (t[i].n != 0)
			assert_int_equal(e->leave.how, t[i].how);
	}
}

static void
not_whole(void **state)
{
	static const char *const names[] = { "falls_through", "unknown",
		"counts", "framed_jump", "hinted" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (body_of(*state, names[i])->is_whole)
			fail_msg("%s: all exits are known", names[i]);
}

static bool
jumps_to(struct world *w, const char *name, uint64_t at)
{
	const struct dt_body *b = body_of(w, name);

	return dt_body_is_target(b, w->offset + at);
}

static void
targets(void **state)
{
	assert_true(jumps_to(*state, "at_start", 0));
	assert_false(jumps_to(*state, "behind", 0));
	assert_true(jumps_to(*state, "behind", 1));
	assert_false(jumps_to(*state, "plain", 0));
}

static void
stacks(void **state)
{
	struct world *w = *state;

	assert_true(body_of(w, "sets_stack")->moves_stack);
	assert_true(body_of(w, "loads_stack")->moves_stack);
	assert_true(body_of(w, "swaps_stack")->moves_stack);
	assert_true(body_of(w, "pops_stack")->moves_stack);
	assert_false(body_of(w, "keeps_stack")->moves_stack);
	assert_true(body_of(w, "reads_at_entry")->reads_return);
	assert_true(body_of(w, "reads_by_sp")->reads_return);
	assert_true(body_of(w, "reads_by_fp")->reads_return);
	assert_false(body_of(w, "reads_others")->reads_return);
}

static void
calls(void **state)
{
	assert_true(body_of(*state, "calls_itself")->calls_itself);
	assert_false(body_of(*state, "calls")->calls_itself);
}

/* How many bytes precede the end of its check. */
static uint64_t
check_of(struct world *w, const char *name)
{
	const struct dt_body *b = body_of(w, name);

	return b->behind_check == 0 ? 0 : b->behind_check - w->offset;
}

static void
go(void **state)
{
	assert_int_equal(check_of(*state, "go"), 6);
	assert_int_equal(check_of(*state, "go_large"), 14);
	assert_int_equal(check_of(*state, "go_old"), 15);
	assert_int_equal(check_of(*state, "at_start"), 0);
	assert_true(jumps_to(*state, "go", 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exits),
		cmocka_unit_test(not_whole),
		cmocka_unit_test(targets),
		cmocka_unit_test(stacks),
		cmocka_unit_test(calls),
		cmocka_unit_test(go),
	};

	return cmocka_run_group_tests_name("body", tests, setup, teardown);
}

#else

int
main(void)
{
	return 77;
}

#endif
