#!/usr/bin/env bash
# Builds the Debian package with cargo-deb and installs it into a scratch root, where all that it promises must be.
# Usage: packaging/deb.sh [<folder for the package>]. Needs cargo-deb, dpkg and man-db's `man` for the last look.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-target/debian}
mkdir -p "$out"
cargo deb --locked --output "$out" >/dev/null
package=$(ls -t "$out"/git-sr_*.deb | head -n 1)

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status"
# The scratch root has no libc6 and no git, on which the package depends.
dpkg --root="$root" --force-not-root --force-depends --log=/dev/null -i "$package" >/dev/null 2>&1

must() { # <path below the root>
    test -s "$root/$1" || { echo "deb: $1 is not in the package" >&2; exit 1; }
}
must usr/bin/git-sr
for page in man/*.1; do must "usr/share/man/man1/$(basename "$page").gz"; done
must usr/share/bash-completion/completions/git-sr
must usr/share/zsh/vendor-completions/_git-sr
must usr/share/fish/vendor_completions.d/git-sr.fish
must usr/share/doc/git-sr/copyright
"$root/usr/bin/git-sr" --version
dpkg-deb --field "$package" Depends | grep -q '\bgit\b' || { echo "deb: it does not depend on git" >&2; exit 1; }
if command -v man >/dev/null; then
    MANPATH="$root/usr/share/man" man -w git-sr-apply >/dev/null
else
    echo "SKIP: man is not installed"
fi
echo "$package"
