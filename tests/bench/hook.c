/* SPDX-License-Identifier: MIT */
/*
 * What a firing of the providers of the kernel costs, beside a program by hand
 * on the same hooks that finds the same: ns that the kernel measures in all
 * programs of either, for each event of this process.  The two take turns.
 */
#include <linux/loop.h>
#include <net/if.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "pair.h"

#define	ROUNDS	15
#define	GOAL	1.1
#define	PAGE	4096
#define	PAGES	64
#define	DISK	(1 << 20)
#define	MAXPROGS 64

/* What the operations use. */
struct world {
	struct pair pair;
	char *pages;
	int zero, sock, disk;	/* descriptors; disk: -1 without one */
	char node[64];		/* of the disk */
	uint32_t device;	/* its number in the kernel */
	char *block;
};

struct hook {
	const char *what;
	const char *text;	/* $1: this process; $2: the disk */
	const char *peers[2];	/* programs of hook.bpf.c */
	void (*act)(struct world *w);
	int n;			/* events of a call of act */
	int calls;		/* of act, in a sample */
};

/* --- operations -------------------------------------------------------- */

static void
answer(struct world *w)
{
	if (!pair_turn(&w->pair))
		abort();
}

static void
read_zero(struct world *w)
{
	char c[8];

	if (read(w->zero, c, sizeof(c)) != sizeof(c))
		abort();
}

static void
touch(struct world *w)
{
	int i;

	madvise(w->pages, PAGES * PAGE, MADV_DONTNEED);
	for (i = 0; i < PAGES; i++)
		*(volatile char *)(w->pages + i * PAGE) = 1;
}

static void
rename_self(struct world *w)
{
	(void)w;
	prctl(PR_SET_NAME, "hook");
}

/* A socket that listens and no longer does: two changes of its state. */
static void
listen_once(struct world *w)
{
	struct sockaddr none = { .sa_family = AF_UNSPEC };

	if (listen(w->sock, 1) != 0 ||
	    connect(w->sock, &none, sizeof(none)) != 0)
		abort();
}

static void
read_disk(struct world *w)
{
	if (pread(w->disk, w->block, PAGE, 0) != PAGE)
		abort();
}

static const struct hook hooks[] = {
	{ "sched on-cpu, count()",
	    "sched:::on-cpu /pid == $1/ { @ = count(); }",
	    { "on_cpu", NULL }, answer, 2, 3000 },
	{ "sched, CPU time by name",
	    "sched:::on-cpu { self->ts = timestamp; }"
	    "sched:::off-cpu /self->ts != 0/"
	    "{ @[execname] = sum((timestamp - self->ts) / 1000);"
	    " self->ts = 0; }",
	    { "cpu_time", NULL }, answer, 2, 3000 },
	{ "sysinfo readch, sum(arg0)",
	    "sysinfo:::readch /pid == $1/ { @ = sum(arg0); }",
	    { "readch", NULL }, read_zero, 1, 20000 },
	{ "vminfo as_fault, sum(arg0)",
	    "vminfo:::as_fault /pid == $1/ { @ = sum(arg0); }",
	    { "as_fault", NULL }, touch, PAGES, 200 },
	{ "sdt task_rename, args[0] twice",
	    "sdt:::task_rename /args[0]->pid == $1/"
	    "{ @[args[0]->tgid] = count(); }",
	    { "renames", NULL }, rename_self, 1, 20000 },
	{ "tcp state-change, old state",
	    "tcp:::state-change /pid == $1/"
	    "{ @[args[5]->tcps_state] = count(); }",
	    { "states", NULL }, listen_once, 2, 5000 },
	{ "io start, sum(b_bcount)",
	    "io:::start /args[0]->b_edev == $2/"
	    "{ @ = sum(args[0]->b_bcount); }",
	    { "queued", NULL }, read_disk, 1, 1000 },
	{ "io done, sum(b_bcount)",
	    "io:::done /args[0]->b_edev == $2/"
	    "{ @ = sum(args[0]->b_bcount); }",
	    { "begun", "done" }, read_disk, 1, 1000 },
};

#define	NHOOKS	((int)(sizeof(hooks) / sizeof(hooks[0])))

/* --- what programs take ------------------------------------------------ */

/* ns in all programs of this process; maps and links tell less. */
static double
spent(void)
{
	struct bpf_prog_info info;
	double ns = 0;
	__u32 len;
	int fd;

	for (fd = 3; fd < 256; fd++) {
		memset(&info, 0, sizeof(info));
		len = sizeof(info);
		if (bpf_obj_get_info_by_fd(fd, &info, &len) == 0 &&
		    len > offsetof(struct bpf_prog_info, run_time_ns))
			ns += (double)info.run_time_ns;
	}
	return ns;
}

/* ns of an event in programs that are attached. */
static double
sample(const struct hook *h, struct world *w)
{
	double before;
	int i;

	for (i = 0; i < h->calls / 10; i++)
		h->act(w);
	before = spent();
	for (i = 0; i < h->calls; i++)
		h->act(w);
	return (spent() - before) / h->calls / h->n;
}

static double
ours(const struct hook *h, struct world *w)
{
	char self[] = "hook", pid[16], device[16];
	char *argv[] = { self, pid, device, NULL };
	struct ours o;
	double ns;

	snprintf(pid, sizeof(pid), "%d", getpid());
	snprintf(device, sizeof(device), "%u", w->device);
	if (bench_open(&o, "1m") != 0)
		return -1;
	if (dtrace_setopt(o.dtp, "argref", NULL) != 0)
		return bench_complain(&o, "option");
	if (bench_go_with(&o, h->text, 3, argv) != 0)
		return -1;
	ns = sample(h, w);
	if (bench_total(&o) != 0 || o.sum == 0) {
		fprintf(stderr, "bench: %s: WRONG: nothing counted\n",
		    h->what);
		ns = -1;
	}
	bench_stop(&o);
	return ns;
}

