/* SPDX-License-Identifier: MIT */
/* dwarf.h - codes of DWARF, in .eh_frame and .debug_info. */
#ifndef DT_DWARF_H
#define DT_DWARF_H

/* Instructions of call frame information. */
enum {
	DW_CFA_nop			= 0x00,
	DW_CFA_set_loc			= 0x01,
	DW_CFA_advance_loc1		= 0x02,
	DW_CFA_advance_loc2		= 0x03,
	DW_CFA_advance_loc4		= 0x04,
	DW_CFA_offset_extended		= 0x05,
	DW_CFA_restore_extended		= 0x06,
	DW_CFA_undefined		= 0x07,
	DW_CFA_same_value		= 0x08,
	DW_CFA_register			= 0x09,
	DW_CFA_remember_state		= 0x0a,
	DW_CFA_restore_state		= 0x0b,
	DW_CFA_def_cfa			= 0x0c,
	DW_CFA_def_cfa_register		= 0x0d,
	DW_CFA_def_cfa_offset		= 0x0e,
	DW_CFA_def_cfa_expression	= 0x0f,
	DW_CFA_expression		= 0x10,
	DW_CFA_offset_extended_sf	= 0x11,
	DW_CFA_def_cfa_sf		= 0x12,
	DW_CFA_def_cfa_offset_sf	= 0x13,
	DW_CFA_val_offset		= 0x14,
	DW_CFA_val_offset_sf		= 0x15,
	DW_CFA_val_expression		= 0x16,
	DW_CFA_GNU_args_size		= 0x2e,
	/* with an operand in the lower six bits */
	DW_CFA_advance_loc		= 0x40,
	DW_CFA_offset			= 0x80,
	DW_CFA_restore			= 0xc0,
};

/* Operations of expressions. */
enum {
	DW_OP_deref	= 0x06,
	DW_OP_and	= 0x1a,
	DW_OP_plus	= 0x22,
	DW_OP_plus_uconst = 0x23,
	DW_OP_shl	= 0x24,
	DW_OP_ge	= 0x2a,
	DW_OP_lit0	= 0x30,
	DW_OP_lit3	= 0x33,
	DW_OP_lit15	= 0x3f,
	DW_OP_breg6	= 0x76,
	DW_OP_breg7	= 0x77,
	DW_OP_breg16	= 0x80,
};

/* Encodings of pointers: the form, and the base it is relative to. */
enum {
	DW_EH_PE_absptr	 = 0x00,
	DW_EH_PE_uleb128 = 0x01,
	DW_EH_PE_udata2	 = 0x02,
	DW_EH_PE_udata4	 = 0x03,
	DW_EH_PE_udata8	 = 0x04,
	DW_EH_PE_sleb128 = 0x09,
	DW_EH_PE_sdata2	 = 0x0a,
	DW_EH_PE_sdata4	 = 0x0b,
	DW_EH_PE_sdata8	 = 0x0c,
	DW_EH_PE_form	 = 0x0f,
	DW_EH_PE_pcrel	 = 0x10,
	DW_EH_PE_base	 = 0x70,
	DW_EH_PE_omit	 = 0xff,
};

/* Tags of entries of .debug_info. */
enum {
	DW_TAG_array_type = 0x01,
	DW_TAG_class_type = 0x02,
	DW_TAG_enumeration_type = 0x04,
	DW_TAG_formal_parameter = 0x05,
	DW_TAG_member = 0x0d,
	DW_TAG_pointer_type = 0x0f,
	DW_TAG_reference_type = 0x10,
	DW_TAG_structure_type = 0x13,
	DW_TAG_subroutine_type = 0x15,
	DW_TAG_typedef = 0x16,
	DW_TAG_union_type = 0x17,
	DW_TAG_inheritance = 0x1c,
	DW_TAG_subrange_type = 0x21,
	DW_TAG_base_type = 0x24,
	DW_TAG_const_type = 0x26,
	DW_TAG_enumerator = 0x28,
	DW_TAG_subprogram = 0x2e,
	DW_TAG_volatile_type = 0x35,
	DW_TAG_restrict_type = 0x37,
	DW_TAG_namespace = 0x39,
	DW_TAG_rvalue_reference_type = 0x42,
	DW_TAG_atomic_type = 0x47,
};

