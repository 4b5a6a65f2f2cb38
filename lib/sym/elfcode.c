/* SPDX-License-Identifier: MIT */
/*
 * elfcode.c - finds the instructions of functions.  Decoding starts at the
 * first one, because boundaries cannot be found backwards.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/a64.h"
#include "sym/elfcode.h"
#include "sym/elffile.h"
#include "sym/insn.h"

#define	MAXCODE		(16u << 20)	/* bytes of one function */
#define	MAXTABLE	(1u << 22)	/* entries of a table for unwinding */

/* --- instructions ------------------------------------------------------- */

#ifdef __x86_64__

/* Does it have a prefix that uprobes refuse: ES, CS, SS, DS, LOCK? */
static bool
has_bad_prefix(const uint8_t *p, const struct dt_insn *i)
{
	for (uint8_t k = 0; k < i->len; k++)
		switch (p[k]) {
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0xf0:
			return true;
		case 0x64: case 0x65: case 0x66: case 0x67:
		case 0xf2: case 0xf3:
			continue;
		default:
			return false;
		}
	return false;
}

/*
 * Does the kernel refuse this opcode, because it is privileged or traps, or
 * because 32-bit programs hardly use it?  The same table applies to VEX
 * opcodes.  pushf (9c) is refused only here: the kernel steps over it with the
 * trap flag set, and the later popf would kill the process.
 */
static bool
is_bad_opcode(const struct dt_insn *i)
{
	if (i->map == DT_INSN_0F && !i->is_vex)
		return i->op < 0x02 || (i->op >= 0x06 && i->op <= 0x0b) ||
		    (i->op & 0xf0) == 0x20 || (i->op & 0xf8) == 0x30;
	if (i->map != DT_INSN_ONE && !i->is_vex)
		return false;
	switch (i->op) {
	case 0x6c ... 0x6f: case 0x9c: case 0xcc ... 0xcf: case 0xe4 ... 0xe7:
	case 0xec ... 0xef: case 0xf0 ... 0xf1: case 0xf4: case 0xfa ... 0xfb:
		return true;
	case 0x60 ... 0x62: case 0x9a: case 0xd4 ... 0xd6: case 0xea:
		return !i->is_32;
	case 0x06: case 0x07: case 0x0e: case 0x16: case 0x17: case 0x1e:
	case 0x1f: case 0x63:
		return i->is_32;
	default:
		return false;
	}
}

/* Is it a branch with prefix 66, which Intel and AMD decode differently? */
static bool
is_bad_branch(const struct dt_insn *i)
{
	if (i->map == DT_INSN_0F)
		return i->has_66 && !i->is_vex && (i->op & 0xf0) == 0x80;
	return i->has_66 && i->map == DT_INSN_ONE && !i->is_vex &&
	    ((i->op & 0xf0) == 0x70 || i->op == 0xe8 || i->op == 0xe9 ||
	    i->op == 0xeb);
}

/*
 * Is it a string instruction that repeats?  A single step executes one
 * repetition, and the breakpoint is hit before each.
 */
static bool
is_repeated(const struct dt_insn *i)
{
	return i->map == DT_INSN_ONE && !i->is_vex &&
	    (i->has_f2 || i->has_f3) && ((i->op & 0xfc) == 0xa4 ||
	    (i->op >= 0xaa && i->op <= 0xaf));
}

#define	LONGNOP		5	/* bytes */

/* Is it a nop of 64-bit code that the kernel may turn into a call? */
static bool
is_long_nop(const struct dt_insn *i)
{
	if (i->is_32 || i->is_vex || i->len != LONGNOP)
		return false;
	return (i->map == DT_INSN_0F && (i->op == 0x1f || i->op == 0x0d)) ||
	    (i->map == DT_INSN_ONE && i->op == 0x90);
}

/*
 * Does the kernel emulate it?  Uprobes on x86 emulate pushes, relative branches
 * and one-byte nops; newer kernels emulate the longer nops as well.
 */
