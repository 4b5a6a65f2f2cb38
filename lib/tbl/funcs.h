/* SPDX-License-Identifier: MIT */
/*
 * The subroutines of D: functions that return a value.  Readers: front/ (name,
 * types), ir/build_call.c (the other columns).
 *
 * DT_FUNC(id, name, ret, args, dflt, how, sym, extra)
 *	id	DT_F_<id>
 *	ret	a type name of D
 *	args	one letter each: s a string; a an address; p a kernel address,
 *		or a string, which is then the result; b an address, or a
 *		string, of which a copy is passed; 4, 6 and f an address of
 *		an ipaddr_t, a struct in6_addr and a struct path; z a string
 *		or 0; an integer cast by c to char, i to int, l to int64_t,
 *		u to size_t, w to uint16_t, d to uint32_t; arguments after |
 *		are optional
 *	dflt	value of an omitted integer
 *	how	INT: sym(slot, args) returns an integer
 *		STR: sym(slot, dst, args) makes a string
 *		STRX: sym(slot, dst, args, extra)
 *		STRF: as STR; a result below 0 is fault extra
 *		STRI: as STRF; a result above 0 is DTRACEFLT_ILLOP
 *		TAIL: sym(slot, args) returns where in the first string the
 *		result begins, or -1
 *		TAILX: sym(slot, args, extra)
 *		JOIN: sym(slot, dst, src) appends
 *		TOKEN: see ir/build_call.c
 *		SCRATCH: see ir/build_scratch.c
 *		INTB: as INT; if the last argument, a base, is not 2 to 36 that
 *		is DTRACEFLT_ILLOP
 *		INTF: as INT; a result below 0 is DTRACEFLT_BADADDR
 *	sym	runtime function
 * A name in parentheses cannot be called by programs; see tbl/members.h.
 */
DT_FUNC(STRLEN, "strlen", "size_t", "s", 0, INT, str_len, 0)
DT_FUNC(STRJOIN, "strjoin", "string", "ss", 0, JOIN, str_append, 0)
DT_FUNC(SUBSTR, "substr", "string", "si|i", INT64_MAX, STR, str_substr,
	0)
DT_FUNC(INDEX, "index", "int", "ss|i", 0, INT, str_index, 0)
DT_FUNC(RINDEX, "rindex", "int", "ss|i", INT32_MAX, INT, str_rindex, 0)
DT_FUNC(STRCHR, "strchr", "string", "sc", 0, TAIL, str_first, 0)
DT_FUNC(STRRCHR, "strrchr", "string", "sc", 0, TAIL, str_last, 0)
DT_FUNC(STRSTR, "strstr", "string", "ss", 0, TAILX, str_index, 0)
DT_FUNC(STRTOK, "strtok", "string", "zs", 0, TOKEN, str_token, 0)
DT_FUNC(BASENAME, "basename", "string", "s", 0, STR, str_basename, 0)
DT_FUNC(DIRNAME, "dirname", "string", "s", 0, STR, str_dirname, 0)
DT_FUNC(CLEANPATH, "cleanpath", "string", "s", 0, STR, str_cleanpath, 0)
DT_FUNC(LLTOSTR, "lltostr", "string", "l|i", 10, STRF, str_number,
	DTRACEFLT_ILLOP)
DT_FUNC(STRTOLL, "strtoll", "int64_t", "s|i", 10, INTB, str_toll, 0)
DT_FUNC(JSON, "json", "string", "ss", 0, STR, str_json, 0)
DT_FUNC(INET_NTOA, "inet_ntoa", "string", "4", 0, STRF, str_inet4,
	DTRACEFLT_BADADDR)
DT_FUNC(INET_NTOA6, "inet_ntoa6", "string", "6|i", 0, STRF, str_inet6,
	DTRACEFLT_BADADDR)
DT_FUNC(INET_NTOP, "inet_ntop", "string", "ia", 0, STRI, str_inet,
	DTRACEFLT_BADADDR)
DT_FUNC(LINK_NTOP, "link_ntop", "string", "ia", 0, STRI, str_link,
	DTRACEFLT_BADADDR)
DT_FUNC(TOUPPER, "toupper", "string", "s", 0, STRX, str_case, 'a')
DT_FUNC(TOLOWER, "tolower", "string", "s", 0, STRX, str_case, 'A')
DT_FUNC(COPYINSTR, "copyinstr", "string", "a|u", INT64_MAX, STRF, str_user,
	DTRACEFLT_BADADDR)
