/* SPDX-License-Identifier: MIT */
/*
 * fsinfo.c - operations on files, named as on Solaris, when the kernel's
 * functions for them return.  arg0 is the file's struct dentry, arg1 the
 * result, arg2 the struct file or, if the operation is on a name, 0:
 * lib/dlib/fsinfo.d makes args[] of them.  Compilers inline some functions into
 * their callers, so only those are used whose calls are all seen: not
 * vfs_getattr(), for example.
 */
#include "prov/prov.h"
#include "prov/tpargs.h"

#define	FIRST_ID	13520

#define	RESULT		{ .from = DT_TP_RESULT, .size = 4, .is_signed = true }
#define	BYTES		{ .from = DT_TP_RESULT }
#define	STATUS		{ .from = DT_TP_STATUS }

#define	RETURNS(function) \
	.tp = (function), .is_function = true, .at_return = true, .nargs = 3
/* Operations on an open file, and on a name. */
#define	ON_FILE(function, i, result, ...) { \
	RETURNS(function), \
	.args = { INNER(i, "file", "f_path", "path", "dentry", 8), result, \
	    ARG(i) }, __VA_ARGS__ \
}
#define	ON_NAME(function, dentry) { \
	RETURNS(function), .args = { dentry, RESULT, VALUE(0) } \
}

/* A file that could not be opened has no name afterwards. */
static const struct dt_tpsrc fs_open[] = {
	ON_FILE("vfs_open", 1, RESULT, .nconds = 1,
	    .conds = { { RESULT, DT_TP_EQ, VALUE(0) } }),
};
static const struct dt_tpsrc fs_read[] = { ON_FILE("vfs_read", 0, BYTES,) };
static const struct dt_tpsrc fs_write[] = { ON_FILE("vfs_write", 0, BYTES,) };
static const struct dt_tpsrc fs_readdir[] = {
	ON_FILE("iterate_dir", 0, RESULT,),
};
/* Linux 6.6 has made this a part of filp_close(), which close() calls alone. */
static const struct dt_tpsrc fs_close[] = { ON_FILE("filp_flush", 0, RESULT,) };
static const struct dt_tpsrc fs_close_whole[] = {
	ON_FILE("filp_close", 0, RESULT,),
};
static const struct dt_tpsrc fs_fsync[] = {
	ON_FILE("vfs_fsync_range", 0, RESULT,),
};
/* Linux 6.1 inlines parts of the last one into the first, and 7.3 all of it. */
static const char *const fsync_calls[] = {
	"do_fsync", "vfs_fsync", "vfs_fsync_range", NULL
};
static const struct dt_tpsrc fs_getattr[] = {
	ON_NAME("vfs_getattr_nosec", MEMBER(0, "path", "dentry", 8)),
};
static const struct dt_tpsrc fs_setattr[] = {
	ON_NAME("notify_change", ARG(1)),
};
static const struct dt_tpsrc fs_remove[] = { ON_NAME("vfs_unlink", ARG(2)) };
/* Since Linux 6.15 the result is the directory, or an error as a pointer. */
static const struct dt_tpsrc fs_mkdir[] = {
	{ RETURNS("vfs_mkdir"), .args = { ARG(2), STATUS, VALUE(0) } },
};
static const struct dt_tpsrc fs_rmdir[] = { ON_NAME("vfs_rmdir", ARG(2)) };
static const struct dt_tpsrc fs_link[] = { ON_NAME("vfs_link", ARG(3)) };
static const struct dt_tpsrc fs_symlink[] = { ON_NAME("vfs_symlink", ARG(2)) };
static const struct dt_tpsrc fs_readlink[] = {
	ON_NAME("vfs_readlink", ARG(0)),
};
static const struct dt_tpsrc fs_rename[] = {
	ON_NAME("vfs_rename", MEMBER(0, "renamedata", "old_dentry", 8)),
};

/* The types that -l -v shows; lib/dlib/fsinfo.d translates them. */
static const char *const types[] = { "struct dentry *", "long", NULL };

#define	ROW(op)		TPROW(#op, 3, fs_##op, types)
#define	VARIANT(op, row, ...) \
	{ "vmlinux", "", #op, 3, N(row), row, .argtypes = types, __VA_ARGS__ }

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	ROW(open), ROW(read), ROW(write), ROW(readdir), ROW(setattr),
	ROW(remove), ROW(rmdir), ROW(link), ROW(symlink), ROW(readlink),
	ROW(rename), ROW(close),
	VARIANT(close, fs_close_whole, .unless = "filp_flush"),
	ROW(getattr),
	VARIANT(fsync, fs_fsync, .calls = fsync_calls),
	ROW(mkdir),
};

const struct dt_prov dt_prov_fsinfo = {
	.name = "fsinfo",
	.attrs = DT_PA_FSINFO,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
