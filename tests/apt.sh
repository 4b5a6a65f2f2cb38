# SPDX-License-Identifier: MIT
# What getkernel, getroot and check-debian13 share: apt for other suites of Debian and
# other processors.
apt="apt-get -qq -o APT::Sandbox::User=root -o Acquire::Retries=3 \
-o Acquire::http::Timeout=60"

# Sets $uri to the address of the archive of Debian that this machine uses.
find_archive() {
	uri=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' \
		'Created-By: Packages' | sed -n 's/^Debian Debian //p' | head -n 1)
	why="this machine's lists name no archive of Debian"
	[ -n "$uri" ]
}

# Let apt look into a suite of this machine's archive, for the architecture, without a
# change to the machine's own lists: it keeps others in the folder.  On failure $why says
# why.
use_suite() { # SUITE ARCH FOLDER
	a=$3/$1-$2
	key=/usr/share/keyrings/debian-archive-keyring.gpg
	find_archive || return
	mkdir -p "$a/lists/partial" "$a/cache/archives/partial"
	echo "deb [signed-by=$key] $uri $1 main" >"$a/sources.list"
	: >"$a/status"
	cat >"$a/apt.conf" <<-END
	APT::Architecture "$2"; APT::Architectures { "$2"; };
	APT::Sandbox::User "root"; Acquire::Languages "none";
	Dir::State "$a"; Dir::State::status "$a/status"; Dir::Cache "$a/cache";
	Dir::Etc::sourcelist "$a/sources.list"; Dir::Etc::sourceparts "-";
	END
	export APT_CONFIG="$a/apt.conf"
}
