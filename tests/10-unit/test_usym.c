/* SPDX-License-Identifier: MIT */
/*
 * test_usym.c - symbols of ELF files, compared with those that libelf reads;
 * damaged files; and symbols of processes that live or have ended.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sym/elfsym.h"
#include "sym/mapwatch.h"
#include "sym/usym.h"

static int table[7];

/* The file's own table of this type, or NULL. */
static Elf_Scn *
find_table(Elf *elf, uint32_t type, GElf_Shdr *sh)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn)) != NULL)
		if (gelf_getshdr(scn, sh) != NULL && sh->sh_type == type)
			return scn;
	return NULL;
}

/* Does the table have this name at this address? */
static bool
has_name(Elf *elf, Elf_Scn *scn, const GElf_Shdr *sh,
    const struct dt_elfsym *want)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym s;

	for (int i = 0; gelf_getsym(data, i, &s) != NULL; i++)
		if (s.st_value == want->value && s.st_name != 0 &&
		    strcmp(elf_strptr(elf, sh->sh_link, s.st_name),
		    want->name) == 0)
			return true;
	return false;
}

/* Every function is found at its first and last byte. */
static int
compare(Elf *elf, const struct dt_elf *e)
{
	GElf_Shdr sh;
	Elf_Scn *scn = find_table(elf, SHT_SYMTAB, &sh);
	struct dt_elfsym got;
	GElf_Sym s;
	int n = 0;

	if (scn == NULL)
		scn = find_table(elf, SHT_DYNSYM, &sh);
	if (scn == NULL)
		return 0;
	for (int i = 0; gelf_getsym(elf_getdata(scn, NULL), i, &s) != NULL;
	    i++) {
		if (GELF_ST_TYPE(s.st_info) != STT_FUNC || s.st_size == 0 ||
		    s.st_shndx == SHN_UNDEF || s.st_shndx >= SHN_LORESERVE)
			continue;
		assert_int_equal(dt_elf_lookup(e, s.st_value, &got), 0);
		assert_int_equal(got.value, s.st_value);
		assert_true(got.size >= s.st_size);
		/* Each name would be 10^8 comparisons for libc */
		if (n++ % 16 == 0)
			assert_true(has_name(elf, scn, &sh, &got));
		assert_int_equal(dt_elf_lookup(e, s.st_value + s.st_size - 1,
		    &got), 0);
		assert_true(got.value + got.size >= s.st_value + s.st_size);
	}
	return n;
}

static int
check_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), n;
	struct dt_elf *e = NULL;
	const char *why;
	Elf *elf;

	assert_true(fd >= 0);
	assert_int_equal(dt_elf_read(fd, &e, &why), 0);
	assert_null(why);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	assert_non_null(elf);
	n = compare(elf, e);
	(void) elf_end(elf);
	dt_elf_destroy(e);
	(void) close(fd);
	return n;
}

/* Files made by the compiler, with and without their symbols. */
static void
compiled(void **state)
{
	static const char *const how[] = { "-pie", "-no-pie", "-static",
	    "-static-pie", "-shared -fPIC", "-pie -s", "-static -s",
	    "-shared -fPIC -s" };
	char dir[] = "dt_usym.XXXXXX", cmd[512], file[64];

	(void) state;
	assert_non_null(mkdtemp(dir));
	(void) snprintf(file, sizeof(file), "%s/out", dir);
	for (size_t i = 0; i < sizeof(how) / sizeof(how[0]); i++) {
		(void) snprintf(cmd, sizeof(cmd), "echo 'int f(void) "
		    "{ return 1; } int main(void) { return f(); }' | "
		    "gcc -x c -o %s %s - 2>/dev/null", file, how[i]);
		if (system(cmd) != 0)
			continue;
		/* a stripped program has only its dynamic symbols */
		if (strstr(how[i], " -s") == NULL || i == 7)
			assert_true(check_file(file) > 0);
		else
			(void) check_file(file);
		(void) unlink(file);
	}
	(void) rmdir(dir);
}

static void
files(void **state)
{
	(void) state;
	assert_true(check_file("/proc/self/exe") > 30);
}

