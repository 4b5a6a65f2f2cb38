/* SPDX-License-Identifier: MIT */
/*
 * The types of the parameters of functions in the runtime's table.  Readers:
 * rt/ (the enum, and the types of a function in C), bpf/ (what is linked by
 * level), kernel/ (the types for the verifier).
 *
 * DT_PARAM(id, pointee, letter, by_level, size)
 *	id		enum DT_PARAM_<id>
 *	pointee		name of the struct that it points to; "void": it points
 *			to anything; "": it is a number
 *	letter		in rtfuncs.h; 0: clauses have no such parameter
 *	by_level	1: level 0 and the deeper levels have different ones
 *	size		bytes, by sizes z and variant v; 0: not a struct
 */
DT_PARAM(NUMBER, "", 'n', 0, 0)
DT_PARAM(SLOT, "dt_slot", 's', 0, z->slot_size)
DT_PARAM(AGG, "dt_aggbuf", 'a', 1, z->agg_size[v])
DT_PARAM(PRIN, "dt_prinbuf", 'p', 1, z->prin_size[v] != 0 ? z->prin_size[v] :
    sizeof(struct dt_prinbuf))	/* NULL then, but it needs a type */
DT_PARAM(CTL, "dt_ctl", 0, 0, sizeof(struct dt_ctl))
DT_PARAM(WALK, "dt_priowalk", 0, 0, sizeof(struct dt_priowalk))
DT_PARAM(JSON, "dt_json", 0, 0, sizeof(struct dt_json))
DT_PARAM(INET6, "dt_inet6", 0, 0, sizeof(struct dt_inet6))
DT_PARAM(UNWIND, "dt_unwind", 0, 0, sizeof(struct dt_unwind))
DT_PARAM(OPAQUE, "void", 'x', 0, 0)
