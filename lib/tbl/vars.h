/* SPDX-License-Identifier: MIT */
/*
 * The built-in variables.  Readers: front/ (name, type), ir/ (the others).
 *
 * DT_VAR(id, name, type, needs, how, field)
 *	id	DT_V_<id>
 *	type	a type name of D, or a struct of the kernel
 *	needs	DT_NEED_* bits: values that the shim must provide
 *	how	U64 U32: load that many bits of struct dt_ctx
 *		I64: the same, signed; NAMEPART: string from map "names";
 *		COMM: string from ctx.execname; ARGS: that of str_execargs;
 *		WALL: ts plus the wall offset;
 *		TARGET: a constant that is known when the program is enabled
 *	field	member of struct dt_ctx, or the name part
 */
DT_VAR(ARG0, "arg0", "int64_t", DT_NEED_ARG(0), I64, args[0])
DT_VAR(ARG1, "arg1", "int64_t", DT_NEED_ARG(1), I64, args[1])
DT_VAR(ARG2, "arg2", "int64_t", DT_NEED_ARG(2), I64, args[2])
DT_VAR(ARG3, "arg3", "int64_t", DT_NEED_ARG(3), I64, args[3])
DT_VAR(ARG4, "arg4", "int64_t", DT_NEED_ARG(4), I64, args[4])
DT_VAR(ARG5, "arg5", "int64_t", DT_NEED_ARG(5), I64, args[5])
DT_VAR(ARG6, "arg6", "int64_t", DT_NEED_ARG(6), I64, args[6])
DT_VAR(ARG7, "arg7", "int64_t", DT_NEED_ARG(7), I64, args[7])
DT_VAR(ARG8, "arg8", "int64_t", DT_NEED_ARG(8), I64, args[8])
DT_VAR(ARG9, "arg9", "int64_t", DT_NEED_ARG(9), I64, args[9])
DT_VAR(CALLER, "caller", "uintptr_t", DT_NEED_CALLER, U64, caller)
DT_VAR(CPU, "cpu", "processorid_t", DT_NEED_CPU, U32, cpu)
DT_VAR(CURTHREAD, "curthread", "struct task_struct *", DT_NEED_TASK |
	DT_NEED_KERNEL, U64, task)
DT_VAR(EPID, "epid", "uint_t", 0, U32, epid)
DT_VAR(ERRNO, "errno", "int", DT_NEED_ERRNO, I64, err)
DT_VAR(EXECARGS, "execargs", "string", DT_NEED_COMM | DT_NEED_HERE, ARGS, 0)
DT_VAR(EXECNAME, "execname", "string", DT_NEED_COMM, COMM, execname)
DT_VAR(GID, "gid", "gid_t", DT_NEED_UID, U32, gid)
DT_VAR(ID, "id", "uint_t", 0, U32, probe)
DT_VAR(PID, "pid", "pid_t", DT_NEED_PID, U32, pid)
DT_VAR(PPID, "ppid", "pid_t", DT_NEED_PPID, U32, ppid)
DT_VAR(PROBEFUNC, "probefunc", "string", DT_NEED_NAMES, NAMEPART, DT_NAME_FUNC)
DT_VAR(PROBEMOD, "probemod", "string", DT_NEED_NAMES, NAMEPART, DT_NAME_MOD)
DT_VAR(PROBENAME, "probename", "string", DT_NEED_NAMES, NAMEPART, DT_NAME_NAME)
DT_VAR(PROBEPROV, "probeprov", "string", DT_NEED_NAMES, NAMEPART, DT_NAME_PROV)
DT_VAR(STACKDEPTH, "stackdepth", "uint32_t", DT_NEED_DEPTH, U32, stackdepth)
DT_VAR(TARGET, "$target", "int", 0, TARGET, 0)
DT_VAR(TID, "tid", "id_t", DT_NEED_PID, U32, tid)
DT_VAR(TIMESTAMP, "timestamp", "uint64_t", DT_NEED_TS, U64, ts)
DT_VAR(UCALLER, "ucaller", "uintptr_t", DT_NEED_CALLER, U64, ucaller)
DT_VAR(UID, "uid", "uid_t", DT_NEED_UID, U32, uid)
DT_VAR(USTACKDEPTH, "ustackdepth", "uint32_t", DT_NEED_DEPTH, U32, ustackdepth)
DT_VAR(VTIMESTAMP, "vtimestamp", "uint64_t", DT_NEED_VTS, U64, vts)
DT_VAR(WALLTIMESTAMP, "walltimestamp", "int64_t", DT_NEED_TS, WALL, ts)