static double
by_hand(const struct hook *h, struct world *w, struct bpf_object *obj)
{
	struct bpf_link *link[2] = { NULL, NULL };
	double ns = -1;
	int i;

	for (i = 0; i < 2 && h->peers[i] != NULL; i++)
		link[i] = bench_link(obj, h->peers[i]);
	if (link[0] != NULL && (h->peers[1] == NULL || link[1] != NULL))
		ns = sample(h, w);
	for (i = 0; i < 2; i++)
		bpf_link__destroy(link[i]);
	return ns;
}

static void
measure(const struct hook *h, struct world *w, struct bpf_object *obj)
{
	struct samples a = { .n = 0 }, b = { .n = 0 };
	char x[32] = "failed", y[32] = "-";
	double mine = 0, theirs = 0;
	int i;

	for (i = 0; i < ROUNDS && mine >= 0 && theirs >= 0; i++) {
		mine = ours(h, w);
		theirs = by_hand(h, w, obj);
		if (mine >= 0)
			bench_add(&a, mine);
		if (theirs >= 0)
			bench_add(&b, theirs);
	}
	mine = bench_median(&a);
	theirs = bench_median(&b);
	if (mine > 0)
		snprintf(x, sizeof(x), "%.1f ns", mine);
	if (theirs > 0)
		snprintf(y, sizeof(y), "%.1f ns", theirs);
	bench_row(h->what, x, y, mine > 0 && theirs > 0 ? mine / theirs : 0,
	    GOAL, "libbpf");
}

/* --- the world --------------------------------------------------------- */

/*
 * Keep every other CPU busy until this process ends, so that the kernel's
 * threads for the disk run on this one.  On other CPUs they would serve some
 * transfers, more in one sample than in another, and each of these costs all
 * programs more.
 */
static void
occupy_other_cpus(int own)
{
	int cpu, n = (int)sysconf(_SC_NPROCESSORS_ONLN);

	for (cpu = 0; cpu < n; cpu++)
		if (cpu != own && fork() == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			bench_pin(cpu);
			for (;;)
				;
		}
}

static void
start_socket(struct world *w)
{
	struct sockaddr_in any = { .sin_family = AF_INET,
	    .sin_addr = { htonl(INADDR_LOOPBACK) } };

	w->sock = socket(AF_INET, SOCK_STREAM, 0);
	if (w->sock < 0 ||
	    bind(w->sock, (struct sockaddr *)&any, sizeof(any)) != 0)
		abort();
}

/* A loop device on memory, or none. */
static void
start_disk(struct world *w)
{
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
	int file = memfd_create("hook", MFD_CLOEXEC), n, fd = -1;
	struct loop_config c = { .fd = (__u32)file,
	    .info = { .lo_flags = LO_FLAGS_AUTOCLEAR } };
	unsigned int maj, min;
	char path[64];
	FILE *fp;

	w->disk = -1;
	n = control >= 0 ? ioctl(control, LOOP_CTL_GET_FREE) : -1;
	snprintf(path, sizeof(path), "/sys/block/loop%d/dev", n);
	fp = n >= 0 ? fopen(path, "r") : NULL;
	if (fp != NULL && fscanf(fp, "%u:%u", &maj, &min) == 2) {
		snprintf(w->node, sizeof(w->node), "hook.%d", getpid());
		w->device = maj << 20 | min;
		if (mknod(w->node, S_IFBLK | 0600, makedev(maj, min)) == 0)
			fd = open(w->node, O_RDWR | O_DIRECT | O_CLOEXEC);
		unlink(w->node);
	}
	if (fd >= 0 && ftruncate(file, DISK) == 0 &&
	    ioctl(fd, LOOP_CONFIGURE, &c) == 0)
		w->disk = fd;
	if (fp != NULL)
		fclose(fp);
	close(control);
	close(file);
}

static void
end_world(struct world *w)
{
	pair_end(&w->pair);
	if (w->disk >= 0)
		ioctl(w->disk, LOOP_CLR_FD, 0);
}

int
main(void)
{
	struct world w = { .zero = open("/dev/zero", O_RDONLY) };
	int stats = bpf_enable_stats(BPF_STATS_RUN_TIME), i;
	int cpu = 1 % (int)sysconf(_SC_NPROCESSORS_ONLN);
	struct bpf_object *obj;

	occupy_other_cpus(cpu);
	bench_pin(cpu);
	if (pair_start(&w.pair) != 0)
		abort();
	start_socket(&w);
	start_disk(&w);
	w.pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	w.block = aligned_alloc(PAGE, PAGE);
	obj = bench_object("hook.bpf.o");
	if (obj != NULL && bench_rodata(obj, "device", w.device) != 0)
		abort();
	obj = obj != NULL ? bench_load(obj) : NULL;
	if (stats < 0 || obj == NULL || w.pages == MAP_FAILED)
		fprintf(stderr, "bench: the kernel does not measure programs, "
		    "or lacks a tracepoint of hook.bpf.c\n");
	for (i = 0; i < NHOOKS && stats >= 0 && obj != NULL; i++)
		if (hooks[i].act != read_disk || w.disk >= 0)
			measure(&hooks[i], &w, obj);
	end_world(&w);
	bpf_object__close(obj);
	return 0;
}
