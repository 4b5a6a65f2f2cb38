# SPDX-License-Identifier: MIT
# Builds, tests and installs libdtrace. The targets: all tests check check-asan
# check-tsan check-processes check-vm check-kernels check-toolchains
# check-debian13 check-arm64 fuzz soak bench demo deps install uninstall clean.

# A job for each CPU, unless -j is given or make has several goals, which run one
# after another. make 4.3 shows no -j here, but lets it override this.
JOBS	:= $(filter -j% --j%,$(MAKEFLAGS) $(shell printenv MAKEFLAGS))
SEVERAL	= $(filter-out 0 1,$(words $(MAKECMDGOALS)))
MAKEFLAGS += $(if $(filter 0,$(MAKELEVEL)$(JOBS)$(SEVERAL)),-j$(shell nproc))

BUILD	?= build
DESTDIR	?=
PREFIX	?= /usr/local
LIBDIR	?= $(PREFIX)/lib
VERSION	= 0.1.0
CLANG	?= clang
OPT	?= -O2 -g

B	= $(BUILD)
CPPFLAGS = -D_GNU_SOURCE -Iinclude -Ilib
WARN	= -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes
# Warnings are errors in CI only: a newer compiler must not break a release.
WARN	+= $(if $(CI),-Werror)
MKDIR	= mkdir -p $(@D) &&
COMPILE	= $(MKDIR) $(CC) -std=gnu11 $(CPPFLAGS) $(WARN) $(OPT) -fPIC $(SAN)
COMPILE	+= $(CFLAGS) -pthread -MMD -MP -MT $@ -MF $@.d
LIBS	= -lbpf -lctf-nobfd -liberty -lelf -lz -lm -lpthread

# --- what the build needs, as package=file; only files are looked for -------
on-path	= $(firstword $(wildcard $(addsuffix /$(notdir $(firstword $(1))),\
	$(subst :, ,$(PATH)))))
compiler = $(or $(filter gcc% clang%,$(notdir $(firstword $(1)))),$(2))
NEEDS	= $(call compiler,$(CC),gcc)=$(call on-path,$(CC)) \
	$(call compiler,$(CLANG),clang)=$(call on-path,$(CLANG)) \
	libbpf-dev=$(wildcard /usr/include/bpf/bpf.h) \
	libelf-dev=$(wildcard /usr/include/gelf.h) \
	binutils-dev=$(wildcard /usr/include/ctf-api.h) \
	zlib1g-dev=$(wildcard /usr/include/zlib.h) \
	libcmocka-dev=$(wildcard /usr/include/cmocka.h) \
	libiberty-dev=$(wildcard /usr/lib/libiberty.a /usr/lib/*/libiberty.a)
VMNEEDS	= qemu-system-x86=$(call on-path,qemu-system-x86_64) \
	busybox-static=$(call on-path,busybox) \
	cpio=$(call on-path,cpio) xz-utils=$(call on-path,xz) \
	libc6-dev-arm64-cross=$(wildcard /usr/aarch64-linux-gnu/include/stdio.h)
ARMNEEDS = qemu-system-arm=$(call on-path,qemu-system-aarch64) \
	gcc-aarch64-linux-gnu=$(call on-path,aarch64-linux-gnu-gcc) \
	cpio=$(call on-path,cpio) xz-utils=$(call on-path,xz)
DEBIANNEEDS = debootstrap=$(call on-path,debootstrap)
USDTNEEDS = python3=$(wildcard /usr/bin/python3) \
	ruby=$(wildcard /usr/bin/ruby) golang-go=$(call on-path,go) \
	postgresql=$(wildcard /usr/lib/postgresql/*/bin/postgres)
FUZZNEEDS = libclang-rt-dev=$(wildcard $(dir $(realpath $(call on-path,\
	$(CLANG))))../lib*/clang/*/lib/*/libclang_rt.fuzzer*.a)
