/* SPDX-License-Identifier: MIT */
/* loader.c - runs the dynamic loader in the environment of a child. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/procfs.h"
#include "base/regular.h"
#include "base/spawn.h"
#include "sym/elffile.h"
#include "sym/loader.h"
#include "sym/maps.h"

/* The path of the dynamic loader in the program; false: none. */
static bool
read_loader(const char *program, char *loader, size_t size)
{
	struct dt_elffile f;
	GElf_Phdr ph;
	bool found = false;
	size_t n = 0;
	int fd = dt_regular_open(program, 0);

	if (fd < 0)
		return false;
	if (dt_elffile_open(&f, fd) == 0)
		(void) elf_getphdrnum(f.elf, &n);
	for (size_t i = 0; i < n && !found; i++)
		if (gelf_getphdr(f.elf, (int)i, &ph) != NULL &&
		    ph.p_type == PT_INTERP && ph.p_filesz > 1 &&
		    ph.p_filesz <= size && pread(fd, loader, ph.p_filesz,
		    (off_t)ph.p_offset) == (ssize_t)ph.p_filesz)
			found = loader[ph.p_filesz - 1] == '\0';
	dt_elffile_close(&f);
	(void) close(fd);
	return found;
}

/* The consumer chose the program of its child itself. */
static bool
is_ours(pid_t pid)
{
	char status[4096], mine[4096];

	return dt_procfs_read(pid, "status", status, sizeof(status)) > 0 &&
	    dt_procfs_read(getpid(), "status", mine, sizeof(mine)) > 0 &&
	    (pid_t)dt_procfs_number(status, "\nPPid:\t") == getpid() &&
	    dt_procfs_number(status, "\nUid:\t") ==
	    dt_procfs_number(mine, "\nUid:\t");
}

/* The environment, with room for one more variable. */
static int
read_environment(pid_t pid, struct dt_buf *text, char ***env)
{
	char path[64], *s;
	size_t n = 0;
	FILE *fp;

	(void) snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
	fp = fopen(path, "re");
	if (fp == NULL)
		return -errno;
	dt_buf_file(text, fp);
	(void) fclose(fp);
	*env = calloc(text->len + 3, sizeof(**env));
	if (text->err != 0 || *env == NULL)
		return -ENOMEM;
	for (s = text->p; s != NULL && s < text->p + text->len;
	    s += strlen(s) + 1)
		(*env)[n++] = s;
	return 0;
}

/* What the loader is run with. */
struct call {
	char loader[PATH_MAX];
	const char *program;
	char **env;
	struct dt_buf vars;		/* strings of env */
};

static int
prepare(struct call *c, pid_t pid, const char *program)
{
	*c = (struct call){ .program = program };
	if (!is_ours(pid) ||
	    !read_loader(program, c->loader, sizeof(c->loader)))
		return -ENOENT;
	return read_environment(pid, &c->vars, &c->env);
}

static void
finish(struct call *c)
{
	free(c->env);
	dt_buf_free(&c->vars);
}

static int
read_list(const struct call *c, struct dt_buf *text)
{
	char *argv[] = { (char *)c->loader, (char *)"--list",
	    (char *)c->program, NULL };
	int fd = memfd_create("list", MFD_CLOEXEC), status, err;
	FILE *fp = fd >= 0 ? fdopen(fd, "r") : NULL;

	if (fp == NULL) {
		err = -errno;
		if (fd >= 0)
			(void) close(fd);
		return err;
	}
	err = dt_spawn(argv, c->env, -1, fd, &status);
	rewind(fp);
	dt_buf_file(text, fp);
	(void) fclose(fp);
	return err != 0 ? err : text->err;
}

int
dt_loader_list(pid_t pid, const char *program, struct dt_buf *text)
{
	struct call c;
	int rc = prepare(&c, pid, program);

	if (rc == 0)
		rc = read_list(&c, text);
	finish(&c);
	return rc;
}

/* --- a run up to the program ---------------------------------------------- */

/*
 * The loader calls an empty function for debuggers before it maps libraries and
 * after it has relocated them.  A variable says which of both.
 */
#define	NOTIFY		"_dl_debug_state"
#define	STATE		"_r_debug"

struct held {
	pid_t pid;
	uint64_t notify, state;		/* addresses in the process */
};

/* Make the loader look up each function now, not when it is first called. */
static void
bind_now(const struct call *c)
{
	char **end = c->env;

	while (*end != NULL)
		end++;
	*end = (char *)"LD_BIND_NOW=1";
}

static _Noreturn void
execute(const struct call *c, int null)
{
	char *argv[] = { (char *)c->loader, (char *)c->program, NULL };

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 &&
	    dup2(null, STDIN_FILENO) >= 0 && dup2(null, STDOUT_FILENO) >= 0 &&
	    dup2(null, STDERR_FILENO) >= 0)
		(void) execve(c->loader, argv, c->env);
	_exit(127);
}

/* Wait until the child stops by SIGTRAP; false: it has ended. */
static bool
wait_trap(pid_t child)
{
	int status, signal;

	for (;;) {
		while (waitpid(child, &status, 0) != child)
			if (errno != EINTR)
				return false;
		if (!WIFSTOPPED(status))
			return false;
		signal = WSTOPSIG(status);
		if (signal == SIGTRAP)
			return true;
		if (ptrace(PTRACE_CONT, child, NULL,
		    (void *)(uintptr_t)signal) != 0)
			return false;
	}
}

