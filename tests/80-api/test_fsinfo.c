/* SPDX-License-Identifier: MIT */
/*
 * Provider fsinfo, against what a child has done and against its own count in
 * /proc/PID/io.  A kernel that lets no functions be traced has no such probes.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include "child.h"

enum { NWRITES = 5, SIZE = 100, NREADS = 3, NSTATS = 7, NSYNCS = 3 };

/* Not on an overlay, which opens a second file. */
static char dir[] = "/run/test_fsinfo.XXXXXX";

static void must(int rc)
{
	if (rc < 0)
		_exit(1);
}

static void use_file(void)
{
	char buf[SIZE] = "text";
	struct stat st;
	int i, fd = open("data", O_RDWR | O_CREAT | O_APPEND, 0600);

	must(fd);
	for (i = 0; i < NWRITES; i++)
		must((int)write(fd, buf, SIZE));
	for (i = 0; i < NREADS; i++) {
		must((int)lseek(fd, i, SEEK_SET));
		must((int)read(fd, buf, SIZE));
	}
	must((int)lseek(fd, 0, SEEK_END));
	must((int)read(fd, buf, SIZE));		/* at the end: 0 bytes */
	for (i = 0; i < NSTATS - 1; i++)
		must(fstat(fd, &st));
	must(stat("data", &st));
	must(fsync(fd));
	for (i = 1; i < NSYNCS; i++)
		must(fdatasync(fd));
	must(close(fd));
}

static void use_names(void)
{
	char buf[SIZE];

	must(chmod("data", 0400));
	must(link("data", "other"));
	must(symlink("data", "sym"));
	must((int)readlink("sym", buf, SIZE));
	must(rename("other", "renamed"));
	must(mkdir("sub", 0700));
	if (mkdir("/sys/test_fsinfo", 0700) == 0)	/* no user may do so */
		_exit(1);
	must(symlink("x", "sub/x"));
	if (rmdir("sub") == 0)			/* it is not empty */
		_exit(1);
	must(unlink("sub/x"));
	must(rmdir("sub"));
	must(unlink("renamed"));
	must(unlink("sym"));
}

static void acts(void *arg)
{
	DIR *d;

	(void)arg;
	must(chdir(dir));
	use_file();
	use_names();
	d = opendir(".");
	while (d && readdir(d))
		;
	must(closedir(d));
	must(unlink("data"));
}

static const char format[] =
	"inline string dir = \"%s\";\n"
	"fsinfo:::open /pid == $1 && args[0]->fi_dirname == dir &&"
	"	args[0]->fi_name == \"data\" && arg1 == 0 &&"
	"	(args[0]->fi_oflags & O_APPEND)/ { @open = count(); }"
	"fsinfo:::write /pid == $1 && args[0]->fi_pathname =="
	"	strjoin(dir, \"/data\")/ { @write = sum(args[1]); }"
	"fsinfo:::write /pid == $1/ { @writes = count(); }"
	"fsinfo:::write /pid == $1/ { @written = sum(arg1); }"
	"fsinfo:::read /pid == $1 && args[0]->fi_name == \"data\"/"
	"	{ @read = sum(args[1]); @offset = sum(args[0]->fi_offset); }"
	"fsinfo:::read /pid == $1/ { @reads = count(); }"
	"fsinfo:::read /pid == $1/ { @got = sum(arg1); }"
	"fsinfo:::close /pid == $1 && args[0]->fi_name == \"data\" &&"
	"	args[1] == 0/ { @close = count(); }"
	"fsinfo:::setattr /pid == $1 && args[0]->fi_name == \"data\" &&"
	"	args[1] == 0/ { @setattr = count(); }"
	"fsinfo:::link /pid == $1 && args[0]->fi_name == \"other\" &&"
	"	args[1] == 0/ { @link = count(); }"
	"fsinfo:::symlink /pid == $1 && args[0]->fi_name == \"sym\" &&"
	"	args[1] == 0/ { @symlink = count(); }"
	"fsinfo:::readlink /pid == $1 && args[0]->fi_name == \"sym\"/"
	"	{ @readlink = sum(arg1); }"
	"fsinfo:::rename /pid == $1 && args[0]->fi_name == \"renamed\" &&"
	"	args[1] == 0/ { @rename = count(); }"
	"fsinfo:::rmdir /pid == $1 && args[0]->fi_name == \"sub\"/"
	"	{ @rmdir = count(); @errors = sum(args[1]); }"
	"fsinfo:::mkdir /pid == $1 && args[0]->fi_name == \"sub\" &&"
	"	args[1] == 0/ { @mkdir = count(); }"
	"fsinfo:::mkdir /pid == $1/ { @refused = sum(args[1]); }"
	"fsinfo:::getattr /pid == $1 && args[0]->fi_name == \"data\" &&"
	"	args[1] == 0/ { @getattr = count(); }"
	"fsinfo:::remove /pid == $1 && args[1] == 0/ { @remove = count(); }"
	"fsinfo:::readdir /pid == $1 && args[0]->fi_pathname == dir &&"
	"	args[0]->fi_mount != \"\"/ { @readdir = count(); }"
	/* one clause on all probes */
	"fsinfo::: /pid == $1 && args[0]->fi_dirname == dir/"
	"	{ @all = count(); @nothing = sum(args[0]->fi_name == \"\" ||"
	"	args[0]->fi_pathname != strjoin(dir, strjoin(\"/\","
	"	args[0]->fi_name)) || args[0]->fi_mount == \"\" ||"
	"	args[0]->fi_fs == \"\"); @results = sum(args[1]); }";

