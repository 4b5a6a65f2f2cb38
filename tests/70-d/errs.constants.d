/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Constants, and members that are bit-fields.
 */

BEGIN { trace(9223372036854775808); }

BEGIN { trace('123456789'); }

BEGIN { trace(''); }

BEGIN { trace(1.5); }

BEGIN { trace(1e5); }

BEGIN { trace(.5); }

BEGIN { trace(1.0f); }

BEGIN { trace(1 / (7 - 7)); }

BEGIN { trace(1 % (7 - 7)); }

inline int z = 0; BEGIN { trace(1 / z); }

struct s { int a : 0; };

struct s { int a : -1; };

int x; struct s { int a : x; };

struct s { char a : 9; };

struct t { int a; }; struct s { struct t a : 3; };

struct s { float a : 3; };

struct s { int a : 3; }; BEGIN { this->p = (struct s *)alloca(8);
    trace(&this->p->a); }

struct s { int a : 3; }; BEGIN { this->p = (struct s *)alloca(8);
    trace(sizeof (this->p->a)); }

struct s { int a : 3; }; BEGIN { trace(offsetof(struct s, a)); }

int 0abc;

BEGIN { trace(12ab); }

BEGIN { trace(019u); }

/* >>> output
[D_INT_OFLOW] line 6: 9223372036854775808 is too large: the largest constants are 9223372036854775807 and 0xffffffffffffffff
[D_CHR_OFLOW] line 8: the character constant has more than 8 characters: write a string in ""
[D_CHR_NULL] line 10: the character constant is empty: write '\0' for the character 0
[D_SYNTAX] line 12: 1.5 is not an integer: D has no floating-point constants
[D_SYNTAX] line 14: 1e5 is not an integer: D has no floating-point constants
[D_SYNTAX] line 16: syntax error near ".": expected an expression
[D_SYNTAX] line 18: 1.0f is not an integer: D has no floating-point constants
[D_DIV_ZERO] line 20: the right side of / is always zero
[D_DIV_ZERO] line 22: the right side of % is always zero
[D_DIV_ZERO] line 24: the right side of / is always zero
[D_DECL_BFCONST] line 26: the width of bit-field a must be positive, not 0
[D_DECL_BFCONST] line 28: the width of bit-field a must be positive, not -1
[D_DECL_BFCONST] line 30: the width of a bit-field must be an integer constant, and "x"... is not one
[D_DECL_BFSIZE] line 32: bit-field a has 9 bits, and its type only 8
[D_DECL_BFTYPE] line 34: bit-field a must be an integer
[D_DECL_BFTYPE] line 36: bit-field a must be an integer
[D_ADDROF_BITFIELD] line 39: cannot take the address of a bit-field
[D_SIZEOF_BITFIELD] line 42: a bit-field has no size in bytes
[D_OFFSETOF_BITFIELD] line 44: bit-field a has no offset in bytes
[D_SYNTAX] line 46: 0abc is not an integer: write decimal digits, 0 and octal digits, or 0x and hexadecimal digits, then u, l or ll if needed
[D_SYNTAX] line 48: 12ab is not an integer: write decimal digits, 0 and octal digits, or 0x and hexadecimal digits, then u, l or ll if needed
[D_INT_DIGIT] line 50: 019u is not an integer: write decimal digits, 0 and octal digits, or 0x and hexadecimal digits, then u, l or ll if needed
<<< */