/* Their attributes. */
enum {
	DW_AT_sibling = 0x01,
	DW_AT_name = 0x03,
	DW_AT_byte_size = 0x0b,
	DW_AT_bit_offset = 0x0c,
	DW_AT_bit_size = 0x0d,
	DW_AT_low_pc = 0x11,
	DW_AT_const_value = 0x1c,
	DW_AT_upper_bound = 0x2f,
	DW_AT_abstract_origin = 0x31,
	DW_AT_count = 0x37,
	DW_AT_data_member_location = 0x38,
	DW_AT_declaration = 0x3c,
	DW_AT_encoding = 0x3e,
	DW_AT_external = 0x3f,
	DW_AT_specification = 0x47,
	DW_AT_type = 0x49,
	DW_AT_ranges = 0x55,
	DW_AT_signature = 0x69,
	DW_AT_data_bit_offset = 0x6b,
	DW_AT_str_offsets_base = 0x72,
	DW_AT_addr_base = 0x73,
};

/* Encodings of base types. */
enum {
	DW_ATE_boolean = 0x02,
	DW_ATE_float = 0x04,
	DW_ATE_signed = 0x05,
	DW_ATE_signed_char = 0x06,
	DW_ATE_unsigned = 0x07,
	DW_ATE_unsigned_char = 0x08,
	DW_ATE_UTF = 0x10,
};

/* Forms of attributes. */
enum {
	DW_FORM_addr = 0x01,
	DW_FORM_block2 = 0x03,
	DW_FORM_block4 = 0x04,
	DW_FORM_data2 = 0x05,
	DW_FORM_data4 = 0x06,
	DW_FORM_data8 = 0x07,
	DW_FORM_string = 0x08,
	DW_FORM_block = 0x09,
	DW_FORM_block1 = 0x0a,
	DW_FORM_data1 = 0x0b,
	DW_FORM_flag = 0x0c,
	DW_FORM_sdata = 0x0d,
	DW_FORM_strp = 0x0e,
	DW_FORM_udata = 0x0f,
	DW_FORM_ref_addr = 0x10,
	DW_FORM_ref1 = 0x11,
	DW_FORM_ref2 = 0x12,
	DW_FORM_ref4 = 0x13,
	DW_FORM_ref8 = 0x14,
	DW_FORM_ref_udata = 0x15,
	DW_FORM_indirect = 0x16,
	DW_FORM_sec_offset = 0x17,
	DW_FORM_exprloc = 0x18,
	DW_FORM_flag_present = 0x19,
	DW_FORM_strx = 0x1a,
	DW_FORM_addrx = 0x1b,
	DW_FORM_ref_sup4 = 0x1c,
	DW_FORM_strp_sup = 0x1d,
	DW_FORM_data16 = 0x1e,
	DW_FORM_line_strp = 0x1f,
	DW_FORM_ref_sig8 = 0x20,
	DW_FORM_implicit_const = 0x21,
	DW_FORM_loclistx = 0x22,
	DW_FORM_rnglistx = 0x23,
	DW_FORM_ref_sup8 = 0x24,
	DW_FORM_strx1 = 0x25,
	DW_FORM_strx2 = 0x26,
	DW_FORM_strx3 = 0x27,
	DW_FORM_strx4 = 0x28,
	DW_FORM_addrx1 = 0x29,
	DW_FORM_addrx2 = 0x2a,
	DW_FORM_addrx3 = 0x2b,
	DW_FORM_addrx4 = 0x2c,
	DW_FORM_GNU_addr_index = 0x1f01,
	DW_FORM_GNU_str_index = 0x1f02,
	DW_FORM_GNU_ref_alt = 0x1f20,
	DW_FORM_GNU_strp_alt = 0x1f21,
};

/* Kinds of entries of .debug_rnglists. */
enum {
	DW_RLE_offset_pair	= 0x04,
	DW_RLE_base_address	= 0x05,
	DW_RLE_start_end	= 0x06,
	DW_RLE_start_length	= 0x07,
};

/* Types of units of DWARF 5. */
enum {
	DW_UT_type	= 0x02,
	DW_UT_partial	= 0x03,
	DW_UT_skeleton	= 0x04,
};

#endif /* DT_DWARF_H */
