#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: tests/stuck.sh PID
# Prints the state of each thread of a process and of its descendants, and the
# kernel function in which it sleeps, to find the reason why a test hangs.
cat /proc/[0-9]*/task/[0-9]*/status 2>/dev/null | awk -v root="$1" '
	function descends(pid) {
		while (pid != root && pid in parent)
			pid = parent[pid]
		return pid == root
	}
	function function_of(pid, tid,    path, name) {
		path = "/proc/" pid "/task/" tid "/wchan"
		name = "?"
		getline name <path
		close(path)
		return name
	}
	/^Name:/ { name = $2 }
	/^State:/ { state = $2 }
	/^Tgid:/ { pid = $2 }
	/^Pid:/ { tid = $2; owner[tid] = pid }
	/^PPid:/ { parent[pid] = $2 }
	/^TracerPid:/ { is[tid] = name " is " state ", traced by " $2 }
	/^(SigPnd|ShdPnd|SigBlk):/ { is[tid] = is[tid] ", " $1 " " $2 }
	END {
		for (tid in owner)
			if (descends(owner[tid]))
				print owner[tid] "/" tid, is[tid] ", in",
					function_of(owner[tid], tid)
	}' | sort
