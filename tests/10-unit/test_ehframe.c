/* SPDX-License-Identifier: MIT */
/*
 * The rules of this program's own .eh_frame section, which are known for
 * functions written here in assembly.  Then the rules of damaged copies, which
 * must do no harm.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "sym/ehframe.h"

struct image {
	char *p;
	size_t len;
};

static size_t
read_image(const struct dt_ehsource *s, void *dst, uint64_t off, size_t n)
{
	const struct image *im = s->arg;

	if (off > im->len)
		return 0;
	if (n > im->len - off)
		n = im->len - off;
	memcpy(dst, im->p + off, n);
	return n;
}

static int
read_self(void **state)
{
	static struct image im;
	struct stat st;
	int fd = open("/proc/self/exe", O_RDONLY);

	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	im.len = (size_t)st.st_size;
	im.p = malloc(im.len);
	assert_non_null(im.p);
	assert_int_equal(read(fd, im.p, im.len), im.len);
	close(fd);
	*state = &im;
	return 0;
}

static int
free_self(void **state)
{
	free(((struct image *)*state)->p);
	return 0;
}

#ifdef __x86_64__

void known(void);
__asm__(
	".text\n"
	".globl known\n"
	".type known, @function\n"
	"known:\n"
	".cfi_startproc\n"
	"nop\n"				/* 0: CFA = rsp + 8 */
	".cfi_adjust_cfa_offset 8\n"
	".cfi_offset %rbp, -16\n"
	"nop\n"				/* 1: rsp + 16 */
	".cfi_def_cfa_register %rbp\n"
	"nop\n"				/* 2: rbp + 16 */
	".cfi_remember_state\n"
	".cfi_restore %rbp\n"
	".cfi_def_cfa %rsp, 4096\n"
	"nop\n"				/* 3: rsp + 4096 */
	".cfi_restore_state\n"
	"nop\n"				/* 4: as 2 */
	".cfi_escape 0x0f,3,0x76,0x78,0x06\n"	/* CFA = *(rbp - 8) */
	".cfi_escape 0x10,6,2,0x76,0\n"		/* rbp is at rbp */
	"nop\n"				/* 5 */
	".cfi_def_cfa %r10, 0\n"
	"nop\n"				/* 6: not followed */
	".cfi_def_cfa %rsp, 12\n"
	"nop\n"				/* 7: not of words */
	".cfi_def_cfa %rsp, 8\n"
	".cfi_register %rbp, %rax\n"
	"nop\n"				/* 8: rbp is lost */
	".cfi_undefined %rip\n"
	"nop\n"				/* 9: the end */
	".cfi_endproc\n"
	".size known, .-known\n"
	".skip 64\n");

/* The offset in the file of an address in the code. */
static uint64_t
offset_of(const struct image *im, const void *addr)
{
	extern const char __ehdr_start[];
	const Elf64_Ehdr *h = (const void *)im->p;
	const Elf64_Phdr *p = (const void *)(im->p + h->e_phoff);
	uint64_t at = (uint64_t)((const char *)addr - __ehdr_start);

	for (int i = 0; i < h->e_phnum; i++)
		if (p[i].p_type == PT_LOAD && at - p[i].p_vaddr < p[i].p_filesz)
			return at - p[i].p_vaddr + p[i].p_offset;
	return 0;
}

static void
rules(void **state)
{
	static const struct dt_unwrow want[] = {
		{ 0, 1, 0, DT_UNW_SP }, { 1, 2, -2, DT_UNW_SP },
		{ 2, 2, -2, DT_UNW_FP }, { 3, 512, 0, DT_UNW_SP },
		{ 4, 2, -2, DT_UNW_FP }, { 5, -1, 0, DT_UNW_DEREF },
		{ 6, 0, 0, DT_UNW_NONE }, { 7, 1, 0, DT_UNW_NONE },
		{ 8, 1, DT_UNW_LOST, DT_UNW_SP }, { 9, 0, 0, DT_UNW_END },
		{ 10, 0, 0, DT_UNW_NONE },
	};
	const struct image *im = *state;
	const struct dt_ehsource s = { read_image, im };
	uint64_t at = offset_of(im, (const void *)known);
	const struct dt_unwrow *row;
	struct dt_ehtable t;

	assert_int_equal(dt_ehframe_read(&s, &t), 0);
	assert_true(t.nfp + t.nsp != 0);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		row = dt_ehframe_find(&t, at + want[i].at);
		assert_non_null(row);
		assert_int_equal(row->how, want[i].how);
		if (row->how == DT_UNW_NONE || row->how == DT_UNW_END)
			continue;
		assert_int_equal(row->cfa, want[i].cfa);
		assert_int_equal(row->fp, want[i].fp);
	}
	for (uint32_t i = 1; i < t.n; i++)
		assert_true(t.rows[i - 1].at < t.rows[i].at);
	assert_null(dt_ehframe_find(&t, 0));
	dt_ehframe_free(&t);
}

/* The start of the section, by its own header. */
static uint64_t
section_of(const struct image *im)
{
	const Elf64_Ehdr *h = (const void *)im->p;
	const Elf64_Phdr *p = (const void *)(im->p + h->e_phoff);
	int32_t rel;

	while (p->p_type != PT_GNU_EH_FRAME)
		p++;
	memcpy(&rel, im->p + p->p_offset + 4, sizeof(rel));
	return p->p_offset + 4 + (uint64_t)rel;
}

static void
wrong_bytes(void **state)
{
	const struct image *im = *state;
	struct image bad = { malloc(im->len), im->len };
	const struct dt_ehsource s = { read_image, &bad };
	uint64_t at = section_of(im);
	struct dt_ehtable t;

	assert_non_null(bad.p);
	srandom(1);
	for (int i = 0; i < 200; i++) {
		memcpy(bad.p, im->p, im->len);
		for (int k = 0; k < 20; k++)
			bad.p[at + (uint64_t)random() % 4096] =
			    (char)random();
		if (i % 4 == 0)
			bad.p[random() % 1024] = (char)random();
		if (dt_ehframe_read(&s, &t) == 0)
			assert_true(t.n != 0);
		dt_ehframe_free(&t);
	}
	for (bad.len = 0; bad.len < im->len; bad.len += im->len / 50 + 1)
		if (dt_ehframe_read(&s, &t) == 0)
			dt_ehframe_free(&t);
	free(bad.p);
}

#endif /* __x86_64__ */

static void
not_elf(void **state)
{
	struct image none = { *(char **)state, 3 };
	const struct dt_ehsource s = { read_image, &none };
	struct dt_ehtable t;

	assert_int_equal(dt_ehframe_read(&s, &t), -ENOEXEC);
	assert_null(t.rows);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
#ifdef __x86_64__
		cmocka_unit_test(rules),
		cmocka_unit_test(wrong_bytes),
#endif
		cmocka_unit_test(not_elf),
	};

	return cmocka_run_group_tests(tests, read_self, free_self);
}
