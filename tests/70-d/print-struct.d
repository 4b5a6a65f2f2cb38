/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: print() shows a struct with its members, an array with its
 * elements, and an array of characters as a string if it is one.
 * run: -r 'printf "\001\002\003\004\005\006hello\000a\002c\004xyzabcd\000\001\000\000\000%028d" 0 >/dev/null; :'
 */
enum colour { red, green };
struct pair { char a; unsigned char b; };
typedef struct thing {
	short numbers[3];
	char text[6];
	struct pair pairs[2];
	char bytes[3];
	char matrix[2][2];
	enum colour colour;
	void *pointer;
	struct { int in; };
	union { int x; short y; } u;
	struct other *next;
} thing_t;

syscall::write:entry
/pid == $target && arg2 == sizeof (thing_t)/
{
	this->t = (thing_t *)copyin(arg1, sizeof (thing_t));
	print(*this->t);
	print(this->t->numbers);
	print(this->t->text);
	print(this->t->bytes);
	print(this->t->pairs[1]);
	print(this->t->pairs[1].b);
	print(this->t->colour);
	print(this->t->u);
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
thing_t {
    short [3] numbers = [ 0x201, 0x403, 0x605 ]
    char [6] text = [ "hello" ]
    struct pair [2] pairs = [ 
        struct pair {
            char a = 'a'
            unsigned char b = 0x2
        }, 
        struct pair {
            char a = 'c'
            unsigned char b = 0x4
        }
    ]
    char [3] bytes = [ 'x', 'y', 'z' ]
    char [2][2] matrix = [ [ 'a', 'b' ], [ 'c', 'd' ] ]
    enum colour colour = green
    void *pointer = 0x3030303030303030
    struct  {
        int in = 0x30303030
    }
    union u = {
        int x = 0x30303030
        short y = 0x3030
    }
    struct other *next = 0x3030303030303030
}
short [3] [ 0x201, 0x403, 0x605 ]
char [6] "hello"
char [3] [ 'x', 'y', 'z' ]
struct pair {
    char a = 'c'
    unsigned char b = 0x4
}
unsigned char 0x4
enum colour green
union  {
    int x = 0x30303030
    short y = 0x3030
}
<<< */