static bool
is_emulated(const struct dt_insn *i)
{
	if (i->is_vex)
		return false;
	if (i->map == DT_INSN_0F)
		return (i->op & 0xf0) == 0x80 || i->op == 0x1f;
	return i->map == DT_INSN_ONE && ((i->op & 0xf8) == 0x50 ||
	    (i->op & 0xf0) == 0x70 || i->op == 0x90 || i->op == 0xe8 ||
	    i->op == 0xe9 || i->op == 0xeb);
}

/* The length of the instruction at this offset; 0: it is not valid. */
static uint8_t
length_at(const uint8_t *code, size_t at, size_t n, bool is_32,
    enum dt_break *how)
{
	const uint8_t *p = code + at;
	struct dt_insn i;

	n -= at;
	if (!dt_insn_decode(p, n < DT_INSN_MAX ? n : DT_INSN_MAX, is_32, &i))
		return 0;
	/* Linux 6.18 corrupts a process that single-steps AVX-512 */
	if (has_bad_prefix(p, &i) || is_bad_opcode(&i) || is_repeated(&i) ||
	    p[0] == DT_INSN_EVEX || is_bad_branch(&i))
		*how = DT_BREAK_NO;
	else if (is_long_nop(&i))
		*how = DT_BREAK_NOP;
	else
		*how = is_emulated(&i) ? DT_BREAK_YES : DT_BREAK_STEP;
	return i.len;
}

#else

static uint8_t
length_at(const uint8_t *code, size_t at, size_t n, bool is_32,
    enum dt_break *how)
{
	(void) is_32;
	if (n - at < 4)
		return 0;
	*how = dt_a64_can_break(code, at) ? DT_BREAK_YES : DT_BREAK_NO;
	return 4;
}

#endif

enum dt_break
dt_elfcode_first(const uint8_t *code, size_t n, bool is_32)
{
	enum dt_break how;

	return length_at(code, 0, n, is_32, &how) != 0 ? how : DT_BREAK_NO;
}

static int
walk(const uint8_t *code, size_t n, bool is_32, dt_elfcode_f *fn, void *arg)
{
	enum dt_break how;
	uint8_t len;
	int rc = 0;

	for (size_t at = 0; at < n && rc == 0; at += len) {
		len = length_at(code, at, n, is_32, &how);
		if (len == 0)
			break;
		rc = fn(arg, at, how);
	}
	return rc;
}

int
dt_elfcode_walk(const char *path, uint64_t offset, uint64_t size,
    dt_elfcode_f *fn, void *arg)
{
	int fd = dt_regular_open(path, 0), rc = -ENOMEM;
	uint8_t *code;
	ssize_t n;

	if (fd < 0)
		return -errno;
	if (size > MAXCODE)
		size = MAXCODE;
	code = malloc(size + 1);
	if (code != NULL) {
		n = pread(fd, code, size, (off_t)offset);
		rc = n < 0 ? -errno : walk(code, (size_t)n,
		    dt_elffile_is_i386(fd), fn, arg);
	}
	free(code);
	(void) close(fd);
	return rc;
}

static int
is_first(void *arg, uint64_t at, enum dt_break how)
{
	(void) at;
	*(enum dt_break *)arg = how;
	return 1;
}

enum dt_break
dt_elfcode_break(const char *path, uint64_t offset)
{
	enum dt_break how = DT_BREAK_NO;

	(void) dt_elfcode_walk(path, offset, DT_INSN_MAX, is_first, &how);
	return how;
}

/* --- functions without sizes -------------------------------------------- */

#ifdef __x86_64__

/* Does the code after this instruction only run if a jump leads there? */
static bool
is_last(const uint8_t *p, const struct dt_insn *i)
{
	if (i->is_vex)
		return false;
	if (i->map == DT_INSN_0F)
		return i->op == 0x0b;
	if (i->map != DT_INSN_ONE)
		return false;
	if (i->op == 0xff && i->modrm != 0)
		return (p[i->modrm] >> 3 & 6) == 4;
	return (i->op & 0xf6) == 0xc2 || i->op == 0xe9 || i->op == 0xeb ||
	    i->op == 0xcf || i->op == 0xf4;
}

