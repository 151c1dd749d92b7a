set -e
make
