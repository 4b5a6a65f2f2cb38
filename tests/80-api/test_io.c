/* SPDX-License-Identifier: MIT */
/*
 * Provider io on a loop device of the test's own.  The second witnesses are the
 * kernel's statistics of that device, and what the child knows of its calls.
 */
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/blkpg.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include "child.h"

#define PAGE 4096
#define MB (1 << 20)
#define DISK (8 * MB)
#define PART_START (2 * MB)

/* --- the device ----------------------------------------------------------- */

struct disk {
	char name[16], node[64], dir[32], mnt[40];
	int fd, number;		/* number: as in the kernel, for D */
};

static int kernel_dev(dev_t dev)
{
	return (int)(major(dev) << 20 | minor(dev));
}

static int make_file(const char *path, off_t size)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, size), 0);
	return fd;
}

/* Make a node of the device, as /dev may lack it. */
static dev_t make_node(const char *sysfs, const char *path)
{
	unsigned int maj, min;
	FILE *fp = fopen(sysfs, "r");

	assert_non_null(fp);
	assert_int_equal(fscanf(fp, "%u:%u", &maj, &min), 2);
	fclose(fp);
	assert_int_equal(mknod(path, S_IFBLK | 0600, makedev(maj, min)), 0);
	return makedev(maj, min);
}

/* Take a free loop device; another process may take the number first. */
static int take_device(struct disk *d, int control, int file)
{
	struct loop_config c = { .fd = (unsigned int)file,
		.info = { .lo_flags = LO_FLAGS_PARTSCAN |
			LO_FLAGS_AUTOCLEAR } };
	char sysfs[64];
	int n, fd;

	do {
		n = ioctl(control, LOOP_CTL_GET_FREE);
		assert_true(n >= 0);
		snprintf(d->name, sizeof(d->name), "loop%d", n);
		snprintf(d->node, sizeof(d->node), "%s/disk", d->dir);
		snprintf(sysfs, sizeof(sysfs), "/sys/block/%s/dev", d->name);
		d->number = kernel_dev(make_node(sysfs, d->node));
		fd = open(d->node, O_RDWR | O_CLOEXEC);
		if (fd >= 0 && ioctl(fd, LOOP_CONFIGURE, &c) == 0)
			return fd;
		if (fd >= 0)
			close(fd);
		unlink(d->node);
	} while (errno == EBUSY);
	return -1;
}

/* Skip where there are no loop devices. */
static struct disk make_disk(int file)
{
	struct disk d = { .dir = "io.XXXXXX" };
	int control = open("/dev/loop-control", O_RDWR);

	assert_non_null(mkdtemp(d.dir));
	d.fd = control >= 0 ? take_device(&d, control, file) : -1;
	close(file);
	if (control >= 0)
		close(control);
	if (d.fd < 0) {
		rmdir(d.dir);
		skip();
	}
	return d;
}

static struct disk make_empty_disk(void)
{
	int file = make_file("io.disk", DISK);

	unlink("io.disk");
	return make_disk(file);
}

static void free_disk(struct disk *d)
{
	ioctl(d->fd, LOOP_CLR_FD, 0);
	close(d->fd);
	unlink(d->node);
	assert_int_equal(rmdir(d->dir), 0);
}

/* Statistics of a device: see Documentation/block/stat.rst. */
enum { READS, READS_MERGED, READ, READ_MS, WRITES, WRITES_MERGED, WRITTEN,
	WRITE_MS, IN_FLIGHT, NSTATS };

static void read_stats(const struct disk *d, int64_t v[NSTATS])
{
	char path[64];
	FILE *fp;

	snprintf(path, sizeof(path), "/sys/block/%s/stat", d->name);
	do {	/* a request is counted after its bytes */
		nap(10 * MSEC);
		fp = fopen(path, "r");
		assert_non_null(fp);
		for (int i = 0; i < NSTATS; i++)
			assert_int_equal(fscanf(fp, "%ld", &v[i]), 1);
		fclose(fp);
	} while (v[IN_FLIGHT] != 0);
}