missing	= $(patsubst %=,%,$(filter %=,$(1)))
MISSING	= $(call missing,$(NEEDS))
USDTMISSING = $(call missing,$(USDTNEEDS))
FUZZMISSING = $(call missing,$(FUZZNEEDS))
APT	= apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	apt-get install -qq -y --no-install-recommends
# Installs what a test needs if it can be; else the test says that it is missing.
try	= [ -z "$(call missing,$(1))" ] || [ "$$(id -u)" != 0 ] || \
	{ $(APT) $(call missing,$(1)); } || :
CC	:= $(if $(filter default,$(origin CC)),gcc,$(CC))
# For another machine: CC='COMPILER --sysroot=DIR' AR=... SYSROOT=DIR HOSTCC=gcc;
# HOSTCC compiles the programs that run during the build.
HOSTCC	:= $(or $(HOSTCC),$(CC))
SYSROOT	?=

all:

deps:
ifneq ($(MISSING),)
	@if [ "$$(id -u)" = 0 ]; then \
		echo "installing with apt-get: $(MISSING)"; \
		$(APT) $(MISSING) >/dev/null; \
	else \
		echo "missing: apt-get install $(MISSING)" >&2; exit 1; \
	fi
endif

clean:
	rm -rf $B $B-asan $B-tsan $B-fuzz $B-toolchain $B-arm64

TARGETS	= all tests units check check-asan check-tsan check-processes check-vm
TARGETS	+= fuzz fuzzers check-kernels check-toolchains check-debian13 check-arm64
TARGETS	+= soak bench demo install uninstall
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

# In a new build directory a line says what happens next.
$B/rt: STEP = $(words $(RT_SRC)) files of BPF programs with $(CLANG)
$B/tracer: STEP = $(words $(TRACER_SRC)) files of the tracer with $(CC)
$B/lib: STEP = $(words $(SRC)) files of the library with $(CC)
$B/examples: STEP = $(words $(EXAMPLES)) examples
$B/tests: STEP = $(words $(UNIT) $(API)) programs of tests
$B/rt $B/tracer $B/lib $B/examples $B/tests:
	mkdir -p $@
	echo 'compiling $(STEP)'

# --- the runtime: restricted C to a table in the library --------------------
RT_SRC	= $(wildcard lib/rt/*.bpf.c)
RT_OBJ	= $(RT_SRC:lib/%.c=$B/%.o)
# gcc says aarch64-linux-gnu, clang aarch64-pc-linux-gnu.
ARCH	:= $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
BPFCC	= $(MKDIR) $(CLANG) -O2 -fno-inline -g -target bpf -mcpu=v3
BPFCC	+= -Wall -Wextra $(if $(CI),-Werror)
BPFCC	+= -Ilib -Iinclude -I$(SYSROOT)/usr/include/$(ARCH)-linux-gnu
BPFCC	+= -DDT_TARGET_$(ARCH)
BPFCC	+= -MMD -MP -MF $@.d

BADCLANG = { echo "$(CLANG) ($$($(CLANG) --version | head -n 1)) did not" \
	"build the runtime; clang 14 to 22 do: make CLANG=clang-19" >&2; exit 1; }

$B/rt/%.bpf.o: lib/rt/%.bpf.c | $B/rt; $(BPFCC) -c $< -o $@ || $(BADCLANG)
$B/mkrt: override CC := $(HOSTCC)
$B/mkrt: lib/rt/mkrt.c; $(COMPILE) $< -o $@ -lbpf -lelf
$B/rt_table.c: $B/mkrt $(RT_OBJ); $B/mkrt $(RT_OBJ) > $@ || $(BADCLANG)

# --- the tracer: a separate program, as bytes in the library ------------------
# It is executed where there may be no dynamic linker, so it is static, and built
# without a sanitizer.
TRACER_SRC = $(wildcard lib/trace/*.c) lib/victim/suid.c \
	$(addprefix lib/base/,buf.c hash.c procfs.c regular.c) \
	$(addprefix lib/engine/,flip.c site.c) \
	$(addprefix lib/sym/,cfa.c dwbytes.c ehframe.c insn.c maps.c) \
	$(addprefix lib/vm/,fire.c hash.c help.c mem.c read.c run.c stack.c \
	task.c)
TRACER_OBJ = $(TRACER_SRC:lib/%.c=$B/tracer/%.o)
TRACERCC = $(MKDIR) $(CC) -std=gnu11 $(CPPFLAGS) $(WARN) $(OPT) $(CFLAGS)
TRACERCC += -ffunction-sections -fdata-sections -MMD -MP -MT $@ -MF $@.d

$B/tracer/%.o: lib/%.c | $B/tracer; $(TRACERCC) -c $< -o $@
$B/dt_tracer: $(TRACER_OBJ)
	$(CC) -static -Wl,--gc-sections -s -o $@ $(TRACER_OBJ)
$B/tracer_image.o: lib/victim/image.S $B/dt_tracer
	$(CC) -DIMAGE='"$B/dt_tracer"' -c $< -o $@

# --- the D libraries, as text in the library ----------------------------------
DLIB	= $(wildcard lib/dlib/*.d lib/dlib/$(ARCH)/*.d)
$B/dlibs.txt: $(DLIB)
	$(MKDIR) for f in $(DLIB); do \
		printf '\001%s\n' "$${f##*/}" && cat "$$f"; done > $@
