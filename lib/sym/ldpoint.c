/* SPDX-License-Identifier: MIT */
/*
 * ldpoint.c - finds the places in the dynamic loader of a process at which it
 * has just mapped code.  The loaders of glibc and musl call a function without
 * instructions for debuggers, which <link.h> has as r_brk.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/procfs.h"
#include "sym/elffile.h"
#include "sym/ldpoint.h"
#include "sym/maps.h"

#define	LOADED	"_dl_debug_state"

/* The address of the loader in the process; 0: there is none. */
static uint64_t
loader_of(pid_t pid)
{
	Elf64_auxv_t v[64];
	ssize_t n = dt_procfs_read(pid, "auxv", (char *)v, sizeof(v));

	for (size_t i = 0; n > 0 && i < (size_t)n / sizeof(v[0]); i++)
		if (v[i].a_type == AT_BASE)
			return v[i].a_un.a_val;
	return 0;
}

/* Open the file that the process has mapped at this address. */
static int
open_mapped(pid_t pid, uint64_t addr, char *path, size_t size)
{
	struct dt_buf text = { 0 };
	struct dt_umap m;
	char *at = NULL;
	int fd = -1, err = dt_maps_read(pid, &text);

	if (err == 0)
		at = text.p;
	while (err == 0 && fd < 0 && dt_maps_next_readable(&at, &m)) {
		if (m.start != addr)
			continue;
		fd = dt_maps_open(pid, &m);
		if (fd < 0 || !dt_maps_path(pid, &m, path, size))
			err = fd < 0 ? -errno : -ENOENT;
	}
	dt_buf_free(&text);
	if (err != 0 && fd >= 0)
		(void) close(fd);
	if (err != 0)
		return err;
	return fd >= 0 ? fd : -ENOENT;
}

static bool
find_loaded(struct dt_elffile *f, uint64_t *vaddr)
{
	struct dt_elftable t;
	struct dt_elfname name;
	GElf_Sym sym;

	if (!dt_elffile_table(f, SHT_DYNSYM, &t))
		return false;
	while (dt_elftable_next(&t, &sym, &name))
		if (sym.st_shndx != SHN_UNDEF && name.len == strlen(LOADED) &&
		    memcmp(name.p, LOADED, name.len) == 0) {
			*vaddr = sym.st_value;
			return true;
		}
	return false;
}

static int
read_points(int fd, struct dt_ldpoints *out)
{
	struct dt_elffile f;
	GElf_Ehdr h;
	uint64_t loaded;
	int err = -ENOENT;

	if (dt_elffile_open(&f, fd) == 0 && gelf_getehdr(f.elf, &h) != NULL &&
	    find_loaded(&f, &loaded) &&
	    dt_elffile_offset(&f, h.e_entry, &out->offset[DT_LDPOINT_START]) &&
	    dt_elffile_offset(&f, loaded, &out->offset[DT_LDPOINT_LOADED]))
		err = 0;
	dt_elffile_close(&f);
	return err;
}

int
dt_ldpoints_find(pid_t pid, struct dt_ldpoints *out)
{
	uint64_t base = loader_of(pid);
	struct stat st;
	int fd, err;

	if (base == 0)
		return -ENOENT;
	fd = open_mapped(pid, base, out->path, sizeof(out->path));
	if (fd < 0)
		return fd;
	err = fstat(fd, &st) == 0 ? read_points(fd, out) : -errno;
	if (err == 0) {
		out->dev = st.st_dev;
		out->ino = st.st_ino;
	}
	(void) close(fd);
	return err;
}
