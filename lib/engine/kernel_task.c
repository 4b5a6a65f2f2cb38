/* SPDX-License-Identifier: MIT */
/*
 * kernel_task.c - offsets in the kernel's task, from its own type information,
 * and this process's PID namespace.  Reads the types once from the start and
 * builds nothing: a parse of them all would cost ten times as much.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/kernel.h"

#define	VMLINUX		"/sys/kernel/btf/vmlinux"
#define	INITIAL_PIDNS	0xeffffffcu	/* inode that the kernel gives it */

struct wanted {
	const char *type, *member;
	uint32_t *offset;
	int found;
};

static int
read_all(const char *path, char **out, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err = 0;
	struct stat st;
	ssize_t n;

	*out = NULL;
	*len = 0;
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) != 0 || (*out = malloc(st.st_size)) == NULL)
		err = -ENOMEM;
	while (err == 0 && *len < (size_t)st.st_size) {
		n = read(fd, *out + *len, st.st_size - *len);
		if (n <= 0)
			err = n < 0 ? -errno : -EIO;
		else
			*len += n;
	}
	close(fd);
	if (err != 0)
		free(*out);
	return err;
}

/* Bytes that follow a type of this kind. */
static size_t
extra(const struct btf_type *t)
{
	uint32_t n = BTF_INFO_VLEN(t->info);

	switch (BTF_INFO_KIND(t->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return n * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return n * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return n * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return n * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return n * sizeof(struct btf_var_secinfo);
	}
	return 0;
}

/* Returns how many of the wanted members this structure has. */
static int
take(const struct btf_type *t, const char *str, struct wanted *w, size_t nw)
{
	const struct btf_member *m = (const struct btf_member *)(t + 1);
	uint32_t i, off;
	size_t j;
	int n = 0;

	for (j = 0; j < nw; j++) {
		if (w[j].found || strcmp(str + t->name_off, w[j].type) != 0)
			continue;
		for (i = 0; i < BTF_INFO_VLEN(t->info); i++) {
			if (strcmp(str + m[i].name_off, w[j].member) != 0)
				continue;
			off = BTF_INFO_KFLAG(t->info) ?
			    BTF_MEMBER_BIT_OFFSET(m[i].offset) : m[i].offset;
			*w[j].offset = off / 8;
			w[j].found = 1;
			n++;
			break;
		}
	}
	return n;
}

static int
scan(const char *data, size_t len, struct wanted *w, size_t nw)
{
	const struct btf_header *h = (const struct btf_header *)data;
	const char *p, *end, *str;
	const struct btf_type *t;
	size_t left = nw;

	if (len < sizeof(*h) || h->magic != BTF_MAGIC ||
	    (uint64_t)h->hdr_len + h->type_off + h->type_len > len ||
	    (uint64_t)h->hdr_len + h->str_off + h->str_len > len)
		return -EINVAL;
	str = data + h->hdr_len + h->str_off;
	p = data + h->hdr_len + h->type_off;
	for (end = p + h->type_len; left != 0 && p < end; ) {
		t = (const struct btf_type *)p;
		if (BTF_INFO_KIND(t->info) == BTF_KIND_STRUCT)
			left -= take(t, str, w, nw);
		p += sizeof(*t) + extra(t);
	}
	return left == 0 ? 0 : -ENOENT;
}

int
dt_kernel_task(struct dt_kernel *k)
{
	uint32_t info = 0;
	struct wanted w[] = {
		{ "task_struct", "thread_info", &info, 0 },
		{ "task_struct", "real_parent", &k->task.real_parent, 0 },
		{ "task_struct", "tgid", &k->task.tgid, 0 },
		{ "task_struct", "signal", &k->task.signal, 0 },
		{ "thread_info", "status", &k->task.status, 0 },
		{ "signal_struct", "pids", &k->task.pids, 0 },
		{ "pid", "level", &k->task.level, 0 },
		{ "pid", "numbers", &k->task.numbers, 0 },
	};
	size_t len, i, n = sizeof(w) / sizeof(w[0]);
	char *data;
	int err;

	err = read_all(VMLINUX, &data, &len);
	if (err != 0)
		return dt_why_set(&k->base, err, "%s cannot be read: %s; the "
		    "kernel must be built with CONFIG_DEBUG_INFO_BTF",
		    VMLINUX, strerror(-err));
	err = scan(data, len, w, n);
	free(data);
	k->task.status += info;
	for (i = 0; err != 0 && i < n; i++)
		if (!w[i].found)
			return dt_why_set(&k->base, err, "%s knows no member "
			    "%s of struct %s", VMLINUX, w[i].member, w[i].type);
	return err;
}

/* The NSpid line has one id for each level, the initial one first. */
static uint32_t
ns_level(void)
{
	FILE *fp = fopen("/proc/self/status", "re");
	uint32_t level = 0;
	char line[256], *p;

	while (fp != NULL && fgets(line, sizeof(line), fp) != NULL)
		if (strncmp(line, "NSpid:", 6) == 0)
			for (p = line; (p = strchr(p, '\t')) != NULL; p++)
				level++;
	if (fp != NULL)
		fclose(fp);
	return level > 0 ? level - 1 : 0;
}

/*
 * NSpid starts at the namespace that /proc was mounted in, so that in a
 * container it often has one id only.  At least 1 for a namespace that is not
 * the initial one.
 */
int
dt_kernel_ns(struct dt_kernel *k)
{
	struct stat st;

	if (stat("/proc/self/ns/pid", &st) != 0)
		return dt_why_set(&k->base, -errno, "/proc/self/ns/pid cannot "
		    "be read: %s; mount /proc", strerror(errno));
	k->ns_dev = st.st_dev;
	k->ns_ino = st.st_ino;
	k->ns_level = 0;
	if (st.st_ino != INITIAL_PIDNS)
		k->ns_level = ns_level() > 1 ? ns_level() : 1;
	return 0;
}
