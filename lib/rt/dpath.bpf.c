/* SPDX-License-Identifier: MIT */
/*
 * dpath.bpf.c - the name of a file, below the root directory of the current
 * process.  The kernel links a path only upwards, so each component is found by
 * a walk from the end.
 */
#include "rt/kmem.h"

#define	MAX_STEPS	128	/* of a walk, including mounts */

/* A dentry and the struct mount that it is in. */
struct place {
	uint64_t mount, dentry;
};

/* In all kernels the name follows d_parent: hash, length, address. */
#define	NAME_LEN(d)	half_of(d, DT_IMM(dt_imm_dentry_parent) + 12)
#define	NAME(d)		word_of(d, DT_IMM(dt_imm_dentry_parent) + 16)

DT_INLINE struct place
place_of(uint64_t path)
{
	struct place p = {
		word_of(path, DT_IMM(dt_imm_path_mnt)) -
		    DT_IMM(dt_imm_mount_mnt),
		word_of(path, DT_IMM(dt_imm_path_dentry))
	};

	return p;
}

/* One step: to the parent, or from the root of a mount to its mount point. */
enum { END, MOUNT, PARENT };

DT_INLINE int
step_up(struct place *p, const struct place *root)
{
	uint64_t top, parent;

	if (p->dentry == root->dentry && p->mount == root->mount)
		return END;
	top = word_of(p->mount + DT_IMM(dt_imm_mount_mnt),
	    DT_IMM(dt_imm_mnt_root));
	if (p->dentry != top) {
		parent = word_of(p->dentry, DT_IMM(dt_imm_dentry_parent));
		if (parent == 0 || parent == p->dentry)
			return END;
		p->dentry = parent;
		return PARENT;
	}
	parent = word_of(p->mount, DT_IMM(dt_imm_mount_parent));
	if (parent == 0 || parent == p->mount)
		return END;
	p->dentry = word_of(p->mount, DT_IMM(dt_imm_mount_point));
	p->mount = parent;
	return MOUNT;
}

DT_INLINE struct place
root_of_current(void)
{
	uint64_t fs = word_of(bpf_get_current_task(), DT_IMM(dt_imm_task_fs));

	return place_of(fs + DT_IMM(dt_imm_fs_root));
}

/* The number of components, or -1 if there are too many steps to the root. */
int
dt_path_depth(uint64_t mount, uint64_t dentry)
{
	struct place p = { mount, dentry }, root = root_of_current();
	int n = 0, how;
	uint32_t i;

	DT_LOOP
	for (i = 0; i < MAX_STEPS; i++) {
		how = step_up(&p, &root);
		if (how == END)
			return n;
		n += how == PARENT;
	}
	return -1;
}

uint64_t
dt_path_above(uint64_t mount, uint64_t dentry, uint32_t n)
{
	struct place p = { mount, dentry }, root = root_of_current();
	uint32_t i;

	DT_LOOP
	for (i = 0; i < MAX_STEPS; i++) {
		/* A mount has the name of its mount point. */
		if (p.dentry != word_of(p.mount + DT_IMM(dt_imm_mount_mnt),
		    DT_IMM(dt_imm_mnt_root))) {
			if (n == 0)
				return p.dentry;
			n--;
		}
		if (step_up(&p, &root) == END)
			break;
	}
	return 0;
}

/* Append a slash and the name of a dentry. */
int
dt_path_name(struct dt_slot *s, uint32_t dst, uint64_t dentry)
{
	uint64_t size = DT_IMM(dt_imm_slot_size), name = NAME(dentry);
	uint64_t n = NAME_LEN(dentry), len, o;
	uint32_t i;

	if (s == NULL)
		return -1;
	len = str_length(s, dst);
	o = dst + 8ull + len;
	DT_PIN(o);
	if (len + 1 + n >= DT_IMM(dt_imm_strsize) || o > size - 8)
		return -1;
	*((char *)s + o) = '/';
	DT_LOOP
	for (i = 0; i < 32; i++) {
		o = dst + 8ull + len + 1 + i * 8ull;
		DT_PIN(o);
		if (i * 8 >= n || o > size - 8)
			break;
		*uword_at(s, o) = word_of(name, i * 8ull);
	}
	return str_end(s, dst, len + 1 + n);
}

/* A file below too many directories gets the empty string, not a wrong path. */
int
dt_path_make(struct dt_slot *s, uint32_t dst, uint64_t mount, uint64_t dentry)
{
	int n = dt_path_depth(mount, dentry);
	uint64_t to = dst;
	uint32_t i;

	DT_PIN(to);
	if (s == NULL || to > DT_IMM(dt_imm_slot_size) - 16)
		return -1;
	*word_at(s, to) = n == 0;
	*word_at(s, to + 8) = n == 0 ? '/' : 0;
	DT_LOOP
	for (i = 0; i < MAX_STEPS; i++) {
		if (n-- <= 0 || dt_path_name(s, dst,
		    dt_path_above(mount, dentry, n)) != 0)
			break;
	}
	return 0;
}

/* A program may pass any address: < 0 if no struct path is there. */
int
dt_str_path(struct dt_slot *s, uint32_t dst, uint64_t path)
{
	struct place p = place_of(path);
	uint64_t dentry = 0;

	if (s == NULL)
		return -1;
	bpf_probe_read_kernel(&dentry, sizeof(dentry),
	    path + DT_IMM(dt_imm_path_dentry));
	if (dentry != 0)
		return dt_path_make(s, dst, p.mount, p.dentry);
	s->ctx.fault_addr = path;
	return -1;
}

int
dt_str_mount(struct dt_slot *s, uint32_t dst, uint64_t path)
{
	struct place p = place_of(path);

	return dt_path_make(s, dst, p.mount, word_of(p.mount +
	    DT_IMM(dt_imm_mount_mnt), DT_IMM(dt_imm_mnt_root)));
}

/*
 * The first mount of a dentry's file system, which is mostly one of all of it.
 * The superblock points to the mount, or before Linux 6.17 to a link in it.
 */
DT_INLINE uint64_t
first_mount(uint64_t dentry)
{
	uint64_t super = word_of(dentry, DT_IMM(dt_imm_dentry_super));
	uint64_t mount = word_of(super, DT_IMM(dt_imm_super_mounts));

	if (word_of(mount + DT_IMM(dt_imm_mount_mnt),
	    DT_IMM(dt_imm_mnt_super)) != super)
		mount -= DT_IMM(dt_imm_mount_link);
	return mount;
}

int
dt_str_dentry(struct dt_slot *s, uint32_t dst, uint64_t dentry)
{
	return dt_path_make(s, dst, first_mount(dentry), dentry);
}

int
dt_str_first_mount(struct dt_slot *s, uint32_t dst, uint64_t dentry)
{
	uint64_t mount = first_mount(dentry);

	return dt_path_make(s, dst, mount, word_of(mount +
	    DT_IMM(dt_imm_mount_mnt), DT_IMM(dt_imm_mnt_root)));
}