static char *
read_self(size_t *len)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *p;

	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	p = malloc((size_t)st.st_size);
	assert_non_null(p);
	*len = 0;
	while (*len < (size_t)st.st_size) {
		ssize_t n = read(fd, p + *len, (size_t)st.st_size - *len);

		assert_true(n > 0);
		*len += (size_t)n;
	}
	(void) close(fd);
	return p;
}

/* Results are consistent, whatever the file's headers contain. */
static void
look_around(struct dt_elf *e)
{
	struct dt_elfsym s, t;
	uint64_t lo, hi, v;

	dt_elf_extent(e, &lo, &hi);
	assert_true(lo < hi);
	(void) dt_elf_vaddr(e, 0x1000, &v);
	for (uint32_t i = 0; i < 64 && dt_elf_symbol(e, i, &s) == 0; i++) {
		assert_true(s.value >= lo && s.value + s.size <= hi);
		assert_true(strlen(s.name) > 0);
		if (s.size != 0) {
			assert_int_equal(dt_elf_lookup(e, s.value, &t), 0);
			assert_int_equal(t.value, s.value);
		}
	}
	dt_elf_destroy(e);
}

static void
damaged(void **state)
{
	size_t len, at;
	char *whole = read_self(&len), *copy;
	struct dt_elf *e;
	int accepted = 0;

	(void) state;
	assert_int_equal(dt_elf_image(whole, 3, &e), -ENOEXEC);
	assert_int_equal(dt_elf_image((char *)"not an ELF file at all, no",
	    20, &e), -ENOEXEC);
	copy = malloc(len);
	assert_non_null(copy);
	srand(7);
	for (int i = 0; i < 40; i++) {
		size_t cut = i % 4 == 0 ? (size_t)rand() % len : len;

		memcpy(copy, whole, len);
		for (int k = 0; k < 8; k++) {
			at = (size_t)rand() % (i % 2 == 0 ? 1024 : len);
			copy[at] = (char)rand();
		}
		if (dt_elf_image(copy, cut, &e) == 0) {
			accepted++;
			look_around(e);
		}
	}
	assert_true(accepted > 0);
	free(copy);
	free(whole);
}

/*
 * Files of 8 kB on the disk whose headers claim more: a table of symbols, of
 * names or of notes in a hole, one that is larger than the bound, and ten
 * million sections.
 */
enum claim { SYMBOLS, NAMES, NOTES, BOUND, SECTIONS, NCLAIMS };

static int
make_sparse(enum claim claim)
{
	const uint64_t hole = 1 << 20, size = (uint64_t)400 << 20;
	struct {
		Elf64_Ehdr eh;
		Elf64_Phdr ph;
		Elf64_Shdr sh[4];
	} f = {
		.eh = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64,
		    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB :
		    ELFDATA2MSB, EV_CURRENT }, .e_type = ET_DYN,
		    .e_version = EV_CURRENT, .e_ehsize = sizeof(f.eh),
		    .e_phoff = sizeof(f.eh), .e_phnum = 1,
		    .e_phentsize = sizeof(f.ph), .e_shentsize =
		    sizeof(f.sh[0]), .e_shnum = 4, .e_shstrndx = 2,
		    .e_shoff = sizeof(f.eh) + sizeof(f.ph) },
		.ph = { .p_type = PT_LOAD, .p_flags = PF_X | PF_R,
		    .p_filesz = hole, .p_memsz = hole },
		.sh = { { .sh_type = SHT_NULL },
		    { .sh_type = SHT_SYMTAB, .sh_offset = 4096, .sh_size = 48,
		    .sh_link = 2, .sh_entsize = sizeof(Elf64_Sym) },
		    { .sh_type = SHT_STRTAB, .sh_offset = 4096,
		    .sh_size = 48 },
		    { .sh_type = SHT_NOTE, .sh_offset = 4096,
		    .sh_size = 48 } },
	};
	char path[] = "dt_sparse.XXXXXX", page[4096] = "";
	int fd = mkstemp(path), at = claim == BOUND ? SYMBOLS + 1 :
	    (int)claim + 1;

	assert_true(fd >= 0 && unlink(path) == 0);
	if (claim == SECTIONS) {
		f.eh.e_shnum = 0;
		f.sh[0].sh_size = 10000000;
	} else {
		f.sh[at].sh_offset = hole;
		f.sh[at].sh_size = claim == BOUND ? 2 * size : size;
	}
	assert_int_equal(ftruncate(fd, (off_t)(hole + 2 * size)), 0);
	assert_int_equal(pwrite(fd, page, sizeof(page), 4096), sizeof(page));
	assert_int_equal(pwrite(fd, &f, sizeof(f), 0), sizeof(f));
	return fd;
}

