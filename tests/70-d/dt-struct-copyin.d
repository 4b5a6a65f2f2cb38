/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyin() brings a struct of the process, whose members are then
 * read: as values, keys and conditions.
 * engine: kernel
 * run: -r 'printf "A\000\003\000abc\000\376\377\377\377\020\000\000\000" >/dev/null; :'
 */
typedef struct {
	char tag;
	uint16_t n;
	char name[4];
	int value;
	unsigned int size;
} message_t;

syscall::write:entry
/pid == $target && arg2 == sizeof (message_t) &&
    ((message_t *)copyin(arg1, 1))->tag == 'A'/
{
	this->m = (message_t *)copyin(arg1, sizeof (message_t));
	printf("%c %d %s %d %d\n", this->m->tag, this->m->n, this->m->name,
	    this->m->value, this->m->size);
	printf("%c %d\n", this->m->name[1], *(int *)copyin(arg1 + 8, 4));
	@[this->m->n, stringof(this->m->name)] = sum(this->m->value);
	this->b = (char *)alloca(8);
	copyinto(arg1 + 4, 3, this->b + 2);
	bcopy(this->b + 3, this->b, 1);
	tracemem(this->b, 8);
	self->last = this->m->size;
}

syscall::write:return
/self->last/
{
	printf("%d\n", self->last);
	self->last = 0;
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
A 3 abc -2 16
b -2

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 62 00 61 62 63 00 00 00                          b.abc...
16
     3  abc                                                              -2
<<< */
