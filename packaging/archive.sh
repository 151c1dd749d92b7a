#!/usr/bin/env bash
# Builds the program for a target and packs it with its man pages and completions:
# packaging/archive.sh <target> <folder>. The name and the layout are those that `[package.metadata.binstall]` says.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$1 folder=$2
version=$(cargo pkgid --quiet | sed 's/.*[#@]//')
name=git-sr-$version-$target
case $target in
*-linux-gnu)
    # Linked statically, a program starts sooner. Flags of the target do not reach the proc macros, which cannot be static.
    variable=${target^^}
    export "CARGO_TARGET_${variable//-/_}_RUSTFLAGS=-C target-feature=+crt-static -C relocation-model=static"
    ;;
esac
cargo build --quiet --release --locked --target "$target"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name" "$folder"
cp "${CARGO_TARGET_DIR:-target}/$target/release/git-sr" "$work/$name/"
cp -r man completions LICENSE* README.md CHANGELOG.md "$work/$name/"
tar -C "$work" -czf "$folder/$name.tar.gz" "$name"
echo "$folder/$name.tar.gz"