DT_FUNC(MEMSTR, "memstr", "string", "acu", 0, STRF, str_mem,
	DTRACEFLT_BADADDR)
DT_FUNC(COPYIN, "copyin", "void *", "au", 0, SCRATCH, scratch_user, 0)
DT_FUNC(COPYINTO, "copyinto", "void", "aua", 0, SCRATCH, scratch_user, 0)
DT_FUNC(BCOPY, "bcopy", "void", "bau", 0, SCRATCH, scratch_kernel, 0)
DT_FUNC(TEXT, "(text)", "char *", "s", 0, SCRATCH, scratch_kernel, 0)
DT_FUNC(ALLOCA, "alloca", "void *", "u", 0, SCRATCH, scratch_take, 0)
DT_FUNC(PROGENYOF, "progenyof", "int", "i", 0, INT, progeny, 0)
DT_FUNC(PROCESS_ID, "(process id)", "pid_t", "a", 0, INTF, process_id,
	0)
DT_FUNC(THREAD_ID, "(thread id)", "pid_t", "a", 0, INTF, thread_id, 0)
DT_FUNC(PROCESS_GROUP, "(process group)", "pid_t", "a", 0, INTF,
	process_group, 0)
DT_FUNC(PROCESS_SESSION, "(process session)", "pid_t", "a", 0, INTF,
	process_session, 0)
DT_FUNC(THREAD_PRIO, "(thread priority)", "uint8_t", "a", 0, INTF,
	thread_prio, 0)
DT_FUNC(UREG, "(user register)", "uint64_t", "i", 0, INT, ureg, 0)
DT_FUNC(STRINGOF, "stringof", "string", "p|u", INT64_MAX, STRF,
	str_kernel, DTRACEFLT_BADADDR)
DT_FUNC(BYTES, "(bytes)", "string", "au", 0, STRF, obj_read,
	DTRACEFLT_BADADDR)
DT_FUNC(D_PATH, "d_path", "string", "f", 0, STRF, str_path,
	DTRACEFLT_BADADDR)
DT_FUNC(MOUNT_POINT, "(mount point)", "string", "a", 0, STR, str_mount, 0)
DT_FUNC(DENTRY_PATH, "(path of a dentry)", "string", "a", 0, STR,
	str_dentry, 0)
DT_FUNC(DENTRY_MOUNT, "(mount point of a dentry)", "string", "a", 0, STR,
	str_first_mount, 0)
DT_FUNC(INODE_DENTRY, "(name of an inode)", "uintptr_t", "a", 0, INT,
	inode_dentry, 0)
DT_FUNC(BIO_INODE, "(inode of a bio)", "uintptr_t", "a", 0, INT, bio_inode, 0)
DT_FUNC(BIO_OFFSET, "(offset of a bio)", "int64_t", "a", 0, INT, bio_offset, 0)
DT_FUNC(CPU_ID, "(number of a CPU)", "processorid_t", "a", 0, INT, cpu_id, 0)
DT_FUNC(CPU_CHIP, "(chip of a CPU)", "chipid_t", "a", 0, INT, cpu_chip, 0)
DT_FUNC(CPU_NODE, "(node of a CPU)", "lgrp_id_t", "a", 0, INT, cpu_node, 0)
DT_FUNC(CPU_MHZ, "(clock of a CPU)", "int", "a", 0, INT, cpu_mhz, 0)
DT_FUNC(SPECULATION, "speculation", "int", "", 0, INT, speculation, 0)
DT_FUNC(RAND, "rand", "int", "", 0, INT, rand, 0)
DT_FUNC(HTONS, "htons", "uint16_t", "w", 0, INT, swap16, 0)
DT_FUNC(HTONL, "htonl", "uint32_t", "d", 0, INT, swap32, 0)
DT_FUNC(HTONLL, "htonll", "uint64_t", "l", 0, INT, swap64, 0)
DT_FUNC(NTOHS, "ntohs", "uint16_t", "w", 0, INT, swap16, 0)
DT_FUNC(NTOHL, "ntohl", "uint32_t", "d", 0, INT, swap32, 0)
DT_FUNC(NTOHLL, "ntohll", "uint64_t", "l", 0, INT, swap64, 0)
DT_FUNC(GETMAJOR, "getmajor", "uint_t", "l", 0, INT, dev_major, 0)
DT_FUNC(GETMINOR, "getminor", "uint_t", "l", 0, INT, dev_minor, 0)
