#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles, without making code, what runs on 64-bit Arm for that processor, so
# that what this machine's processor alone has cannot slip in.  It needs the headers
# of libc6-dev-arm64-cross; without them it says so, and that is no failure.
set -u
cd "$(dirname "$0")/.." || exit 2
headers=/usr/aarch64-linux-gnu/include
if [ ! -e $headers/stdio.h ]; then
	echo 'arm64: skipped: libc6-dev-arm64-cross is not installed'
	exit 0
fi
build=${BUILD:-build}
files=$(find lib src/*/ -name '*.c' ! -name '*.bpf.c' ! -name mkrt.c)
# shellcheck disable=SC2086 # several words
if ! printf '%s\n' $files | xargs -P "$(nproc)" -n 20 "${CLANG:-clang}" \
	--target=aarch64-linux-gnu -std=gnu11 -fsyntax-only -w -D_GNU_SOURCE \
	-Iinclude -Ilib -I"$build" -isystem $headers -idirafter /usr/include
then
	echo 'arm64: failed'
	exit 1
fi
echo "arm64: $(printf '%s\n' $files | wc -l) files compile"
