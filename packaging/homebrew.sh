#!/usr/bin/env bash
# Fills in the Homebrew formula for a crate: packaging/homebrew.sh <owner/repository> <crate>.
set -euo pipefail

repository=$1 crate=$2
version=$(basename "$crate" .crate)
version=${version#git-sr-}
sum=$(shasum -a 256 "$crate" 2>/dev/null || sha256sum "$crate")
grep -v '^#' "$(dirname "$0")/homebrew/git-sr.rb" |
    sed -e "s|@REPOSITORY@|$repository|g" -e "s|@VERSION@|$version|g" -e "s|@SHA256@|${sum%% *}|g"
