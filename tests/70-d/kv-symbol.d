/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: `name and vmlinux`name are symbols of the kernel: a variable
 * without a type is an uintptr_t, whose address can be cast to a pointer to its
 * type; a function stands for its address.
 * engine: kernel
 * needs: btf data
 */
BEGIN
{
	this->magic = (unsigned short *)&`__start_BTF;
	printf("%x %x %x\n", *this->magic, vmlinux`__start_BTF & 0xffff,
	    *(unsigned short *)&vmlinux`__start_BTF);
	printf("%d %d\n", sizeof (`__start_BTF),
	    (uint64_t)(&`__stop_BTF - &`__start_BTF) > 1000);
	printf("%d %d\n", `vfs_read == NULL, &`vfs_read == vmlinux`vfs_read);
	@[sym((uintptr_t)&`vfs_read), func((uintptr_t)`kernel_read)] = count();
	exit(0);
}

/* >>> output
eb9f eb9f eb9f
8 1
0 1
  vmlinux`vfs_read                                    vmlinux`kernel_read                                               1
<<< */