/* How far a conditional branch leads ahead; 0: it is none. */
static uint64_t
branch_of(const uint8_t *p, const struct dt_insn *i)
{
	bool is_near = i->map == DT_INSN_0F && !i->is_vex &&
	    (i->op & 0xf0) == 0x80;
	bool is_short = i->map == DT_INSN_ONE && !i->is_vex &&
	    ((i->op & 0xf0) == 0x70 || (i->op & 0xfc) == 0xe0);
	int32_t to = 0;

	if (is_short)
		to = (int8_t)p[i->len - 1];
	else if (is_near && i->len >= sizeof(to) && !i->has_66)
		memcpy(&to, p + i->len - sizeof(to), sizeof(to));
	return to > 0 ? (uint64_t)to : 0;
}

uint64_t
dt_elfcode_extent(int fd, uint64_t offset, uint64_t max)
{
	uint8_t code[8192];
	bool is_32 = dt_elffile_is_i386(fd);
	ssize_t n = pread(fd, code, max < sizeof(code) ? max : sizeof(code),
	    (off_t)offset);
	uint64_t at = 0, far = 0, to;
	struct dt_insn i;
	bool last;

	while (n > 0 && at < (uint64_t)n && dt_insn_decode(code + at,
	    (size_t)n - at, is_32, &i)) {
		last = is_last(code + at, &i);
		to = branch_of(code + at, &i);
		at += i.len;
		if (to != 0 && at + to > far)
			far = at + to;
		if (last && at > far)
			break;
	}
	return at < max ? at : max;
}

#else

uint64_t
dt_elfcode_extent(int fd, uint64_t offset, uint64_t max)
{
	(void) fd;
	(void) offset;
	return max;
}

#endif

/* --- functions without symbols ------------------------------------------ */

/*
 * The start of .eh_frame_hdr as linkers write it: with exactly the encodings
 * below, and followed by a sorted table.
 */
struct header {
	uint8_t version, encodings[3];
	int32_t frames;
	uint32_t n;
};

/* A function and its data, as addresses relative to the header. */
struct entry {
	int32_t start, data;
};

static const uint8_t encodings[] = { 0x1b, 0x03, 0x3b };

static bool
read_header(const struct dt_elffile *f, GElf_Phdr *ph, struct header *h)
{
	size_t n = 0;

	if (elf_getphdrnum(f->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(f->elf, (int)i, ph) != NULL &&
		    ph->p_type == PT_GNU_EH_FRAME)
			return pread(f->fd, h, sizeof(*h),
			    (off_t)ph->p_offset) == sizeof(*h) &&
			    h->version == 1 && h->n != 0 && h->n < MAXTABLE &&
			    memcmp(h->encodings, encodings,
			    sizeof(encodings)) == 0;
	return false;
}

/* The last entry that begins at the address or before it. */
static bool
find_entry(const struct dt_elffile *f, const GElf_Phdr *ph,
    const struct header *h, uint64_t vaddr, uint64_t *start)
{
	uint32_t lo = 0, hi = h->n;
	struct entry e;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		uint64_t at = ph->p_offset + sizeof(*h) +
		    (uint64_t)mid * sizeof(e);

		if (pread(f->fd, &e, sizeof(e), (off_t)at) != sizeof(e))
			return false;
		if (ph->p_vaddr + (uint64_t)(int64_t)e.start <= vaddr) {
			*start = ph->p_vaddr + (uint64_t)(int64_t)e.start;
			lo = mid + 1;
		} else {
			hi = mid;
		}
	}
	return lo > 0;
}

int
dt_elfcode_find(const char *path, uint64_t vaddr, uint64_t *offset,
    uint64_t *start)
{
	int fd = dt_regular_open(path, 0), rc = -ENOENT;
	struct dt_elffile f;
	struct header h;
	GElf_Phdr ph;
	uint64_t at;

	if (fd < 0)
		return -errno;
	if (dt_elffile_open(&f, fd) == 0 && read_header(&f, &ph, &h) &&
	    find_entry(&f, &ph, &h, vaddr, &at) &&
	    dt_elffile_offset(&f, at, start) &&
	    dt_elffile_offset(&f, vaddr, offset) && *offset >= *start &&
	    *offset - *start < MAXCODE)
		rc = 0;
	dt_elffile_close(&f);
	(void) close(fd);
	return rc;
}
