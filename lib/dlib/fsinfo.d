/* SPDX-License-Identifier: MIT */
/* fsinfo.d - the arguments of provider fsinfo: a file, and the result. */
#pragma D depends_on provider fsinfo
#pragma D depends_on library io.d

/* A dentry belongs to no mount, so the first one of its file system is used. */
translator fileinfo_t < struct dentry *D > {
	fi_name = stringof(D->d_name.name);
	fi_dirname = dirname(D->path_name);
	fi_pathname = D->path_name;
	fi_offset = 0;
	fi_fs = stringof(D->d_sb->s_type->name);
	fi_mount = D->mount_point;
	fi_oflags = 0;
};

provider fsinfo {
	probe open(struct file *F, long R) : (fileinfo_t *F, long R);
	probe read(struct file *F, long R) : (fileinfo_t *F, long R);
	probe write(struct file *F, long R) : (fileinfo_t *F, long R);
	probe readdir(struct file *F, long R) : (fileinfo_t *F, long R);
	probe close(struct file *F, long R) : (fileinfo_t *F, long R);
	probe setattr(struct dentry *D, long R) : (fileinfo_t *D, long R);
	probe remove(struct dentry *D, long R) : (fileinfo_t *D, long R);
	probe rmdir(struct dentry *D, long R) : (fileinfo_t *D, long R);
	probe link(struct dentry *D, long R) : (fileinfo_t *D, long R);
	probe symlink(struct dentry *D, long R) : (fileinfo_t *D, long R);
	probe readlink(struct dentry *D, long R) : (fileinfo_t *D, long R);
	probe rename(struct dentry *D, long R) : (fileinfo_t *D, long R);
};
