#!/bin/sh
set -eu
echo done
