# SPDX-License-Identifier: MIT
# Builds, tests and installs libdtrace. The targets: all check check-asan
# check-vm soak bench demo deps install clean.

BUILD	?= build
DESTDIR	?=
PREFIX	?= /usr/local
VERSION	= 0.1.0
CLANG	?= clang
OPT	?= -O2 -g

B	= $(BUILD)
CPPFLAGS = -D_GNU_SOURCE -Iinclude -Ilib
WARN	= -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes
WARN	+= -Werror
MKDIR	= mkdir -p $(@D) &&
COMPILE	= $(MKDIR) $(CC) -std=gnu11 $(CPPFLAGS) $(WARN) $(OPT) -fPIC $(SAN)
COMPILE	+= $(CFLAGS) -pthread -MMD -MP -MT $@ -MF $@.d
LIBS	= -lbpf -lctf-nobfd -lelf -lz -lm -lpthread

# --- what it takes, as package=file; nothing is run to find out -------------
on-path	= $(firstword $(wildcard $(addsuffix /$(notdir $(firstword $(1))),\
	$(subst :, ,$(PATH)))))
NEEDS	= gcc=$(call on-path,$(CC)) clang=$(call on-path,$(CLANG)) \
	libbpf-dev=$(wildcard /usr/include/bpf/bpf.h) \
	libelf-dev=$(wildcard /usr/include/gelf.h) \
	binutils-dev=$(wildcard /usr/include/ctf-api.h) \
	zlib1g-dev=$(wildcard /usr/include/zlib.h) \
	libcmocka-dev=$(wildcard /usr/include/cmocka.h)
VMNEEDS	= qemu-system-x86=$(call on-path,qemu-system-x86_64) \
	busybox-static=$(call on-path,busybox) \
	cpio=$(call on-path,cpio) xz-utils=$(call on-path,xz)
missing	= $(patsubst %=,%,$(filter %=,$(1)))
MISSING	= $(call missing,$(NEEDS))
VMMISSING = $(call missing,$(VMNEEDS))
APT	= apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	apt-get install -qq -y --no-install-recommends
CC	:= $(if $(filter default,$(origin CC)),gcc,$(CC))

all:

deps:
ifneq ($(MISSING),)
	@if [ "$$(id -u)" = 0 ]; then \
		$(APT) $(MISSING); \
	else \
		echo "missing: apt-get install $(MISSING)" >&2; exit 1; \
	fi
endif

clean:
	rm -rf build build-asan

TARGETS	= all check check-asan check-vm soak bench demo install
.PHONY: $(TARGETS) deps clean
.DELETE_ON_ERROR:
$(if $(V),,.SILENT:)

ifneq ($(MISSING),)
ifneq ($(DEPS_DONE),)
$(error still missing: $(MISSING))
endif
$(TARGETS): deps
	@$(MAKE) --no-print-directory DEPS_DONE=1 $@
else

# --- the runtime: restricted C to a table in the library --------------------
RT_SRC	= $(wildcard lib/rt/*.bpf.c)
RT_OBJ	= $(RT_SRC:lib/%.c=$B/%.o)
MULTIARCH = $(shell $(CC) -print-multiarch)
BPFCC	= $(MKDIR) $(CLANG) -O2 -g -target bpf -mcpu=v3 -Wall -Wextra -Werror
BPFCC	+= -Ilib -Iinclude -I/usr/include/$(MULTIARCH) -MMD -MP -MF $@.d

$B/rt/%.bpf.o: lib/rt/%.bpf.c; $(BPFCC) -c $< -o $@
$B/mkrt: lib/rt/mkrt.c; $(COMPILE) $< -o $@ -lbpf -lelf
$B/rt_table.c: $B/mkrt $(RT_OBJ); $B/mkrt $(RT_OBJ) > $@

# --- the library -------------------------------------------------------------
SRC	= $(filter-out %.bpf.c lib/rt/mkrt.c,$(wildcard lib/*/*.c))
OBJ	= $(SRC:lib/%.c=$B/lib/%.o)

