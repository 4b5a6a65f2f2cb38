/* SPDX-License-Identifier: MIT */
/*
 * elflink.c - finds separate debug files by the build id, which both files
 * have, or by the name and checksum in .gnu_debuglink.  Distributions install
 * them below /usr/lib/debug.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "base/regular.h"
#include "sym/elflink.h"

#define	DEBUGDIR	"/usr/lib/debug"
#define	PATHLEN		4608	/* two paths: a directory and a file */

static void
read_id(Elf_Data *data, struct dt_elflink *out)
{
	size_t at = 0, name, desc, next;
	GElf_Nhdr nh;

	while ((next = gelf_getnote(data, at, &nh, &name, &desc)) > 0) {
		at = next;
		if (nh.n_type != NT_GNU_BUILD_ID || nh.n_namesz != 4 ||
		    memcmp((char *)data->d_buf + name, "GNU", 4) != 0 ||
		    nh.n_descsz < 2 || nh.n_descsz > sizeof(out->id))
			continue;
		memcpy(out->id, (char *)data->d_buf + desc, nh.n_descsz);
		out->idlen = nh.n_descsz;
		return;
	}
}

/* .gnu_debuglink: a name, NULs up to a multiple of 4, then the checksum. */
static void
read_name(const Elf_Data *data, struct dt_elflink *out)
{
	size_t len = data->d_buf == NULL ? 0 :
	    strnlen(data->d_buf, data->d_size), at = (len + 4) & ~(size_t)3;

	if (len == 0 || len >= sizeof(out->name) ||
	    data->d_size < sizeof(out->crc) ||
	    at > data->d_size - sizeof(out->crc) ||
	    memchr(data->d_buf, '/', len) != NULL)
		return;
	memcpy(out->name, data->d_buf, len + 1);
	memcpy(&out->crc, (char *)data->d_buf + at, sizeof(out->crc));
}

static void
read_section(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name)
{
	struct dt_elflink *out = arg;
	bool is_id = sh->sh_type == SHT_NOTE && out->idlen == 0;
	Elf_Data *data = NULL;

	if (is_id || (sh->sh_type != SHT_NOTE &&
	    strcmp(name, ".gnu_debuglink") == 0))
		data = dt_elffile_data(f, scn);
	if (data != NULL && is_id)
		read_id(data, out);
	else if (data != NULL)
		read_name(data, out);
}

void
dt_elflink_read(struct dt_elffile *f, struct dt_elflink *out)
{
	memset(out, 0, sizeof(*out));
	dt_elffile_sections(f, read_section, out);
}

/* Does the file have this checksum?  Reading a large one takes long. */
static bool
has_checksum(int fd, uint64_t size, uint32_t crc)
{
	unsigned char buf[16384];
	uLong sum = crc32(0, NULL, 0);
	off_t at = 0;
	ssize_t n;

	if (!dt_elffile_stored(fd, 0, size))
		return false;
	while ((n = pread(fd, buf, sizeof(buf), at)) > 0) {
		sum = crc32(sum, buf, (uInt)n);
		at += n;
	}
	return n == 0 && sum == crc;
}

static bool
has_id(int fd, const struct dt_elflink *l)
{
	struct dt_elflink other = { 0 };
	struct dt_elffile f;

	if (dt_elffile_open(&f, fd) == 0)
		dt_elflink_read(&f, &other);
	dt_elffile_close(&f);
	return other.idlen == l->idlen &&
	    memcmp(other.id, l->id, l->idlen) == 0;
}

static int
try(const struct dt_elflink *l, const char *path)
{
	int fd = dt_regular_open(path, 0);
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) != 0 ||
	    !(l->idlen != 0 ? has_id(fd, l) :
	    has_checksum(fd, (uint64_t)st.st_size, l->crc)))) {
		(void) close(fd);
		fd = -1;
	}
	return fd;
}

static int
open_by_id(const struct dt_elflink *l)
{
	char path[sizeof(DEBUGDIR "/.build-id//.debug") + 2 * DT_ELFID];
	size_t n = (size_t)snprintf(path, sizeof(path),
	    DEBUGDIR "/.build-id/%02x/", l->id[0]);

	for (uint32_t i = 1; i < l->idlen; i++)
		n += (size_t)snprintf(path + n, sizeof(path) - n, "%02x",
		    l->id[i]);
	(void) snprintf(path + n, sizeof(path) - n, ".debug");
	return try(l, path);
}

static int
open_by_name(const struct dt_elflink *l, const char *path)
{
	static const struct {
		const char *before, *behind;
	} places[] = { { "", "" }, { "", ".debug/" }, { DEBUGDIR, "" } };
	const char *slash = strrchr(path, '/');
	char other[PATHLEN];
	int fd = -1;

	if (slash == NULL)
		return -1;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && fd < 0;
	    i++) {
		int n = snprintf(other, sizeof(other), "%s%.*s%s%s",
		    places[i].before, (int)(slash + 1 - path), path,
		    places[i].behind, l->name);

		if (n < (int)sizeof(other) && strcmp(other, path) != 0)
			fd = try(l, other);
	}
	return fd;
}

int
dt_elflink_open(const struct dt_elflink *l, const char *path)
{
	int fd = l->idlen != 0 ? open_by_id(l) : -1;

	return fd < 0 && l->name[0] != '\0' ? open_by_name(l, path) : fd;
}

int
dt_elflink_visit(struct dt_elffile *f, const char *path,
    int (*fn)(void *arg, struct dt_elffile *debug), void *arg)
{
	struct dt_elflink link;
	struct dt_elffile debug;
	int fd, rc = -ENOENT;

	dt_elflink_read(f, &link);
	fd = dt_elflink_open(&link, path);
	if (fd < 0)
		return rc;
	if (dt_elffile_open(&debug, fd) == 0)
		rc = fn(arg, &debug);
	dt_elffile_close(&debug);
	(void) close(fd);
	return rc;
}
