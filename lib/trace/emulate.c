/* SPDX-License-Identifier: MIT */
/*
 * emulate.c - emulates one instruction in the registers and memory of a stopped
 * thread.  It knows those that functions often begin with, and those that often
 * follow a call.  An instruction that it does not know, or whose memory cannot
 * be accessed, changes nothing.
 */
#include <stddef.h>
#include <string.h>
#include <sys/user.h>
#include "trace/break.h"
#include "vm/vm.h"

#ifdef __x86_64__

enum { CF = 1 << 0, PF = 1 << 2, AF = 1 << 4, ZF = 1 << 6, SF = 1 << 7,
    OF = 1 << 11, RF = 1 << 16, VM = 1 << 17 };
#define	STATUS	(CF | PF | AF | ZF | SF | OF)

enum { ADD, OR, ADC, SBB, AND, SUB, XOR, CMP };

struct machine {
	pid_t tid;
	struct user_regs_struct *r;
	const uint8_t *code;
	const struct dt_insn *i;
	uint64_t next;			/* address of the next instruction */
	unsigned size;			/* of the operands, 4 or 8 */
	unsigned word;			/* of addresses and of the stack */
};

/* --- operands ------------------------------------------------------------- */

static unsigned long long *
reg(const struct machine *m, unsigned n)
{
	struct user_regs_struct *r = m->r;
	unsigned long long *const v[] = { &r->rax, &r->rcx, &r->rdx, &r->rbx,
	    &r->rsp, &r->rbp, &r->rsi, &r->rdi, &r->r8, &r->r9, &r->r10,
	    &r->r11, &r->r12, &r->r13, &r->r14, &r->r15 };

	return v[n & 15];
}

static unsigned
field(const struct machine *m)
{
	return (m->code[m->i->modrm] >> 3 & 7) | (m->i->rex & 4) << 1;
}

static unsigned
rm(const struct machine *m)
{
	return (m->code[m->i->modrm] & 7) | (m->i->rex & 1) << 3;
}

static bool
is_register(const struct machine *m)
{
	return m->code[m->i->modrm] >> 6 == 3;
}

static int64_t
constant(const struct machine *m, size_t at, size_t n)
{
	int32_t v = 0;

	if (n == 1)
		return (int8_t)m->code[at];
	memcpy(&v, m->code + at, sizeof(v));
	return v;
}

static uint64_t
wrap(const struct machine *m, uint64_t addr)
{
	return m->word == 4 ? (uint32_t)addr : addr;
}

/* The address of a memory operand. */
static uint64_t
address(const struct machine *m)
{
	const struct dt_insn *i = m->i;
	uint8_t modrm = m->code[i->modrm], sib = m->code[i->modrm + 1];
	uint64_t at = i->displen == 0 ? 0 :
	    (uint64_t)constant(m, i->disp, i->displen);
	unsigned index, base = modrm & 7;

	if (i->is_relative)
		return at + m->next;
	if (base == 4) {
		base = sib & 7;
		index = (sib >> 3 & 7) | (i->rex & 2) << 2;
		if (index != 4)
			at += *reg(m, index) << (sib >> 6);
	}
	if (base != 5 || modrm >> 6 != 0)
		at += *reg(m, base | (i->rex & 1) << 3);
	return wrap(m, at);
}

static bool
load(const struct machine *m, uint64_t addr, size_t n, uint64_t *v)
{
	*v = 0;
	return dt_vm_read(m->tid, v, addr, n) == n;
}

static bool
store(const struct machine *m, uint64_t addr, size_t n, uint64_t v)
{
	return dt_vm_write(m->tid, &v, addr, n) == n;
}

/* Writing 32 bits clears the high 32 bits of a register. */
static void
set_reg(const struct machine *m, unsigned n, uint64_t v)
{
	*reg(m, n) = m->size == 8 ? v : (uint32_t)v;
}

static bool
get_rm(const struct machine *m, uint64_t *v)
{
	if (!is_register(m))
		return load(m, address(m), m->size, v);
	*v = m->size == 8 ? *reg(m, rm(m)) : (uint32_t)*reg(m, rm(m));
	return true;
}

static bool
set_rm(const struct machine *m, uint64_t v)
{
	if (!is_register(m))
		return store(m, address(m), m->size, v);
	set_reg(m, rm(m), v);
	return true;
}