$B/lib/%.o: lib/%.c; $(COMPILE) -c $< -o $@
$B/rt_table.o: $B/rt_table.c; $(COMPILE) -c $< -o $@

# The exports are what the header declares.
$B/libdtrace.map: include/dtrace.h
	$(MKDIR) (echo 'DTRACE_1.1 {'; echo 'global:'; sed -nE \
	's/^extern .*[ *](_?dtrace_[a-z0-9_]+)[(;].*/	\1;/p' $<; \
	echo 'local:	*;'; echo '};') > $@

$B/libdtrace.so.1: $(OBJ) $B/rt_table.o $B/libdtrace.map
	$(CC) -shared $(SAN) -Wl,-soname,libdtrace.so.1 -Wl,-z,defs \
		-Wl,-z,relro,-z,now -Wl,--version-script=$B/libdtrace.map \
		-o $@ $(OBJ) $B/rt_table.o $(LDFLAGS) $(LIBS)

$B/libdtrace.so: $B/libdtrace.so.1; ln -sf libdtrace.so.1 $@

$B/libdtrace.a: $(OBJ) $B/rt_table.o
	rm -f $@
	$(AR) rcs $@ $^

# libctf's licence is that of the combined binary, and who links must know.
$B/dtrace.pc: Makefile
	$(MKDIR) (echo '# MIT; with libctf in it the binary is GPL-3.0-or-later'; \
	echo 'prefix=$(PREFIX)'; echo 'Name: dtrace'; echo 'Description: D programs as a library'; \
	echo 'Version: $(VERSION)'; echo 'Requires.private: libbpf libelf zlib'; \
	echo 'Cflags: -I$${prefix}/include'; \
	echo 'Libs: -L$${prefix}/lib -ldtrace'; \
	echo 'Libs.private: -lctf-nobfd -lm -lpthread') > $@

# --- what uses it ------------------------------------------------------------
SHARED	= -L$B -ldtrace -Wl,-rpath,'$$ORIGIN/$(1)'
LIB	= $B/libdtrace.so $B/libdtrace.a
CMDS	= dtrace intrstat
SHELLS	= bash zsh fish
all: $(LIB) $B/dtrace.pc $(CMDS:%=$B/%) $B/examples.done \
	$(foreach s,$(SHELLS),$(CMDS:%=$B/%.$s))
