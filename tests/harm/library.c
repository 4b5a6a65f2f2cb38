/* SPDX-License-Identifier: MIT */
/* library.c - libraries that are loaded, used and unloaded. */
#include <dlfcn.h>
#include <stdio.h>

int
main(void)
{
	double (*root)(double);
	double sum = 0;
	void *so;

	for (int i = 0; i < 20; i++) {
		so = dlopen("libm.so.6", RTLD_NOW);
		if (so == NULL)
			return 1;
		root = (double (*)(double))dlsym(so, "sqrt");
		sum += root != NULL ? root(16) : 0;
		dlclose(so);
	}
	printf("%g\n", sum);
	return 15;
}
