/* SPDX-License-Identifier: MIT */
/* proc.d - the arguments of provider proc. */
#pragma D depends_on provider proc
#pragma D depends_on library procfs.d

provider proc {
	probe create(struct task_struct *P) : (psinfo_t *P);
	probe lwp__create(struct task_struct *T, struct task_struct *P) :
	    (lwpsinfo_t *T, psinfo_t *P);
	probe signal__send(struct task_struct *T, struct task_struct *P,
	    int N) : (lwpsinfo_t *T, psinfo_t *P, int N);
	probe signal__discard(struct task_struct *T, struct task_struct *P,
	    int N) : (lwpsinfo_t *T, psinfo_t *P, int N);
};