static const char format_fsync[] =
	"fsinfo:::fsync /pid == $1 && args[0]->fi_name == \"data\" &&"
	"	args[1] == 0/ { @fsync = count(); }";

/* A line of /proc/PID/io. */
static int64_t io_of(pid_t pid, const char *name)
{
	FILE *fp = proc_file(pid, "io");
	char line[64];
	int64_t n = -1;
	size_t len = strlen(name);

	while (fgets(line, sizeof(line), fp))
		if (strncmp(line, name, len) == 0 && line[len] == ':')
			n = atoll(line + len + 1);
	fclose(fp);
	assert_true(n >= 0);
	return n;
}

static const struct {
	const char *name;
	int64_t value;
} expected[] = {
	{ "open", 1 }, { "write", NWRITES * SIZE }, { "read", NREADS * SIZE },
	/* where each read began, the last one at the end */
	{ "offset", 0 + 1 + 2 + NWRITES * SIZE },
	{ "close", 1 }, { "setattr", 1 },
	{ "link", 1 }, { "symlink", 1 }, { "readlink", 4 }, { "rename", 1 },
	{ "rmdir", 2 }, { "errors", -ENOTEMPTY }, { "remove", 4 },
	{ "readdir", 2 }, { "mkdir", 1 }, { "refused", -EPERM },
	{ "getattr", NSTATS }, { "nothing", 0 },
	{ "results", (NWRITES + NREADS) * SIZE + 4 - ENOTEMPTY },
};

/*
 * Operations in the directory: on data, sym, sub, other and renamed, where
 * mkdir, chmod, link, symlink, readlink and rename are one each.
 */
enum { NALL = 1 + NWRITES + NREADS + 1 + NSTATS + 1 + 6 + 2 + 3 };

static const char *const counters[] = { "syscr", "syscw", "rchar", "wchar" };
static const char *const counts[] = { "reads", "writes", "got", "written" };
/* The byte that let the child go was read before it was traced. */
static const int64_t before[] = { 1, 0, 1, 0 };

static void operations(void **state)
{
	char text[4096];
	int64_t was[4];
	struct child c;
	dtrace_hdl_t *dtp;
	bool has_fsync;

	if (!api_has_functions())
		skip();
	has_fsync = api_has_probe("fsinfo:::fsync");
	assert_non_null(mkdtemp(dir));
	c = start(acts, NULL);
	settle(&c);
	snprintf(text, sizeof(text), format, dir);
	if (has_fsync)
		strcat(text, format_fsync);
	for (int i = 0; i < 4; i++)
		was[i] = io_of(c.pid, counters[i]);
	dtp = run_child(state, text, &c);
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		if (value_of(dtp, expected[i].name) != expected[i].value)
			fail_msg("%s: %ld, not %ld", expected[i].name,
				 (long)value_of(dtp, expected[i].name),
				 (long)expected[i].value);
	assert_int_equal(value_of(dtp, "all"),
			 NALL + (has_fsync ? NSYNCS : 0));
	if (has_fsync)
		assert_int_equal(value_of(dtp, "fsync"), NSYNCS);
	for (int i = 0; i < 4; i++)
		assert_int_equal(value_of(dtp, counts[i]),
				 io_of(c.pid, counters[i]) - was[i] -
				 before[i]);
	dtrace_close(dtp);
	end(&c);
	assert_int_equal(rmdir(dir), 0);
}

/* What a failed test leaves. */
static int clean(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

int main(void)
{
	static const struct CMUnitTest tests[] = { ON_KERNEL(operations) };

	return cmocka_run_group_tests_name("fsinfo", tests, NULL, clean);
}
