// RUN: %gantry cc -O2 --offload-arch=emulated %s -o %t -lm
