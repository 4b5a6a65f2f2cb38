/* SPDX-License-Identifier: MIT */
/* The BPF maps of this process, as the kernel reports them. */
#ifndef MAPS_H
#define MAPS_H

#include <bpf/bpf.h>
#include <dirent.h>
#include <string.h>
#include "api.h"

typedef void maps_each(const struct bpf_map_info *info, void *arg);

static inline void maps_do(maps_each *each, void *arg)
{
	DIR *dir = opendir("/proc/self/fd");
	struct bpf_map_info info;
	struct dirent *d;

	assert_non_null(dir);
	while ((d = readdir(dir))) {
		uint32_t len = sizeof(info);

		memset(&info, 0, sizeof(info));
		if (d->d_name[0] != '.' && bpf_obj_get_info_by_fd(
				atoi(d->d_name), &info, &len) == 0)
			each(&info, arg);
	}
	closedir(dir);
}

#endif
