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

/*
 * The file of the probe that fires: arg2, if the operation is on an open file,
 * else the dentry in arg0.
 */
struct dtrace_fs;

inline struct file *dtrace_fs_file = (struct file *)arg2;
inline struct dentry *dtrace_fs_name = (struct dentry *)arg0;

translator fileinfo_t < struct dtrace_fs *O > {
	fi_name = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_name :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_name;
	fi_dirname = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_dirname :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_dirname;
	fi_pathname = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_pathname :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_pathname;
	fi_offset = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_offset :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_offset;
	fi_fs = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_fs :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_fs;
	fi_mount = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_mount :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_mount;
	fi_oflags = arg2 != 0 ?
	    xlate <fileinfo_t> (dtrace_fs_file).fi_oflags :
	    xlate <fileinfo_t> (dtrace_fs_name).fi_oflags;
};

provider fsinfo {
	probe open(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe read(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe write(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe readdir(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe close(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe fsync(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe getattr(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe setattr(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe remove(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe mkdir(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe rmdir(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe link(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe symlink(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe readlink(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
	probe rename(struct dtrace_fs *O, long R) : (fileinfo_t *O, long R);
};
