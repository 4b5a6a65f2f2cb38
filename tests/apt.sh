# SPDX-License-Identifier: MIT
# What getkernel and getroot share: apt for other suites of Debian and other processors.
apt="apt-get -qq -o APT::Sandbox::User=root -o Acquire::Retries=3 \
-o Acquire::http::Timeout=60"

# Let apt look into a suite of this machine's archive, for the architecture, without a
# change to the machine's own lists: it keeps others in the folder.  On failure $why says
# why.
use_suite() { # SUITE ARCH FOLDER
	a=$3/$1-$2
	uri=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' \
		'Created-By: Packages' | sed -n 's/^Debian Debian //p' | head -n 1)
	key=/usr/share/keyrings/debian-archive-keyring.gpg
	why="this machine's lists name no archive of Debian"
	[ -n "$uri" ] || return
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