/* Read the file in a child, whose peak memory is measured. */
static _Noreturn void
read_sparse(int fd, enum claim claim)
{
	struct dt_elf *e = NULL;
	const char *why = NULL;
	int rc = dt_elf_read(fd, &e, &why);

	if (rc == 0)
		dt_elf_destroy(e);
	_exit(rc == (claim == SECTIONS ? -ENOEXEC : 0) && why != NULL &&
	    (claim != BOUND || strstr(why, "512 MB") != NULL) ? 0 : 1);
}

static void
sparse(void **state)
{
	(void) state;
	for (int claim = 0; claim < NCLAIMS; claim++) {
		int fd = make_sparse(claim), status;
		pid_t pid = fork();
		struct rusage used;

		if (pid == 0)
			read_sparse(fd, claim);
		assert_int_equal(wait4(pid, &status, 0, &used), pid);
		assert_int_equal(status, 0);
		assert_in_range(used.ru_maxrss, 1, 64 << 10);
		(void) close(fd);
	}
}

static struct dt_usyms *
create(void)
{
	struct dt_usyms *us;

	assert_int_equal(dt_usym_create(&us), 0);
	return us;
}

static void
ourselves(void **state)
{
	struct dt_usyms *us = create();
	struct dt_usym s;

	(void) state;
	assert_int_equal(dt_usym_lookup(us, getpid(),
	    (uintptr_t)ourselves + 1, false, &s), 0);
	assert_string_equal(s.object, "test_usym");
	assert_string_equal(s.name, "ourselves");
	assert_int_equal(s.value, (uintptr_t)ourselves);
	assert_int_equal(dt_usym_lookup(us, getpid(),
	    (uintptr_t)&table[3], false, &s), 0);
	assert_string_equal(s.name, "table");
	assert_int_equal(s.size, sizeof(table));
	assert_int_equal(dt_usym_lookup(us, getpid(), (uintptr_t)&s, false, &s),
	    -ENOENT);
	assert_int_equal(dt_usym_lookup(us, getpid(), 0, false, &s), -ENOENT);
	assert_int_equal(dt_usym_lookup(us, 0, (uintptr_t)ourselves, false, &s),
	    -ENOENT);
	assert_int_equal(dt_usym_lookup(us, getpid(),
	    getauxval(AT_SYSINFO_EHDR) + 0x40, false, &s), 0);
	assert_string_equal(s.object, "[vdso]");
	dt_usym_destroy(us);
}

static pid_t
sleeper(void)
{
	pid_t pid = fork();

	while (pid == 0)
		pause();
	return pid;
}

/* Ended processes stay known: after a read, or as children of known ones. */
static void
ended(void **state)
{
	struct dt_usyms *us = create();
	pid_t pid = sleeper(), other = sleeper();
	struct dt_usym s;

	(void) state;
	assert_int_equal(dt_usym_read(us, pid), 0);
	assert_int_equal(dt_usym_forked(us, pid, other), 0);
	(void) kill(pid, SIGKILL);
	(void) kill(other, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(waitpid(other, NULL, 0), other);
	dt_usym_round(us);
	assert_int_not_equal(dt_usym_read(us, pid), 0);
	assert_int_equal(dt_usym_lookup(us, pid, (uintptr_t)ended,
	    false, &s), 0);
	assert_string_equal(s.name, "ended");
	assert_int_equal(dt_usym_lookup(us, other, (uintptr_t)ended,
	    false, &s), 0);
	assert_string_equal(s.name, "ended");
	dt_usym_destroy(us);
}

/* New mappings of a stopped process are found by addresses in them. */
static void
mapped_later(void **state)
{
	struct dt_usyms *us = create();
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct dt_usym s;
	uint64_t pc;
	void *p;

	(void) state;
	assert_int_equal(dt_usym_read(us, getpid()), 0);
	p = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0x1000);
	assert_true(p != MAP_FAILED);
	pc = (uintptr_t)p + 8;
	assert_int_equal(dt_usym_lookup(us, getpid(), pc, false, &s), -ENOENT);
	dt_usym_saw(us, getpid(), &pc, 1);
	assert_int_equal(dt_usym_lookup(us, getpid(), pc, false, &s), 0);
	assert_string_equal(s.object, "test_usym");
	(void) munmap(p, 4096);
	(void) close(fd);
	dt_usym_destroy(us);
}