/* --- the stack ------------------------------------------------------------ */

static bool
push(const struct machine *m, uint64_t v)
{
	uint64_t sp = wrap(m, m->r->rsp - m->word);

	if (!store(m, sp, m->word, v))
		return false;
	m->r->rsp = sp;
	return true;
}

static bool
pop(const struct machine *m, unsigned long long *to)
{
	uint64_t v;

	if (!load(m, m->r->rsp, m->word, &v))
		return false;
	m->r->rsp = wrap(m, m->r->rsp + m->word);
	*to = v;
	return true;
}

static bool
leave(const struct machine *m)
{
	uint64_t v;

	if (!load(m, m->r->rbp, m->word, &v))
		return false;
	m->r->rsp = wrap(m, m->r->rbp + m->word);
	m->r->rbp = v;
	return true;
}

/* --- arithmetic ----------------------------------------------------------- */

static void
set_flags(const struct machine *m, uint64_t flags, uint64_t v)
{
	unsigned bits = m->size * 8;

	if ((v << (64 - bits)) == 0)
		flags |= ZF;
	if ((v >> (bits - 1) & 1) != 0)
		flags |= SF;
	if (__builtin_parity((unsigned)v & 0xff) == 0)
		flags |= PF;
	m->r->eflags = (m->r->eflags & ~(uint64_t)STATUS) | flags;
}

/* Flags of an addition; c has the carry out of each bit. */
static uint64_t
carries(const struct machine *m, uint64_t c, uint64_t before)
{
	unsigned top = m->size * 8 - 1;
	uint64_t carry = c >> top & 1;

	return (carry != 0 ? CF : 0) | ((c >> 3 & 1) != 0 ? AF : 0) |
	    (carry != (before >> top & 1) ? OF : 0);
}

static uint64_t
add(const struct machine *m, uint64_t a, uint64_t b, uint64_t carry)
{
	uint64_t v = a + b + carry;
	uint64_t out = (a & b) | ((a | b) & ~v);

	set_flags(m, carries(m, out, a ^ b ^ v), v);
	return v;
}

static uint64_t
subtract(const struct machine *m, uint64_t a, uint64_t b, uint64_t borrow)
{
	uint64_t v = a - b - borrow;
	uint64_t out = (~a & b) | ((~a | b) & v);

	set_flags(m, carries(m, out, a ^ b ^ v), v);
	return v;
}

static uint64_t
arithmetic(const struct machine *m, unsigned op, uint64_t a, uint64_t b)
{
	uint64_t carry = m->r->eflags & CF, v;

	switch (op) {
	case ADD:
		return add(m, a, b, 0);
	case ADC:
		return add(m, a, b, carry);
	case SBB:
		return subtract(m, a, b, carry);
	case SUB: case CMP:
		return subtract(m, a, b, 0);
	default:
		v = op == OR ? a | b : op == AND ? a & b : a ^ b;
		set_flags(m, 0, v);
		return v;
	}
}

/* The flags stay unchanged if the store fails. */
static bool
to_rm(const struct machine *m, unsigned op, uint64_t b)
{
	uint64_t flags = m->r->eflags, a, v;

	if (!get_rm(m, &a))
		return false;
	v = arithmetic(m, op, a, b);
	if (op == CMP || set_rm(m, v))
		return true;
	m->r->eflags = flags;
	return false;
}

static bool
to_reg(const struct machine *m, unsigned op)
{
	uint64_t a = *reg(m, field(m)), b;

	if (!get_rm(m, &b))
		return false;
	a = m->size == 8 ? a : (uint32_t)a;
	a = arithmetic(m, op, a, b);
	if (op != CMP)
		set_reg(m, field(m), a);
	return true;
}

static bool
test(const struct machine *m, uint64_t b)
{
	uint64_t a;

	if (!get_rm(m, &a))
		return false;
	(void) arithmetic(m, AND, a, b);
	return true;
}

/* --- jumps ---------------------------------------------------------------- */

static bool
is_true(const struct machine *m)
{
	return dt_x86_condition(m->r->eflags, m->i->op) != 0;
}

static bool
jump(struct machine *m, bool taken, size_t n)
{
	if (taken)
		m->next += (uint64_t)constant(m, m->i->imm, n);
	return true;
}

