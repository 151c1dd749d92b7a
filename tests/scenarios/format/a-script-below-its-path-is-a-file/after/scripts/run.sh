set -eu
make