static void
map(struct dt_usyms *us, uint64_t start, uint64_t end, const char *path)
{
	const struct dt_umap m = { start, end, 0, 1, path };

	assert_int_equal(dt_usym_mapped(us, getpid(), &m), 0);
}

/* The latest mapping is found, also if it existed before. */
static void
mapped_again(void **state)
{
	struct dt_usyms *us = create();
	struct dt_usym s;

	(void) state;
	map(us, 0x1000, 0x5000, "/nowhere/one");
	map(us, 0x2000, 0x3000, "/nowhere/two");
	map(us, 0x4000, 0x6000, "/nowhere/three");
	assert_int_equal(dt_usym_lookup(us, getpid(), 0x2800, false, &s), 0);
	assert_string_equal(s.object, "two");
	map(us, 0x1000, 0x5000, "/nowhere/one");
	assert_int_equal(dt_usym_lookup(us, getpid(), 0x2800, false, &s), 0);
	assert_string_equal(s.object, "one");
	assert_int_equal(dt_usym_lookup(us, getpid(), 0x4800, false, &s), 0);
	assert_string_equal(s.object, "one");
	assert_int_equal(dt_usym_lookup(us, getpid(), 0x5800, false, &s), 0);
	assert_string_equal(s.object, "three");
	dt_usym_destroy(us);
}

/* A mapping whose name is not a regular file is not opened. */
static void
mapped_device(void **state)
{
	char dir[] = "dt_usym.XXXXXX", path[64];
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	struct dt_usyms *us = create();
	struct inotify_event e;
	struct stat st;

	(void) state;
	assert_non_null(mkdtemp(dir));
	(void) snprintf(path, sizeof(path), "%s/fifo", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_true(inotify_add_watch(fd, path, IN_OPEN) >= 0);
	assert_int_equal(dt_usym_mapped(us, getpid(), &(struct dt_umap){
	    0x1000, 0x2000, 0, st.st_ino, path }), 0);
	assert_int_equal(read(fd, &e, sizeof(e)), -1);
	assert_int_equal(errno, EAGAIN);
	(void) close(fd);
	(void) unlink(path);
	(void) rmdir(dir);
	dt_usym_destroy(us);
}

/* Open with room for the records of all processes; fails if not permitted. */
static int
open_large(struct dt_mapwatch **w)
{
	size_t ring = DT_MAPWATCH_RING, cpus;
	int err;

	cpus = (size_t)sysconf(_SC_NPROCESSORS_CONF);
	while (ring * cpus < (64u << 20))
		ring *= 2;
	err = dt_mapwatch_open(w, ring, false);
	return err == 0 ? 0 : dt_mapwatch_open(w, DT_MAPWATCH_RING,
	    false);
}

/* Let cat print its own maps; *lo and base are the first code of a file. */
static pid_t
cat_maps(uint64_t *lo, char base[512])
{
	char *line = NULL;
	size_t cap = 0;
	int out[2], found = 0;
	FILE *fp;
	pid_t pid;

	assert_int_equal(pipe(out), 0);
	pid = fork();
	if (pid == 0) {
		(void) dup2(out[1], 1);
		(void) execlp("cat", "cat", "/proc/self/maps", NULL);
		_exit(1);
	}
	(void) close(out[1]);
	fp = fdopen(out[0], "r");
	while (getline(&line, &cap, fp) > 0)
		if (found == 0 && strstr(line, " r-xp ") != NULL &&
		    sscanf(line, "%lx-%*x %*s %*s %*s %*s %511s",
		    (unsigned long *)lo, base) == 2 && base[0] == '/')
			found++;
	(void) fclose(fp);
	(void) waitpid(pid, NULL, 0);
	assert_int_equal(found, 1);
	free(line);
	return pid;
}

/* A program that begins and ends before anything looks it up. */
static void
watched(void **state)
{
	struct dt_usyms *us = create();
	struct dt_mapwatch *w;
	char base[512];
	struct dt_usym s;
	uint64_t lo = 0;
	pid_t pid;

	(void) state;
	if (open_large(&w) != 0) {
		dt_usym_destroy(us);
		skip();
	}
	pid = cat_maps(&lo, base);
	assert_int_equal(dt_mapwatch_read(w, us), 0);
	assert_int_equal(dt_usym_lookup(us, pid, lo, false, &s), 0);
	assert_string_equal(s.object, strrchr(base, '/') + 1);
	dt_mapwatch_close(w);
	dt_usym_destroy(us);
}

#define	STORM	400		/* records that no small ring has room for */

/*
 * In a child: map a program, then another one in its place, after so many other
 * mappings that the record is lost.
 */
static _Noreturn void
remap(void *at, int other, int from, int to)
{
	int self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	char c;

	(void) prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < 2; i++) {
		if (mmap(at, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE |
		    MAP_FIXED, i == 0 ? self : other, 0) != at ||
		    write(to, "x", 1) != 1 || read(from, &c, 1) != 1)
			_exit(1);
		for (int k = 0; i == 0 && k < STORM; k++)
			(void) mmap(NULL, 4096, PROT_READ | PROT_EXEC,
			    MAP_PRIVATE, self, 0);
	}
	_exit(0);
}