/* LOOP decrements rcx, or with prefix 67 ecx; JRCXZ only tests it. */
static bool
loop(struct machine *m)
{
	uint64_t mask = m->i->has_67 ? UINT32_MAX : wrap(m, UINT64_MAX);
	uint64_t n = m->r->rcx & mask;
	bool zero = (m->r->eflags & ZF) != 0;

	if (m->i->op == 0xe3)
		return jump(m, n == 0, 1);
	n = (n - 1) & mask;
	m->r->rcx = n;
	return jump(m, n != 0 && (m->i->op == 0xe2 ||
	    zero == (m->i->op == 0xe1)), 1);
}

static bool
call(struct machine *m, uint64_t to)
{
	if (!push(m, m->next))
		return false;
	m->next = to;
	return true;
}

/* Calls and jumps to, and pushes of, an operand of a word. */
static bool
indirect(struct machine *m)
{
	unsigned op = field(m) & 7;
	uint64_t v;

	m->size = m->word;
	if ((op != 2 && op != 4 && op != 6) || !get_rm(m, &v))
		return false;
	if (op == 2)
		return call(m, v);
	if (op == 6)
		return push(m, v);
	m->next = v;
	return true;
}

static bool
ret(struct machine *m)
{
	unsigned long long to;

	if (!pop(m, &to))
		return false;
	m->next = to;
	return true;
}

/* --- instructions --------------------------------------------------------- */

static bool
move_constant(const struct machine *m)
{
	uint64_t v;
	unsigned n = (m->i->op & 7) | (m->i->rex & 1) << 3;

	if (m->size == 8) {
		memcpy(&v, m->code + m->i->imm, sizeof(v));
		*reg(m, n) = v;
	} else {
		set_reg(m, n, (uint64_t)constant(m, m->i->imm, 4));
	}
	return true;
}

static bool
move(const struct machine *m)
{
	uint64_t v;

	switch (m->i->op) {
	case 0x89:
		return set_rm(m, *reg(m, field(m)));
	case 0x8b:
		if (!get_rm(m, &v))
			return false;
		set_reg(m, field(m), v);
		return true;
	case 0x8d:
		if (is_register(m))
			return false;
		set_reg(m, field(m), address(m));
		return true;
	default:
		return (field(m) & 7) == 0 &&
		    set_rm(m, (uint64_t)constant(m, m->i->imm, 4));
	}
}

static bool
one_byte(struct machine *m)
{
	uint8_t op = m->i->op;
	unsigned low = (op & 7) | (m->i->rex & 1) << 3;

	if (op < 0x40 && (op & 7) == 1)
		return to_rm(m, op >> 3, m->size == 8 ? *reg(m, field(m)) :
		    (uint32_t)*reg(m, field(m)));
	if (op < 0x40 && (op & 7) == 3)
		return to_reg(m, op >> 3);
	if ((op & 0xf8) == 0x50)
		return push(m, *reg(m, low));
	if ((op & 0xf8) == 0x58)
		return pop(m, reg(m, low));
	if ((op & 0xf0) == 0x70)
		return jump(m, is_true(m), 1);
	if ((op & 0xfc) == 0xe0)
		return loop(m);
	if ((op & 0xf8) == 0xb8)
		return move_constant(m);
	switch (op) {
	case 0x81: case 0x83:
		return to_rm(m, field(m) & 7, (uint64_t)constant(m,
		    m->i->imm, op == 0x81 ? 4 : 1));
	case 0x85:
		return test(m, *reg(m, field(m)));
	case 0x89: case 0x8b: case 0x8d: case 0xc7:
		return move(m);
	case 0x68: case 0x6a:
		return push(m, (uint64_t)constant(m, m->i->imm,
		    op == 0x68 ? 4 : 1));
	case 0x90:
		return (m->i->rex & 1) == 0;
	case 0x9c:
		return push(m, m->r->eflags & ~(uint64_t)(RF | VM));
	default:
		return false;
	}
}

static bool
flow(struct machine *m)
{
	switch (m->i->op) {
	case 0xc3:
		return ret(m);
	case 0xc9:
		return leave(m);
	case 0xe8:
		return call(m, m->next + (uint64_t)constant(m, m->i->imm, 4));
	case 0xe9:
		return jump(m, true, 4);
	case 0xeb:
		return jump(m, true, 1);
	case 0xff:
		return indirect(m);
	default:
		return one_byte(m);
	}
}

