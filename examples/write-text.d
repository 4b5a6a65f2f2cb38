/* SPDX-License-Identifier: MIT */
/*
 * The text that a command writes, at most 60 bytes of each call, as C writes it.
 *
 *	dtrace -qs write-text.d -c 'sh -c "echo one; echo two >&2"'
 */
inline int SHOWN = 60;

syscall::write:entry
/pid == $target/
{
	self->fd = arg0;
	self->text = arg1;
	self->size = arg2;
}

syscall::write:return
/self->size/
{
	this->shown = self->size < SHOWN ? self->size : SHOWN;
	printf("write(%d, \"%S\"%s, %d) = ", self->fd,
	    stringof(copyin(self->text, this->shown)),
	    self->size > SHOWN ? "..." : "", self->size);
	if (errno != 0) {
		printf("-1, error %d\n", errno);
	} else {
		printf("%d\n", arg1);
	}
	self->size = 0;
}
