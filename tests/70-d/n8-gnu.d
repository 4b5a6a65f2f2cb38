/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The extensions of GNU C in headers are read: attributes decide the
 * layout of types, functions are skipped with their bodies.
 */
# 1 "gnu.h" 1
__extension__ typedef struct { long long int quot; long long int rem; } div_t;
typedef __signed__ char s8_t;
typedef __const int *__restrict cint_t;
typedef int word_t __attribute__ ((__mode__ (__word__)));
typedef unsigned int byte_t __attribute__ ((__mode__ (QI)));
typedef float four_t __attribute__ ((__vector_size__ (16)));
typedef _Float128 wide_t;
typedef unsigned __int128 twice_t;
typedef double _Complex complex_t;
typedef struct { char c; __attribute__((aligned(16))) int i; } aligned_t;
struct packed { char c; long l; short s; } __attribute__((packed));
struct __attribute__((__packed__, __aligned__(4))) four { char c; long l; };
struct member { char c; long l __attribute__((packed)); };
struct outer { char c; struct packed p; char d; struct four f; aligned_t a; };
struct natural { char c; double d __attribute__ ((__aligned__
    (__alignof__ (double)))); };
struct tight { char c; unsigned int a:7, b:28; } __attribute__((packed));
struct bits { unsigned int a:3, b:2; };
struct empty { };
struct last { int n; struct empty e; char string[]; };
typedef struct { char c; _Alignas(8) char d; } eight_t;
#pragma pack(push, 1)
struct pushed { char c; long l; };
#pragma pack(2)
struct two { char c; long l; };
#pragma pack(pop)
struct popped { char c; long l; };
enum { LOW = -2, HIGH = 1u << 31, HUGE = 1ull << 40, NEXT };
_Static_assert (sizeof (int) == 4, "an int has (4) bytes");
extern int puts (const char *string) __attribute__ ((__nothrow__)) __asm__ ("p");
extern __thread int *number, numbers[];
extern void *(*hook (int, void *(*) (void)))(void);
static __inline int twice (int n)
{
	const char *s = "}";

	return n * 2 + (s[0] == '}') * (int)1.5;
}
extern __inline __attribute__ ((__always_inline__)) int
thrice (int n) { if (n) { return n * 3; } return 0; }
static const int table[2] = { 1, 2 };
inline static struct later *find (struct later *l) { return l; }
__inline void nothing (void) { }
_Noreturn void leave (int);
int signals (struct sigs *s, void (*handler) (int), ...);
typedef int compare_t (const void *, const void *);
typedef struct later later_t;
union u { compare_t *f; int (*pairs)[2]; char *(*names[3])(int probe); };
# 60 "n8-gnu.d" 2

struct user { cint_t p; later_t *later; };

BEGIN
{
	printf("%d %d %d %d %d %d %d %d %d\n", sizeof (div_t), sizeof (s8_t),
	    sizeof (cint_t), sizeof (word_t), sizeof (byte_t), sizeof (four_t),
	    sizeof (wide_t), sizeof (twice_t), sizeof (complex_t));
	printf("%d %d %d %d %d %d\n", sizeof (aligned_t),
	    sizeof (struct packed), sizeof (struct four), sizeof (struct member),
	    offsetof(struct member, l), sizeof (struct natural));
	printf("%d %d %d %d %d\n", offsetof(struct outer, p),
	    offsetof(struct outer, d), offsetof(struct outer, f),
	    offsetof(struct outer, a), sizeof (struct outer));
	printf("%d %d %d %d %d\n", sizeof (struct tight),
	    sizeof (struct bits), sizeof (struct last), sizeof (eight_t),
	    __builtin_offsetof(struct last, string));
	printf("%d %d %d\n", sizeof (struct pushed), sizeof (struct two),
	    sizeof (struct popped));
	printf("%d %d %d %d\n", LOW, HIGH, HUGE, NEXT);
	printf("%d %d\n", sizeof (union u), sizeof (struct user));
}

BEGIN
{
	this->t = (struct tight *)alloca(sizeof (struct tight));
	this->t->a = 0x55;
	this->t->b = 0xabcdef1;
	printf("%x %x\n", this->t->a, this->t->b);
	this->o = (struct outer *)alloca(sizeof (struct outer));
	this->o->p.l = -3;
	this->o->d = 'd';
	this->o->f.l = 4;
	this->c = (char *)this->o;
	printf("%d %c %d %d\n", this->o->p.l, this->c[12], this->o->f.l,
	    this->c[2]);
	this->t->b++;
	printf("%x\n", ((char *)this->t)[1] & 0x7f);
	exit(0);
}
/* >>> output
16 1 8 8 1 16 16 16 16
32 11 12 9 1 16
1 12 16 32 64
6 4 4 16 4
9 10 16
-2 2147483648 1099511627776 1099511627777
24 16
55 abcdef1
-3 d 4 -3
55
<<< */
