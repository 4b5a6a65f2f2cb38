/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: print() shows structs, bit-fields, enums and functions of the
 * kernel.
 * engine: kernel
 * needs: btf
 */
BEGIN
{
	print(curthread->thread_pid->numbers[0].nr == pid);
	print(curthread->comm == execname);
	/* the bytes of the name, which do not depend on a priority */
	print(*(struct load_weight *)curthread->comm);
	print((enum pid_type)2);
	print(`vfs_read);
	print((struct list_head *)0);
	exit(0);
}

/* >>> output
int 0x1
int 0x1
struct load_weight {
    unsigned long weight = 0x6573616364
    u32 inv_weight = 0
}
enum pid_type PIDTYPE_PGID
ssize_t (*)() vmlinux`vfs_read
struct list_head * 0
<<< */
