/* SPDX-License-Identifier: MIT */
/* io.d - open files: fds[], and the directories of the process. */
typedef struct fileinfo {
	string fi_name;
	string fi_dirname;
	string fi_pathname;
	offset_t fi_offset;
	string fi_fs;
	string fi_mount;
	int fi_oflags;
} fileinfo_t;

inline string dtrace_fsname[struct file *F] =
    stringof(F->f_inode->i_sb->s_type->name);

/* A file that was made without a directory is its own parent, as a root is. */
inline int dtrace_has_path[struct file *F] =
    F->f_path.dentry->d_parent != F->f_path.dentry ||
    F->f_path.dentry == F->f_path.mnt->mnt_root;

/* The root of a mount or of the process is named by its path. */
inline int dtrace_is_root[struct file *F] =
    F->f_path.dentry == F->f_path.mnt->mnt_root ||
    F->f_path.dentry == curthread->fs->root.dentry;

/* A file without a path is named as in /proc/PID/fd: a socket, an event. */
inline string dtrace_kind[struct file *F] =
    dtrace_fsname[F] == "sockfs" ?
    strjoin(strjoin("socket:[", lltostr(F->f_inode->i_ino)), "]") :
    dtrace_fsname[F] == "pipefs" ?
    strjoin(strjoin("pipe:[", lltostr(F->f_inode->i_ino)), "]") :
    dtrace_fsname[F] == "nsfs" ? strjoin(strjoin(
    stringof(((struct ns_common *)F->f_inode->i_private)->ops->name),
    strjoin(":[", lltostr(F->f_inode->i_ino))), "]") :
    dtrace_fsname[F] == "pidfs" ? "anon_inode:[pidfd]" :
    strjoin(dtrace_fsname[F] == "anon_inodefs" ? "anon_inode:" : "/",
    stringof(F->f_path.dentry->d_name.name));

translator fileinfo_t < struct file *F > {
	fi_name = F == NULL ? "<none>" : !dtrace_has_path[F] ?
	    basename(dtrace_kind[F]) : dtrace_is_root[F] ?
	    basename(d_path(&F->f_path)) :
	    stringof(F->f_path.dentry->d_name.name);
	fi_dirname = F == NULL ? "<none>" : !dtrace_has_path[F] ?
	    "<unknown>" : dirname(d_path(&F->f_path));
	fi_pathname = F == NULL ? "<none>" : !dtrace_has_path[F] ?
	    dtrace_kind[F] : d_path(&F->f_path);
	fi_offset = F == NULL ? 0 : F->f_pos;
	fi_fs = F == NULL ? "<none>" : dtrace_fsname[F];
	fi_mount = F == NULL ? "<none>" : !dtrace_has_path[F] ?
	    "<unknown>" : F->f_path.mount_point;
	fi_oflags = F == NULL ? 0 : F->f_flags;
};

#pragma D attributes Stable/Stable/Common fds
inline fileinfo_t fds[int fd] = xlate <fileinfo_t> (
    curthread->files != NULL && fd >= 0 &&
    fd < curthread->files->fdt->max_fds ? curthread->files->fdt->fd[fd] :
    (struct file *)NULL);

#pragma D attributes Stable/Stable/Common cwd
inline string cwd = d_path(&curthread->fs->pwd);
#pragma D attributes Stable/Stable/Common root
inline string root = d_path(&curthread->fs->root);