/* Mappings whose records were lost are found by reading the maps. */
static void
watched_too_much(void **state)
{
	struct dt_usyms *us = create();
	int other = open("/bin/cat", O_RDONLY | O_CLOEXEC);
	int to[2], from[2];
	struct dt_mapwatch *w;
	struct dt_usym s;
	char c, *at;
	pid_t pid;

	(void) state;
	if (dt_mapwatch_open(&w, 8192, false) != 0) {
		dt_usym_destroy(us);
		skip();
	}
	at = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(at != MAP_FAILED && other >= 0);
	assert_true(pipe(to) == 0 && pipe(from) == 0);
	pid = fork();
	if (pid == 0)
		remap(at, other, to[0], from[1]);
	assert_int_equal(read(from[0], &c, 1), 1);
	assert_int_equal(dt_usym_read(us, pid), 0);
	assert_int_equal(dt_mapwatch_read(w, us), 0);
	assert_int_equal(dt_usym_lookup(us, pid, (uintptr_t)at, false, &s), 0);
	assert_string_equal(s.object, "test_usym");
	assert_int_equal(write(to[1], "x", 1), 1);
	assert_int_equal(read(from[0], &c, 1), 1);
	assert_int_equal(dt_mapwatch_read(w, us), 0);
	assert_int_equal(dt_usym_lookup(us, pid, (uintptr_t)at, false, &s), 0);
	assert_string_equal(s.object, "cat");
	assert_int_equal(write(to[1], "x", 1), 1);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	for (int i = 0; i < 2; i++) {
		(void) close(to[i]);
		(void) close(from[i]);
	}
	(void) close(other);
	(void) munmap(at, 4096);
	dt_mapwatch_close(w);
	dt_usym_destroy(us);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compiled),
		cmocka_unit_test(files),
		cmocka_unit_test(damaged),
		cmocka_unit_test(sparse),
		cmocka_unit_test(ourselves),
		cmocka_unit_test(ended),
		cmocka_unit_test(mapped_later),
		cmocka_unit_test(mapped_again),
		cmocka_unit_test(mapped_device),
		cmocka_unit_test(watched),
		cmocka_unit_test(watched_too_much),
	};

	(void) elf_version(EV_CURRENT);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
