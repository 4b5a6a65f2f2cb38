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

/* Sockets and pipes have no path: they are named as in /proc/PID/fd. */
translator fileinfo_t < struct file *F > {
	fi_name = F == NULL ? "<none>" :
	    stringof(F->f_inode->i_sb->s_type->name) == "sockfs" ?
	    strjoin(strjoin("socket:[", lltostr(F->f_inode->i_ino)), "]") :
	    stringof(F->f_inode->i_sb->s_type->name) == "pipefs" ?
	    strjoin(strjoin("pipe:[", lltostr(F->f_inode->i_ino)), "]") :
	    basename(d_path(&F->f_path));
	fi_dirname = F == NULL ? "<none>" :
	    stringof(F->f_inode->i_sb->s_type->name) == "sockfs" ||
	    stringof(F->f_inode->i_sb->s_type->name) == "pipefs" ?
	    "<unknown>" : dirname(d_path(&F->f_path));
	fi_pathname = F == NULL ? "<none>" :
	    stringof(F->f_inode->i_sb->s_type->name) == "sockfs" ?
	    strjoin(strjoin("socket:[", lltostr(F->f_inode->i_ino)), "]") :
	    stringof(F->f_inode->i_sb->s_type->name) == "pipefs" ?
	    strjoin(strjoin("pipe:[", lltostr(F->f_inode->i_ino)), "]") :
	    d_path(&F->f_path);
	fi_offset = F == NULL ? 0 : F->f_pos;
	fi_fs = F == NULL ? "<none>" :
	    stringof(F->f_inode->i_sb->s_type->name);
	fi_mount = F == NULL ? "<none>" : F->f_path.mount_point;
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
