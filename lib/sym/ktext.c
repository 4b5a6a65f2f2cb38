/* SPDX-License-Identifier: MIT */
/* ktext.c - reads functions of the kernel, to find which ones they call. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include "sym/insn.h"
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

#ifdef __aarch64__
/* The target of the branch at this place of the code, or 0. */
static uint64_t
target_at(const uint8_t *code, size_t n, uint64_t pc, size_t *len)
{
	uint32_t word;
	int64_t words;

	*len = sizeof(word);
	if (n < sizeof(word))
		return 0;
	memcpy(&word, code, sizeof(word));
	words = (int32_t)(word << 6) >> 6;
	return (word & 0x7c000000) == 0x14000000 ? pc + 4 * words : 0;
}
#else
static bool
is_branch(const struct dt_insn *i)
{
	if (i->map == DT_INSN_ONE)
		return i->op == 0xe8 || i->op == 0xe9;
	return i->map == DT_INSN_0F && (i->op & 0xf0) == 0x80;
}

/* The target of the branch at this place of the code, or 0. */
static uint64_t
target_at(const uint8_t *code, size_t n, uint64_t pc, size_t *len)
{
	struct dt_insn i;
	int32_t distance;

	*len = n;
	if (!dt_insn_decode(code, n, false, &i))
		return 0;
	*len = i.len;
	if (!is_branch(&i) || i.len < sizeof(distance))
		return 0;
	memcpy(&distance, code + i.len - sizeof(distance), sizeof(distance));
	return pc + i.len + (int64_t)distance;
}
#endif

/* Is there a call of the function, or a jump to it?  1, 0 or -errno. */
static int
calls(const struct dt_ksym *from, const struct dt_ksym *to)
{
	size_t n = from->size < MAXCODE ? from->size : MAXCODE, len;
	uint8_t code[MAXCODE];
	ssize_t got = read_code(from->value, code, n);

	for (size_t at = 0; got > 0 && at < (size_t)got; at += len) {
		uint64_t target = target_at(code + at, (size_t)got - at,
		    from->value + at, &len);

		if (target - to->value < MARKS)
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