/* --- transfers ------------------------------------------------------------ */

static char *memory(size_t size)
{
	void *p = NULL;

	if (posix_memalign(&p, PAGE, size) != 0)
		_exit(1);
	memset(p, 1, size);
	return p;
}

static const char text[] =
	"io:::start /args[0]->b_edev == $2/ {"
	"    @started[args[0]->b_flags & B_READ ? 0 : 1] ="
	"        sum(args[0]->b_bcount);"
	"    at[arg0] = args[0]->b_blkno + 1; size[arg0] = args[0]->b_bcount;"
	"}"
	"io:::start /args[0]->b_edev == $2/ { @starts = count(); }"
	"io:::start /args[0]->b_edev == $2 && pid == $1 &&"
	"    (args[0]->b_flags & B_READ)/ { @mine = sum(args[0]->b_bcount); }"
	"io:::done /args[0]->b_edev == $2/ {"
	"    @ended[args[0]->b_flags & B_READ ? 0 : 1] ="
	"        sum(args[0]->b_bcount);"
	"}"
	"io:::done /args[0]->b_edev == $2/ { @ends = count(); }"
	"io:::done /args[0]->b_edev == $2 && (at[arg0] !="
	"    args[0]->b_blkno + 1 || size[arg0] != args[0]->b_bcount ||"
	"    !(args[0]->b_flags & B_DONE) || args[0]->b_error != 0 ||"
	"    args[0]->b_resid != 0)/ { @wrong = count(); }"
	"io:::done /args[0]->b_edev == $2/ { at[arg0] = 0; size[arg0] = 0; }";

/* The value of an aggregation with one key. */
struct keyed {
	const char *name;
	int key;
	int64_t value;
};