/* Branches, and those that do nothing: nop, endbr64 and endbr32. */
static bool
two_bytes(struct machine *m)
{
	if (m->i->op == 0x1f)
		return true;
	if (m->i->op == 0x1e)
		return m->i->has_f3 && (m->code[m->i->modrm] & 0xfe) == 0xfa;
	return (m->i->op & 0xf0) == 0x80 && jump(m, is_true(m), 4);
}

/* Is it a branch whose target is a constant or in a register? */
static bool
is_branch(const struct dt_insn *i, const uint8_t *code)
{
	if (i->map == DT_INSN_0F)
		return (i->op & 0xf0) == 0x80;
	switch (i->op) {
	case 0x70 ... 0x7f: case 0xe0 ... 0xe3: case 0xe8: case 0xe9:
	case 0xeb:
		return true;
	default:
		return i->op == 0xff && code[i->modrm] >> 6 == 3;
	}
}

/*
 * Do the prefixes of a branch not change it?  Processors differ about 66 unless
 * there is REX.W, and with 67 a loop of 32-bit code counts in cx.
 */
static bool
is_plain_branch(const struct dt_insn *i)
{
	bool counts = i->map == DT_INSN_ONE && (i->op & 0xfc) == 0xe0;

	return (!i->has_66 || (i->rex & 8) != 0) &&
	    !(i->is_32 && i->has_67 && counts);
}

/* Are the prefixes ones that do not change the instruction? */
static bool
is_plain(const struct dt_insn *i, const uint8_t *code)
{
	bool nop = i->map == DT_INSN_0F && (i->op == 0x1e || i->op == 0x1f);
	bool none = i->map == DT_INSN_ONE && (i->op == 0x90 || i->op == 0xc3);

	if (i->is_vex || i->has_lock || i->map > DT_INSN_0F)
		return false;
	if (nop || (none && !i->has_66))
		return true;
	if (is_branch(i, code))
		return is_plain_branch(i);
	return !i->has_66 && !i->has_67 && !i->has_segment && !i->has_f2 &&
	    !i->has_f3;
}

/*
 * These cannot be executed as a copy: a call, which would return to the copy;
 * a system call, whose child would begin there; branches and xbegin, whose
 * targets are relative; and the program's own breakpoints, whose address is
 * reported.
 */
bool
dt_emulate_or_copy(const struct dt_break *b)
{
	const struct dt_insn *i = &b->insn;
	uint8_t modrm = i->modrm != 0 ? b->code[i->modrm] : 0;

	if (i->is_vex || i->map > DT_INSN_0F)
		return true;
	if (i->op != 0xff && is_branch(i, b->code))
		return is_plain(i, b->code);
	if (i->map == DT_INSN_0F)
		return i->op != 0x05 && i->op != 0x34;
	switch (i->op) {
	case 0x9a: case 0xcc: case 0xcd: case 0xce: case 0xf1:
		return false;
	case 0xc7:
		return modrm != 0xf8;
	case 0xff:
		return is_plain(i, b->code) ||
		    ((modrm >> 3 & 7) != 2 && (modrm >> 3 & 7) != 3);
	default:
		return true;
	}
}

bool
dt_emulate(pid_t tid, const struct dt_break *b, struct user_regs_struct *r)
{
	struct user_regs_struct changed = *r;
	struct machine m = { tid, &changed, b->code, &b->insn,
	    b->addr + b->insn.len, (b->insn.rex & 8) != 0 ? 8 : 4,
	    b->insn.is_32 ? 4 : 8 };
	bool done;

	if (!is_plain(&b->insn, b->code))
		return false;
	done = b->insn.map == DT_INSN_ONE ? flow(&m) : two_bytes(&m);
	if (!done)
		return false;
	changed.rip = wrap(&m, m.next);
	*r = changed;
	return true;
}

#else

bool
dt_emulate_or_copy(const struct dt_break *b)
{
	(void) b;
	return false;
}

bool
dt_emulate(pid_t tid, const struct dt_break *b, struct user_regs_struct *r)
{
	(void) tid;
	(void) b;
	(void) r;
	return false;
}

#endif
