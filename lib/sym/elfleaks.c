/* SPDX-License-Identifier: MIT */
/* elfleaks.c - programs that look for leaked memory when they end. */
#include <string.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/elffile.h"
#include "sym/elfleaks.h"

/*
 * Strings for the dynamic linker that only such programs have: the start of a
 * library's name, or the whole name of a function of the runtime, which a
 * library has or the program itself.
 */
static const char *const marks[] = {
	"liblsan.so", "libasan.so", "__lsan_do_leak_check",
};

static bool
has_mark(const char *s, const char *end)
{
	for (; s < end; s += strnlen(s, (size_t)(end - s)) + 1)
		for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
			if ((size_t)(end - s) > strlen(marks[i]) &&
			    strncmp(s, marks[i], strlen(marks[i])) == 0)
				return true;
	return false;
}

static void
read_strings(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name)
{
	Elf_Data *data = NULL;
	bool *found = arg;

	if (sh->sh_type == SHT_STRTAB && strcmp(name, ".dynstr") == 0)
		data = dt_elffile_data(f, scn);
	if (data != NULL && data->d_buf != NULL)
		*found = has_mark(data->d_buf, (const char *)data->d_buf +
		    data->d_size);
}

bool
dt_elf_seeks_leaks(const char *path)
{
	int fd = dt_regular_open(path, 0);
	struct dt_elffile f;
	bool found = false;

	if (fd < 0)
		return false;
	if (dt_elffile_open(&f, fd) == 0)
		dt_elffile_sections(&f, read_strings, &found);
	dt_elffile_close(&f);
	(void) close(fd);
	return found;
}
