/* SPDX-License-Identifier: MIT */
/* bio.d - the arguments of provider io: a transfer, its device, its file. */
#pragma D depends_on provider io
#pragma D depends_on library io.d

inline int B_BUSY = 0x1;
inline int B_DONE = 0x2;
inline int B_ERROR = 0x4;
inline int B_PAGEIO = 0x10;
inline int B_PHYS = 0x20;
inline int B_READ = 0x40;
inline int B_WRITE = 0x100;
inline int B_ASYNC = 0x400;

inline int BIO_READ = 1;
inline int BIO_WRITE = 2;
inline int BIO_DELETE = 3;
inline int BIO_FLUSH = 5;
inline int BIO_ZONE = 9;

typedef struct bufinfo {
	int b_flags;
	size_t b_bcount;
	caddr_t b_addr;
	uint64_t b_lblkno;
	uint64_t b_blkno;
	size_t b_resid;
	size_t b_bufsize;
	caddr_t b_iodone;
	int b_error;
	dev_t b_edev;
	int b_cmd;
} bufinfo_t;

typedef struct devinfo {
	int dev_major;
	int dev_minor;
	int dev_instance;
	string dev_name;
	string dev_statname;
	string dev_pathname;
} devinfo_t;

/*
 * The transfer of the probe that fires, from its raw arguments: in the struct
 * bio the kernel counts down what is left to do.  The low byte of arg5 is the
 * operation, and bit 11 marks a caller that waits.
 */
struct dtrace_io;

inline int dtrace_op = arg5 & 0xff;
/* A flush of the device's cache is a write without data, and has no place. */
inline int dtrace_flushes = dtrace_op == 2 ||
    (dtrace_op == 1 && arg4 == 0);
inline uint64_t dtrace_block = dtrace_flushes ? 0 :
    arg3 - ((struct block_device *)arg1)->bd_start_sect;

translator bufinfo_t < struct dtrace_io *I > {
	b_flags = (dtrace_op == 0 ? B_READ : (arg5 & 0x800) != 0 ? B_WRITE :
	    B_WRITE | B_ASYNC) | (arg7 != 0 ? B_DONE : 0) |
	    (arg6 != 0 ? B_ERROR : 0);
	b_bcount = arg4;
	b_addr = 0;
	b_lblkno = dtrace_block;
	b_blkno = dtrace_block;
	b_resid = arg6 != 0 ? arg4 : 0;
	b_bufsize = arg4;
	b_iodone = arg2 == 0 ? (caddr_t)NULL :
	    (caddr_t)((struct bio *)arg2)->bi_end_io;
	b_error = arg6 == 0 ? 0 : arg6 == 1 ? 95 : arg6 == 2 ? 110 :
	    arg6 == 3 ? 28 : arg6 == 4 ? 67 : arg6 == 5 ? 121 :
	    arg6 == 6 ? 52 : arg6 == 7 ? 61 : arg6 == 8 ? 84 :
	    arg6 == 9 ? 12 : arg6 == 12 ? 11 : arg6 == 13 ? 16 : 5;
	b_edev = ((struct block_device *)arg1)->bd_dev;
	/* 7 appends to a zone, 9 writes zeroes */
	b_cmd = dtrace_op == 0 ? BIO_READ : dtrace_flushes ? BIO_FLUSH :
	    dtrace_op == 1 || dtrace_op == 7 || dtrace_op == 9 ? BIO_WRITE :
	    dtrace_op == 3 || dtrace_op == 5 ? BIO_DELETE : BIO_ZONE;
};

/* dev_name is the driver of the hardware or, if there is none, of the disk. */
translator devinfo_t < struct block_device *V > {
	dev_major = V->bd_dev >> 20;
	dev_minor = V->bd_dev & 0xfffff;
	dev_instance = V->bd_disk->first_minor;
	dev_name = V->bd_disk->part0->bd_device.parent != NULL &&
	    V->bd_disk->part0->bd_device.parent->driver != NULL ?
	    stringof(V->bd_disk->part0->bd_device.parent->driver->name) :
	    stringof(V->bd_disk->disk_name);
	dev_statname = stringof(V->bd_device.kobj.name);
	dev_pathname = strjoin("/dev/", stringof(V->bd_device.kobj.name));
};

/* A name of an inode: the one that was looked up last, if there is any. */
inline struct dentry *dtrace_name[struct inode *I] =
    (struct dentry *)I->first_dentry;

translator fileinfo_t < struct inode *I > {
	fi_name = I == NULL ? "<none>" : dtrace_name[I] == NULL ?
	    "<unknown>" : stringof(dtrace_name[I]->d_name.name);
	fi_dirname = I == NULL ? "<none>" : dtrace_name[I] == NULL ?
	    "<unknown>" : dirname(dtrace_name[I]->path_name);
	fi_pathname = I == NULL ? "<none>" : dtrace_name[I] == NULL ?
	    "<unknown>" : dtrace_name[I]->path_name;
	fi_offset = 0;
	fi_fs = I == NULL ? "<none>" : stringof(I->i_sb->s_type->name);
	fi_mount = I == NULL ? "<none>" : dtrace_name[I] == NULL ?
	    "<unknown>" : dtrace_name[I]->mount_point;
	fi_oflags = 0;
};

translator fileinfo_t < struct bio *B > {
	fi_name = xlate <fileinfo_t> ((struct inode *)B->bi_inode).fi_name;
	fi_dirname = xlate <fileinfo_t>
	    ((struct inode *)B->bi_inode).fi_dirname;
	fi_pathname = xlate <fileinfo_t>
	    ((struct inode *)B->bi_inode).fi_pathname;
	fi_offset = B->bi_inode == 0 ? 0 : B->bi_offset;
	fi_fs = xlate <fileinfo_t> ((struct inode *)B->bi_inode).fi_fs;
	fi_mount = xlate <fileinfo_t> ((struct inode *)B->bi_inode).fi_mount;
	fi_oflags = 0;
};

provider io {
	probe start(struct bio *B, struct block_device *V, struct dtrace_io *I)
	    : (bufinfo_t *I, devinfo_t *V, fileinfo_t *B);
	probe done(struct bio *B, struct block_device *V, struct dtrace_io *I)
	    : (bufinfo_t *I, devinfo_t *V, fileinfo_t *B);
	probe wait__start(struct bio *B, struct block_device *V,
	    struct dtrace_io *I) : (bufinfo_t *I, devinfo_t *V, fileinfo_t *B);
	probe wait__done(struct bio *B, struct block_device *V,
	    struct dtrace_io *I) : (bufinfo_t *I, devinfo_t *V, fileinfo_t *B);
};
