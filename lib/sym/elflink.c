/* SPDX-License-Identifier: MIT */
/*
 * elflink.c - separate files of symbols: found by the build id, which both
 * files have, or by the name and checksum in .gnu_debuglink.  Distributions
 * install them below /usr/lib/debug.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "sym/elflink.h"

#define	DEBUGDIR	"/usr/lib/debug"
#define	PATHLEN		4608	/* two paths, one of them the name of a file */

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

/* A name and its end, up to a multiple of 4, then the checksum. */
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

void
dt_elflink_read(Elf *elf, struct dt_elflink *out)
{
	Elf_Scn *scn = NULL;
	const char *name;
	Elf_Data *data;
	GElf_Shdr sh;
	size_t names;

	memset(out, 0, sizeof(*out));
	if (elf_getshdrstrndx(elf, &names) != 0)
		return;
	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		if (gelf_getshdr(scn, &sh) == NULL || sh.sh_type == SHT_NOBITS)
			continue;
		name = elf_strptr(elf, names, sh.sh_name);
		if (name == NULL || (sh.sh_type != SHT_NOTE &&
		    strcmp(name, ".gnu_debuglink") != 0))
			continue;
		data = elf_getdata(scn, NULL);
		if (data != NULL && sh.sh_type != SHT_NOTE)
			read_name(data, out);
		else if (data != NULL && out->idlen == 0)
			read_id(data, out);
	}
}

/* As of a file's own link: of the whole of it. */
static bool
has_checksum(int fd, uint32_t crc)
{
	unsigned char buf[16384];
	uLong sum = crc32(0, NULL, 0);
	off_t at = 0;
	ssize_t n;

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
	Elf *elf;

	(void) elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf != NULL && elf_kind(elf) == ELF_K_ELF)
		dt_elflink_read(elf, &other);
	(void) elf_end(elf);
	return other.idlen == l->idlen &&
	    memcmp(other.id, l->id, l->idlen) == 0;
}

static int
try(const struct dt_elflink *l, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
	    !(l->idlen != 0 ? has_id(fd, l) : has_checksum(fd, l->crc)))) {
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