$B/dlibs.o: lib/api/dlibs.S $B/dlibs.txt
	$(CC) -DTEXTS='"$B/dlibs.txt"' -c $< -o $@

# --- the library -------------------------------------------------------------
SRC	= $(filter-out %.bpf.c lib/rt/mkrt.c lib/trace/%,$(wildcard lib/*/*.c))
OBJ	= $(SRC:lib/%.c=$B/lib/%.o) $B/rt_table.o $B/tracer_image.o
OBJ	+= $B/dlibs.o

# An exception in a callback may unwind these: base/frame.h
$(addprefix $B/lib/,consume/buffer.o agg/walk.o agg/join.o): COMPILE += -fexceptions

$B/lib/%.o: lib/%.c | $B/lib; $(COMPILE) -c $< -o $@
$B/rt_table.o: $B/rt_table.c; $(COMPILE) -c $< -o $@

# The library exports the functions that the headers declare.
$B/libdtrace.map: include/dtrace.h include/libproc.h
	$(MKDIR) (echo 'DTRACE_1.1 {'; echo 'global:'; sed -nE \
	's/^extern .*[ *]((_?dtrace|proc)_[a-z0-9_]+|P[a-z]+)[(;].*/	\1;/p' \
	$^; \
	echo 'local:	*;'; echo '};') > $@

$B/libdtrace.so.1: $(OBJ) $B/libdtrace.map
	$(CC) -shared $(SAN) -Wl,-soname,libdtrace.so.1 -Wl,-z,defs \
		-Wl,-z,relro,-z,now -Wl,--version-script=$B/libdtrace.map \
		-o $@ $(OBJ) $(LDFLAGS) $(LIBS)

$B/libdtrace.so: $B/libdtrace.so.1; ln -sf libdtrace.so.1 $@

$B/libdtrace.a: $(OBJ)
	rm -f $@
	$(AR) rcs $@ $^

# --- what uses it ------------------------------------------------------------
SHARED	= -L$B -ldtrace -Wl,-rpath,'$$ORIGIN/$(1)'
LIB	= $B/libdtrace.so $B/libdtrace.a
CMDS	= dtrace intrstat lockstat percpustat plockstat
SHELLS	= bash zsh fish
all: $(LIB) $(CMDS:%=$B/%) $B/examples.done \
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

# Built as a user's program is: with the public header and the shared library.
# libctf is for the types that the header returns. Only commands in the build
# tree have a RUNPATH: an installed one may get capabilities, and the dynamic
# linker must then not search beside it.
INSTALLED = $(CMDS:%=$B/installed/%)
$(CMDS:%=$B/%): RPATH = -Wl,-rpath,'$$ORIGIN'
PARTS	= $(addprefix src/,options.c std.c interrupt.c options.h std.h interrupt.h)
PARTS_stat = src/stat.c src/stat.h
PARTS_intrstat = $(PARTS_stat) src/interval.c src/interval.h
PARTS_percpustat = $(PARTS_intrstat)
PARTS_plockstat = $(PARTS_stat) $(wildcard src/lock*.[ch])
PARTS_lockstat = $(PARTS_plockstat)
.SECONDEXPANSION:
$(CMDS:%=$B/%) $(INSTALLED): $$(wildcard src/$$(@F)/*.[ch]) $(PARTS) \
		$$(PARTS_$$(@F)) include/dtrace.h $B/libdtrace.so
	$(EXAMPLE) $(filter %.c,$^) -o $@ -L$B -ldtrace $(RPATH) \
		-Wl,--as-needed -lctf-nobfd

$B/%.complete: override CC := $(HOSTCC)
$B/%.complete: src/complete.c src/%/opts.h
	$(COMPILE) -DCOMMAND='"$*"' -DOPTS='"$*/opts.h"' $< -o $@

$(foreach s,$(SHELLS),$(CMDS:%=$B/%.$s)): $$(basename $$@).complete
	$< $(subst .,,$(suffix $@)) > $@

$B/examples/%: examples/%.c examples/example.h $B/libdtrace.so \
		include/dtrace.h | $B/examples
	$(EXAMPLE) -pthread $< -o $@ $(call SHARED,..) -lm

$B/examples.done: $(EXAMPLES); @touch $@

WHOLE	= $(COMPILE) $< $(filter %.o,$^) -o $@ $B/libdtrace.a -Wl,--as-needed -lcmocka
WHOLE	+= $(LIBS)
$B/tests/api/%: tests/80-api/%.c $B/libdtrace.so | $B/tests
	$(COMPILE) $< -o $@ $(call SHARED,../..) -lcmocka -lm \
		-Wl,--as-needed -lbpf -lctf-nobfd -lelf
$B/nullcalls.h: include/dtrace.h tests/null.awk
	$(MKDIR) awk -f tests/null.awk $< > $@
	[ $$(grep -c CALL $@) = $$(grep -c '^extern .*(' $<) ]
$B/tests/api/test_null: CPPFLAGS += -I$B
$B/tests/api/test_null: $B/nullcalls.h
$B/soak/%: tests/soak/%.c $B/libdtrace.so
	$(COMPILE) $< -o $@ $(call SHARED,..) -lcmocka
$B/fail.so: tests/preload/fail.c
	$(COMPILE) -shared $< -o $@
$B/soak/test_faults: $B/fail.so $(CMDS:%=$B/%)
$B/tests/%: tests/10-unit/%.c $B/libdtrace.a | $B/tests; $(WHOLE)
$B/tests/test_emulate: $B/lib/trace/emulate.o
$B/tests/%: tests/%.c $B/libdtrace.a | $B/tests; $(WHOLE)
$B/bench/%: tests/bench/%.c $B/libdtrace.a; $(WHOLE)
# A function __wrap_NAME of a harness replaces NAME in the library.  One harness
# also calls the tracer.
$B/fuzz/fuzz_maps: $(patsubst lib/%.c,$B/lib/%.o,$(filter-out \
	lib/trace/main.c lib/trace/hold.c,$(wildcard lib/trace/*.c)))
$B/fuzz/%: tests/fuzz/%.c $B/libdtrace.a
	$(COMPILE) -fsanitize=fuzzer $< $(filter %.o,$^) -o $@ \
		$B/libdtrace.a $(LIBS) \
		$$(sed -nE 's/^__wrap_(\w+)\(.*/-Wl,--wrap=\1/p' $<)
$B/bench/%.bpf.o: tests/bench/%.bpf.c; $(BPFCC) -c $< -o $@

# --- tests -------------------------------------------------------------------
tests-built = all $(UNIT) $(API) $(TOOLS) $(SOAK)
ASAN	= -fsanitize=address,undefined -fno-sanitize-recover=undefined
KERNELS	= 6.1 6.12 newest

# Builds what check runs, and what the stages unit and d of tests/run do.
tests: $(tests-built)
units: all $(UNIT) $(TOOLS)

check: $(tests-built)
	@BUILD=$B tests/run -j "$$(nproc)"

check-asan:
	@DT_TEST_TIMEOUT=300 $(MAKE) --no-print-directory BUILD=$B-asan \
		OPT='-O1 -g -fno-omit-frame-pointer' SAN='$(ASAN)' check

# ThreadSanitizer runs TSANTESTS, by default all tests of the API.  The commands
# that these start are built without it: see api_self().
TSAN	= -fsanitize=thread
TSANTESTS ?= $(API:$B/tests/api/%=%)
check-tsan: $(TSANTESTS:%=$B/tests/api/%)
	@$(MAKE) --no-print-directory BUILD=$B-tsan OPT='-O1 -g' \
		SAN='$(TSAN)' all $(TSANTESTS:%=$B-tsan/tests/api/%)
	@BUILD=$B-tsan TSAN_OPTIONS=suppressions='$(CURDIR)/tests/tsan.supp' \
		DT_TEST_PLAIN='$(abspath $B)/tests/api' \
		DT_TEST_TIMEOUT=1200 tests/run \
		$(TSANTESTS:%=$B-tsan/tests/api/%)

# Emulation is slow, so tests that are the same on every kernel are left out.
check-vm: $(tests-built)
	@$(call try,$(VMNEEDS))
	@BUILD=$B tests/arm64.sh
	@BUILD=$B tests/check-vm $(KERNELS) || [ $$? = 77 ]

# All tests on each kernel, which check-vm divides among them: for hours.
check-kernels: $(tests-built)
	@for k in $(KERNELS); do \
		BUILD=$B tests/check-vm $$k || [ $$? = 77 ] || exit 1; done

# TOOLCHAINS are rows of tests/toolchains, by default all.
check-toolchains:
	@BUILD=$B tests/check-toolchains $(TOOLCHAINS)

# make demo in a bare Debian 13, and the tests of the embedded engine.
check-debian13:
	@$(call try,$(DEBIANNEEDS))
	@tests/check-debian13 || [ $$? = 77 ]

# The D cases and the tests of the API on an emulated 64-bit Arm: for an hour or two.
# ARMTESTS may be other arguments of tests/run.
check-arm64:
	@$(call try,$(ARMNEEDS))
	@BUILD=$B tests/check-arm64 $(ARMTESTS) || [ $$? = 77 ]

# Programs of the distribution, which have probes, and programs that switch or
# unwind stacks.
check-processes: all
	@[ -z "$(USDTMISSING)" ] || \
		{ [ "$$(id -u)" = 0 ] && $(APT) $(USDTMISSING); } || \
		{ echo "missing: apt-get install $(USDTMISSING)" >&2; exit 1; }
	@BUILD=$B tests/check-processes

# Each harness of tests/fuzz for FUZZTIME seconds. CFLAGS' warnings are gcc's.
FUZZTIME ?= 180
FUZZERS	= $(patsubst tests/%.c,$B/%,$(wildcard tests/fuzz/fuzz_*.c))
fuzzers: $(FUZZERS)
fuzz: all
	@[ -z "$(FUZZMISSING)" ] || \
		{ [ "$$(id -u)" = 0 ] && $(APT) $(FUZZMISSING); } || \
		{ echo "missing: apt-get install $(FUZZMISSING)" >&2; exit 1; }
	@$(MAKE) --no-print-directory BUILD=$B-fuzz CC='$(CLANG)' WARN=-Wall \
		OPT='-O1 -g -fno-omit-frame-pointer' \
		SAN='-fsanitize=fuzzer-no-link $(ASAN)' fuzzers
	@BUILD=$B-fuzz FUZZTIME=$(FUZZTIME) tests/fuzz/run

soak: all $(SOAK) $(patsubst %,$B/tests/api/test_%,random kills break killed)
	@BUILD=$B tests/soak/run

bench: all $(BENCH) $(BENCHBPF)
	@BUILD=$B tests/bench/run

demo: all
	@$B/examples/demo

# SOURCE=DIRECTORY/ or SOURCE=FILE, below D or L; both can contain blanks.
D	= $(DESTDIR)$(PREFIX)
L	= $(DESTDIR)$(LIBDIR)
LIBDATA	= $B/libdtrace.so.1=./ $B/libdtrace.a=./ $(DLIB:%=%=dtrace/)
DATA	= include/dtrace.h=include/ include/libproc.h=include/ \
	include/sys/dtrace.h=include/sys/ \
	$(foreach c,$(CMDS),src/$c/$c.1=share/man/man1/ \
	$B/$c.bash=share/bash-completion/completions/$c \
	$B/$c.zsh=share/zsh/site-functions/_$c \
	$B/$c.fish=share/fish/vendor_completions.d/)
put	= install -D -m 644 $(if $(filter %/,$(3)),-t "$(1)/$(3)" $(2), \
	$(2) "$(1)/$(3)")
putall	= $(foreach f,$(2),$(call put,$(1),$(firstword $(subst =, ,$f)),$(lastword \
	$(subst =, ,$f)));)

# A static program needs all that the library needs; newer versions of libelf
# also need zstd, as their .pc file says. A shared program and --cflags need no
# other package, so nothing is in Requires.private.
ZSTD	= $(if $(filter /%,$(shell $(CC) -print-file-name=libzstd.a)),-lzstd)
STATIC	= -lctf-nobfd -liberty $(or $(shell pkg-config --static --libs \
	libbpf libelf zlib 2>/dev/null),-lbpf -lelf -lz $(ZSTD)) -lm -lpthread
define PC
# The sources are MIT; libctf makes the combined binary GPL-3.0-or-later.
prefix=$(PREFIX)
libdir=$(LIBDIR)
Name: dtrace
Description: D programs, traced by the Linux kernel, as a library
Version: $(VERSION)
Cflags: -I$${prefix}/include
Libs: -L$${libdir} -ldtrace
Libs.private: $(STATIC)
endef

# Other packages have a program of this name, such as systemtap-sdt-dev.
define check_ours
	@[ -n "$(OVERWRITE)" ] || [ ! -e "$D/bin/dtrace" ] || \
		grep -q 'libdtrace\.so\.1' "$D/bin/dtrace" || { \
		echo "$D/bin/dtrace is another package's: give another PREFIX," \
		"or OVERWRITE=1" >&2; exit 1; }
endef

# With SBINLINK=1 scripts that begin with #!/usr/sbin/dtrace run.
install: all $(INSTALLED)
	$(check_ours)
	install -D -t "$D/bin" $(INSTALLED)
	$(call putall,$D,$(DATA))
	$(call putall,$L,$(LIBDATA))
	ln -sf libdtrace.so.1 "$L/libdtrace.so"
	$(file >$B/dtrace.pc,$(PC))install -D -m 644 -t "$L/pkgconfig" $B/dtrace.pc
	lib/man/install "$D/share/man"
	$(if $(SBINLINK),mkdir -p "$(DESTDIR)/usr/sbin" && \
		{ [ -e "$(DESTDIR)/usr/sbin/dtrace" ] || \
		ln -s "$(PREFIX)/bin/dtrace" "$(DESTDIR)/usr/sbin/dtrace"; })
	$(if $(DESTDIR),,PATH="$$PATH:/sbin:/usr/sbin" ldconfig 2>/dev/null || :)

# Removes the files that install creates, but no link to another file, and the
# folders that are empty then, unless every system has them.
uninstall: all
	$(check_ours)
	list=$$(mktemp -d) && \
	$(MAKE) --no-print-directory install DESTDIR="$$list" && \
	(cd "$$list" && find . -depth) | while read -r f; do \
		if [ -L "$$list/$$f" ]; then \
			[ "$$(readlink "$$list/$$f")" != \
			"$$(readlink "$(DESTDIR)/$$f")" ] || \
			rm -f "$(DESTDIR)/$$f"; \
		elif [ ! -d "$$list/$$f" ]; then rm -f "$(DESTDIR)/$$f"; \
		else case $$f in \
		".$(PREFIX)/share/man") ;; \
		".$(PREFIX)"/*/* | ".$(LIBDIR)"/*) \
			rmdir "$(DESTDIR)/$$f" 2>/dev/null ;; \
		esac; fi; done; rm -rf "$$list"

-include $(shell find $B -name '*.d' 2>/dev/null)
endif
