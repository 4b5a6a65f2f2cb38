/* SPDX-License-Identifier: MIT */
/*
 * The tokens of the D language.  Readers: front/lex.h (numbers), front/lex.c
 * (recognition), front/parse_expr.c (precedence and operator), front/dump.c
 * (names of operators).
 *
 * DT_PUNCT(id, text, prec, op)	punctuation, longest first
 *	prec	precedence of a binary operator, 0: not one
 *	op	DT_OP_<op> of a binary operator or of a compound assignment
 * DT_WORD(id, text, class)	reserved words
 *	class	TYPE: part of the name of a type;
 *		STORE: a C storage class; SCOPE: self, this; SIZEOF;
 *		UNARY: an operator other than sizeof;
 *		OUTER: starts a declaration that only D has;
 *		FLOW: a control statement of C, reserved in D
 * DT_SPELLING(text, id)	how headers of GNU C spell a reserved word
 */
#ifndef DT_PUNCT
#define	DT_PUNCT(id, text, prec, op)
#endif
#ifndef DT_WORD
#define	DT_WORD(id, text, class)
#endif
#ifndef DT_SPELLING
#define	DT_SPELLING(text, id)
#endif

DT_PUNCT(ASSIGN_SHL, "<<=", 0, SHL)
DT_PUNCT(ASSIGN_SHR, ">>=", 0, SHR)
DT_PUNCT(ELLIPSIS, "...", 0, NONE)
DT_PUNCT(SHL, "<<", 9, SHL)
DT_PUNCT(SHR, ">>", 9, SHR)
DT_PUNCT(LE, "<=", 8, LE)
DT_PUNCT(GE, ">=", 8, GE)
DT_PUNCT(EQ, "==", 7, EQ)
DT_PUNCT(NE, "!=", 7, NE)
DT_PUNCT(LOGAND, "&&", 3, LOGAND)
DT_PUNCT(LOGXOR, "^^", 2, LOGXOR)
DT_PUNCT(LOGOR, "||", 1, LOGOR)
DT_PUNCT(INC, "++", 0, ADD)
DT_PUNCT(DEC, "--", 0, SUB)
DT_PUNCT(ARROW, "->", 0, NONE)
DT_PUNCT(ASSIGN_MUL, "*=", 0, MUL)
DT_PUNCT(ASSIGN_DIV, "/=", 0, DIV)
DT_PUNCT(ASSIGN_MOD, "%=", 0, MOD)
DT_PUNCT(ASSIGN_ADD, "+=", 0, ADD)
DT_PUNCT(ASSIGN_SUB, "-=", 0, SUB)
DT_PUNCT(ASSIGN_AND, "&=", 0, AND)
DT_PUNCT(ASSIGN_XOR, "^=", 0, XOR)
DT_PUNCT(ASSIGN_OR, "|=", 0, OR)
DT_PUNCT(ASSIGN, "=", 0, NONE)
DT_PUNCT(MUL, "*", 11, MUL)
DT_PUNCT(DIV, "/", 11, DIV)
DT_PUNCT(MOD, "%", 11, MOD)
DT_PUNCT(ADD, "+", 10, ADD)
DT_PUNCT(SUB, "-", 10, SUB)
DT_PUNCT(LT, "<", 8, LT)
DT_PUNCT(GT, ">", 8, GT)
DT_PUNCT(AND, "&", 6, AND)
DT_PUNCT(XOR, "^", 5, XOR)
DT_PUNCT(OR, "|", 4, OR)
DT_PUNCT(NOT, "!", 0, LOGNOT)
DT_PUNCT(TILDE, "~", 0, BITNOT)
DT_PUNCT(QUESTION, "?", 0, NONE)
DT_PUNCT(COLON, ":", 0, NONE)
DT_PUNCT(COMMA, ",", 0, NONE)
DT_PUNCT(SEMI, ";", 0, NONE)
DT_PUNCT(DOT, ".", 0, NONE)
DT_PUNCT(LPAREN, "(", 0, NONE)
DT_PUNCT(RPAREN, ")", 0, NONE)
DT_PUNCT(LBRACKET, "[", 0, NONE)
DT_PUNCT(RBRACKET, "]", 0, NONE)
DT_PUNCT(LBRACE, "{", 0, NONE)
DT_PUNCT(RBRACE, "}", 0, NONE)

DT_WORD(CHAR, "char", TYPE)
DT_WORD(COMPLEX, "_Complex", TYPE)
DT_WORD(CONST, "const", TYPE)
DT_WORD(DOUBLE, "double", TYPE)
DT_WORD(ENUM, "enum", TYPE)
DT_WORD(FLOAT, "float", TYPE)
DT_WORD(INT, "int", TYPE)
DT_WORD(INT128, "__int128", TYPE)
DT_WORD(LONG, "long", TYPE)
DT_WORD(RESTRICT, "restrict", TYPE)
DT_WORD(SHORT, "short", TYPE)
DT_WORD(SIGNED, "signed", TYPE)
DT_WORD(STRING, "string", TYPE)
DT_WORD(STRUCT, "struct", TYPE)
DT_WORD(UNION, "union", TYPE)
DT_WORD(UNSIGNED, "unsigned", TYPE)
DT_WORD(USERLAND, "userland", TYPE)
DT_WORD(VOID, "void", TYPE)
DT_WORD(VOLATILE, "volatile", TYPE)
DT_WORD(AUTO, "auto", STORE)
DT_WORD(EXTERN, "extern", STORE)
DT_WORD(REGISTER, "register", STORE)
DT_WORD(STATIC, "static", STORE)
DT_WORD(TYPEDEF, "typedef", STORE)
DT_WORD(SELF, "self", SCOPE)
DT_WORD(THIS, "this", SCOPE)
DT_WORD(SIZEOF, "sizeof", SIZEOF)
DT_WORD(OFFSETOF, "offsetof", UNARY)
DT_WORD(STRINGOF, "stringof", UNARY)
DT_WORD(XLATE, "xlate", UNARY)
DT_WORD(INLINE, "inline", OUTER)
DT_WORD(PROVIDER, "provider", OUTER)
DT_WORD(TRANSLATOR, "translator", OUTER)
DT_WORD(BREAK, "break", FLOW)
DT_WORD(CASE, "case", FLOW)
DT_WORD(CONTINUE, "continue", FLOW)
DT_WORD(DO, "do", FLOW)
DT_WORD(ELSE, "else", FLOW)
DT_WORD(FOR, "for", FLOW)
DT_WORD(GOTO, "goto", FLOW)
DT_WORD(IF, "if", FLOW)
DT_WORD(RETURN, "return", FLOW)
DT_WORD(SWITCH, "switch", FLOW)
DT_WORD(WHILE, "while", FLOW)

DT_SPELLING("__builtin_offsetof", OFFSETOF)
DT_SPELLING("__complex__", COMPLEX)
DT_SPELLING("__const", CONST)
DT_SPELLING("__const__", CONST)
DT_SPELLING("__inline", INLINE)
DT_SPELLING("__inline__", INLINE)
DT_SPELLING("__restrict", RESTRICT)
DT_SPELLING("__restrict__", RESTRICT)
DT_SPELLING("__signed", SIGNED)
DT_SPELLING("__signed__", SIGNED)
DT_SPELLING("__volatile", VOLATILE)
DT_SPELLING("__volatile__", VOLATILE)

#undef DT_PUNCT
#undef DT_WORD
#undef DT_SPELLING
