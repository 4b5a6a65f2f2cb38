/* SPDX-License-Identifier: MIT */
/*
 * Members of nested structs, bit-fields, sizes, offsets and enumerators: they
 * differ from kernel to kernel, and what they mean does not.
 * engine: kernel
 * needs: btf
 */
#pragma D option quiet

BEGIN
{
	printf("%d %s %d\n", curthread->tgid == pid, curthread->comm,
	    curthread->group_leader->tgid == pid);
	printf("%d %d\n", curthread->mm->mm_count.counter > 0,
	    curthread->signal->shared_pending.list.next != NULL);
	printf("%d %d\n", curthread->in_execve, curthread->mm->pgd != NULL);
	printf("%d\n", &curthread->mm[2] - curthread->mm);
	printf("%d\n", (uint64_t)&curthread->comm - (uint64_t)curthread ==
	    offsetof(struct task_struct, comm));
	printf("%d %d\n", sizeof (struct task_struct) > 1000,
	    sizeof (curthread->comm) == TASK_COMM_LEN);
	@[curthread->comm, curthread->se.vruntime != 0] = count();
	exit(0);
}

/* >>> output
1 dcase 1
1 1
0 1
2
1
1 1
  dcase                                                     1                1
<<< */
