/* SPDX-License-Identifier: MIT */
/* ktext.c - reads functions of the kernel, to find which ones they call. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "sym/branch.h"
#include "sym/ksym.h"
#include "sym/ktext.h"

#define	MAXCODE		4096	/* of a function that is searched */
#define	MARKS		16	/* bytes of landing pads that a call skips */

/* The offset in /proc/kcore of an address; -1: it has none. */
static off_t
find_offset(int fd, uint64_t addr)
{
	Elf64_Ehdr h;
	Elf64_Phdr p;

	if (pread(fd, &h, sizeof(h), 0) != sizeof(h) ||
	    memcmp(h.e_ident, ELFMAG, SELFMAG) != 0)
		return -1;
	for (unsigned int i = 0; i < h.e_phnum; i++) {
		off_t at = (off_t)(h.e_phoff + i * sizeof(p));

		if (pread(fd, &p, sizeof(p), at) != sizeof(p))
			return -1;
		if (p.p_type == PT_LOAD && addr >= p.p_vaddr &&
		    addr - p.p_vaddr < p.p_memsz)
			return (off_t)(p.p_offset + (addr - p.p_vaddr));
	}
	return -1;
}

static ssize_t
read_code(uint64_t addr, uint8_t *code, size_t n)
{
	int fd = open("/proc/kcore", O_RDONLY | O_CLOEXEC);
	ssize_t got;
	off_t at;

	if (fd < 0)
		return -errno;
	at = find_offset(fd, addr);
	got = at >= 0 ? pread(fd, code, n, at) : -1;
	(void) close(fd);
	return got >= 0 ? got : -EIO;
}

/* Is there a call of the function, or a jump to it?  1, 0 or -errno. */
static int
calls(const struct dt_ksym *from, const struct dt_ksym *to)
{
	size_t n = from->size < MAXCODE ? from->size : MAXCODE;
	uint8_t code[MAXCODE];
	ssize_t got = read_code(from->value, code, n);
	struct dt_branch br;
	uint64_t into;

	for (size_t at = 0; got > 0 && at < (size_t)got; at += br.len) {
		(void) dt_branch_read(code + at, (size_t)got - at, false, &br);
		if (br.len == 0)
			break;
		into = from->value + at + (uint64_t)br.target - to->value;
		if (br.target != 0 && into < MARKS)
			return 1;
	}
	return got < 0 ? (int)got : 0;
}

static int
follow(struct dt_ksyms *ks, const char *const *names)
{
	struct dt_ksym from, to;
	int rc = dt_ksym_byname(ks, "vmlinux", *names, &from);

	while (rc == 0 && *++names != NULL) {
		rc = dt_ksym_byname(ks, "vmlinux", *names, &to);
		if (rc == 0)
			rc = calls(&from, &to);
		if (rc != 1)
			continue;
		if (names[1] == NULL)
			return 1;
		from = to;
		rc = 0;
	}
	return rc;
}

int
dt_ktext_calls(const char *const *names)
{
	struct dt_ksyms *ks;
	int rc = dt_ksym_create(&ks, NULL);

	if (rc != 0)
		return rc;
	rc = follow(ks, names);
	dt_ksym_destroy(ks);
	return rc;
}
