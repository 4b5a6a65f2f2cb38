/* SPDX-License-Identifier: MIT */
/* sched.d - CPUs, and the arguments of provider sched. */
#pragma D depends_on provider sched
#pragma D depends_on library procfs.d

typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	lgrp_id_t cpu_lgrp;
} cpuinfo_t;

translator cpuinfo_t < processorid_t N > {
	cpu_id = N;
	cpu_pset = 0;
	cpu_lgrp = 0;
};

/* The CPU that the thread is on, or waits to run on. */
translator cpuinfo_t < struct task_struct *T > {
	cpu_id = T->thread_info.cpu;
	cpu_pset = 0;
	cpu_lgrp = 0;
};

inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> (cpu);
inline psetid_t pset = 0;
inline lgrp_id_t lgrp = 0;
inline lgrp_id_t curlgrp = 0;

provider sched {
	probe dequeue(struct task_struct *T, struct task_struct *P, void *Q) :
	    (lwpsinfo_t *T, psinfo_t *P, cpuinfo_t *T);
	probe enqueue(struct task_struct *T, struct task_struct *P, void *Q,
	    int N) : (lwpsinfo_t *T, psinfo_t *P, cpuinfo_t *T, int N);
	probe off__cpu(struct task_struct *T, struct task_struct *P) :
	    (lwpsinfo_t *T, psinfo_t *P);
	probe surrender(struct task_struct *T, struct task_struct *P) :
	    (lwpsinfo_t *T, psinfo_t *P);
	probe tick(struct task_struct *T, struct task_struct *P) :
	    (lwpsinfo_t *T, psinfo_t *P);
	probe wakeup(struct task_struct *T, struct task_struct *P) :
	    (lwpsinfo_t *T, psinfo_t *P);
	probe change__pri(struct task_struct *T, struct task_struct *P,
	    uint8_t N) : (lwpsinfo_t *T, psinfo_t *P, uint8_t N);
};