/* The address that the loader's first mapping adds to those in its file. */
static bool
read_bias(pid_t pid, const struct dt_elffile *f, ino_t ino, uint64_t *bias)
{
	struct dt_buf text = { 0 };
	struct dt_umap m;
	uint64_t at;
	bool found = false;
	int err = dt_maps_read(pid, &text);
	char *next = text.p;

	while (err == 0 && !found && dt_maps_next(&next, &m)) {
		found = m.ino == ino && dt_elffile_vaddr(f, m.offset, &at);
		if (found)
			*bias = m.start - at;
	}
	dt_buf_free(&text);
	return found;
}

static bool
find_symbols(struct dt_elffile *f, struct held *h, uint64_t bias)
{
	struct dt_elftable t;
	struct dt_elfname name;
	GElf_Sym sym;

	if (!dt_elffile_table(f, SHT_DYNSYM, &t))
		return false;
	while (dt_elftable_next(&t, &sym, &name)) {
		if (name.len == strlen(NOTIFY) &&
		    memcmp(name.p, NOTIFY, name.len) == 0)
			h->notify = bias + sym.st_value;
		if (name.len == strlen(STATE) &&
		    memcmp(name.p, STATE, name.len) == 0)
			h->state = bias + sym.st_value +
			    offsetof(struct r_debug, r_state);
	}
	return h->notify != 0 && h->state != 0;
}

/* Find the function and the variable of the loader in the process. */
static bool
find_places(const char *loader, struct held *h)
{
	struct dt_elffile f;
	struct stat st;
	uint64_t bias = 0;
	int fd = dt_regular_open(loader, 0);
	bool found = false;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && !dt_elffile_is_i386(fd) &&
	    dt_elffile_open(&f, fd) == 0) {
		found = read_bias(h->pid, &f, st.st_ino, &bias) &&
		    find_symbols(&f, h, bias);
		dt_elffile_close(&f);
	}
	(void) close(fd);
	return found;
}

#ifdef __x86_64__

#define	BREAKPOINT	0xcc
#define	IS_BREAKPOINT(word)	(((word) & 0xff) == BREAKPOINT)

/* Return from the function, of which only the breakpoint has run. */
static bool
leave(pid_t pid)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, pid, NULL, &r) != 0)
		return false;
	errno = 0;
	r.rip = (unsigned long)ptrace(PTRACE_PEEKDATA, pid, (void *)r.rsp,
	    NULL);
	r.rsp += sizeof(long);
	return errno == 0 && ptrace(PTRACE_SETREGS, pid, NULL, &r) == 0;
}

#else

#define	BREAKPOINT	0xd4200000
#define	IS_BREAKPOINT(word)	(((word) & 0xffe0001f) == BREAKPOINT)

static bool
leave(pid_t pid)
{
	struct user_regs_struct r;
	struct iovec io = { &r, sizeof(r) };

	if (ptrace(PTRACE_GETREGSET, pid, (void *)NT_PRSTATUS, &io) != 0)
		return false;
	r.pc = r.regs[30];
	return ptrace(PTRACE_SETREGSET, pid, (void *)NT_PRSTATUS, &io) == 0;
}

#endif

/*
 * Place a breakpoint.  False: it cannot be placed, or the kernel has one there
 * for a probe, which hides ours, so that the program would run.
 */
static bool
place_breakpoint(pid_t child, uint64_t addr)
{
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKTEXT, child, (void *)addr, NULL);
	return errno == 0 && !IS_BREAKPOINT(word) && ptrace(PTRACE_POKETEXT,
	    child, (void *)addr, (void *)(uintptr_t)BREAKPOINT) == 0;
}

/* Let the child run until its libraries are relocated. */
static bool
run_to_program(const struct call *c, pid_t child)
{
	struct held h = { .pid = child };
	long state;

	if (!wait_trap(child) || ptrace(PTRACE_SETOPTIONS, child, NULL,
	    (void *)(uintptr_t)PTRACE_O_EXITKILL) != 0 ||
	    !find_places(c->loader, &h) ||
	    !place_breakpoint(child, h.notify))
		return false;
	do {
		if (ptrace(PTRACE_CONT, child, NULL, NULL) != 0 ||
		    !wait_trap(child))
			return false;
		errno = 0;
		state = ptrace(PTRACE_PEEKDATA, child, (void *)h.state, NULL);
		if (errno != 0 || !leave(child))
			return false;
	} while ((int)state != RT_CONSISTENT);
	return true;
}

static int
run(const struct call *c, int (*fn)(void *arg, pid_t pid), void *arg)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), rc = -ENOENT;
	pid_t child;

	if (null < 0)
		return -errno;
	bind_now(c);
	child = fork();
	if (child == 0)
		execute(c, null);
	(void) close(null);
	if (child < 0)
		return -errno;
	if (run_to_program(c, child))
		rc = fn(arg, child);
	(void) kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return rc;
}

int
dt_loader_run(pid_t pid, const char *program,
    int (*fn)(void *arg, pid_t pid), void *arg)
{
	struct call c;
	int rc = prepare(&c, pid, program);

	if (rc == 0)
		rc = run(&c, fn, arg);
	finish(&c);
	return rc;
}
