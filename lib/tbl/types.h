/* SPDX-License-Identifier: MIT */
/*
 * The types that every D program knows, on LP64.  Reader: lib/type.
 *
 * DT_INTEGER(name, size, signed), DT_FLOATING(name, size, libctf encoding):
 * the spelling is the canonical one that name.c reduces others to.
 * DT_ALIAS(name, of): typedefs; "of" is an integer above, a pointer to one, or
 * an earlier alias.
 */
#ifdef DT_INTEGER
DT_INTEGER("void", 0, false)
DT_INTEGER("char", 1, true)
DT_INTEGER("signed char", 1, true)
DT_INTEGER("unsigned char", 1, false)
DT_INTEGER("short", 2, true)
DT_INTEGER("unsigned short", 2, false)
DT_INTEGER("int", 4, true)
DT_INTEGER("unsigned int", 4, false)
DT_INTEGER("long", 8, true)
DT_INTEGER("unsigned long", 8, false)
DT_INTEGER("long long", 8, true)
DT_INTEGER("unsigned long long", 8, false)
DT_INTEGER("_Bool", 1, false)
#endif

#ifdef DT_FLOATING
DT_FLOATING("float", 4, CTF_FP_SINGLE)
DT_FLOATING("double", 8, CTF_FP_DOUBLE)
DT_FLOATING("long double", 16, CTF_FP_LDOUBLE)
DT_FLOATING("float _Complex", 8, CTF_FP_CPLX)
DT_FLOATING("double _Complex", 16, CTF_FP_DCPLX)
DT_FLOATING("long double _Complex", 32, CTF_FP_LDCPLX)
/* D has no integers of 128 bits: their encoding is that of no other type. */
DT_FLOATING("__int128", 16, CTF_FP_LDIMAGRY)
DT_FLOATING("unsigned __int128", 16, CTF_FP_LDIMAGRY)
#endif

/*
 * DT_KSTRUCT(name, of): another system's name for a kernel struct.  A struct of
 * that name in the kernel or the program takes precedence.
 */
#ifdef DT_KSTRUCT
DT_KSTRUCT("struct thread", "struct task_struct")	/* FreeBSD */
DT_KSTRUCT("struct proc", "struct task_struct")
DT_KSTRUCT("kmutex_t", "struct mutex")		/* Solaris */
DT_KSTRUCT("krwlock_t", "struct rw_semaphore")
DT_KSTRUCT("kthread_t", "struct task_struct")
DT_KSTRUCT("file_t", "struct file")
DT_KSTRUCT("proc_t", "struct task_struct")
DT_KSTRUCT("in6_addr_t", "struct in6_addr")
#endif

#ifdef DT_ALIAS
DT_ALIAS("int8_t", "signed char")
DT_ALIAS("int16_t", "short")
DT_ALIAS("int32_t", "int")
DT_ALIAS("int64_t", "long")
DT_ALIAS("uint8_t", "unsigned char")
DT_ALIAS("uint16_t", "unsigned short")
DT_ALIAS("uint32_t", "unsigned int")
DT_ALIAS("uint64_t", "unsigned long")
DT_ALIAS("intptr_t", "long")
DT_ALIAS("uintptr_t", "unsigned long")
DT_ALIAS("size_t", "unsigned long")
DT_ALIAS("ssize_t", "long")
DT_ALIAS("ptrdiff_t", "long")
DT_ALIAS("uchar_t", "unsigned char")
DT_ALIAS("ushort_t", "unsigned short")
DT_ALIAS("uint_t", "unsigned int")
DT_ALIAS("ulong_t", "unsigned long")
DT_ALIAS("longlong_t", "long long")
DT_ALIAS("u_longlong_t", "unsigned long long")
DT_ALIAS("u_char", "unsigned char")
DT_ALIAS("u_short", "unsigned short")
DT_ALIAS("u_int", "unsigned int")
DT_ALIAS("u_long", "unsigned long")
DT_ALIAS("ushort", "unsigned short")
DT_ALIAS("uint", "unsigned int")
DT_ALIAS("ulong", "unsigned long")
DT_ALIAS("bool", "_Bool")
DT_ALIAS("offset_t", "long long")
DT_ALIAS("daddr_t", "long")
DT_ALIAS("major_t", "unsigned int")
DT_ALIAS("minor_t", "unsigned int")
DT_ALIAS("ipaddr_t", "unsigned int")
DT_ALIAS("in_addr_t", "unsigned int")
DT_ALIAS("in_port_t", "unsigned short")
DT_ALIAS("taskid_t", "int")
DT_ALIAS("projid_t", "int")
DT_ALIAS("poolid_t", "int")
DT_ALIAS("chipid_t", "int")
DT_ALIAS("lgrp_id_t", "int")
DT_ALIAS("caddr_t", "char *")
DT_ALIAS("hrtime_t", "long")
DT_ALIAS("pc_t", "unsigned long")
DT_ALIAS("pid_t", "int")
DT_ALIAS("id_t", "int")
DT_ALIAS("uid_t", "unsigned int")
DT_ALIAS("gid_t", "unsigned int")
DT_ALIAS("zoneid_t", "int")
DT_ALIAS("psetid_t", "int")
DT_ALIAS("processorid_t", "int")
DT_ALIAS("time_t", "long")
DT_ALIAS("dev_t", "unsigned long")
DT_ALIAS("off_t", "long")
DT_ALIAS("ino_t", "unsigned long")
DT_ALIAS("nlink_t", "unsigned long")
DT_ALIAS("mode_t", "unsigned int")
DT_ALIAS("clock_t", "long")
DT_ALIAS("clockid_t", "int")
DT_ALIAS("_Float32", "float")
DT_ALIAS("_Float64", "double")
DT_ALIAS("_Float32x", "double")
DT_ALIAS("_Float64x", "long double")
DT_ALIAS("_Float128", "long double")
DT_ALIAS("__uint128_t", "unsigned __int128")
DT_ALIAS("__int128_t", "__int128")
#endif
