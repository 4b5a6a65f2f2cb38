/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: print() of each kind of member, variable and value.
 */
struct nowhere;
typedef struct bar { int alpha; } bar_t;
typedef struct foo {
	int a[3]; char b[30]; bar_t c[2]; char d[3]; void *p;
	struct { uint64_t alpha; } c2;
	int bit:4; unsigned int ub:5;
	int (*g)();
	string s;
	struct { int anon; };
	union { int ua; short ub2; };
	uint8_t u8[2]; signed char sc; unsigned char uc;
	float f; double dd; _Bool yes;
	struct nowhere *fwd;
	enum { X, Y } en;
	bar_t *bp;
	long l; bar_t one;
} foo_t;
foo_t v;
foo_t *vp;
int arr[3];
struct nowhere *fw;
BEGIN
{
	v.a[0] = 1; v.a[1] = 2; v.a[2] = 3;
	v.b[0] = 'a'; v.b[1] = 'b';
	v.c[0].alpha = 5; v.c[1].alpha = 6;
	v.d[0] = 4; v.p = (void *)2; v.c2.alpha = 3; v.bit = 1; v.ub = 31;
	v.g = (int (*)())8;
	v.s = "str"; v.anon = -1; v.ua = 0x10002; v.u8[1] = 255; v.sc = 'c';
	v.en = 1; v.yes = 1; v.l = -5; v.one.alpha = 9;
	print(v);
	print(vp); print(*v.c); print(v.c2); print(v.bit); print(v.d);
	print(v.c[1]); print(v.s); print(v.b); print(v.en);
	print(arr); print(fw); print(v.one.alpha); print(v.u8); print(v.p);
	print((short)0x1c8); print(-1); print("hello");
	print((ulong_t)0xddd5); print((void *)0x1234);
	print(1 == 1); print(execname == "x");
	exit(0);
}

/* >>> output
foo_t {
    int [3] a = [ 0x1, 0x2, 0x3 ]
    char [30] b = [ "ab" ]
    bar_t [2] c = [ 
        bar_t {
            int alpha = 0x5
        }, 
        bar_t {
            int alpha = 0x6
        }
    ]
    char [3] d = [ '\004', '\0', '\0' ]
    void *p = 0x2
    struct c2 = {
        uint64_t alpha = 0x3
    }
    int bit :4 = 0x1
    unsigned int ub :5 = 0x1f
    int (*)() g = 0x8
    string s = [ "str" ]
    struct  {
        int anon = 0xffffffff
    }
    union  {
        int ua = 0x10002
        short ub2 = 0x2
    }
    uint8_t [2] u8 = [ 0, 0xff ]
    signed char sc = 'c'
    unsigned char uc = 0
    float f = +0.0000000e+00
    double dd = +0.0000000e+00
    _Bool yes = 0x1
    struct nowhere *fwd = 0
    enum en = Y
    bar_t *bp = 0
    long l = 0xfffffffffffffffb
    bar_t one = {
        int alpha = 0x9
    }
}
foo_t * 0
bar_t {
    int alpha = 0x5
}
struct  {
    uint64_t alpha = 0x3
}
int 0x1
char [3] [ '\004', '\0', '\0' ]
bar_t {
    int alpha = 0x6
}
string "str"
char [30] "ab"
enum  Y
int [3] [ 0, 0, 0 ]
struct nowhere * 0
int 0x9
uint8_t [2] [ 0, 0xff ]
void * 0x2
short 0x1c8
int 0xffffffff
string "hello"
ulong_t 0xddd5
void * 0x1234
int 0x1
int 0
<<< */
