/* SPDX-License-Identifier: MIT */
/*
 * prog.c - links, binds and loads one program, for a run or for one look at
 * the kernel.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/kernel.h"

#define	LICENCE		"Dual MIT/GPL"
#define	LOGSIZE		(1u << 20)
#define	TRIES		100		/* libbpf makes five of each */

#define	STACK		"stack_"

struct binder {
	struct dt_kernel *k;
	const struct dt_kprog *p;
};

/* Find the descriptor of a map by name; -1 if the run does not have the map. */
static int
map_fd(const struct binder *b, const char *name, int *fd)
{
	static const char *const names[] = {
#define	X(n)	#n,
		DT_KMAPS(X)
#undef X
	};
	int i;

	for (i = 0; i < DT_NKMAPS; i++)
		if (strcmp(name, names[i]) == 0) {
			*fd = b->k->maps[i].fd;
			return 0;
		}
	if (strcmp(name, "rows") != 0)
		return -ENOENT;
	*fd = b->p->rows.fd;
	return 0;
}

static int
offset(const struct dt_koffs *off, const char *name, uint64_t *value)
{
	const struct dt_number t[] = {
#define	DT_OFFSET(name, ...)	{ #name, off->name },
#include "tbl/offsets.h"
#undef DT_OFFSET
	};

	return dt_number_find(t, sizeof(t) / sizeof(t[0]), name, value);
}

static int
number(const struct binder *b, const char *name, enum dt_variant variant,
    uint64_t *value)
{
	const struct dt_kernel *k = b->k;
	const struct dt_number t[] = {
		{ "nslots", (uint64_t)k->mem.ncpus * DT_LEVELS },
		{ "needs", k->needs },
		{ "sweep", k->sweeps },
		{ "error_probe", k->error_probe },
		{ "error_epid", k->error_epid },
		{ "error_names", k->error_names },
		{ "deadman", k->deadman },
		{ "unwind_size", k->unwind_size },
		{ "look_ids", (uint64_t)getpid() << 32 | (uint32_t)gettid() },
		{ "ns_level", k->ns_level },
		{ "ns_self", k->ns_self },
		{ "ns_dev", k->ns_dev },
		{ "ns_ino", k->ns_ino },
	};

	if (strcmp(name, "word_type") == 0) {
		*value = dt_kernel_word_type(b->k);
		return 0;
	}
	if (strncmp(name, STACK, strlen(STACK)) == 0)
		return dt_kernel_stack_number(b->k, b->p,
		    name + strlen(STACK), value);
	if (dt_size_number(&k->size, &k->mem, variant, name, value) == 0 ||
	    offset(&k->off, name, value) == 0)
		return 0;
	return dt_number_find(t, sizeof(t) / sizeof(t[0]), name, value);
}

static void
put(struct bpf_insn *insn, int src, uint64_t value)
{
	insn[0].src_reg = src;
	insn[0].imm = (int32_t)value;
	insn[1].imm = (int32_t)(value >> 32);
}

#define	PREFIX	(sizeof("dt_map_") - 1)	/* or dt_val_, or dt_imm_ */

/* Without the function only dead code calls it. */
static int
bind_cast(struct dt_kernel *k, struct bpf_insn *insn)
{
	*insn = MOVI(0, 0);
	if (dt_kernel_word_type(k) != 0)
		*insn = INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_KFUNC_CALL, 0,
		    (int)k->cast);
	return 0;
}

static int
bind(void *arg, const struct dt_reloc *rel, enum dt_variant variant,
    struct bpf_insn *insn)
{
	const struct binder *b = arg;
	const char *name;
	uint64_t value = 0;
	int fd, err;

	if (rel->kind == DT_REL_KFUNC)
		return bind_cast(b->k, insn);
	if (strlen(rel->sym) <= PREFIX)
		return -ENOENT;
	name = rel->sym + PREFIX;
	if (rel->kind == DT_REL_IMM) {
		err = number(b, name, variant, &value);
		put(insn, 0, value + rel->addend);
		return err;
	}
	err = map_fd(b, name, &fd);
	if (err != 0 || fd < 0) {	/* only dead code refers to it */
		put(insn, 0, 0);
		return err;
	}
	if (rel->kind == DT_REL_MAP)
		put(insn, BPF_PSEUDO_MAP_FD, fd);
	else
		put(insn, BPF_PSEUDO_MAP_VALUE,
		    (uint32_t)fd | (uint64_t)rel->addend << 32);
	return 0;
}

static enum bpf_prog_type
prog_type(const struct dt_kprog *p)
{
	if (p->period != 0)
		return BPF_PROG_TYPE_PERF_EVENT;
	if (dt_kernel_has_regs(p))
		return BPF_PROG_TYPE_KPROBE;
	if (p->is_event)
		return BPF_PROG_TYPE_TRACEPOINT;
	return p->type != 0 ? BPF_PROG_TYPE_TRACING :
	    BPF_PROG_TYPE_RAW_TRACEPOINT;
}

/*
 * A signal interrupts the verifier, and libbpf gives up after five attempts: a
 * consumer with a fast timer could never load a large program.  So signals are
 * blocked.  The loop is for SIGSTOP and the freezer, which cannot be blocked.
 */
