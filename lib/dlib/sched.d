/* SPDX-License-Identifier: MIT */
/* sched.d - CPUs, and the arguments of provider sched. */
#pragma D depends_on provider sched
#pragma D depends_on library procfs.d

/* A CPU that runs a thread is online. */
inline int P_OFFLINE = 1;
inline int P_ONLINE = 2;

typedef struct processor_info {
	int pi_state;
	char pi_processor_type[16];
	char pi_fputypes[32];
	int pi_clock;
} processor_info_t;

typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	chipid_t cpu_chip;
	lgrp_id_t cpu_lgrp;
	processor_info_t cpu_info;
} cpuinfo_t;

translator processor_info_t < struct dtrace_cpu *C > {
	pi_state = P_ONLINE;
	pi_processor_type = DTRACE_PROCESSOR;
	pi_fputypes = "";
	pi_clock = C->mhz;
};

translator cpuinfo_t < processorid_t N > {
	cpu_id = N;
	cpu_pset = 0;
	cpu_chip = ((struct dtrace_cpu *)(uintptr_t)N)->chip;
	cpu_lgrp = ((struct dtrace_cpu *)(uintptr_t)N)->node;
	cpu_info = xlate <processor_info_t> ((struct dtrace_cpu *)(uintptr_t)N);
};

/* The CPU that the thread is on, or waits to run on. */
translator cpuinfo_t < struct task_struct *T > {
	cpu_id = T->thread_info.cpu;
	cpu_pset = 0;
	cpu_chip = xlate <cpuinfo_t> ((processorid_t)T->thread_info.cpu).cpu_chip;
	cpu_lgrp = xlate <cpuinfo_t> ((processorid_t)T->thread_info.cpu).cpu_lgrp;
	cpu_info = xlate <processor_info_t>
	    ((struct dtrace_cpu *)(uintptr_t)T->thread_info.cpu);
};

inline cpuinfo_t *curcpu = xlate <cpuinfo_t *> (cpu);
inline psetid_t pset = 0;
inline chipid_t chip = curcpu->cpu_chip;
inline lgrp_id_t lgrp = curcpu->cpu_lgrp;
inline lgrp_id_t curlgrp = curcpu->cpu_lgrp;

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
