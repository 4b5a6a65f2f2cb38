/* SPDX-License-Identifier: MIT */
/*
 * fsinfo.c - operations on files, named as on Solaris, when the kernel's
 * functions for them return.  arg0 is the file, a struct file or dentry, of
 * which lib/dlib/fsinfo.d makes args[0]; arg1 is the result.  Only functions
 * that compilers do not inline into their callers are used: vfs_getattr() and
 * vfs_fsync_range() are, in part.
 */
#include "prov/prov.h"
#include "prov/tpargs.h"

#define	FIRST_ID	13520

#define	RESULT		{ .from = DT_TP_RESULT, .size = 4, .is_signed = true }
#define	BYTES		{ .from = DT_TP_RESULT }

#define	RETURNS(function, file, result, ...) { \
	.tp = (function), .is_function = true, .at_return = true, \
	.nargs = 2, .args = { file, result }, __VA_ARGS__ \
}

/* A file that could not be opened has no name afterwards. */
static const struct dt_tpsrc fs_open[] = {
	RETURNS("vfs_open", ARG(1), RESULT, .nconds = 1,
	    .conds = { { RESULT, DT_TP_EQ, VALUE(0) } }),
};
static const struct dt_tpsrc fs_read[] = {
	RETURNS("vfs_read", ARG(0), BYTES),
};
static const struct dt_tpsrc fs_write[] = {
	RETURNS("vfs_write", ARG(0), BYTES),
};
static const struct dt_tpsrc fs_readdir[] = {
	RETURNS("iterate_dir", ARG(0), RESULT),
};
/* Linux 6.6 has made this a part of filp_close(), which close() calls alone. */
static const struct dt_tpsrc fs_close[] = {
	RETURNS("filp_flush", ARG(0), RESULT),
};
static const struct dt_tpsrc fs_close_whole[] = {
	RETURNS("filp_close", ARG(0), RESULT),
};
static const struct dt_tpsrc fs_setattr[] = {
	RETURNS("notify_change", ARG(1), RESULT),
};
static const struct dt_tpsrc fs_remove[] = {
	RETURNS("vfs_unlink", ARG(2), RESULT),
};
static const struct dt_tpsrc fs_rmdir[] = {
	RETURNS("vfs_rmdir", ARG(2), RESULT),
};
static const struct dt_tpsrc fs_link[] = {
	RETURNS("vfs_link", ARG(3), RESULT),
};
static const struct dt_tpsrc fs_symlink[] = {
	RETURNS("vfs_symlink", ARG(2), RESULT),
};
static const struct dt_tpsrc fs_readlink[] = {
	RETURNS("vfs_readlink", ARG(0), RESULT),
};
static const struct dt_tpsrc fs_rename[] = {
	RETURNS("vfs_rename", MEMBER(0, "renamedata", "old_dentry", 8),
	    RESULT),
};

/* The types that -l -v shows; lib/dlib/fsinfo.d translates them. */
static const char *const files[] = { "struct file *", "long", NULL };
static const char *const dentries[] = { "struct dentry *", "long", NULL };

#define	ROW(name, types)	TPROW(#name, 2, fs_##name, types)

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	ROW(open, files), ROW(read, files), ROW(write, files),
	ROW(readdir, files), ROW(setattr, dentries), ROW(remove, dentries),
	ROW(rmdir, dentries),
	ROW(link, dentries), ROW(symlink, dentries), ROW(readlink, dentries),
	ROW(rename, dentries), ROW(close, files),
	{ "vmlinux", "", "close", 2, N(fs_close_whole), fs_close_whole,
	    .argtypes = files, .unless = "filp_flush" },
};

const struct dt_prov dt_prov_fsinfo = {
	.name = "fsinfo",
	.attr = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE,
	    DTRACE_CLASS_ISA },
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
