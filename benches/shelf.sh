#!/bin/sh
# benches/shelf.sh [uml|qemu]: what inspecting a shelf of 64 disks costs, in wall and CPU time,
# beside smartctl -x, and sg_inq with sg_vpd -a, on the same disks in the same boot.
# Needs what `./check packages` installs. The numbers are those of a release build.
set -eu
cd "$(dirname "$0")/.."
sed -n 's/^model name[^:]*: /processor   /p' /proc/cpuinfo | sort -u
echo "host        $(nproc) processors, $(awk '/MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo)"
exec cargo test --release --test lab -- --bench "$@"