EXAMPLES = $(patsubst %.c,$B/%,$(wildcard examples/*.c))
UNIT	= $(patsubst tests/10-unit/%.c,$B/tests/%,$(wildcard tests/10-unit/*.c))
API	= $(patsubst tests/80-api/%.c,$B/tests/api/%,$(wildcard tests/80-api/*.c))
SOAK	= $(patsubst tests/%.c,$B/%,$(wildcard tests/soak/*.c))
TOOLS	= $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/*.c))
BENCH	= $(patsubst tests/%.c,$B/%,$(filter-out %.bpf.c,\
	$(wildcard tests/bench/*.c)))
BENCHBPF = $(patsubst tests/%.c,$B/%.o,$(wildcard tests/bench/*.bpf.c))
EXAMPLE	= $(MKDIR) $(CC) -std=gnu11 -D_GNU_SOURCE -Iinclude $(WARN) $(OPT)
EXAMPLE	+= $(SAN)

# As a user would: the public header and the shared library. The names of
# types that the header hands out are libctf's to tell.
.SECONDEXPANSION:
$(CMDS:%=$B/%): $B/%: $$(wildcard src/$$*/*.[ch]) src/options.c src/std.c \
		src/options.h src/std.h include/dtrace.h $B/libdtrace.so
	$(EXAMPLE) $(filter %.c,$^) -o $@ $(call SHARED,) \
		-Wl,-rpath,'$$ORIGIN/../lib' -Wl,--as-needed -lctf-nobfd

$B/%.complete: src/complete.c src/%/opts.h
	$(COMPILE) -DCOMMAND='"$*"' -DOPTS='"$*/opts.h"' $< -o $@

$(foreach s,$(SHELLS),$(CMDS:%=$B/%.$s)): $$(basename $$@).complete
	$< $(subst .,,$(suffix $@)) > $@

$B/examples/%: examples/%.c examples/example.h $B/libdtrace.so \
		include/dtrace.h
	$(EXAMPLE) -pthread $< -o $@ $(call SHARED,..) -lm

$B/examples.done: $(EXAMPLES); @touch $@

WHOLE	= $(COMPILE) $< -o $@ $B/libdtrace.a -Wl,--as-needed -lcmocka
WHOLE	+= $(LIBS)
$B/tests/api/%: tests/80-api/%.c $B/libdtrace.so
	$(COMPILE) $< -o $@ $(call SHARED,../..) -lcmocka -lm \
		-Wl,--as-needed -lbpf -lctf-nobfd
$B/soak/%: tests/soak/%.c $B/libdtrace.so
	$(COMPILE) $< -o $@ $(call SHARED,..) -lcmocka
$B/tests/%: tests/10-unit/%.c $B/libdtrace.a; $(WHOLE)
$B/tests/%: tests/%.c $B/libdtrace.a; $(WHOLE)
$B/bench/%: tests/bench/%.c $B/libdtrace.a; $(WHOLE)
$B/bench/%.bpf.o: tests/bench/%.bpf.c; $(BPFCC) -c $< -o $@

# --- tests -------------------------------------------------------------------
tests-built = all $(UNIT) $(API) $(TOOLS) $(SOAK)
ASAN	= -fsanitize=address,undefined -fno-sanitize-recover=undefined
KERNELS	= 6.1 6.12

check: $(tests-built)
	@BUILD=$B tests/run

check-asan:
	@DT_TEST_TIMEOUT=300 $(MAKE) --no-print-directory BUILD=build-asan \
		OPT='-O1 -g -fno-omit-frame-pointer' SAN='$(ASAN)' check

# Emulated, so slow: what is the same on every kernel has no business there.
# What it takes is installed if it can be; else it tells what, and is skipped.
check-vm: $(tests-built)
	@[ -z "$(VMMISSING)" ] || [ "$$(id -u)" != 0 ] || \
		{ $(APT) $(VMMISSING); } || :
	@BUILD=$B tests/check-vm $(KERNELS) || [ $$? = 77 ]

soak: all $(SOAK)
	@BUILD=$B tests/soak/run

bench: all $(BENCH) $(BENCHBPF)
	@BUILD=$B tests/bench/run

demo: all
	@$B/examples/demo

# SOURCE DIRECTORY/ or SOURCE FILE
put	= install -D -m 644 $(if $(filter %/,$(1)),-t $(lastword $(1)) \
	$(firstword $(1)),$(1))
D	= $(DESTDIR)$(PREFIX)
DATA	= $B/libdtrace.a=lib/ include/dtrace.h=include/ \
	include/sys/dtrace.h=include/sys/ \
	$(foreach c,$(CMDS),src/$c/$c.1=share/man/man1/ \
	$B/$c.bash=share/bash-completion/completions/$c \
	$B/$c.zsh=share/zsh/site-functions/_$c \
	$B/$c.fish=share/fish/vendor_completions.d/) \
	$(patsubst %,%=lib/dtrace/,$(wildcard lib/dlib/*.d))

install: all
	install -D -t $D/bin $(CMDS:%=$B/%)
	install -D -t $D/lib $B/libdtrace.so.1
	ln -sf libdtrace.so.1 $D/lib/libdtrace.so
	$(foreach f,$(DATA),$(call put,$(subst =, $D/,$f));)
	install -d $D/lib/pkgconfig
	sed 's|^prefix=.*|prefix=$(PREFIX)|' $B/dtrace.pc \
		> $D/lib/pkgconfig/dtrace.pc
	lib/man/install $D/share/man
	$(if $(DESTDIR),,PATH="$$PATH:/sbin:/usr/sbin" ldconfig 2>/dev/null || :)

-include $(shell find $B -name '*.d' 2>/dev/null)
endif