int
dt_kernel_verify(enum bpf_prog_type type, const char *name,
    const struct bpf_insn *insns, size_t ninsns, struct bpf_prog_load_opts *o)
{
	sigset_t all, mask;
	int fd, tries = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
	do
		fd = bpf_prog_load(type, name, LICENCE, insns, ninsns, o);
	while (fd == -EAGAIN && ++tries < TRIES);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return fd;
}

static int
verify(const struct dt_kprog *p, const struct dt_linked *code,
    const char *name, struct bpf_prog_load_opts *o)
{
	return dt_kernel_verify(prog_type(p), name, code->insns, code->ninsns,
	    o);
}

/* Is this the verifier's refusal, which comes with a log? */
static bool
has_log(int err)
{
	return err == -EACCES || err == -EINVAL || err == -E2BIG ||
	    err == -EFAULT || err == -ENOSPC;
}

/* Load the program again for the log; this time it may succeed. */
static int
refused(struct dt_kernel *k, struct dt_kprog *p, const struct dt_linked *code,
    const char *name, struct bpf_prog_load_opts *o, int err)
{
	char *log;

	if (!has_log(err))
		return dt_why_set(&k->base, err, "program %s cannot be "
		    "loaded: %s", name, strerror(-err));
	log = calloc(1, LOGSIZE);
	if (log == NULL)
		return err;
	o->log_buf = log;
	o->log_size = LOGSIZE;
	o->log_level = 1;
	p->fd = verify(p, code, name, o);
	if (p->fd < 0)
		dt_kernel_refused(k, name, log, err);
	free(log);
	return p->fd < 0 ? err : 0;
}

/* How the program attaches; 0: its type alone determines that. */
static enum bpf_attach_type
attach_type(const struct dt_kprog *p)
{
	if (p->places != NULL && dt_kernel_attaches_together(p))
		return BPF_TRACE_KPROBE_MULTI;
	if (dt_point_is_user(p->kind))
		return DT_KERNEL_MULTI;
	return p->type == 0 ? 0 : p->at_return ? BPF_TRACE_FEXIT :
	    p->is_function ? BPF_TRACE_FENTRY : BPF_TRACE_RAW_TP;
}

static int
load(struct dt_kernel *k, struct dt_kprog *p, const struct dt_linked *code,
    const char *name)
{
	LIBBPF_OPTS(bpf_prog_load_opts, o);
	struct bpf_func_info *info = calloc(code->nfns, sizeof(*info));
	int btf, err = 0;

	if (info == NULL)
		return -ENOMEM;
	btf = dt_kernel_btf(k, code, info);
	if (btf < 0) {
		free(info);
		return dt_why_set(&k->base, btf,
		    "the kernel refused the types of program %s: %s", name,
		    strerror(-btf));
	}
	o.expected_attach_type = attach_type(p);
	o.prog_flags = p->sleeps ? BPF_F_SLEEPABLE : 0;
	o.attach_btf_id = p->type;
	o.prog_btf_fd = btf;
	o.func_info = info;
	o.func_info_cnt = code->nfns;
	o.func_info_rec_size = sizeof(*info);
	p->fd = verify(p, code, name, &o);
	if (p->fd < 0)
		err = refused(k, p, code, name, &o, p->fd);
	close(btf);
	free(info);
	return err;
}

int
dt_kernel_prog(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_linkroot *roots, uint32_t nroots, const char *name)
{
	struct binder b = { k, p };
	const char *missing = NULL;
	struct dt_linked code;
	int err;

	err = dt_link(roots, nroots, bind, &b, &code, &missing);
	if (err == -ENOTSUP)	/* dt_kernel_stack_number() has said why */
		return err;
	if (err != 0)
		return dt_why_set(&k->base, err,
		    "program %s cannot be linked: %s", name,
		    missing != NULL ? missing : strerror(-err));
	err = load(k, p, &code, name);
	if (err == 0 && k->explain != NULL)
		fprintf(k->explain, "libdtrace: program %s: %u instructions "
		    "in %u functions\n", name, code.ninsns, code.nfns);
	dt_linked_free(&code);
	return err;
}

int
dt_kernel_look_load(struct dt_kernel *k, const char *name, struct dt_kprog *p)
{
	const struct dt_linkroot root = { dt_rt_find(name), DT_VAR_L0 };
	int err;

	*p = (struct dt_kprog){ .fd = -1, .link = -1, .rows.fd = -1 };
	err = dt_kernel_map(k, &p->rows, "seen", sizeof(struct dt_look), 1);
	return err != 0 ? err : dt_kernel_prog(k, p, &root, 1, name);
}

void
dt_kernel_look_unload(struct dt_kprog *p)
{
	if (p->fd >= 0)
		close(p->fd);
	dt_kernel_unmap(&p->rows);
}

int
dt_kernel_look(struct dt_kernel *k, const char *name, int (*run)(int prog),
    struct dt_look *seen)
{
	struct dt_kprog p;
	int err = dt_kernel_look_load(k, name, &p);

	if (err == 0)
		err = run(p.fd);
	if (err == 0)
		memcpy(seen, p.rows.mem, sizeof(*seen));
	dt_kernel_look_unload(&p);
	return err;
}