static int visit_keyed(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	struct keyed *k = arg;
	int key;

	if (strcmp(desc->dtagd_name, k->name) != 0)
		return DTRACE_AGGWALK_NEXT;
	memcpy(&key, agg->dtada_data + desc->dtagd_rec[1].dtrd_offset,
	       sizeof(key));
	if (key == k->key)
		k->value = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static int64_t value_at(dtrace_hdl_t *dtp, const char *name, int key)
{
	struct keyed k = { name, key, 0 };

	api_ok(dtp, dtrace_aggregate_walk(dtp, visit_keyed, &k));
	return k.value;
}

/* Direct and cached transfers, of pages one by one and of many at once. */
static void transfers(void *arg)
{
	struct disk *d = arg;
	int direct = open(d->node, O_RDWR | O_DIRECT);
	int cached = open(d->node, O_RDWR);
	char *b = memory(20 * PAGE);

	for (int i = 0; i < 20; i++)
		if (pread(direct, b, PAGE, i * 64 * PAGE) != PAGE ||
		    pwrite(direct, b, 2 * PAGE, i * 64 * PAGE) != 2 * PAGE)
			_exit(1);
	for (int i = 0; i < 40; i++)
		if (pwrite(cached, b, PAGE, i * PAGE) != PAGE)
			_exit(1);
	if (fsync(cached) != 0 ||
	    posix_fadvise(cached, 0, 0, POSIX_FADV_DONTNEED) != 0 ||
	    pread(cached, b, 20 * PAGE, 0) != 20 * PAGE)
		_exit(1);
}

/* One transfer of more bytes than a request can hold. */
static void splits(void *arg)
{
	struct disk *d = arg;
	int direct = open(d->node, O_RDWR | O_DIRECT);
	char *b = memory(3 * MB);

	for (int i = 0; i < 2; i++)
		if (pread(direct, b, 3 * MB, 0) != 3 * MB ||
		    pwrite(direct, b, 3 * MB, 0) != 3 * MB)
			_exit(1);
}

/* Bytes at start and done are equal, and those of the device's statistics. */
static void check_bytes(dtrace_hdl_t *dtp, const int64_t n[NSTATS])
{
	assert_true(n[READ] > 0 && n[WRITTEN] > 0);
	assert_int_equal(value_at(dtp, "started", 0), 512 * n[READ]);
	assert_int_equal(value_at(dtp, "started", 1), 512 * n[WRITTEN]);
	assert_int_equal(value_at(dtp, "ended", 0), 512 * n[READ]);
	assert_int_equal(value_at(dtp, "ended", 1), 512 * n[WRITTEN]);
	assert_int_equal(value_of(dtp, "starts"), value_of(dtp, "ends"));
	assert_int_equal(value_of(dtp, "wrong"), 0);
}

/* Let the child act, and return the change of the device's statistics. */
static void act_on(const struct disk *d, const struct child *c,
		   const int64_t was[NSTATS], int64_t n[NSTATS])
{
	let_go(c);
	await(c);
	read_stats(d, n);
	for (int i = 0; i < NSTATS; i++)
		n[i] -= was[i];
}

static void counts_bytes(void **state)
{
	struct disk d = make_empty_disk();
	struct child few, many;
	int64_t was[NSTATS], n[NSTATS];
	dtrace_hdl_t *dtp;

	few = start(transfers, &d);
	many = start(splits, &d);
	settle(&many);
	dtp = go_with(state, text, few.pid, d.number);
	read_stats(&d, was);
	act_on(&d, &few, was, n);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	check_bytes(dtp, n);
	assert_int_equal(value_of(dtp, "starts"), n[READS] +
		n[READS_MERGED] + n[WRITES] + n[WRITES_MERGED]);
	/* The child waits for what it reads, and is named as the reader. */
	assert_int_equal(value_of(dtp, "mine"), 512 * n[READ]);
	act_on(&d, &many, was, n);
	finish(dtp);
	check_bytes(dtp, n);
	/* A transfer of many requests is one. */
	assert_true(value_of(dtp, "starts") < n[READS] + n[READS_MERGED] +
		n[WRITES] + n[WRITES_MERGED]);
	dtrace_close(dtp);
	end(&few);
	end(&many);
	free_disk(&d);
}

/* --- many transfers at once ----------------------------------------------- */

#define NMANY 64

/* Send NMANY reads at once, none beside another, and wait for all. */
static void many_reads(void *arg)
{
	struct disk *d = arg;
	int fd = open(d->node, O_RDONLY | O_DIRECT);
	struct iocb cb[NMANY], *list[NMANY];
	struct io_event done[NMANY];
	aio_context_t ctx = 0;
	long n;

	memset(cb, 0, sizeof(cb));
	for (int i = 0; i < NMANY; i++) {
		cb[i].aio_lio_opcode = IOCB_CMD_PREAD;
		cb[i].aio_fildes = (uint32_t)fd;
		cb[i].aio_buf = (uintptr_t)memory(PAGE);
		cb[i].aio_nbytes = PAGE;
		cb[i].aio_offset = 2 * i * PAGE;
		list[i] = &cb[i];
	}
	if (syscall(SYS_io_setup, NMANY, &ctx) != 0)
		_exit(1);
	for (int i = 0; i < NMANY; i += (int)n) {
		n = syscall(SYS_io_submit, ctx, NMANY - i, list + i);
		if (n <= 0)
			_exit(1);
	}
	n = syscall(SYS_io_getevents, ctx, NMANY, NMANY, done, NULL);
	if (n != NMANY)
		_exit(1);
}

static int add_dynamic(const dtrace_dropdata_t *data, void *arg)
{
	if (data->dtdda_kind == DTRACEDROP_DYNAMIC)
		*(uint64_t *)arg += data->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

/* The ends of many reads that were started; *lost: those that were not kept. */
static int64_t ends_of(void **state, const char *dynvarsize, uint64_t *lost)
{
	static const char program[] =
		"io:::start /args[0]->b_edev == $2/ { @starts = count(); }"
		"io:::done /args[0]->b_edev == $2/ { @ends = count(); }"
		"io:::done /args[0]->b_edev == $2 && (args[0]->b_bcount !="
		"    4096 || (args[0]->b_blkno & 15) != 0)/"
		"{ @wrong = count(); }";
	struct disk d = make_empty_disk();
	struct child c = start(many_reads, &d);
	dtrace_hdl_t *dtp = api_open(state);
	int64_t ends;

	settle(&c);
	*lost = 0;
	api_ok(dtp, dtrace_handle_drop(dtp, add_dynamic, lost));
	api_ok(dtp, dtrace_setopt(dtp, "dynvarsize", dynvarsize));
	run_with(dtp, program, c.pid, d.number);
	let_go(&c);
	await(&c);
	finish(dtp);
	assert_int_equal(value_of(dtp, "starts"), NMANY);
	assert_int_equal(value_of(dtp, "wrong"), 0);
	ends = value_of(dtp, "ends");
	dtrace_close(dtp);
	end(&c);
	free_disk(&d);
	return ends;
}

/*
 * A start for which there is no room has no end, and is reported as lost, like
 * those of other devices.
 */
static void counts_lost(void **state)
{
	uint64_t lost;
	int64_t ends;

	assert_int_equal(ends_of(state, "1m", &lost), NMANY);
	assert_int_equal(lost, 0);
	ends = ends_of(state, "512", &lost);
	assert_true(ends < NMANY && ends + (int64_t)lost >= NMANY);
}

/* --- partitions ----------------------------------------------------------- */

static void reads_part(void *arg)
{
	struct disk *d = arg;
	char path[128], *b = memory(PAGE);
	int fd;

	snprintf(path, sizeof(path), "%s/part", d->dir);
	fd = open(path, O_RDONLY | O_DIRECT);
	for (int i = 0; i < 5; i++)
		if (pread(fd, b, PAGE, 2 * PAGE) != PAGE)
			_exit(1);
}

/* On the partition: two transfers of data, and three commands without. */
static void commands(void *arg)
{
	struct disk *d = arg;
	uint64_t range[] = { PAGE, PAGE };
	char path[128], *b = memory(PAGE);
	int fd;

	snprintf(path, sizeof(path), "%s/part", d->dir);
	fd = open(path, O_RDWR | O_DIRECT);
	if (pread(fd, b, PAGE, PAGE) != PAGE ||
	    pwrite(fd, b, PAGE, PAGE) != PAGE || fsync(fd) != 0 ||
	    ioctl(fd, BLKDISCARD, range) != 0 ||
	    ioctl(fd, BLKZEROOUT, range) != 0)
		_exit(1);
}

static void part_program(char *buf, size_t size, const char *name, dev_t dev)
{
	snprintf(buf, size,
		"io:::start,io:::done /args[0]->b_edev == $2/"
		"{ @all = count(); }"
		"io:::start,io:::done /args[0]->b_edev == $2 &&"
		"    args[0]->b_blkno == 16 && args[0]->b_lblkno == 16 &&"
		"    args[1]->dev_statname == \"%sp1\" &&"
		"    args[1]->dev_pathname == \"/dev/%sp1\" &&"
		"    args[1]->dev_major == %u && args[1]->dev_minor == %u &&"
		"    args[2]->fi_name == \"<none>\"/"
		"{ @right = count(); }", name, name, major(dev),
		minor(dev));
}

static int on_part(const struct disk *d, int op)
{
	struct blkpg_partition part = { .start = PART_START,
		.length = 2 * MB, .pno = 1 };
	struct blkpg_ioctl_arg arg = { .op = op, .datalen = sizeof(part),
		.data = &part };

	return ioctl(d->fd, BLKPG, &arg);
}

/* Add a partition with its node, "part" in the disk's directory. */
static dev_t make_part(const struct disk *d)
{
	char sysfs[64], node[64];

	assert_int_equal(on_part(d, BLKPG_ADD_PARTITION), 0);
	snprintf(sysfs, sizeof(sysfs), "/sys/block/%s/%sp1/dev", d->name,
		 d->name);
	snprintf(node, sizeof(node), "%s/part", d->dir);
	return make_node(sysfs, node);
}

static void free_part(const struct disk *d)
{
	char node[64];

	snprintf(node, sizeof(node), "%s/part", d->dir);
	unlink(node);
	on_part(d, BLKPG_DEL_PARTITION);
}

/* Blocks of a partition count from its start, and it has its own name. */
static void names_parts(void **state)
{
	struct disk d = make_empty_disk();
	dev_t dev = make_part(&d);
	dtrace_hdl_t *dtp;
	char d_text[700];
	struct child c;

	part_program(d_text, sizeof(d_text), d.name, dev);
	c = start(reads_part, &d);
	dtp = run_child_with(state, d_text, &c, kernel_dev(dev));
	assert_int_equal(value_of(dtp, "all"), 10);
	assert_int_equal(value_of(dtp, "right"), 10);
	dtrace_close(dtp);
	end(&c);
	free_part(&d);
	free_disk(&d);
}

/*
 * A command without data has its own b_cmd.  A flush has no block; all others
 * have the same one here.
 */
static void names_commands(void **state)
{
	static const char commands_text[] =
		"io:::start,io:::done /args[0]->b_edev == $2 &&"
		"    args[0]->b_blkno == (args[0]->b_cmd == BIO_FLUSH ? 0 : 8)/"
		"{ @cmds[args[0]->b_cmd] = count(); }";
	enum { READ_CMD = 1, WRITE_CMD, DELETE_CMD, FLUSH_CMD = 5 };
	struct disk d = make_empty_disk();
	dev_t dev = make_part(&d);
	dtrace_hdl_t *dtp;
	struct child c;
	int64_t writes;

	c = start(commands, &d);
	dtp = run_child_with(state, commands_text, &c, kernel_dev(dev));
	assert_int_equal(value_at(dtp, "cmds", READ_CMD), 2);
	/* Zeroes are written as data if the file of the device refuses them. */
	writes = value_at(dtp, "cmds", WRITE_CMD);
	assert_true(writes == 4 || writes == 6);
	assert_int_equal(value_at(dtp, "cmds", DELETE_CMD), 2);
	assert_int_equal(value_at(dtp, "cmds", FLUSH_CMD), 2);
	dtrace_close(dtp);
	end(&c);
	free_part(&d);
	free_disk(&d);
}

/* --- errors --------------------------------------------------------------- */

static int *refused;	/* the errno of the child */

static void fails_to_write(void *arg)
{
	struct disk *d = arg;
	int fd = open(d->node, O_RDWR | O_DIRECT);
	char *b = memory(MB);

	for (int i = 0; i < DISK && *refused == 0; i += MB)
		if (pwrite(fd, b, MB, i) < 0)
			*refused = errno;
}

/* The file of the device is on a file system that is too small for it. */
static void tells_errors(void **state)
{
	static const char errors[] =
		"io:::done /args[0]->b_edev == $2 && args[0]->b_error != 0 &&"
		"    (args[0]->b_flags & B_ERROR) &&"
		"    args[0]->b_resid == args[0]->b_bcount/"
		"{ @failed = max(args[0]->b_error); }";
	char dir[] = "io.XXXXXX", path[32];
	dtrace_hdl_t *dtp;
	struct child c;
	struct disk d;
	int file;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/disk", dir);
	if (mount("none", dir, "tmpfs", 0, "size=128k") != 0) {
		rmdir(dir);
		skip();
	}
	file = make_file(path, DISK);
	assert_int_equal(umount2(dir, MNT_DETACH), 0);
	rmdir(dir);
	d = make_disk(file);
	refused = shared(sizeof(*refused));
	c = start(fails_to_write, &d);
	dtp = run_child_with(state, errors, &c, d.number);
	assert_int_equal(value_of(dtp, "failed"), *refused);
	dtrace_close(dtp);
	end(&c);
	free_disk(&d);
	if (*refused == 0)	/* a kernel that lets such a file grow */
		skip();
}

/* --- files ---------------------------------------------------------------- */

#define NPAGES 10

static void writes_file(void *arg)
{
	const char *path = arg;
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	char *b = memory(NPAGES * PAGE);

	if (pwrite(fd, b, NPAGES * PAGE, 8 * PAGE) != NPAGES * PAGE ||
	    fsync(fd) != 0)
		_exit(1);
}

static bool run_command(const char *name, const char *arg)
{
	char command[128];

	snprintf(command, sizeof(command), "%s %s >/dev/null 2>&1", name, arg);
	return system(command) == 0;
}

/* Make a file system and the directory mnt; false without mkfs. */
static bool make_fs(struct disk *d)
{
	snprintf(d->mnt, sizeof(d->mnt), "%s/mnt", d->dir);
	assert_int_equal(mkdir(d->mnt, 0700), 0);
	return run_command("mkfs.ext2 -b 4096", d->node);
}

/* Writes and reads of a file name it, its place and its file system. */
static void count_pages(void **state, const struct disk *d)
{
	char path[80], d_text[2048], cwd[256];
	dtrace_hdl_t *dtp;
	struct child c;

	assert_non_null(getcwd(cwd, sizeof(cwd)));
	snprintf(path, sizeof(path), "%s/file", d->mnt);
	snprintf(d_text, sizeof(d_text),
		"io:::start,io:::done /args[0]->b_edev == $2 &&"
		"    args[2]->fi_name == \"file\"/"
		"{ @name[probename] = sum(args[0]->b_bcount);"
		"  @begin[probename] = min(args[2]->fi_offset); }"
		"io:::start /args[0]->b_edev == $2 && pid == $1 &&"
		"    args[2]->fi_pathname == \"%s/%s\" &&"
		"    args[2]->fi_dirname == \"%s/%s\" &&"
		"    args[2]->fi_mount == \"%s/%s\" &&"
		"    args[2]->fi_fs == \"ext2\"/"
		"{ @path = sum(args[0]->b_bcount); }",
		cwd, path, cwd, d->mnt, cwd, d->mnt);
	c = start(writes_file, path);
	dtp = run_child_with(state, d_text, &c, d->number);
	assert_int_equal(value_of(dtp, "name"), 2 * NPAGES * PAGE);
	assert_int_equal(value_of(dtp, "begin"), 2 * 8 * PAGE);
	assert_int_equal(value_of(dtp, "path"), NPAGES * PAGE);
	dtrace_close(dtp);
	end(&c);
}

static void names_files(void **state)
{
	struct disk d = make_empty_disk();
	bool able = make_fs(&d) && mount(d.node, d.mnt, "ext2", 0, "") == 0;

	if (able) {
		count_pages(state, &d);
		assert_int_equal(umount(d.mnt), 0);
	}
	rmdir(d.mnt);
	free_disk(&d);
	if (!able)	/* no such file system, or no mkfs */
		skip();
}

/* --- waits ---------------------------------------------------------------- */

#define NWAITS 20
#define NMOUNTS 5

/* Every call waits for one transfer; the next is at another place. */
static void waits(void *arg)
{
	struct disk *d = arg;
	int direct = open(d->node, O_RDWR | O_DIRECT);
	char *b = memory(2 * PAGE);

	for (int i = 0; i < NWAITS; i++)
		if (pread(direct, b, PAGE, i * PAGE) != PAGE ||
		    pwrite(direct, b, 2 * PAGE, 100 * PAGE) != 2 * PAGE)
			_exit(1);
}

static const char waiting[] =
	"io:::wait-start /pid == $1 && args[0]->b_edev == $2/ {"
	"    @bytes[args[0]->b_flags & B_READ ? 0 : 1] ="
	"        sum(args[0]->b_bcount);"
	"    @first = sum(args[0]->b_flags & B_READ ? args[0]->b_blkno :"
	"        args[0]->b_blkno - 800);"
	"    self->key = arg0; self->block = args[0]->b_blkno;"
	"    self->bytes = args[0]->b_bcount;"
	"    self->flags = args[0]->b_flags;"
	"}"
	"io:::start /self->key && self->key == arg0/ { @started = count(); }"
	"io:::wait-done /self->key == arg0 && args[0]->b_edev == $2 &&"
	"    args[0]->b_blkno == self->block &&"
	"    args[0]->b_bcount == self->bytes &&"
	"    args[0]->b_flags == (self->flags | B_DONE) &&"
	"    args[0]->b_error == 0 && args[2]->fi_name == \"<none>\"/"
	"{ @right = count(); }"
	"io:::wait-done /pid == $1/ { @ended = count(); self->key = 0; }"
	"fbt::submit_bio_wait:return,fbt::__wait_on_buffer:return"
	"    /pid == $1/ { @calls = count(); }";

static void sees_waits(void **state)
{
	struct disk d;
	struct child c;
	dtrace_hdl_t *dtp;

	if (!api_has_functions())
		skip();
	d = make_empty_disk();
	c = start(waits, &d);
	dtp = run_child_with(state, waiting, &c, d.number);
	assert_int_equal(value_at(dtp, "bytes", 0), NWAITS * PAGE);
	assert_int_equal(value_at(dtp, "bytes", 1), NWAITS * 2 * PAGE);
	assert_int_equal(value_of(dtp, "first"),
		NWAITS * (NWAITS - 1) / 2 * (PAGE / 512));
	assert_int_equal(value_of(dtp, "started"), 2 * NWAITS);
	assert_int_equal(value_of(dtp, "right"), 2 * NWAITS);
	assert_int_equal(value_of(dtp, "ended"), value_of(dtp, "calls"));
	dtrace_close(dtp);
	end(&c);
	free_disk(&d);
}

/* A file system waits for buffers, such as that of its superblock. */
static void mounts(void *arg)
{
	struct disk *d = arg;

	for (int i = 0; i < NMOUNTS; i++)
		if (ioctl(d->fd, BLKFLSBUF, 0) != 0 ||
		    mount(d->node, d->mnt, "ext2", 0, "") != 0 ||
		    umount(d->mnt) != 0)
			_exit(1);
}

static const char buffers[] =
	"io:::wait-start /pid == $1 && args[0]->b_edev == $2 &&"
	"    args[0]->b_blkno == 2 && args[0]->b_bcount == 1024 &&"
	"    (args[0]->b_flags & B_READ)/ { @super = count(); }"
	"io:::wait-start /pid == $1/ { @begun = count(); self->in = arg0; }"
	"io:::wait-done /pid == $1 && self->in == arg0 &&"
	"    args[0]->b_edev == $2 && args[0]->b_error == 0 &&"
	"    args[2]->fi_name == \"<none>\"/ { @ended = count(); }"
	"fbt::submit_bio_wait:entry,fbt::__wait_on_buffer:entry"
	"    /pid == $1/ { @calls = count(); }";

static void sees_buffers(void **state)
{
	struct disk d;
	struct child c;
	dtrace_hdl_t *dtp;
	bool able;

	if (!api_has_functions())
		skip();
	d = make_empty_disk();
	able = make_fs(&d);
	if (able) {
		c = start(mounts, &d);
		dtp = run_child_with(state, buffers, &c, d.number);
		assert_true(value_of(dtp, "super") > 0);
		assert_int_equal(value_of(dtp, "begun"),
				 value_of(dtp, "calls"));
		assert_int_equal(value_of(dtp, "ended"),
				 value_of(dtp, "calls"));
		dtrace_close(dtp);
		end(&c);
	}
	rmdir(d.mnt);
	free_disk(&d);
	if (!able)
		skip();
}

/* What a failed test has mounted ends with this process. */
static bool own_mounts(void)
{
	return unshare(CLONE_NEWNS) == 0 &&
		mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(counts_bytes), ON_KERNEL(counts_lost),
		ON_KERNEL(names_parts), ON_KERNEL(names_commands),
		ON_KERNEL(tells_errors), ON_KERNEL(names_files),
		ON_KERNEL(sees_waits), ON_KERNEL(sees_buffers),
	};

	if (!api_has_types() || !own_mounts())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
